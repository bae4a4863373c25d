// SPDX-License-Identifier: MIT
#include "app/subjects/compare/why_quantities.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "profiling/roofline.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

using profiling::CeilingKind;
using Value = std::optional<KnownValue>;
using Time = std::optional<double>;

/// The sum of these counts; those that the chip does not know are left out. Absent: it knows none of them.
Time counted_sum(const WhySide& side, std::initializer_list<std::string_view> names) {
    if (side.run == nullptr || !side.run->counters || !side.uses_counters) return {};
    Time sum;
    for (const std::string_view name : names)
        if (const auto value = value_of(*side.run->counters, name)) sum = sum.value_or(0.0) + *value;
    return sum;
}

Value counter_of(const WhySide& side, std::initializer_list<std::string_view> names) {
    const Time sum = counted_sum(side, names);
    return sum ? Value({*sum, "counter"}) : std::nullopt;
}

/// How much a run of this size loads: each pair needs all coordinates of its vectors.
double terms(const Workload& workload) {
    return work_of(workload).pairs * double(std::max(workload.dims, std::int64_t{1}));
}

/// Counts of the trace for as much work as the run has: a trace may be of another size.
Time scaled(const WhySide& side, const Time& count) {
    if (!side.trace || !count) return {};
    return side.run == nullptr ? *count : *count * terms(side.run->workload) / terms(side.trace->workload);
}
Value traced(const WhySide& side, std::optional<double> TracedFigures::*what) {
    const Time count = side.trace ? scaled(side, (*side.trace).*what) : Time();
    return count ? Value({*count, "trace"}) : std::nullopt;
}

/// Stores and loads of the trace. A matrix has as many stores as pairs, however long the vectors are.
Value trace_of_run(const WhySide& side, double simt::TraceTotals::*what, bool stores) {
    if (!side.trace) return {};
    const Workload& traced = side.trace->workload;
    const double count = (stores ? side.trace->stores : side.trace->loads).*what;
    if (!stores || side.run == nullptr || counts_coordinates(type_of(traced.type).inputs))
        return KnownValue{*scaled(side, count), "trace"};
    return KnownValue{count * work_of(side.run->workload).pairs / work_of(traced).pairs, "trace"};
}

Value sectors(const WhySide& side, bool stores) {
    const Value found = stores ? counter_of(side, {"global_store_sectors", "surface_store_sectors"})
                               : counter_of(side, {"global_load_sectors"});
    return found ? found : trace_of_run(side, &simt::TraceTotals::sectors, stores);
}

Value requests(const WhySide& side, bool stores) {
    const Value found = stores ? counter_of(side, {"global_store_requests", "surface_store_requests"})
                               : counter_of(side, {"global_load_requests"});
    return found ? found : trace_of_run(side, &simt::TraceTotals::requests, stores);
}

Value per_request(const WhySide& side, bool stores) {
    const Value all = sectors(side, stores), asked = requests(side, stores);
    if (!all || !asked || all->from != asked->from || !(asked->value > 0.0)) return {};
    return KnownValue{all->value / asked->value, all->from};
}

/// The amount over the ceiling of the run's device, with as many threads as the run used.
Time under(const WhySide& side, const Value& amount, CeilingKind kind) {
    if (!amount || side.run == nullptr || side.ceilings == nullptr) return {};
    const profiling::Ceiling* ceiling = find(*side.ceilings, kind, side.run->threads);
    if (ceiling == nullptr || !(ceiling->value > 0.0)) return {};
    return amount->value / ceiling->value;
}

/// The clock of the multiprocessors [Hz]: as counted, or as it was seen while the run was timed.
Time clock_of(const WhySide& side) {
    if (const Time counted = counted_sum(side, {"sm_clock"})) return counted;
    return side.run != nullptr && side.run->conditions ? side.run->conditions->clock : std::nullopt;
}

/// Cycles that all multiprocessors share evenly.
Time cycles(const WhySide& side, const Value& amount, double per_cycle) {
    const Time clock = clock_of(side);
    if (!amount || !clock || side.run->device.units <= 0) return {};
    return amount->value / (double(side.run->device.units) * per_cycle * *clock);
}

