// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/child_process.h"

#include "app/subjects/workshop/messages.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <string_view>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace pairscope::app::workshop {
namespace {

constexpr std::chrono::milliseconds between_looks(25);
constexpr const char* prefix_of_messages = "pairscope: ";

/// Ends of channels of which the child gets one. Both are closed in programs that are started, unless they are named.
struct Ends {
    int ours = -1, childs = -1;
};

Ends pair_of_sockets() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error("there is no socket left for a child process");
    return {ends[0], ends[1]};
}

Ends pipe_to_read() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("there is no pipe left for a child process");
    return {ends[0], ends[1]};
}

/// The actions of posix_spawn that put the child's ends in their places.
class Actions {
public:
    Actions() { posix_spawn_file_actions_init(&actions_); }
    ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;
    /// By way of a number far above, so that no end overwrites another one.
    void put(int file, int place) {
        constexpr int far_above = 200;
        posix_spawn_file_actions_adddup2(&actions_, file, far_above + place);
        placed_.push_back(place);
    }
    [[nodiscard]] const posix_spawn_file_actions_t* done() {
        constexpr int far_above = 200;
        for (const int place : placed_) {
            posix_spawn_file_actions_adddup2(&actions_, far_above + place, place);
            posix_spawn_file_actions_addclose(&actions_, far_above + place);
        }
        return &actions_;
    }

private:
    posix_spawn_file_actions_t actions_;
    std::vector<int> placed_;
};

std::string program_of_child = "/proc/self/exe";

} // namespace

void start_children_with(const std::string& program) { program_of_child = program; }

SharedMemory::SharedMemory() : file_(::memfd_create("pairscope", MFD_CLOEXEC)) {
    if (file_ < 0) throw std::runtime_error("there is no shared memory for a child process");
}

SharedMemory::~SharedMemory() {
    unmap();
    ::close(file_);
}

void SharedMemory::unmap() {
    if (memory_ != nullptr) ::munmap(memory_, static_cast<std::size_t>(bytes_));
    memory_ = nullptr;
}

void SharedMemory::resize(std::int64_t bytes) {
    unmap();
    bytes_ = std::max<std::int64_t>(bytes, 1);
    const bool fits = ::ftruncate(file_, 0) == 0 && ::ftruncate(file_, bytes_) == 0;
    void* const memory =
        fits ? ::mmap(nullptr, static_cast<std::size_t>(bytes_), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
             : MAP_FAILED;
    if (memory == MAP_FAILED)
        throw MemoryError(fmt::format("{} bytes of shared memory could not be allocated", bytes_));
    memory_ = memory;
}

ChildProcess::ChildProcess(const SharedMemory& memory, const Limits& limits) : limits_(limits) { start(memory); }

ChildProcess::~ChildProcess() {
    end_group();
    for (const int file : {socket_, output_, life_line_})
        if (file >= 0) ::close(file);
}

void ChildProcess::start(const SharedMemory& memory) {
    const Ends sockets = pair_of_sockets(), output = pipe_to_read(), life = pipe_to_read();
    socket_ = sockets.ours;
    output_ = output.ours;
    life_line_ = life.childs; // the child reads, and this process holds the end to which nobody writes
    ::fcntl(output_, F_SETFL, O_NONBLOCK);
    Actions actions;
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) actions.put(output.childs, stream);
    actions.put(sockets.childs, socket_of_child);
    actions.put(memory.file(), memory_of_child);
    actions.put(life.ours, life_line_of_child);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    std::array<char*, 3> words{const_cast<char*>("pairscope"), const_cast<char*>(verb_of_child), nullptr};
    const int failed =
        ::posix_spawn(&process_, program_of_child.c_str(), actions.done(), &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    for (const int file : {sockets.childs, output.childs, life.ours}) ::close(file);
    if (failed != 0)
        throw std::runtime_error(fmt::format("a child process cannot be started: {}", std::strerror(failed)));
}

void ChildProcess::end_group() {
    if (process_ < 0) return;
    ::kill(-process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
}

/// The sentence about the end of a variant, which the child says before it ends, if it can.
void ChildProcess::end(std::string why) {
    end_group();
    read_output();
    ended_.why = std::move(why);
    const std::size_t at = printed_.rfind(prefix_of_messages);
    if (at == std::string::npos) return;
    ended_.said = printed_.substr(at + std::strlen(prefix_of_messages));
    ended_.said.erase(std::min(ended_.said.find('\n'), ended_.said.size()));
}

void ChildProcess::note_own_end() {
    int status = 0;
    std::string why = "ended the program";
    if (::waitpid(process_, &status, 0) == process_ && WIFSIGNALED(status))
        why = fmt::format("ended the program by the signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
    ::kill(-process_, SIGKILL); // compilers, if any
    process_ = -1;
    end(std::move(why));
}

bool ChildProcess::read_output() {
    char piece[65536];
    ssize_t count = 0;
    while (printed_.size() <= limits_.most_output_bytes && (count = ::read(output_, piece, sizeof piece)) > 0)
        printed_.append(piece, static_cast<std::size_t>(count));
    return printed_.size() <= limits_.most_output_bytes;
}

std::int64_t ChildProcess::resident_bytes() const {
    std::ifstream file(fmt::format("/proc/{}/statm", process_));
    std::int64_t size = 0, resident = 0, shared = 0; // libraries of CUDA, and the memory that both processes have
    file >> size >> resident >> shared;
    return file ? (resident - shared) * ::sysconf(_SC_PAGESIZE) : 0;
}

void ChildProcess::send(const nlohmann::json& message) {
    const std::string text = framed(message);
    for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t count = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) return; // it has ended: receive() says why
        sent += static_cast<std::size_t>(count);
    }
}

double ChildProcess::processor_seconds() const {
    clockid_t clock{};
    timespec used{};
    if (::clock_getcpuclockid(process_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0.0;
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

std::optional<nlohmann::json> ChildProcess::receive(const Patience& patience) {
    const auto begin = std::chrono::steady_clock::now();
    const double used_before = process_ >= 0 ? processor_seconds() : 0.0;
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    while (process_ >= 0) {
        if (auto message = take_message(arrived_)) return message;
        pollfd files[]{{socket_, POLLIN, 0}, {output_, POLLIN, 0}};
        ::poll(files, 2, static_cast<int>(between_looks.count()));
        if (limits_.stop.stop_requested()) {
            end("was stopped");
        } else if (!read_output()) {
            end(fmt::format("printed more than {} KiB", limits_.most_output_bytes >> 10));
        } else if (resident_bytes() > limits_.most_resident_bytes) {
            end(fmt::format("used more than {} MiB of memory", limits_.most_resident_bytes >> 20));
        } else if ((files[0].revents & (POLLIN | POLLHUP)) != 0) {
            char piece[65536];
            const ssize_t count = ::recv(socket_, piece, sizeof piece, 0);
            if (count > 0)
                arrived_.append(piece, static_cast<std::size_t>(count));
            else
                note_own_end();
        } else if (processor_seconds() - used_before > patience.processor) {
            end(fmt::format("did not end within {:.0f} s of processor time", patience.processor));
        } else if (seconds() > patience.clock) {
            end(fmt::format("did not end within {:.0f} s", patience.clock));
        }
    }
    return std::nullopt;
}

} // namespace pairscope::app::workshop
