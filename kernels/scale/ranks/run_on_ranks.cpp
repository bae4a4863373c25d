// SPDX-License-Identifier: MIT
#include "kernels/scale/ranks/run_on_ranks.h"

#include "kernels/data/errors.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/scale/ranks/piece_pool.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

namespace pairscope::scale {
namespace {

/// What a rank says of itself before it gets pieces.
struct Hello {
    std::string host, version, data;
    std::int64_t pieces = 0;
    std::int64_t threads = 0;
    std::int64_t process = 0;
};

void put(ByteWriter& writer, std::string_view text) { writer.put_all(std::span<const char>(text)); }
std::string text_in(ByteReader& reader) {
    const std::vector<char> text = reader.get_all<char>();
    return {text.begin(), text.end()};
}

Bytes bytes_of(const Hello& hello) {
    ByteWriter writer;
    for (const std::string& text : {hello.host, hello.version, hello.data}) put(writer, text);
    writer.put(hello.pieces);
    writer.put(hello.threads);
    writer.put(hello.process);
    return writer.take();
}
Hello hello_in(const Bytes& bytes) {
    ByteReader reader(bytes);
    Hello hello;
    for (std::string* text : {&hello.host, &hello.version, &hello.data}) *text = text_in(reader);
    hello.pieces = reader.get<std::int64_t>();
    hello.threads = reader.get<std::int64_t>();
    hello.process = reader.get<std::int64_t>();
    return hello;
}

std::runtime_error failure_in(const Message& message) {
    ByteReader reader(message.bytes);
    return std::runtime_error(fmt::format("rank {} cannot go on: {}", message.from, text_in(reader)));
}

/// How many pieces a thread gets at once: many small ones, so that messages cost little, and never more than others
/// could help with.
class Portion {
public:
    void learn(double seconds_per_piece) {
        constexpr double wanted = 0.02; // [s] of a portion
        const double fitting = wanted / std::max(seconds_per_piece, 1e-9);
        size_ = std::clamp(fitting, 0.5 * size_, 2.0 * size_);
    }
    [[nodiscard]] std::int64_t of(std::int64_t left, std::int64_t threads) const {
        const auto fair = static_cast<double>(left) / (2.0 * static_cast<double>(threads));
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min(size_, fair)), 1, left);
    }

private:
    double size_ = 1.0;
};

/// Rank 0 hands out pieces and merges results.
class FirstRank {
public:
    FirstRank(RankGroup& ranks, const PieceWork& work, const Hello& own, const RunControl& control)
        : ranks_(ranks), work_(work), own_(own), control_(control), others_(static_cast<std::size_t>(ranks.size())),
          pool_(work, static_cast<int>(own.threads), control.stop), threads_(own.threads) {}

    [[nodiscard]] bool run() {
        meet_others();
        while (merged_ < work_.pieces && !control_.stop.stop_requested()) {
            bool happened = hand_out();
            while (const std::optional<Message> message = ranks_.look()) {
                take(*message);
                happened = true;
            }
            for (const FinishedPiece& piece : pool_.take()) {
                merge(piece.result, piece.seconds);
                happened = true;
            }
            happened ? waiting_.end() : waiting_.rest();
        }
        if (control_.stop.stop_requested()) return false;
        const Bytes whole = work_.is_needed_everywhere ? work_.merged() : Bytes();
        for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, Tag::done, whole);
        return true;
    }

