// SPDX-License-Identifier: MIT
#include "profiling/time_floor.h"

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/registry.h"
#include "profiling/ceilings/ceilings.h"
#include "profiling/ceilings/data_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace pairscope::profiling {
namespace {

/// A stream of a GPU begins no kernel sooner after the one before. The fastest run of our recordings takes 3.5 us.
constexpr double least_launch_of_gpu = 1e-6;
/// CUDA events count in steps of half a microsecond.
constexpr double step_of_events = 0.5e-6;
constexpr double step_of_clock = 1e-7;
/// A measured figure may be too low by so much.
constexpr double doubt = 2.0;

void raise(std::optional<TimeFloor>& floor, double seconds, std::string why) {
    if (seconds > 0.0 && (!floor || seconds > floor->seconds)) floor = TimeFloor{seconds, std::move(why)};
}

void raise_by_bytes(std::optional<TimeFloor>& floor, double bytes, const std::optional<RateLimit>& rate) {
    if (!rate || rate->bytes_per_second <= 0.0 || bytes <= 0.0) return;
    raise(floor, bytes / rate->bytes_per_second,
          fmt::format("{:.4g} MB that must be moved take longer at {}, {:.4g} GB/s", 1e-6 * bytes, rate->source,
                      1e-9 * rate->bytes_per_second));
}

} // namespace

std::optional<TimeFloor> time_floor(const TimeLimits& limits) {
    std::optional<TimeFloor> floor;
    raise(floor, limits.empty_launch, "a launch that does nothing takes longer");
    raise_by_bytes(floor, limits.compulsory_bytes, limits.cache);
    raise_by_bytes(floor, limits.compulsory_bytes - limits.cache_bytes, limits.memory);
    return floor;
}

std::string why_impossible(double seconds, const TimeLimits& limits) {
    const auto floor = time_floor(limits);
    if (!floor || seconds + limits.timer_step >= floor->seconds) return {};
    return fmt::format("a time of {:.3g} us is impossible, because {}, at least {:.3g} us", 1e6 * seconds, floor->why,
                       1e6 * floor->seconds);
}

DataSheet data_sheet_of(const Device& gpu) {
    return {.memory = data_sheet_rate(gpu, CeilingKind::read),
            .first_cache = data_sheet_rate(gpu, CeilingKind::l1_read)};
}

TimeLimits limits_of_gpu(const Device& gpu, const DataSheet& sheet, const Workload& workload, Entry entry) {
    TimeLimits limits{.compulsory_bytes = work_of(workload, entry).compulsory_bytes,
                      .cache_bytes = static_cast<double>(gpu.cache_bytes),
                      .empty_launch = least_launch_of_gpu,
                      .timer_step = step_of_events};
    if (sheet.memory && gpu.cache_bytes > 0)
        limits.memory = RateLimit{*sheet.memory, "the rate of the DRAM in the data sheet"};
    if (sheet.first_cache)
        limits.cache = RateLimit{*sheet.first_cache, "the rate of the first caches in the data sheet"};
    return limits;
}

CpuFigures measured_cpu_figures(const Device& cpu) {
    CpuFigures figures;
    const Ceilings found = measure_ceilings(cpu, {.bytes = 0, .kinds = {CeilingKind::l1_read}}, {});
    if (const Ceiling* const read = find(found, CeilingKind::l1_read)) figures.first_cache = read->value;
    constexpr int calls = 50;
    double least = std::numeric_limits<double>::max();
    for (int i = 0; i < calls; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        cpu::for_rows({.rows = 1, .threads = 1}, [](std::int64_t, std::int64_t) {});
        least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    figures.empty_call = least;
    return figures;
}

TimeLimits limits_of_cpu(const CpuFigures& figures, const Workload& workload) {
    TimeLimits limits{.compulsory_bytes = work_of(workload).compulsory_bytes,
                      .empty_launch = figures.empty_call / doubt,
                      .timer_step = step_of_clock};
    if (figures.first_cache)
        limits.cache = RateLimit{doubt * *figures.first_cache, "twice the measured rate of the first caches"};
    return limits;
}

} // namespace pairscope::profiling
