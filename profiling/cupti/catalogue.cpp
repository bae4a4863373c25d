// SPDX-License-Identifier: MIT
#include "profiling/cupti/catalogue.h"

#include "profiling/cupti/stalls.h"

#include <algorithm>
#include <iterator>

namespace pairscope::profiling {
namespace {

using enum CounterSet;

constexpr double nanosecond = 1e-9;
constexpr double percent = 0.01;

// Metrics with "sass" in their names are counted by instructions that the driver adds to the kernel: exact, while the
// hardware's own counters of shared memory also see other waiting.
// clang-format off
constexpr Quantity counted[]{
    {live, "duration", "Duration", "s",
     "From the start of the kernel to its end on the GPU, while it was counted. A launch of several kernels has none: the "
     "profiler lets time pass between them.",
     {"gpu__time_duration.sum"}, nanosecond},
    {live, "dram_bytes_read", "DRAM, read", "B",
     "What left the memory chips; also for other programs.",
     {"dram__bytes_read.sum", "dram__bytes_op_read.sum"}},
    {live, "dram_bytes_written", "DRAM, written", "B",
     "What arrived in the memory chips; what still lies in the L2 cache is missing.",
     {"dram__bytes_write.sum", "dram__bytes_op_write.sum"}},
    {live, "l2_bytes", "L2 cache", "B",
     "What was asked of the L2 cache, both ways.",
     {"lts__t_bytes.sum"}},
    {live, "l1_bytes", "L1 cache", "B",
     "What was asked of the L1 caches, both ways.",
     {"l1tex__t_bytes.sum"}},
    {live, "active_warps", "Active warps", "share",
     "Warps in flight, of the most that fit, while a multiprocessor was busy: the occupancy reached.",
     {"sm__warps_active.avg.pct_of_peak_sustained_active"}, percent},
    {live, "sm_clock", "SM clock", "Hz",
     "The clock of the multiprocessors during the launch.",
     {"sm__cycles_elapsed.avg.per_second"}},
    {explain, "global_load_requests", "Global loads, requests", "requests",
     "Load instructions of warps from global memory, asynchronous copies among them.",
     {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}},
    {explain, "global_load_sectors", "Global loads, sectors", "sectors",
     "32-byte sectors that those loads touched; 4 a request is the least for 32 floats.",
     {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}},
    {explain, "global_store_requests", "Global stores, requests", "requests",
     "Store instructions of warps into global memory.",
     {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}},
    {explain, "global_store_sectors", "Global stores, sectors", "sectors",
     "32-byte sectors that those stores touched; 4 a request is the least for 32 floats.",
     {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}},
    {explain, "surface_store_requests", "Surface stores, requests", "requests",
     "Requests of stores into a texture, of eight lanes each.",
     {"l1tex__t_requests_pipe_tex_mem_surface_op_st.sum"}},
    {explain, "surface_store_sectors", "Surface stores, sectors", "sectors",
     "32-byte sectors that those stores touched.",
     {"l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum"}},
    {explain, "shared_load_requests", "Shared loads, requests", "requests",
     "Load instructions of warps from shared memory.",
     {"smsp__inst_executed_op_shared_ld.sum"}},
    {explain, "shared_load_wavefronts", "Shared loads, wavefronts", "wavefronts",
     "Passes through the banks that those loads took; more than they need is a conflict.",
     {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}},
    {explain, "shared_load_conflicts", "Shared loads, bank conflicts", "wavefronts",
     "Passes of those loads that found a bank busy, with whatever kept it busy.",
     {"smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"}},
    {explain, "shared_store_requests", "Shared stores, requests", "requests",
     "Store instructions of warps into shared memory.",
     {"smsp__inst_executed_op_shared_st.sum"}},
    {explain, "shared_store_wavefronts", "Shared stores, wavefronts", "wavefronts",
     "Passes through the banks that those stores took; more than they need is a conflict.",
     {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}},
    {explain, "shared_store_conflicts", "Shared stores, bank conflicts", "wavefronts",
     "Passes of those stores that found a bank busy, with whatever kept it busy.",
     {"smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"}},
    {explain, "fp32_adds", "FP32 additions", "operations",
     "Additions and subtractions of floats, one a thread.",
     {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"}},
    {explain, "fp32_multiplications", "FP32 multiplications", "operations",
     "Multiplications of floats, one a thread.",
     {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"}},
    {explain, "fp32_fused", "FP32 fused multiply-adds", "operations",
     "Multiplications with addition, one a thread: each is two floating-point operations.",
     {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"}},
    {explain, "integer_operations", "Integer operations", "operations",
     "Integer instructions, one a thread: mostly addresses and loop counters.",
     {"smsp__sass_thread_inst_executed_op_integer_pred_on.sum"}},
    {explain, "special_operations", "Special functions", "operations",
     "Reciprocal roots, conversions and the like on the slow pipe (XU), one a thread.",
     {"smsp__thread_inst_executed_pipe_xu_pred_on.sum"}},
    {explain, "instructions", "Instructions", "instructions",
     "Instructions of warps, of all kinds.",
     {"smsp__inst_executed.sum"}},
    {explain, "issue_active", "Issue slots used", "share",
     "Cycles in which a scheduler issued an instruction, of those it had warps for.",
     {"smsp__issue_active.avg.pct_of_peak_sustained_active"}, percent},
    {speed_of_light, "sm_throughput", "Multiprocessors", "share",
     "The busiest part of the multiprocessors, of its limit.",
     {"sm__throughput.avg.pct_of_peak_sustained_elapsed"}, percent},
    {speed_of_light, "memory_throughput", "Memory", "share",
     "The busiest part of the way to memory, caches among it, of its limit.",
     {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"}, percent},
    {speed_of_light, "l1_throughput", "L1 cache, throughput", "share",
     "The busiest part of the L1 caches, of its limit, while they were busy.",
     {"l1tex__throughput.avg.pct_of_peak_sustained_active"}, percent},
    {speed_of_light, "l2_throughput", "L2 cache, throughput", "share",
     "The busiest part of the L2 cache, of its limit.",
     {"lts__throughput.avg.pct_of_peak_sustained_elapsed"}, percent},
    {speed_of_light, "dram_throughput", "DRAM, throughput", "share",
     "The busiest part of the memory chips, of its limit.",
     {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"}, percent},
    {speed_of_light, "l1_hits", "L1 cache, hits", "share",
     "Sectors found in the L1 cache, of those looked for there.",
     {"l1tex__t_sector_hit_rate.pct"}, percent},
    {speed_of_light, "l2_hits", "L2 cache, hits", "share",
     "Sectors found in the L2 cache, of those looked for there.",
     {"lts__t_sector_hit_rate.pct"}, percent},
};
// clang-format on

/// The stalls belong to `explain`, whose quantities stand together.
constexpr auto all = [] {
    std::array<Quantity, std::size(counted) + std::size(stalls)> joined{};
    const auto* const limits = std::ranges::find(counted, speed_of_light, &Quantity::set);
    auto* next = std::copy(std::begin(counted), limits, joined.begin());
    next = std::ranges::copy(stalls, next).out;
    std::copy(limits, std::end(counted), next);
    return joined;
}();

constexpr CounterSet sets[]{live, explain, speed_of_light};

} // namespace

std::span<const CounterSet> counter_sets() { return sets; }

std::span<const Quantity> quantities() { return all; }

const Quantity* find_quantity(std::string_view name) {
    const auto* const found = std::ranges::find(all, name, &Quantity::name);
    return found == all.end() ? nullptr : found;
}

} // namespace pairscope::profiling
