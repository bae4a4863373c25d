// SPDX-License-Identifier: MIT
// What warps wait for: a part of the catalogue. Each says how many warps were in that state whenever an instruction was
// issued; the words in brackets are the profilers'.
#pragma once

#include "profiling/cupti/catalogue.h"

namespace pairscope::profiling {

// clang-format off
inline constexpr Quantity stalls[]{
    {CounterSet::explain, "stall_long_scoreboard", "Stall: memory (long_scoreboard)", "warps",
     "Waiting for loads from global memory, the texture or the L1 cache.",
     {"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_short_scoreboard", "Stall: shared memory (short_scoreboard)", "warps",
     "Waiting for shared memory, or for a special function.",
     {"smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_lg_throttle", "Stall: full queue of global memory (lg_throttle)", "warps",
     "Waiting to hand over a load or store: too many are on their way.",
     {"smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_mio_throttle", "Stall: full queue of shared memory (mio_throttle)", "warps",
     "Waiting to hand over an instruction for shared memory or a special function.",
     {"smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_tex_throttle", "Stall: full queue of textures (tex_throttle)", "warps",
     "Waiting to hand over a texture or surface instruction.",
     {"smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_drain", "Stall: stores at the end (drain)", "warps",
     "Finished, and waiting for the last stores to leave.",
     {"smsp__average_warps_issue_stalled_drain_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_barrier", "Stall: barrier (barrier)", "warps",
     "Waiting for the other warps of the block.",
     {"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_membar", "Stall: memory barrier (membar)", "warps",
     "Waiting for a memory fence.",
     {"smsp__average_warps_issue_stalled_membar_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_wait", "Stall: fixed latency (wait)", "warps",
     "Waiting the fixed time of the instruction before.",
     {"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_math_pipe_throttle", "Stall: busy arithmetic (math_pipe_throttle)", "warps",
     "Waiting for an arithmetic unit.",
     {"smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_dispatch_stall", "Stall: dispatch (dispatch_stall)", "warps",
     "The dispatcher held the instruction back.",
     {"smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_branch_resolving", "Stall: branch (branch_resolving)", "warps",
     "Waiting for the target of a branch.",
     {"smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_no_instruction", "Stall: no instruction (no_instruction)", "warps",
     "Waiting for the next instruction to be fetched.",
     {"smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_imc_miss", "Stall: constants (imc_miss)", "warps",
     "Waiting for a constant that was not in its cache.",
     {"smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_sleeping", "Stall: sleeping (sleeping)", "warps",
     "Asleep by its own wish.",
     {"smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_gmma", "Stall: tensor cores (gmma)", "warps",
     "Waiting for the other warps of a tensor-core instruction.",
     {"smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_misc", "Stall: other (misc)", "warps",
     "Waiting for something else.",
     {"smsp__average_warps_issue_stalled_misc_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_not_selected", "Stall: another warp was chosen (not_selected)", "warps",
     "Ready, while another warp issued: a sign of enough warps.",
     {"smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio"}},
    {CounterSet::explain, "stall_selected", "Stall: issuing (selected)", "warps",
     "Issuing an instruction: not a stall; all of these together are what was in flight.",
     {"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"}},
};
// clang-format on

} // namespace pairscope::profiling
