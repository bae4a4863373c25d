// SPDX-License-Identifier: MIT
// How long a user waits in the workshop: from an edit to the first verdict, and to the first line of the trace. Run by
// hand, on a machine where nothing else runs.
//   bench_workshop [TRIES]
#include "app/subjects/workshop/child_process.h"
#include "app/subjects/workshop/remote_kernel.h"
#include "app/subjects/workshop/trying.h"
#include "kernels/own/binding.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
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
};

std::string kernel(const std::string& before, const std::string& line) {
    return "// workload: distance_matrix   block: 256   grid: (n + 255) / 256, n\n" + before +
           "__global__ void mine(const float2* points, int n, float* out, size_t pitch) {\n"
           "    __shared__ float2 tile[256];\n"
           "    const int col = blockIdx.x * 256 + threadIdx.x, row = blockIdx.y;\n" +
           line +
           "    tile[threadIdx.x] = points[min(col, n - 1)];\n"
           "    if (col >= n) return;\n"
           "    const float dx = points[row].x - tile[threadIdx.x].x, dy = points[row].y - tile[threadIdx.x].y;\n"
           "    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);\n"
           "}\n";
}

const Edit edits[]{
    {"a constant", [](int number) { return kernel(fmt::format("constexpr int number = {};\n", number), ""); }},
    {"a barrier", [](int number) { return kernel(fmt::format("// {}\n", number), "    __syncthreads();\n"); }},
    {"an error", [](int number) { return kernel(fmt::format("constexpr int number = {}\n", number), ""); }},
};

struct Times {
    std::vector<double> verdict, trace;
};

void tell(const std::string& what, std::vector<double> seconds) {
    if (seconds.empty()) return;
    std::ranges::sort(seconds);
    const auto at = [&](double share) { return seconds[std::size_t(share * double(seconds.size() - 1) + 0.5)]; };
    fmt::print("{:45} median {:.2f} s, 95th percentile {:.2f} s, largest {:.2f} s\n", what, at(0.5), at(0.95),
               seconds.back());
}

void try_once(const std::string& text, std::int64_t n, Times& times) {
    own::OwnFile file = own::own_file_of("mine.cu", text);
    const auto begin = Clock::now();
    workshop::Try tried(std::move(file), {.n = n, .m = {}, .dims = {}}, {});
    if (!tried.build()) {
        times.verdict.push_back(seconds_from(begin));
        return;
    }
    static_cast<void>(tried.run_first());
    times.verdict.push_back(seconds_from(begin));
    const auto after = Clock::now();
    workshop::RemoteKernel remote(tried.workshop());
    static_cast<void>(remote.traced(tried.question().inputs(), {}));
    times.trace.push_back(seconds_from(after));
}

} // namespace

int main(int count, char** words) {
    const int tries = count > 1 ? std::atoi(words[1]) : 50;
    workshop::start_children_with(PAIRSCOPE_PROGRAM);
    const auto begin = Clock::now();
    Times fresh;
    try_once(edits[0].text(-1), 256, fresh);
    fmt::print("{:45} {:.2f} s\n", "the first try of all", seconds_from(begin));
    for (const std::int64_t n : {256, 1024})
        for (const Edit& edit : edits) {
            Times times;
            for (int i = 0; i < tries; ++i) try_once(edit.text(i), n, times);
            tell(fmt::format("n = {}, {}: first verdict", n, edit.name), times.verdict);
            tell(fmt::format("n = {}, {}: trace after the verdict", n, edit.name), times.trace);
        }
    return 0;
}
