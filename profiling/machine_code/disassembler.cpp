// SPDX-License-Identifier: MIT
#include "profiling/machine_code/disassembler.h"

#include "kernels/data/errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace pairscope::profiling {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view tool_name = "nvdisasm";
constexpr auto longest_wait = std::chrono::minutes(1);
constexpr std::size_t most_text = std::size_t{256} << 20; // [B] that it may print

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Python's packages, such as nvidia-cuda-nvdisasm, put it into a folder of their own.
void add_wheels(const fs::path& python_folder, std::vector<fs::path>& places) {
    std::error_code ignored;
    for (const auto& python : fs::directory_iterator(python_folder / "lib", ignored))
        for (const char* const cuda : {"cu13", "cu12"})
            places.push_back(python.path() / "site-packages/nvidia" / cuda / "bin" / tool_name);
}

class OwnedFile {
public:
    explicit OwnedFile(int file = -1) : file_(file) {}
    ~OwnedFile() { close(); }
    OwnedFile(const OwnedFile&) = delete;
    OwnedFile& operator=(const OwnedFile&) = delete;
    [[nodiscard]] int get() const { return file_; }
    void close() {
        if (file_ >= 0) ::close(file_);
        file_ = -1;
    }

private:
    int file_;
};

/// A file in memory, which the other program opens by its path.
int file_with(std::string_view bytes) {
    const int file = ::memfd_create("pairscope.cubin", 0);
    for (std::size_t done = 0; file >= 0 && done < bytes.size();) {
        const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
        if (count <= 0) throw InputError("the machine code cannot be handed to nvdisasm: there is too little memory");
        done += std::size_t(count);
    }
    if (file < 0) throw InputError("the machine code cannot be handed to nvdisasm: there is too little memory");
    return file;
}

/// Ends the process where nobody waits for it any more, and waits for its end.
class ToolProcess {
public:
    explicit ToolProcess(pid_t id) : id_(id) {}
    ~ToolProcess() {
        if (id_ <= 0) return;
        ::kill(id_, SIGKILL);
        static_cast<void>(wait());
    }
    ToolProcess(const ToolProcess&) = delete;
    ToolProcess& operator=(const ToolProcess&) = delete;
    [[nodiscard]] int wait() {
        int status = 0;
        while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
        }
        id_ = 0;
        return status;
    }

private:
    pid_t id_;
};

/// Everything that is written into the pipe until its other end is closed.
std::string read_all(int pipe, const std::stop_token& stop) {
    const auto last = std::chrono::steady_clock::now() + longest_wait;
    std::string text;
    std::array<char, 65536> part{};
    for (;;) {
        if (stop.stop_requested()) throw InputError("the disassembly was stopped");
        if (std::chrono::steady_clock::now() > last)
            throw InputError("nvdisasm took longer than a minute, and was ended");
        pollfd ready{.fd = pipe, .events = POLLIN, .revents = 0};
        if (::poll(&ready, 1, 50) == 0) continue;
        const ssize_t count = ::read(pipe, part.data(), part.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(part.data(), std::size_t(count));
        if (text.size() > most_text) throw InputError("nvdisasm printed more than 256 MB, and was ended");
    }
}

} // namespace

std::vector<fs::path> disassembler_places() {
    if (const std::string only = environment("PAIRSCOPE_NVDISASM"); !only.empty()) return {only};
    std::vector<fs::path> places;
    for (const std::string& toolkit :
         {environment("CUDA_HOME"), environment("CUDA_PATH"), std::string(PAIRSCOPE_TOOLKIT),
          std::string("/usr/local/cuda"), std::string("/opt/cuda")})
        if (!toolkit.empty()) places.push_back(fs::path(toolkit) / "bin" / tool_name);
    const std::string all = environment("PATH");
    for (std::string_view rest = all; !rest.empty();) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        if (!folder.empty()) places.push_back(fs::path(folder) / tool_name);
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    }
    if (const std::string python = environment("VIRTUAL_ENV"); !python.empty()) add_wheels(python, places);
    return places;
}

Disassembler find_disassembler() {
    for (const fs::path& place : disassembler_places())
        if (::access(place.c_str(), X_OK) == 0 && fs::is_regular_file(place)) return {place, {}};
    if (const std::string only = environment("PAIRSCOPE_NVDISASM"); !only.empty())
        return {{}, fmt::format("PAIRSCOPE_NVDISASM is {}, which is no program: let it name the file nvdisasm", only)};
    return {{},
            "SASS needs nvdisasm, which was not found: install the CUDA toolkit or the Python package "
            "nvidia-cuda-nvdisasm, and name the file in PAIRSCOPE_NVDISASM"};
}

std::string disassemble(const Disassembler& tool, std::string_view cubin, std::span<const int> symbols,
                        const std::stop_token& stop) {
    if (tool.file.empty()) throw InputError(tool.why_not);
    const OwnedFile image(file_with(cubin));
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw InputError("nvdisasm cannot be started: there are no pipes left");
    const OwnedFile from(ends[0]);
    OwnedFile into(ends[1]);
    const std::string program = tool.file.string(), path = fmt::format("/proc/self/fd/{}", image.get()),
                      chosen = fmt::format("{}", fmt::join(symbols, ","));
    std::array<const char*, 7> arguments{program.c_str(), "-c", "-gi", "-fun", chosen.c_str(), path.c_str(), nullptr};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, into.get(), 1);
    ::posix_spawn_file_actions_adddup2(&actions, into.get(), 2);
    pid_t id = 0;
    const int refused = ::posix_spawn(&id, program.c_str(), &actions, nullptr, const_cast<char**>(arguments.data()),
                                      environ); // NOLINT: its arguments stay
    ::posix_spawn_file_actions_destroy(&actions);
    if (refused != 0) throw InputError(fmt::format("{} cannot be started: {}", program, std::strerror(refused)));
    ToolProcess process(id);
    into.close();
    std::string text = read_all(from.get(), stop);
    const int status = process.wait();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
    text = text.substr(0, text.find('\n'));
    throw InputError(fmt::format("{} failed and said \"{}\": use the nvdisasm of a CUDA toolkit that is as new as the "
                                 "one of the build",
                                 program, text));
}

} // namespace pairscope::profiling
