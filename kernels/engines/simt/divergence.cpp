// SPDX-License-Identifier: MIT
// Which place in the source is at fault when the threads of a block wait for each other at different ones.
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/block_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace pairscope::simt {
namespace {

/// The earlier of two places in the source; without line information, in the program.
std::uintptr_t earlier(std::uintptr_t a, std::uintptr_t b) {
    const SourceLine line_a = source_of(a), line_b = source_of(b);
    if (line_a.file != line_b.file || line_a.line == line_b.line) return std::min(a, b);
    return line_a.line < line_b.line ? a : b;
}

std::string_view name_of(Predicate barrier) {
    switch (barrier) {
    case Predicate::none:
        return "__syncthreads";
    case Predicate::count:
        return "__syncthreads_count";
    case Predicate::all:
        return "__syncthreads_and";
    case Predicate::any:
        return "__syncthreads_or";
    }
    return {};
}

} // namespace

void BlockRunner::note_meeting(std::uintptr_t pc) {
    if (std::ranges::find(met_, pc) == met_.end()) met_.push_back(pc);
}

/// The compiler may make two calls of one barrier in the source, and one call of two.
bool BlockRunner::is_same_barrier(const Thread& arrived, const Thread& other) {
    if (arrived.arrival.combine != other.arrival.combine || arrived.arrival.place != other.arrival.place) return false;
    const std::uintptr_t a = arrived.pc, b = other.pc;
    if (a == b || std::ranges::find(same_barriers_, std::pair{a, b}) != same_barriers_.end()) return true;
    const SourceLine line = source_of(a);
    if (line.file.empty() || line != source_of(b)) return false;
    same_barriers_.emplace_back(a, b);
    return true;
}

std::string BlockRunner::name_of_thread(int number) const {
    const Index3 place = place_of(number);
    return fmt::format("thread ({}, {}, {})", place.x, place.y, place.z);
}

/// Some lanes wait at a barrier, others in a warp function for them. Where all threads have met before is not at fault;
/// if that does not tell, it is the place that comes first in the source: some lanes have passed it by.
bool BlockRunner::is_barrier_to_blame(std::uintptr_t barrier, std::uintptr_t function) const {
    const bool met_at_barrier = std::ranges::find(met_, barrier) != met_.end();
    const bool met_in_function = std::ranges::find(met_, function) != met_.end();
    if (met_at_barrier != met_in_function) return met_in_function;
    return earlier(barrier, function) == barrier;
}

/// All threads that are left wait at barriers of the block. Is it one and the same barrier?
void BlockRunner::tell_divergent_barriers(const std::vector<int>& waiting) {
    const int first_number = waiting.front();
    const Thread& first = threads_[static_cast<std::size_t>(first_number)];
    for (const int i : waiting) {
        const Thread& other = threads_[static_cast<std::size_t>(i)];
        if (is_same_barrier(first, other)) continue;
        const Predicate kind = other.arrival.combine, first_kind = first.arrival.combine;
        const SourceLine line = source_of(first.pc);
        const bool is_same_line = !line.file.empty() && line == source_of(other.pc);
        const std::string where = is_same_line ? " in the same line" : line_in_words(first.pc, other.pc);
        tell(i, other.pc, FindingKind::divergent_barrier,
             fmt::format("waits {} while {} waits {}{}",
                         kind == first_kind ? "at this barrier" : "in " + std::string(name_of(kind)),
                         name_of_thread(first_number),
                         kind == first_kind ? "at another one" : "in " + std::string(name_of(first_kind)), where));
        return;
    }
}

/// A GPU goes on, so this is no fault.
void BlockRunner::warn_of_returned_threads(const std::vector<int>& waiting) {
    if (observer_ == nullptr || static_cast<int>(waiting.size()) == count_ || lost_thread_) return;
    const int left = count_ - static_cast<int>(waiting.size());
    int returned = 0;
    while (threads_[static_cast<std::size_t>(returned)].state != State::done) ++returned;
    const std::string who = name_of_thread(returned);
    const std::string left_out =
        left == 1 ? fmt::format("{} of its block has returned", who)
                  : fmt::format("{} of the {} threads of its block have returned, such as {}", left, count_, who);
    tell(waiting.front(), threads_[static_cast<std::size_t>(waiting.front())].pc, FindingKind::left_barrier,
         fmt::format(
             "waits at a barrier before which {}; a GPU goes on, but CUDA asks that all threads of a block reach "
             "a barrier",
             left_out));
}

/// `number` waits in a warp function for a lane that does not come.
void BlockRunner::tell_missing_lane(int number) {
    const Thread& waiting = threads_[static_cast<std::size_t>(number)];
    const int first_lane = number / warp_size * warp_size;
    const auto has_come = [&](const Thread& other) {
        return other.state == State::in_warp_function && other.call.mask == waiting.call.mask &&
               other.call.function == waiting.call.function;
    };
    const std::string asks = fmt::format("waits in a warp function whose mask {:#010x} names", waiting.call.mask);
    const auto tell_waiting = [&](std::string told) {
        tell(number, waiting.pc, FindingKind::divergent_warp_function, std::move(told));
    };
    for (int k = 0; k < warp_size; ++k) {
        const int missing = first_lane + k;
        if ((waiting.call.mask >> k & 1) == 0) continue;
        if (missing >= count_)
            return tell_waiting(fmt::format("{} lane {}, but the last warp of this block has only {} threads", asks, k,
                                            count_ - first_lane));
        const Thread& other = threads_[static_cast<std::size_t>(missing)];
        if (has_come(other)) continue;
        const std::string who = name_of_thread(missing);
        if (other.state == State::done) return tell_waiting(fmt::format("{} {}, which has returned", asks, who));
        const std::string where = line_in_words(other.pc, waiting.pc);
        if (other.state == State::at_barrier && is_barrier_to_blame(other.pc, waiting.pc))
            return tell(missing, other.pc, FindingKind::divergent_barrier,
                        fmt::format("waits at a barrier that {} of the same warp never reaches, because that thread "
                                    "waits{} for the other lanes",
                                    name_of_thread(number), line_in_words(waiting.pc, other.pc)));
        return tell_waiting(other.state == State::at_barrier
                                ? fmt::format("{} {}, which waits at the barrier{}", asks, who, where)
                                : fmt::format("{} {}, which waits in another warp function{}", asks, who, where));
    }
}

} // namespace pairscope::simt
