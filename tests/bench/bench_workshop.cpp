// SPDX-License-Identifier: MIT
// How long a user waits in the workshop: from an edit to the first verdict, to the first line of the trace, and to the
// first time of a function for the CPU. Run by hand, on a machine where nothing else runs; it says how busy that was.
//   bench_workshop [TRIES]
// It ends with 1 if a wait is longer than it may be, or one in twenty is more than twice as long as usual.
#include "app/subjects/workshop/child_process.h"
#include "app/subjects/workshop/remote_kernel.h"
#include "app/subjects/workshop/trying.h"
#include "kernels/own/binding.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pairscope;
using namespace pairscope::app;
using Clock = std::chrono::steady_clock;

double seconds_from(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// An edit that a user makes, again and again with another number, so that no result can be kept.
struct Edit {
    const char* name;
    std::string (*text)(int number);
    bool is_error = false; ///< in line 3
};

std::string kernel(const std::string& third_line, const std::string& line_within) {
    return "// workload: distance_matrix\n// block: 256   grid: (n + 255) / 256, n\n" + third_line +
           "__global__ void mine(const float2* points, int n, float* out, size_t pitch) {\n"
           "    __shared__ float2 tile[256];\n"
           "    const int col = blockIdx.x * 256 + threadIdx.x, row = blockIdx.y;\n"
           "    tile[threadIdx.x] = points[min(col, n - 1)];\n" +
           line_within +
           "    if (col >= n) return;\n"
           "    const float dx = points[row].x - tile[threadIdx.x].x, dy = points[row].y - tile[threadIdx.x].y;\n"
           "    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);\n"
           "}\n";
}

const Edit edits[]{
    {"a constant", [](int number) { return kernel(fmt::format("constexpr int number = {};\n", number), ""); }},
    {"a barrier", [](int number) { return kernel(fmt::format("// {}\n", number), "    __syncthreads();\n"); }},
    {"an error", [](int number) { return kernel(fmt::format("constexpr int number = {}\n", number), ""); }, true},
};

std::string cpu_function(int number) {
    return fmt::format("// workload: distance_matrix   threads: all\n// {}\n"
                       "void mine(const float2* points, int n, float* out, size_t pitch, int thread, int threads) {{\n"
                       "    for (int row = thread; row < n; row += threads)\n"
                       "        for (int col = 0; col < n; ++col) {{\n"
                       "            const float dx = points[row].x - points[col].x, dy = points[row].y - "
                       "points[col].y;\n"
                       "            out[row * pitch + col] = sqrtf(dx * dx + dy * dy);\n"
                       "        }}\n"
                       "}}\n",
                       number);
}

struct Times {
    std::vector<double> verdict, trace;
};

bool is_within = true; ///< whether every wait so far was as short as it must be

/// `most`: the usual wait may be so long [s].
void tell(const std::string& what, std::vector<double> seconds, double most) {
    if (seconds.empty()) return;
    std::ranges::sort(seconds);
    const auto at = [&](double share) { return seconds[std::size_t(share * double(seconds.size() - 1) + 0.5)]; };
    std::string_view verdict = "ok";
    if (at(0.5) > most)
        verdict = "TOO LONG";
    else if (at(0.95) > 2 * at(0.5))
        verdict = "TOO UNEVEN";
    is_within = is_within && verdict == "ok";
    fmt::print("{:47} median {:.2f} s of {:.0f} s, 95th percentile {:.2f} s, largest {:.2f} s  {}\n", what, at(0.5),
               most, at(0.95), seconds.back(), verdict);
    std::fflush(stdout);
}

/// What is timed must also be the right thing.
void require(bool is_so, const std::string& what, const workshop::TryReport& report) {
    if (is_so) return;
    throw std::runtime_error(fmt::format("{}: the verdict is {}, and the compiler said {}", what, report.verdict(),
                                         report.errors.empty() ? "nothing" : report.errors.front()));
}

void try_once(const Edit& edit, int number, std::int64_t n, Times& times) {
    own::OwnFile file = own::own_file_of("mine.cu", edit.text(number));
    const auto begin = Clock::now();
    workshop::Try tried(std::move(file), {.n = n, .m = {}, .dims = {}}, {});
    if (!tried.build()) {
        times.verdict.push_back(seconds_from(begin));
        const bool names_line = tried.report().errors.front().starts_with("mine.cu:3:") ||
                                tried.report().errors.front().starts_with("mine.cu:4:"); // where the ; is missing
        require(edit.is_error && names_line, edit.name, tried.report());
        return;
    }
    const bool is_right = tried.run_first();
    times.verdict.push_back(seconds_from(begin));
    require(is_right && !edit.is_error, edit.name, tried.report());
    const auto after = Clock::now();
    workshop::RemoteKernel remote(tried.workshop());
    static_cast<void>(remote.traced(tried.question().inputs(), {}));
    times.trace.push_back(seconds_from(after));
}

/// The whole of a try: the time of a function comes last.
double seconds_to_time_of_function(int number) {
    const auto begin = Clock::now();
    workshop::Try tried(own::own_file_of("mine.cpp", cpu_function(number)), {}, {});
    const bool is_right = tried.build() && tried.run_first();
    while (is_right && !tried.report().timed && tried.check_next()) {
    }
    require(tried.report().timed.has_value(), "a function for the CPU", tried.report());
    return seconds_from(begin);
}

void tell_load(const char* when) {
    double loads[1]{};
    if (::getloadavg(loads, 1) == 1) fmt::print("The load of the machine is {:.1f} {}.\n", loads[0], when);
}

/// A fresh start has nothing that an earlier one has left.
class FreshCache {
public:
    FreshCache() {
        std::string name = (std::filesystem::temp_directory_path() / "pairscope-bench-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
        path_ = name;
        ::setenv("XDG_CACHE_HOME", name.c_str(), 1);
    }
    ~FreshCache() { std::filesystem::remove_all(path_); }
    FreshCache(const FreshCache&) = delete;
    FreshCache& operator=(const FreshCache&) = delete;

private:
    std::filesystem::path path_;
};

void measure(int tries) {
    const FreshCache cache;
    tell_load("before");
    for (const char* const which : {"the first try of a fresh start", "the second try of a fresh start"}) {
        Times fresh;
        try_once(edits[0], -1, 256, fresh);
        tell(which, fresh.verdict, 4);
    }
    for (const std::int64_t n : {256, 1024})
        for (const Edit& edit : edits) {
            Times times;
            for (int i = 0; i < tries; ++i) try_once(edit, i, n, times);
            const double most = n == 256 ? 1 : 2;
            tell(fmt::format("n = {}, {}: first verdict", n, edit.name), times.verdict, most);
            tell(fmt::format("n = {}, {}: trace after the verdict", n, edit.name), times.trace, 1);
        }
    std::vector<double> seconds;
    for (int i = -2; i < tries; ++i) seconds.push_back(seconds_to_time_of_function(i));
    tell("a function for the CPU: first time", {seconds.begin() + 2, seconds.end()}, 3);
    tell_load("afterwards");
}

} // namespace

int main(int count, char** words) {
    workshop::start_children_with(PAIRSCOPE_PROGRAM);
    try {
        measure(count > 1 ? std::atoi(words[1]) : 50);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_workshop: {}\n", error.what());
        return 2;
    }
    return is_within ? 0 : 1;
}