private:
    struct Other {
        std::int64_t threads = 0;
        std::int64_t open = 0; ///< pieces that it was given and has not finished
    };

    void meet_others() {
        for (int known = 1; known < ranks_.size() && !control_.stop.stop_requested();) {
            const std::optional<Message> message = ranks_.look();
            if (!message) {
                waiting_.rest();
                continue;
            }
            if (message->tag == Tag::failed) {
                take_failure(*message);
                continue;
            }
            const Hello hello = hello_in(message->bytes);
            refuse_stranger(message->from, hello);
            ranks_.remember(message->from, hello.host, static_cast<pid_t>(hello.process));
            others_[static_cast<std::size_t>(message->from)].threads = hello.threads;
            threads_ += hello.threads;
            ++known;
        }
    }
    /// Throws why the other rank cannot go on. A launcher that ends all ranks sends a signal to each of them: where the
    /// other one was only the first to get it, this one is asked to stop soon.
    void take_failure(const Message& message) const {
        constexpr int looks = 20;
        for (int i = 0; i < looks && !control_.stop.stop_requested(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        if (!control_.stop.stop_requested()) throw failure_in(message);
    }
    void refuse_stranger(int rank, const Hello& hello) const {
        if (hello.version != own_.version)
            throw InputError(
                fmt::format("rank {} on {} is version {} of the program, and rank 0 is version {}: install "
                            "the same version on all hosts",
                            rank, hello.host, hello.version, own_.version));
        if (hello.data != own_.data || hello.pieces != own_.pieces)
            throw InputError(
                fmt::format("rank {} on {} has other data than rank 0 on {}: give all ranks the same files "
                            "and options",
                            rank, hello.host, own_.host));
    }
    /// Every thread has a portion that it computes, and one that waits.
    bool hand_out() {
        bool happened = false;
        const auto wants = [&](std::int64_t open, std::int64_t threads) {
            return next_ < work_.pieces && open < 2 * threads * portion_.of(work_.pieces - next_, threads_);
        };
        for (int rank = 1; rank < ranks_.size(); ++rank) {
            Other& other = others_[static_cast<std::size_t>(rank)];
            while (wants(other.open, other.threads)) {
                const PieceRange range = next();
                if (range.count == 0) break;
                ByteWriter writer;
                writer.put(range);
                const Bytes known = work_.learns ? work_.merged() : Bytes();
                writer.put_all(std::span<const std::byte>(known));
                ranks_.send(rank, Tag::pieces, writer.take());
                other.open += range.count;
                happened = true;
            }
        }
        while (wants(pool_.open(), own_.threads)) {
            pool_.add(next());
            happened = true;
        }
        return happened;
    }
    /// The next pieces that are not done: none of them where all are.
    PieceRange next() {
        while (next_ < work_.pieces && is_done(next_)) {
            ++next_;
            count_merged();
        }
        PieceRange range{.first = next_, .count = 0};
        const std::int64_t most = next_ < work_.pieces ? portion_.of(work_.pieces - next_, threads_) : 0;
        while (range.count < most && !is_done(range.first + range.count)) ++range.count;
        next_ += range.count;
        return range;
    }
    [[nodiscard]] bool is_done(std::int64_t piece) const { return work_.is_done && work_.is_done(piece); }
    void take(const Message& message) {
        if (message.tag == Tag::failed) return take_failure(message);
        if (message.tag != Tag::result) return;
        ByteReader reader(message.bytes);
        const auto seconds = reader.get<double>();
        --others_[static_cast<std::size_t>(message.from)].open;
        merge(reader.get_all<std::byte>(), seconds);
    }
    void merge(std::span<const std::byte> result, double seconds) {
        work_.merge(result);
        portion_.learn(seconds);
        count_merged();
    }
    void count_merged() {
        ++merged_;
        if (control_.rows_done != nullptr) control_.rows_done->fetch_add(1, std::memory_order_relaxed);
    }

    RankGroup& ranks_;
    const PieceWork& work_;
    const Hello& own_;
    const RunControl& control_;
    std::vector<Other> others_;
    PiecePool pool_;
    std::int64_t threads_; ///< on all ranks together
    std::int64_t next_ = 0, merged_ = 0;
    Portion portion_;
    Waiting waiting_;
};

/// Another rank computes what it is given.
bool run_as_other(RankGroup& ranks, const PieceWork& work, const Hello& own, const RunControl& control) {
    ranks.send(0, Tag::hello, bytes_of(own));
    PiecePool pool(work, static_cast<int>(own.threads), control.stop);
    Waiting waiting;
    while (true) {
        if (control.stop.stop_requested()) throw std::runtime_error("a signal asked it to stop");
        bool happened = false;
        while (const std::optional<Message> message = ranks.look()) {
            happened = true;
            if (message->tag == Tag::done) {
                if (work.is_needed_everywhere) work.merge(message->bytes);
                return true;
            }
            if (message->tag == Tag::end) {
                ranks.confirm_end();
                return false;
            }
            ByteReader reader(message->bytes);
            const auto range = reader.get<PieceRange>();
            const auto known = reader.get_all<std::byte>();
            if (!known.empty()) work.merge(known);
            pool.add(range);
        }
        for (const FinishedPiece& piece : pool.take()) {
            happened = true;
            ByteWriter writer;
            writer.put(piece.seconds);
            writer.put_all(std::span<const std::byte>(piece.result));
            ranks.send(0, Tag::result, writer.take());
        }
        happened ? waiting.end() : waiting.rest();
    }
}

} // namespace

bool run_on_ranks(RankGroup& ranks, const PieceWork& work, const SameOnAllRanks& same, const RunControl& control) {
    if (ranks.is_over()) return false;
    const Hello own{.host = ranks.host(),
                    .version = same.version,
                    .data = same.data,
                    .pieces = work.pieces,
                    .threads = cpu::threads_to_use(control.threads),
                    .process = ::getpid()};
    if (!ranks.is_first()) return run_as_other(ranks, work, own, control);
    return FirstRank(ranks, work, own, control).run();
}

std::vector<std::string> gathered(RankGroup& ranks, const std::string& own) {
    ByteWriter writer;
    put(writer, own);
    if (!ranks.is_first()) {
        ranks.send(0, Tag::result, writer.take());
        return {};
    }
    std::vector<std::string> all(static_cast<std::size_t>(ranks.size()));
    all[0] = own;
    for (int known = 1; known < ranks.size(); ++known) {
        const Message message = ranks.wait();
        if (message.tag == Tag::failed) throw failure_in(message);
        ByteReader reader(message.bytes);
        all[static_cast<std::size_t>(message.from)] = text_in(reader);
    }
    return all;
}

void end_ranks(RankGroup& ranks) {
    for (int rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, Tag::end, {});
    for (int gone = 1; gone < ranks.size();)
        if (ranks.wait().tag == Tag::bye) ++gone; // what else they sent is not needed any more
}

void wait_for_end(RankGroup& ranks) {
    while (!ranks.is_over())
        if (ranks.wait().tag == Tag::end) ranks.confirm_end();
}

void tell_failure(RankGroup& ranks, const std::string& why) {
    ByteWriter writer;
    put(writer, fmt::format("{} (on {})", why, ranks.host()));
    ranks.send(0, Tag::failed, writer.take());
}

} // namespace pairscope::scale
