// SPDX-License-Identifier: MIT
// What warps wait for: a part of the catalogue. Each says how many warps were in that state whenever an instruction was
// issued; the words in brackets are the profilers'.
#pragma once

#include "profiling/cupti/catalogue.h"

namespace pairscope::profiling {

// clang-format off
inline constexpr Quantity stalls[]{
    {CounterSet::explain, "stall_long_scoreboard", "Stall: memory (long_scoreboard)", "warps",
     "The warp waits for loads from global memory, a texture or the L1 cache.",
     {"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_short_scoreboard", "Stall: shared memory (short_scoreboard)", "warps",
     "The warp waits for shared memory, or for a special function.",
     {"smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_lg_throttle", "Stall: full queue of global memory (lg_throttle)", "warps",
     "The warp waits to issue a load or store, because too many are under way.",
     {"smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_mio_throttle", "Stall: full queue of shared memory (mio_throttle)", "warps",
     "The warp waits to issue an instruction for shared memory or a special function.",
     {"smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_tex_throttle", "Stall: full queue of textures (tex_throttle)", "warps",
     "The warp waits to issue a texture or surface instruction.",
     {"smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_drain", "Stall: stores at the end (drain)", "warps",
     "The warp has finished and waits until its last stores have left.",
     {"smsp__average_warps_issue_stalled_drain_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_barrier", "Stall: barrier (barrier)", "warps",
     "The warp waits at a barrier for the other warps of the block.",
     {"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_membar", "Stall: memory barrier (membar)", "warps",
     "The warp waits for a memory fence.",
     {"smsp__average_warps_issue_stalled_membar_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_wait", "Stall: fixed latency (wait)", "warps",
     "The warp waits for the fixed latency of the instruction before.",
     {"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_math_pipe_throttle", "Stall: busy arithmetic (math_pipe_throttle)", "warps",
     "The warp waits for an arithmetic unit.",
     {"smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_dispatch_stall", "Stall: dispatch (dispatch_stall)", "warps",
     "The dispatcher held the instruction of the warp back.",
     {"smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_branch_resolving", "Stall: branch (branch_resolving)", "warps",
     "The warp waits for the target of a branch.",
     {"smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_no_instruction", "Stall: no instruction (no_instruction)", "warps",
     "The warp waits for its next instruction to be fetched.",
     {"smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_imc_miss", "Stall: constants (imc_miss)", "warps",
     "The warp waits for a constant that was not in the constant cache.",
     {"smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_sleeping", "Stall: sleeping (sleeping)", "warps",
     "The warp executed nanosleep.",
     {"smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_gmma", "Stall: tensor cores (gmma)", "warps",
     "The warp waits for the other warps of a tensor-core instruction.",
     {"smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_misc", "Stall: other (misc)", "warps",
     "The warp waits for another reason.",
     {"smsp__average_warps_issue_stalled_misc_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_not_selected", "Stall: another warp was chosen (not_selected)", "warps",
     "The warp was ready, but another warp issued. This is a sign of enough warps.",
     {"smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_selected", "Stall: issuing (selected)", "warps",
     "The warp issued an instruction, so this is not a stall. All of these states add up to the warps in flight.",
     {"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"}},
};
// clang-format on

} // namespace pairscope::profiling
