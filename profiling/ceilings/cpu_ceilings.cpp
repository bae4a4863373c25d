// SPDX-License-Identifier: MIT
#include "profiling/ceilings/cpu_ceilings.h"

#include "kernels/engines/cpu/caches.h"
#include "kernels/engines/cpu/memory.h"
#include "kernels/engines/cpu/parallel.h"
#include "profiling/ceilings/cpu_loops.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

namespace pairscope::profiling {
namespace {

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t block = 1 << 16;       // floats a thread takes at once: 256 KiB
constexpr std::int64_t granule = 1024;        // floats: the loops take multiples of it
constexpr std::int64_t pieces = 16;           // in the work of a thread, so that a slow thread hands some over
constexpr std::int64_t piece_bytes = 4 << 20; // read from a cache: some 20 us in the first, 100 us in the third

constexpr double seconds_of_a_way = 0.15; // at most, for the samples of one way

/// Half of this many second caches does not fit into one. More of a large third cache takes longer and tells the same.
constexpr std::int64_t most_l3_per_l2 = 32;

/// The time for one way. The variable PAIRSCOPE_CEILING_SECONDS is for tests that are not about rates.
double seconds_of_each_way() {
    const char* seconds = std::getenv("PAIRSCOPE_CEILING_SECONDS");
    return seconds == nullptr ? seconds_of_a_way : std::clamp(std::atof(seconds), 0.0, seconds_of_a_way);
}

StoppingRule stopping_rule() {
    return {.min_samples = 10, .max_samples = 200, .relative_interval = 0.01, .max_seconds = seconds_of_each_way()};
}

/// One way to reach a limit: what a run does [B] or [flop], and the run.
struct Way {
    std::string how;
    double amount = 0.0;
    std::function<void()> run;
};

/// An array of more than four times the third caches of all threads tells nothing more. In less time than usual, only a
/// part of it is read and written.
std::int64_t array_blocks(std::int64_t bytes, std::int64_t l3, int threads) {
    constexpr std::int64_t default_bytes = std::int64_t{512} << 20;
    const std::int64_t enough = std::max(default_bytes, 4 * l3 * threads);
    const std::int64_t wanted = bytes > 0 ? std::min(bytes, enough) : enough;
    const double share = seconds_of_each_way() / seconds_of_a_way;
    const double blocks = share * static_cast<double>(wanted) / (block * sizeof(float));
    return std::max<std::int64_t>(8, static_cast<std::int64_t>(blocks));
}

std::string with_bits(std::string_view what) { return fmt::format("{}, {}-bit", what, vector_bits()); }

class CeilingSession {
public:
    CeilingSession(Ceilings& out, const CeilingRequest& request, const RunControl& control,
                   const std::function<void(std::string_view doing, double share)>& progress)
        : out_(out), request_(request), control_(control), progress_(progress),
          all_(cpu::threads_to_use(control.threads)) {
        if (wanted(CeilingKind::fill)) // the better of its two ways
            request_.kinds.insert(request_.kinds.end(), {CeilingKind::streaming_fill, CeilingKind::plain_fill});
        steps_ = static_cast<int>(request.kinds.size()) * (all_ > 1 ? 2 : 1);
    }

    void measure() {
        for (const int threads : all_ > 1 ? std::vector{all_, 1} : std::vector{1}) {
            arithmetic(threads);
            own(threads);
            fills(threads);
            copies_and_reads(threads);
            caches(threads);
        }
    }

private:
    [[nodiscard]] bool wanted(CeilingKind kind) const {
        return std::ranges::find(request_.kinds, kind) != request_.kinds.end();
    }
    /// The median of each way; the best one becomes the ceiling. A stopped one is not kept.
    void keep_best(CeilingKind kind, int threads, const std::vector<Way>& ways) {
        if (!wanted(kind)) return;
        if (progress_) progress_(fmt::format("measuring {}", title_of(kind)), static_cast<double>(step_++) / steps_);
        std::optional<Ceiling> best;
        for (const Way& way : ways) {
            const auto ceiling = measured(kind, threads, way);
            if (!ceiling) return;
            if (!best || ceiling->value > best->value) best = ceiling;
        }
        if (best) add(out_, *best);
    }
    [[nodiscard]] std::optional<Ceiling> measured(CeilingKind kind, int threads, const Way& way) const;
    void in_blocks(int threads, std::int64_t blocks, const std::function<void(float*, std::int64_t)>& body) const;
    /// One thread takes a quarter of the array, so that it needs no longer than the others together.
    [[nodiscard]] std::int64_t blocks_for(int threads) {
        if (!array_) {
            blocks_ = array_blocks(request_.bytes, shares_.l3.value_or(0), cpu::hardware_threads());
            array_ = cpu::allocate_floats("measuring the ceilings", blocks_ * block);
            // Memory that was never written is one shared page of zeros, so reads of it would come from the caches.
            in_blocks(all_, blocks_, store_fill);
        }
        return threads == 1 ? blocks_ / 4 : blocks_;
    }
    static double bytes_of(std::int64_t blocks) { return static_cast<double>(blocks * block) * sizeof(float); }

