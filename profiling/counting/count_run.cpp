// SPDX-License-Identifier: MIT
#include "profiling/counting/count_run.h"

#include "profiling/statistics.h"

#include <algorithm>
#include <utility>

namespace pairscope::profiling {
namespace {

bool contains(const std::vector<CounterSet>& sets, CounterSet set) {
    return std::ranges::find(sets, set) != sets.end();
}

/// Several countings of the same part.
Counters medians(const std::vector<Counters>& countings) {
    Counters result = countings.front();
    for (Count& count : result.counts) {
        std::vector<double> values;
        for (const Counters& one : countings)
            if (const auto value = value_of(one, count.name)) values.push_back(*value);
        count.value = median(values);
    }
    return result;
}

void add_records(RunCounts& counts, const std::vector<KernelRecord>& records) {
    counts.activity_seconds = seconds_of_launches(records, recorded_launches);
    const std::vector<KernelRecord> kernels = median_kernels(records, recorded_launches);
    if (kernels.size() < 2) return;
    for (const KernelRecord& kernel : kernels)
        counts.kernel_times.push_back({function_name(kernel.kernel), kernel.seconds});
}

} // namespace

std::vector<CounterChoice> parts_of(const CounterChoice& choice) {
    std::vector<CounterChoice> parts;
    for (const CounterSet set : counter_sets())
        if (contains(choice.sets, set)) parts.push_back({.sets = {set}});
    if (!choice.counters.empty()) parts.push_back({.counters = choice.counters});
    return parts;
}

Counted count_in_parts(const CounterChoice& choice, int repeats, const CountPart& count) {
    Counted result;
    for (const CounterChoice& part : parts_of(choice)) {
        std::vector<Counters> countings;
        for (int i = 0; i < repeats; ++i) {
            Counted counted = count(part);
            if (i == 0) result.absent.insert(result.absent.end(), counted.absent.begin(), counted.absent.end());
            if (!counted.counters) {
                result.why_not = std::move(counted.why_not);
                return result;
            }
            countings.push_back(*std::move(counted.counters));
        }
        if (!result.counters) result.counters.emplace();
        add(*result.counters, medians(countings));
    }
    return result;
}

RunCounts count_run(Counting& counting, const CounterChoice& choice, const Launch& launch,
                    const std::stop_token& stop) {
    RunCounts counts;
    if (contains(choice.sets, CounterSet::live)) add_records(counts, record_launches(counting, launch).kernels);
    counts.counted = count_in_parts(choice, 1, [&](const CounterChoice& part) {
        return stop.stop_requested() ? Counted{} : counting.count(part, launch);
    });
    if (stop.stop_requested()) return {.cancelled = true};
    if (counts.counted.counters) leave_out_waits(*counts.counted.counters, counts.kernel_times.size());
    return counts;
}

void leave_out_waits(Counters& counters, std::size_t kernels) {
    if (kernels > 1) std::erase_if(counters.counts, [](const Count& count) { return count.name == "duration"; });
}

void add(Measurement& run, const RunCounts& counts) {
    if (!counts.activity_seconds.empty()) {
        run.activity_seconds = counts.activity_seconds;
        run.kernel_times = counts.kernel_times;
    }
    if (!counts.counted.counters) return;
    if (!run.counters) run.counters.emplace();
    add(*run.counters, *counts.counted.counters);
}

} // namespace pairscope::profiling