Value dram_bytes(const WhySide& side) {
    if (const Value found = counter_of(side, {"dram_bytes_read", "dram_bytes_written"})) return found;
    return side.run == nullptr ? std::nullopt : Value({side.run->predicted_bytes, "model"});
}
Value l2_bytes(const WhySide& side) { return counter_of(side, {"l2_bytes"}); }
Value l1_bytes(const WhySide& side) { return counter_of(side, {"l1_bytes"}); }
Value in_bytes(Value sectors) {
    if (sectors) sectors->value *= simt::sector_bytes;
    return sectors;
}
Value store_bytes(const WhySide& side) { return in_bytes(sectors(side, true)); }
Value load_bytes(const WhySide& side) { return in_bytes(sectors(side, false)); }
Value instructions(const WhySide& side) { return counter_of(side, {"instructions"}); }
Value all_requests(const WhySide& side) {
    const Value found = counter_of(side, {"global_load_requests", "global_store_requests", "surface_store_requests",
                                          "shared_load_requests", "shared_store_requests"});
    return found ? found : traced(side, &TracedFigures::requests);
}
Value conflicts(const WhySide& side) {
    const Value found = counter_of(side, {"shared_load_conflicts", "shared_store_conflicts"});
    return found ? found : traced(side, &TracedFigures::conflicts);
}
Value atomics(const WhySide& side) { return traced(side, &TracedFigures::atomics); }
/// Parts and what one block does are the same for every size.
Value idle_lanes(const WhySide& side) {
    return side.trace && side.trace->idle ? Value({*side.trace->idle, "trace"}) : std::nullopt;
}
Value barriers(const WhySide& side) {
    return side.trace && side.trace->barriers ? Value({*side.trace->barriers, "trace"}) : std::nullopt;
}

/// Passes through the memory pipeline per request: each conflict is one more.
Time passes_per_request(const WhySide& side) {
    const Value asked = all_requests(side), repeated = conflicts(side);
    if (!asked || !repeated || asked->from != repeated->from || !(asked->value > 0.0)) return {};
    return 1.0 + repeated->value / asked->value;
}
Time passes_by_idle_lanes(const WhySide& side) {
    const Value idle = idle_lanes(side);
    return idle && idle->value < 1.0 ? Time(1.0 / (1.0 - idle->value)) : std::nullopt;
}
Time passes_with_atomics(const WhySide& side) {
    const Value asked = traced(side, &TracedFigures::requests), all = atomics(side);
    return asked && all ? Time(asked->value + all->value) : std::nullopt;
}
/// With so many more: a difference between small values hardly counts.
Time with(double more, const Value& value) { return value ? Time(value->value + more) : std::nullopt; }
Time barriers_that_count(const WhySide& side) { return with(32.0, barriers(side)); }

double threads_of(const LaunchFacts& kernel) {
    double threads = 1.0;
    for (const int length : kernel.grid) threads *= double(length);
    for (const int length : kernel.block) threads *= double(length);
    return threads;
}
/// The kernel with the most threads. Null: the run has none, or a recording does not have its launches.
const LaunchFacts* main_kernel(const WhySide& side) {
    if (side.run == nullptr || side.run->kernels.empty()) return nullptr;
    return &*std::ranges::max_element(side.run->kernels, {}, threads_of);
}

Value occupancy(const WhySide& side) {
    if (const Value reached = counter_of(side, {"active_warps"})) return reached;
    const LaunchFacts* kernel = main_kernel(side);
    return kernel == nullptr ? std::nullopt : Value({kernel->occupancy, "model"});
}
/// A part of all multiprocessors, from 0 to 1.
Value busy_multiprocessors(const WhySide& side) {
    const LaunchFacts* kernel = main_kernel(side);
    if (kernel == nullptr || side.run->device.units <= 0) return {};
    const double blocks = double(kernel->grid[0]) * kernel->grid[1] * kernel->grid[2];
    return KnownValue{std::min(blocks / double(side.run->device.units), 1.0), "model"};
}
Value launched_threads(const WhySide& side) {
    if (main_kernel(side) == nullptr) return {};
    double sum = 0.0;
    for (const LaunchFacts& kernel : side.run->kernels) sum += threads_of(kernel);
    return KnownValue{sum, "model"};
}
Value launched_kernels(const WhySide& side) {
    if (main_kernel(side) == nullptr) return {};
    return KnownValue{double(side.run->kernels.size()), "model"};
}

Value threads(const WhySide& side) {
    if (side.run == nullptr || side.run->threads <= 0) return {};
    return KnownValue{double(side.run->threads), "timer"};
}

/// The wait that most warps are in, as the catalogue lists it.
template <std::size_t which> Value stall(const WhySide& side) {
    constexpr std::array<std::string_view, 5> names{"stall_long_scoreboard", "stall_short_scoreboard",
                                                    "stall_lg_throttle", "stall_barrier", "stall_math_pipe_throttle"};
    return counter_of(side, {names[which]});
}

