// SPDX-License-Identifier: MIT
#include "profiling/comparing/interleaved.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

namespace pairscope::profiling {
namespace {

constexpr int looks_each = 10; // rounds between two looks at the interval: the fewer looks, the fewer chance finds

/// One of the two, ready to run.
struct Side {
    const Contestant& contestant;
    RunControl control;
    CacheState caches = CacheState::warm;

    [[nodiscard]] double run() const {
        if (caches == CacheState::cold) contestant.engine->flush_caches();
        return contestant.engine->run(*contestant.variant, contestant.target.out, control);
    }
};

using Refusal = std::variant<Skipped, Failed>;

/// Why this one cannot be timed; absent if it is right. `difference` becomes the difference_text() of its output.
std::optional<Refusal> refusal(const Contestant& contestant, const Workload& workload,
                               const InterleavedOptions& options, const RunControl& control, std::string& difference) {
    const KernelVariant& variant = *contestant.variant;
    std::string id(variant.id);
    if (simulated(variant, contestant.engine->device()))
        return Skipped{std::move(id), "it is simulated here, and a simulation has no time"};
    RunControl with_block = control;
    with_block.block = contestant.block;
    CheckOutcome outcome = check(*contestant.engine, variant, workload, contestant.target, options.runner, with_block);
    if (auto* skipped = std::get_if<Skipped>(&outcome)) return std::move(*skipped);
    if (auto* failed = std::get_if<Failed>(&outcome)) return std::move(*failed);
    auto& found = std::get<Checked>(outcome).verdict;
    if (!found.right()) return Failed{std::move(id), describe(found), std::move(found)};
    difference = difference_text(found.comparison);
    return std::nullopt;
}

/// The variant was run before, and has as many launches per run as a short kernel needs. It has one where the second
/// launch would find warm caches.
Side prepared(const Contestant& contestant, CacheState caches, const RunControl& control) {
    Side side{contestant, control, caches};
    side.control.block = contestant.block;
    side.control.is_output_read = false; // it was judged before
    (void)side.run();
    if (caches == CacheState::warm)
        side.control.launches = launches_timed_together(contestant.engine->device().backend, side.run());
    return side;
}

bool same_place(const OutputTarget& a, const OutputTarget& b) {
    const auto* memory_a = std::get_if<LinearMemory>(&a);
    const auto* memory_b = std::get_if<LinearMemory>(&b);
    if (memory_a != nullptr && memory_b != nullptr) return memory_a->data == memory_b->data;
    return memory_a == nullptr && memory_b == nullptr && std::get<Surface>(a).handle == std::get<Surface>(b).handle;
}

bool narrow(const SpeedRatio& ratio, const InterleavedOptions& options) {
    return ratio.interval && ratio.interval->high - ratio.interval->low <= options.relative_interval * ratio.value;
}

/// [s] What the comparison took until now.
struct TimeTaken {
    double timed = 0.0;  ///< the timed runs
    double waited = 0.0; ///< with the flushing of caches, and with asking another process
};

double share_of(const TimeTaken& taken, double limit) {
    return std::max(taken.timed / limit, taken.waited / longest_with_flushes(limit));
}

/// Whether to stop after these rounds, and why; absent: go on.
std::optional<StopReason> end_of(const std::vector<AbbaRound>& rounds, const TimeTaken& taken,
                                 const InterleavedOptions& options) {
    const auto count = static_cast<int>(rounds.size());
    if (count % looks_each == 0 && narrow(speed_ratio(rounds), options)) return StopReason::interval;
    if (count >= options.max_rounds) return StopReason::count;
    const double limit = count >= least_for_verdict ? options.max_seconds : options.most_seconds;
    if (share_of(taken, limit) >= 1.0) return StopReason::time;
    return std::nullopt;
}

InterleavedOutcome compared(const Contestant& a, const Contestant& b, const Workload& workload,
                            const InterleavedOptions& options, const RunControl& control) {
    std::array<std::string, 2> differences;
    for (std::size_t side = 0; side < differences.size(); ++side)
        if (auto no = refusal(side == 0 ? a : b, workload, options, control, differences[side]))
            return std::visit([](auto& reason) -> InterleavedOutcome { return std::move(reason); }, *no);
    Interleaved result{.a = std::string(a.variant->id),
                       .b = std::string(b.variant->id),
                       .workload = workload,
                       .device_a = a.engine->device(),
                       .device_b = b.engine->device(),
                       .rounds = {},
                       .ratio = {},
                       .same_memory = same_place(a.target.out, b.target.out),
                       .difference_a = differences[0],
                       .difference_b = differences[1]};
    const CacheState caches = options.runner.caches;
    const Side first = prepared(a, caches, control), second = prepared(b, caches, control);
    TimedRounds taken = take_rounds({.run_a = [&] { return first.run(); },
                                     .run_b = [&] { return second.run(); },
                                     .launches_a = first.control.launches,
                                     .launches_b = second.control.launches,
                                     .stop = control.stop},
                                    options);
    result.rounds = std::move(taken.rounds);
    result.stopped_by = taken.stopped_by;
    if (result.rounds.empty()) return Skipped{result.b, "it was cancelled before it was compared"};
    result.ratio = speed_ratio(result.rounds);
    return result;
}

/// How near the end is at the latest: enough rounds for a verdict, and the time used up.
double share_done(const std::vector<AbbaRound>& rounds, const TimeTaken& taken, const InterleavedOptions& options) {
    const double of_rounds = static_cast<double>(rounds.size()) / least_for_verdict;
    const auto of_limit = [&](double limit) { return share_of(taken, limit); };
    return std::min({1.0, std::max(of_rounds, of_limit(options.most_seconds)), of_limit(options.max_seconds)});
}

} // namespace

TimedRounds take_rounds(const TimedPair& pair, const InterleavedOptions& options) {
    TimedRounds taken;
    TimeTaken time;
    const auto begin = std::chrono::steady_clock::now();
    const auto timed = [&](const std::function<double()>& run, int launches) {
        const double seconds = run();
        time.timed += seconds * launches;
        return seconds;
    };
    const auto a = [&] { return timed(pair.run_a, pair.launches_a); };
    const auto b = [&] { return timed(pair.run_b, pair.launches_b); };
    while (true) {
        const double a1 = a(), b1 = b(), b2 = b(), a2 = a();
        if (pair.stop.stop_requested()) {
            taken.stopped_by = StopReason::cancelled;
            return taken;
        }
        taken.rounds.push_back({(a1 + a2) / 2, (b1 + b2) / 2});
        time.waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (options.runner.progress) options.runner.progress(Stage::comparing, share_done(taken.rounds, time, options));
        if (const auto end = end_of(taken.rounds, time, options)) {
            taken.stopped_by = *end;
            return taken;
        }
    }
}

bool may_share_memory(const Device& device_a, const KernelVariant& a, const Device& device_b, const KernelVariant& b) {
    return device_a == device_b && a.entry == b.entry && a.both_directions == b.both_directions;
}

std::string_view doubt_about_memory(const Interleaved& found) {
    if (found.same_memory || found.device_a != found.device_b) return {};
    return "Their outputs are in different memory, and the place alone can change a time by one percent.";
}

std::string doubt_about_outputs(const Interleaved& found) {
    std::vector<std::string> sentences;
    const auto add = [&](const std::string& variant, const std::string& difference) {
        if (!difference.empty()) sentences.push_back(fmt::format("{} gives {}.", short_name(variant), difference));
    };
    add(found.a, found.difference_a);
    if (found.b != found.a) add(found.b, found.difference_b);
    return fmt::format("{}", fmt::join(sentences, " "));
}

InterleavedOutcome compare_interleaved(const Contestant& a, const Contestant& b, const Workload& workload,
                                       const InterleavedOptions& options, const RunControl& control) {
    try {
        return compared(a, b, workload, options, control);
    } catch (const std::exception& error) {
        return Failed{std::string(b.variant->id), sentence_of(error)};
    }
}

} // namespace pairscope::profiling