    /// A loop of arithmetic: how many steps a piece of work has, and the loop, which returns the operations done.
    struct Chains {
        std::int64_t steps = 1;
        std::function<double(std::int64_t steps, double& result)> compute;
    };
    void chains(CeilingKind kind, int threads, const std::string& how, const Chains& chains);
    void arithmetic(int threads);
    void own(int threads);
    void fills(int threads);
    void copies_and_reads(int threads);
    void caches(int threads);
    void cache(CeilingKind kind, int threads, std::int64_t share);

    Ceilings& out_;
    CeilingRequest request_;
    const RunControl& control_;
    const std::function<void(std::string_view doing, double share)>& progress_;
    int all_;
    int step_ = 0, steps_ = 1;
    cpu::CacheShares shares_ = cpu::cache_shares();
    std::shared_ptr<float> array_;
    std::int64_t blocks_ = 0;
    std::atomic<float> sink_ = 0.0f; // the sums must be used, or the compiler removes the loop
};

std::optional<Ceiling> CeilingSession::measured(CeilingKind kind, int threads, const Way& way) const {
    if (control_.stop.stop_requested()) return {};
    const StoppingRule rule = stopping_rule();
    std::vector<double> samples;
    way.run(); // a first run to warm up, not timed
    while (!stop_reason(samples, rule)) {
        const auto start = Clock::now();
        way.run();
        if (control_.stop.stop_requested()) return {};
        samples.push_back(Seconds(Clock::now() - start).count());
    }
    return ceiling_from(kind, way.amount, samples, way.how, threads);
}

/// By the same threads and in the same way as the CPU variants do it.
void CeilingSession::in_blocks(int threads, std::int64_t blocks,
                               const std::function<void(float*, std::int64_t)>& body) const {
    cpu::for_rows(
        {.rows = blocks, .threads = threads, .stop = control_.stop},
        [&](std::int64_t first, std::int64_t last) { body(array_.get() + first * block, (last - first) * block); });
}

void CeilingSession::chains(CeilingKind kind, int threads, const std::string& how, const Chains& chains) {
    if (!wanted(kind)) return;
    double ignored = 0.0;
    const double operations =
        chains.compute(1, ignored) * static_cast<double>(chains.steps) * static_cast<double>(pieces * threads);
    keep_best(kind, threads, {{how, operations, [&] {
                                   cpu::for_rows({.rows = pieces * threads, .threads = threads, .stop = control_.stop},
                                                 [&](std::int64_t first, std::int64_t last) {
                                                     double sum = 0.0;
                                                     for (std::int64_t i = first; i < last; ++i)
                                                         chains.compute(chains.steps, sum);
                                                     sink_ = static_cast<float>(sum);
                                                 });
                               }}});
}

/// A loop whose result has another type.
template <class Result, class Loop> auto with_result(Loop loop) {
    return [loop](std::int64_t steps, double& result) {
        Result found{};
        const double operations = loop(steps, found);
        result = static_cast<double>(found);
        return operations;
    };
}

/// A piece takes about 50 us.
void CeilingSession::arithmetic(int threads) {
    using enum CeilingKind;
    constexpr std::int64_t many = 1 << 14, few = 1 << 11;
    chains(fma, threads, with_bits("10 chains of multiply-adds per thread"), {many, with_result<float>(multiply_add)});
    constexpr std::array uses{std::pair(squared_difference, DifferenceUse::square),
                              std::pair(absolute_difference, DifferenceUse::sum),
                              std::pair(largest_difference, DifferenceUse::largest)};
    for (const auto& [kind, use] : uses)
        chains(kind, threads, with_bits("8 chains of differences per thread"),
               {many, with_result<float>(
                          [use](std::int64_t steps, float& result) { return use_differences(use, steps, result); })});
    chains(int8_dot, threads,
           with_bits(multiplies_bytes_at_once() ? "10 chains of vpdpbusd per thread"
                                                : "10 chains of 16-bit products per thread"),
           {many, with_result<std::int32_t>(multiply_bytes)});
    chains(special_function, threads, with_bits("6 chains of exponentials per thread"),
           {few, with_result<float>(exponentiate)});
}

/// By the micro-kernels in the folders of workloads. A first call tells how many steps take about 50 us.
void CeilingSession::own(int threads) {
    for (const CeilingKind kind : request_.kinds) {
        const OwnCeiling* const own = own_ceiling_of(kind);
        if (own == nullptr || own->on_cpu == nullptr) continue;
        constexpr double piece = 50e-6;
        std::int64_t steps = 64;
        double ignored = 0.0, seconds = 0.0;
        for (; seconds < piece && steps < std::int64_t{1} << 30; steps *= 2) {
            const auto start = Clock::now();
            own->on_cpu(2 * steps, ignored);
            seconds = Seconds(Clock::now() - start).count();
        }
        chains(kind, threads, std::string(own->how), {steps, own->on_cpu});
    }
}

/// The best of both ways is the fill; each is kept by itself too.
void CeilingSession::fills(int threads) {
    using enum CeilingKind;
    if (!wanted(fill) && !wanted(streaming_fill) && !wanted(plain_fill)) return;
    const std::int64_t blocks = blocks_for(threads);
    keep_best(streaming_fill, threads,
              {{with_bits("streaming stores"), bytes_of(blocks), [&] { in_blocks(threads, blocks, stream_fill); }}});
    keep_best(plain_fill, threads,
              {{with_bits("ordinary stores"), bytes_of(blocks), [&] { in_blocks(threads, blocks, store_fill); }}});
    const Ceiling* streaming = find(out_, streaming_fill, threads);
    const Ceiling* plain = find(out_, plain_fill, threads);
    if (streaming == nullptr || plain == nullptr || !wanted(fill)) return;
    Ceiling best = streaming->value > plain->value ? *streaming : *plain;
    best.kind = fill;
    add(out_, best);
}

void CeilingSession::copies_and_reads(int threads) {
    using enum CeilingKind;
    if (!wanted(copy) && !wanted(read)) return;
    const std::int64_t half = blocks_for(threads) / 2, blocks = 2 * half;
    const auto copy_by = [&](auto&& one) {
        in_blocks(threads, half, [&](float* from, std::int64_t count) { one(from + half * block, from, count); });
    };
    const auto by_memcpy = [](float* to, const float* from, std::int64_t count) {
        std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
    };
    keep_best(copy, threads,
              {{"memcpy", bytes_of(blocks), [&] { copy_by(by_memcpy); }},
               {with_bits("loads and streaming stores"), bytes_of(blocks), [&] { copy_by(stream_copy); }}});
    keep_best(read, threads, {{with_bits("sum of all entries"), bytes_of(blocks), [&] {
                                   in_blocks(threads, blocks, [&](float* in, std::int64_t count) {
                                       sink_ = sink_ + read_sum(in, count, 1);
                                   });
                               }}});
}

void CeilingSession::caches(int threads) {
    const auto [l1, l2, l3] = shares_;
    if (l1) cache(CeilingKind::l1_read, threads, *l1);
    if (l2) cache(CeilingKind::l2_read, threads, *l2);
    // A share below twice the second cache would be read from there.
    if (l3 && l2 && *l3 >= 4 * *l2) cache(CeilingKind::l3_read, threads, std::min(*l3, most_l3_per_l2 * *l2));
}

/// Each thread reads half of its share, again and again.
void CeilingSession::cache(CeilingKind kind, int threads, std::int64_t share) {
    const auto floats = std::max(granule, share / 2 / static_cast<std::int64_t>(sizeof(float)) / granule * granule);
    const std::int64_t bytes = floats * static_cast<std::int64_t>(sizeof(float));
    const std::int64_t times = std::max<std::int64_t>(1, piece_bytes / bytes);
    const bool has_room = array_ && blocks_ * block >= floats * threads;
    const auto memory = has_room ? array_ : cpu::allocate_floats("measuring the caches", floats * threads);
    std::fill_n(memory.get(), floats * threads, 1.0f);
    const double amount = static_cast<double>(bytes * times * pieces * threads);
    keep_best(kind, threads,
              {{with_bits(fmt::format("sum of {} KiB per thread", bytes >> 10)), amount, [&] {
                    cpu::for_rows({.rows = pieces * threads, .threads = threads, .stop = control_.stop},
                                  [&](std::int64_t first, std::int64_t last) {
                                      const int thread =
                                          threads == 1 ? 0 : oneapi::tbb::this_task_arena::current_thread_index();
                                      const float* mine = memory.get() + floats * thread;
                                      sink_ = sink_ + read_sum(mine, floats, times * (last - first));
                                  });
                }}});
}

} // namespace

Ceilings cpu_ceilings(const Device& device, const CeilingRequest& request, const RunControl& control,
                      const std::function<void(std::string_view doing, double share)>& progress) {
    Ceilings ceilings{.device = device, .found = {}, .when = std::chrono::system_clock::now()};
    CeilingSession(ceilings, request, control, progress).measure();
    return ceilings;
}

} // namespace pairscope::profiling