template <std::size_t which> Time stall_that_counts(const WhySide& side) { return with(0.1, stall<which>(side)); }

Time time_of_dram(const WhySide& side) {
    if (side.run == nullptr) return {};
    return under(side, dram_bytes(side), profiling::memory_ceiling(side.run->workload));
}
/// Reading and writing have ceilings of their own; the higher one promises least time, so nothing is overstated.
Time time_of_l2(const WhySide& side) {
    const Time read = under(side, l2_bytes(side), CeilingKind::l2_read);
    const Time written = under(side, l2_bytes(side), CeilingKind::l2_write);
    return read && written ? std::min(*read, *written) : read ? read : written;
}
Time time_of_l1(const WhySide& side) { return under(side, l1_bytes(side), CeilingKind::l1_read); }
Time time_of_stores(const WhySide& side) { return under(side, store_bytes(side), CeilingKind::l2_write); }
Time time_of_loads(const WhySide& side) { return under(side, load_bytes(side), CeilingKind::l1_read); }
Time time_of_conflicts(const WhySide& side) { return cycles(side, conflicts(side), 1.0); }
Time time_of_instructions(const WhySide& side) { return cycles(side, instructions(side), 4.0); }
Time time_of_threads(const WhySide& side) {
    return cycles(side, launched_threads(side), double{simt::warp_size}); // a warp per cycle
}
Time time_of_launches(const WhySide& side) {
    const Value launched = launched_kernels(side);
    return launched ? Time(launched->value * seconds_of_launch) : std::nullopt;
}

std::string count_in_words(double value) {
    constexpr double million = 1e6;
    return value < million ? grouped(std::llround(value)) : fmt::format("{} million", three_digits(value / million));
}
std::string percent(double value) { return percent_text(value); }
std::string number(double value) { return three_digits(value); }
constexpr double least_warps = 0.01; // a mean below it comes from single samples
std::string warps(double value) {
    return value > 0.0 && value < least_warps ? fmt::format("fewer than {} warps", least_warps)
                                              : fmt::format("{} warps", three_digits(value));
}
std::string bytes(double value) { return bytes_text(value); }
std::string threads_text(double value) { return grouped(std::llround(value)); }

