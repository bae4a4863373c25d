// SPDX-License-Identifier: MIT
// The parent's side: the child that compiles and runs a user's own kernels. A child protects this process from
// mistakes, such as a crash or a loop without end, and not from an attacker.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <sys/types.h>

namespace pairscope::app::workshop {

/// What a child may use. It is ended at once when it uses more.
struct Limits {
    std::int64_t most_resident_bytes = std::int64_t{4} << 30;
    std::size_t most_output_bytes = 1 << 20; ///< on standard output and standard error
    std::stop_token stop{};                  ///< requested: the child is ended
};

/// Starts this program as the child, and not the one that runs: for tests, which are programs of their own.
void start_children_with(const std::string& program);

/// How long an answer may take: processor time of the child, which says what it does on a busy machine, too, and time
/// of the clock, because it may also sleep [s].
struct Patience {
    double processor = 0, clock = 0;
};

/// Memory that this process and the child share.
class SharedMemory {
public:
    SharedMemory();
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    /// Zeros, from now on. Throws MemoryError.
    void resize(std::int64_t bytes);
    [[nodiscard]] std::byte* at(std::int64_t offset) const { return static_cast<std::byte*>(memory_) + offset; }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }
    [[nodiscard]] int file() const { return file_; }

private:
    void unmap();
    int file_ = -1;
    void* memory_ = nullptr;
    std::int64_t bytes_ = 0;
};

/// What came instead of an answer.
struct Ended {
    std::string why;  ///< the end of a sentence whose subject is the kernel: "ended the program"
    std::string said; ///< the last sentence that the child has said about its end; empty: none
};

class ChildProcess {
public:
    /// Starts this program anew, in a process group of its own. Throws std::runtime_error.
    ChildProcess(const SharedMemory& memory, const Limits& limits);
    ~ChildProcess(); ///< ends the group
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    void send(const nlohmann::json& message);
    /// The next message; absent: the child has ended, was ended because of a limit, or did not answer in time, when it
    /// is ended. ended() then says why. Throws std::runtime_error for what is no message.
    [[nodiscard]] std::optional<nlohmann::json> receive(const Patience& patience);
    [[nodiscard]] const Ended& ended() const { return ended_; }
    /// What the child has printed so far.
    [[nodiscard]] const std::string& printed() const { return printed_; }

private:
    void start(const SharedMemory& memory);
    void end_group();
    void end(std::string why);
    void note_own_end();
    bool read_output(); ///< false: too much
    [[nodiscard]] std::int64_t resident_bytes() const;
    [[nodiscard]] double processor_seconds() const;

    Limits limits_;
    pid_t process_ = -1;
    int socket_ = -1, output_ = -1, life_line_ = -1;
    std::string arrived_, printed_;
    Ended ended_;
};

} // namespace pairscope::app::workshop
