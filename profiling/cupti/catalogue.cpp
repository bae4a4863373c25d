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

// Counters with "sass" in their names are counted by instructions that the driver adds to the kernel: exact, while
// the hardware's own counters of shared memory also see other waiting.
// clang-format off
constexpr Quantity counted[]{
    {live, "duration", "Duration", "s",
     "The time from the start of the kernel to its end on the GPU, while it was counted. It is missing for a launch of several kernels, because the profiler lets time pass between them.",
     {"gpu__time_duration.sum"}, nanosecond},
    {live, "dram_bytes_read", "DRAM, read", "B",
     "Bytes read from DRAM. Reads by other programs are included.",
     {"dram__bytes_read.sum", "dram__bytes_op_read.sum"}},
    {live, "dram_bytes_written", "DRAM, written", "B",
     "Bytes written to DRAM. Bytes that are still in the L2 cache are not included.",
     {"dram__bytes_write.sum", "dram__bytes_op_write.sum"}},
    {live, "l2_bytes", "L2 cache", "B",
     "Bytes read from and written to the L2 cache.",
     {"lts__t_bytes.sum"}},
    {live, "l1_bytes", "L1 cache", "B",
     "Bytes read from and written to the L1 caches.",
     {"l1tex__t_bytes.sum"}},
    {live, "active_warps", "Active warps", "share",
     "Warps in flight while a multiprocessor was busy, as a fraction of the most that fit. This is the achieved occupancy.",
     {"sm__warps_active.avg.pct_of_peak_sustained_active"}, percent},
    {live, "sm_clock", "SM clock", "Hz",
     "The clock of the multiprocessors during the launch.",
     {"sm__cycles_elapsed.avg.per_second"}},
    {explain, "global_load_requests", "Global loads, requests", "requests",
     "Load instructions of warps from global memory, including asynchronous copies.",
     {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}},
    {explain, "global_load_sectors", "Global loads, sectors", "sectors",
     "32-byte sectors that these loads touched. A request for 32 floats needs at least 4 sectors.",
     {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}},
    {explain, "global_store_requests", "Global stores, requests", "requests",
     "Store instructions of warps into global memory.",
     {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}},
    {explain, "global_store_sectors", "Global stores, sectors", "sectors",
     "32-byte sectors that these stores touched. A request for 32 floats needs at least 4 sectors.",
     {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}},
    {explain, "surface_store_requests", "Surface stores, requests", "requests",
     "Requests of stores into a texture, of eight lanes each.",
     {"l1tex__t_requests_pipe_tex_mem_surface_op_st.sum"}},
    {explain, "surface_store_sectors", "Surface stores, sectors", "sectors",
     "32-byte sectors that these stores touched.",
     {"l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum"}},
    {explain, "shared_load_requests", "Shared loads, requests", "requests",
     "Load instructions of warps from shared memory.",
     {"smsp__inst_executed_op_shared_ld.sum"}},
    {explain, "shared_load_wavefronts", "Shared loads, wavefronts", "wavefronts",
     "Passes through the banks of shared memory that these loads took. Passes beyond the necessary number are bank conflicts.",
     {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}},
    {explain, "shared_load_conflicts", "Shared loads, bank conflicts", "wavefronts",
     "Passes of these loads that found a bank busy, for any reason.",
     {"smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"}},
    {explain, "shared_store_requests", "Shared stores, requests", "requests",
     "Store instructions of warps into shared memory.",
     {"smsp__inst_executed_op_shared_st.sum"}},
    {explain, "shared_store_wavefronts", "Shared stores, wavefronts", "wavefronts",
     "Passes through the banks of shared memory that these stores took. Passes beyond the necessary number are bank conflicts.",
     {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}},
    {explain, "shared_store_conflicts", "Shared stores, bank conflicts", "wavefronts",
     "Passes of these stores that found a bank busy, for any reason.",
     {"smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"}},
    {explain, "fp32_adds", "FP32 additions", "operations",
     "Additions and subtractions of floats, one per thread.",
     {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"}},
    {explain, "fp32_multiplications", "FP32 multiplications", "operations",
     "Multiplications of floats, one per thread.",
     {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"}},
    {explain, "fp32_fused", "FP32 fused multiply-adds", "operations",
     "Fused multiply-adds of floats, one per thread. Each is two floating-point operations.",
     {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"}},
    {explain, "integer_operations", "Integer operations", "operations",
     "Integer instructions, one per thread. Most of them compute addresses and loop counters.",
     {"smsp__sass_thread_inst_executed_op_integer_pred_on.sum"}},
    {explain, "special_operations", "Special functions", "operations",
     "Rsqrt, conversions and similar operations of the special function units (XU), one per thread.",
     {"smsp__thread_inst_executed_pipe_xu_pred_on.sum"}},
    {explain, "instructions", "Instructions", "instructions",
     "All instructions of warps.",
     {"smsp__inst_executed.sum"}},
    {explain, "issue_active", "Issue slots used", "share",
     "The fraction of cycles with active warps in which a scheduler issued an instruction.",
     {"smsp__issue_active.avg.pct_of_peak_sustained_active"}, percent},
    {speed_of_light, "sm_throughput", "Multiprocessors", "share",
     "How busy the busiest part of the multiprocessors was, as a fraction of its limit.",
     {"sm__throughput.avg.pct_of_peak_sustained_elapsed"}, percent},
    {speed_of_light, "memory_throughput", "Memory", "share",
     "How busy the busiest part of the memory system was, including caches, as a fraction of its limit.",
     {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"}, percent},
    {speed_of_light, "l1_throughput", "L1 cache, throughput", "share",
     "How busy the busiest part of the L1 caches was, as a fraction of its limit, while they were active.",
     {"l1tex__throughput.avg.pct_of_peak_sustained_active"}, percent},
    {speed_of_light, "l2_throughput", "L2 cache, throughput", "share",
     "How busy the busiest part of the L2 cache was, as a fraction of its limit.",
     {"lts__throughput.avg.pct_of_peak_sustained_elapsed"}, percent},
    {speed_of_light, "dram_throughput", "DRAM, throughput", "share",
     "How busy the busiest part of DRAM was, as a fraction of its limit.",
     {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"}, percent},
    {speed_of_light, "l1_hits", "L1 cache, hits", "share",
     "The fraction of the sectors requested from the L1 cache that were found there.",
     {"l1tex__t_sector_hit_rate.pct"}, percent},
    {speed_of_light, "l2_hits", "L2 cache, hits", "share",
     "The fraction of the sectors requested from the L2 cache that were found there.",
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
