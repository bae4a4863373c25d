// SPDX-License-Identifier: MIT
// The ranks of one run: processes that were started together and send each other messages.
#pragma once

#include "kernels/scale/bytes.h"
#include "kernels/scale/ranks/launcher.h"
#include "kernels/scale/ranks/rank_calls.h"

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::scale {

/// What a message is about.
enum class Tag : int { hello = 1, pieces, result, done, failed, end, bye };

struct Message {
    int from = 0;
    Tag tag = Tag::hello;
    Bytes bytes;
};

/// How a rank waits: it sleeps between two looks for a message, which takes less than 1 % of a core.
class Waiting {
public:
    /// Sleeps for 1 ms, and for 5 ms after a while without a message. Threads have pieces for longer than that.
    void rest();
    void end() { times_ = 0; }

private:
    int times_ = 0;
};

/// One thread makes all calls. They throw std::runtime_error where MPI fails.
class RankGroup {
public:
    /// Loads the library of the launch and joins the other ranks. Throws InputError where this rank cannot reach them.
    explicit RankGroup(const Launch& launch);
    ~RankGroup();
    RankGroup(const RankGroup&) = delete;
    RankGroup& operator=(const RankGroup&) = delete;

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] bool is_first() const { return rank_ == 0; }
    [[nodiscard]] const std::string& host() const { return host_; }
    [[nodiscard]] std::string library() const { return calls_->library; }

    void send(int to, Tag tag, std::span<const std::byte> bytes) const;
    /// Absent: there is no message now.
    [[nodiscard]] std::optional<Message> look() const;
    /// Waits for the next message.
    [[nodiscard]] Message wait() const;
    /// Leaves the group. Every rank does, and waits for the others.
    void finish();
    /// Rank 0 gets to know the process of another rank, to say later whether it is lost.
    void remember(int rank, const std::string& host, pid_t process);
    /// The ranks whose process has ended, as far as rank 0 can see it: "rank 2 on host a (process 4711)". Empty: none
    /// has, or they are on other hosts.
    [[nodiscard]] std::string lost() const;
    /// Has rank 0 ended the run, and does it know that this rank knows?
    [[nodiscard]] bool is_over() const { return is_over_; }
    /// The other ranks: confirms that the run is over.
    void confirm_end();
    /// Ends all ranks at once.
    void abort(int code) const { calls_->abort(code); }

private:
    void check(int error, std::string_view what) const;

    struct Neighbour {
        int rank = 0;
        pid_t process = 0;
    };

    std::vector<Neighbour> on_this_host_;
    void* library_ = nullptr;
    const RankCalls* calls_ = nullptr;
    int rank_ = 0, size_ = 1;
    std::string host_;
    bool is_joined_ = false, is_over_ = false;
};

/// Null: this process was started alone. Throws InputError where it was started together with others that it cannot
/// reach.
[[nodiscard]] std::unique_ptr<RankGroup> joined_ranks();

} // namespace pairscope::scale