const std::array<WhyQuantity, 24>& all() {
    static constexpr auto list = std::to_array<WhyQuantity>({
        {"store sectors per request", WhyCause::memory, [](const WhySide& s) { return per_request(s, true); },
         time_of_stores, number,
         "How many sectors of 32 bytes one store instruction of a warp touches. 32 floats need at least 4. The share "
         "is computed from all stored sectors and the L2 write ceiling.",
         "it writes {} instead of {} sectors per request", true},
        {"load sectors per request", WhyCause::memory, [](const WhySide& s) { return per_request(s, false); },
         time_of_loads, number,
         "How many sectors of 32 bytes one load instruction of a warp touches. The share is computed from all loaded "
         "sectors and the L1 read ceiling.",
         "it loads {} instead of {} sectors per request", true},
        {"bytes of DRAM", WhyCause::memory, dram_bytes, time_of_dram, bytes,
         "Bytes that the memory chips read and wrote. If they were not counted, the model of the variant predicts "
         "them. The share is computed with the memory ceiling of the workload.",
         "it moves {} instead of {} between DRAM and the chip"},
        {"bytes of L2", WhyCause::memory, l2_bytes, time_of_l2, bytes,
         "Bytes read from and written to the L2 cache. The share is computed with the higher one of the two L2 "
         "ceilings.",
         "it moves {} instead of {} through the L2 cache"},
        {"bytes of L1", WhyCause::memory, l1_bytes, time_of_l1, bytes,
         "Bytes read from and written to the L1 caches. The share is computed with the L1 read ceiling.",
         "it moves {} instead of {} through the L1 caches"},
        {"bytes of stored sectors", WhyCause::memory, store_bytes, time_of_stores, bytes,
         "All sectors that stores touch, 32 bytes each. The share is computed with the L2 write ceiling.",
         "its stores touch {} of sectors instead of {}"},
        {"bytes of loaded sectors", WhyCause::memory, load_bytes, time_of_loads, bytes,
         "All sectors that loads touch, 32 bytes each. The share is computed with the L1 read ceiling.",
         "its loads touch {} of sectors instead of {}"},
        {"bank conflicts", WhyCause::conflicts, conflicts, time_of_conflicts, count_in_words,
         "Passes through the banks of shared memory that found a bank busy. The share assumes that each pass takes one "
         "cycle of a multiprocessor.",
         "it has {} instead of {} bank conflicts in shared memory", false, false, passes_per_request},
        {"instructions", WhyCause::instructions, instructions, time_of_instructions, count_in_words,
         "Instructions that all warps executed. The share assumes that each multiprocessor issues four per cycle.",
         "it executes {} instead of {} instructions"},
        {"requests to memory", WhyCause::instructions, all_requests, nullptr, count_in_words,
         "Load and store instructions of all warps, for global memory, shared memory and textures.",
         "its warps make {} instead of {} requests to memory"},
        {"idle lanes", WhyCause::idle_lanes, idle_lanes, nullptr, percent,
         "The fraction of lanes that take no part in the loads and stores (requests) of their warps. A request takes "
         "as long with a few lanes as with all 32 of them.",
         "{} instead of {} of the lanes are idle in its loads and stores", false, false, passes_by_idle_lanes},
        {"atomic requests", WhyCause::atomics, atomics, nullptr, count_in_words,
         "Atomic instructions of all warps on global memory. Atomic requests for the same address wait for each other.",
         "its warps make {} instead of {} atomic requests", false, false, passes_with_atomics},
        {"occupancy", WhyCause::occupancy, occupancy, nullptr, percent,
         "The number of resident warps, divided by the largest possible number. If it was not counted, the theoretical "
         "occupancy of the kernel with the most threads is shown.",
         "its occupancy is {} instead of {}", false, true},
        {"multiprocessors with work", WhyCause::occupancy, busy_multiprocessors, nullptr, percent,
         "The fraction of the multiprocessors that get at least one block. If a run has several kernels, the one with "
         "the most threads counts. A kernel with fewer blocks than multiprocessors leaves some without work.",
         "it gives work to {} instead of {} of the multiprocessors", false, true},
        {"threads of a run", WhyCause::launching, launched_threads, time_of_threads, count_in_words,
         "Threads of all kernels of one run. The share assumes that a multiprocessor starts one warp per cycle.",
         "it starts {} instead of {} threads"},
        {"kernels of a run", WhyCause::kernels, launched_kernels, time_of_launches, threads_text,
         "How many kernels one run launches, one after the other. The share assumes that each launch takes 4 us.",
         "it launches {} instead of {} kernels"},
        {"barriers of a block", WhyCause::waiting, barriers, nullptr, threads_text,
         "How many barriers one block in the middle of the grid has passed. At each of them, every thread waits until "
         "all threads of the block have arrived.",
         "each of its blocks waits at {} instead of {} barriers", false, false, barriers_that_count},
        {"issue slots used",
         WhyCause::none,
         [](const WhySide& s) { return counter_of(s, {"issue_active"}); },
         nullptr,
         percent,
         "The fraction of cycles in which a scheduler issued an instruction.",
         {}},
        {"stall: memory", WhyCause::waiting, stall<0>, nullptr, warps,
         "The mean number of warps that waited for loads when an instruction was issued.",
         "on average, {} instead of {} of this variant wait for loads", false, false, stall_that_counts<0>,
         least_warps},
        {"stall: shared memory", WhyCause::waiting, stall<1>, nullptr, warps,
         "The mean number of warps that waited for shared memory or a special function when an instruction was issued.",
         "on average, {} instead of {} of this variant wait for shared memory", false, false, stall_that_counts<1>,
         least_warps},
        {"stall: full queue of global memory",
         WhyCause::none,
         stall<2>,
         nullptr,
         warps,
         "The mean number of warps that could not issue a load or a store, because too many were under way, when an "
         "instruction was issued.",
         {},
         false,
         false,
         nullptr,
         least_warps},
        {"stall: barrier", WhyCause::waiting, stall<3>, nullptr, warps,
         "The mean number of warps that waited for the other warps of their block when an instruction was issued.",
         "on average, {} instead of {} of this variant wait at barriers", false, false, stall_that_counts<3>,
         least_warps},
        {"stall: busy arithmetic",
         WhyCause::none,
         stall<4>,
         nullptr,
         warps,
         "The mean number of warps that waited for an arithmetic unit when an instruction was issued.",
         {},
         false,
         false,
         nullptr,
         least_warps},
        {"CPU threads", WhyCause::threads, threads, nullptr, threads_text,
         "The number of CPU threads that the run used.", "it uses {} instead of {} threads", false, true},
    });
    return list;
}

} // namespace

std::span<const WhyQuantity> why_quantities() { return all(); }

std::optional<double> requests_of(const WhySide& side, bool stores) {
    const Value found = requests(side, stores);
    return found ? std::optional(found->value) : std::nullopt;
}

} // namespace pairscope::app
