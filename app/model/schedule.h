// SPDX-License-Identifier: MIT
// What the runs' worker should do next, as a function of the state: the picture first, then the roofs, then the
// selected variant's times and its trace, then the others' times, then the answers that can only be checked, then the
// roofs that no picture waits for. Nothing asks for a run; what is missing is made.
#pragma once

#include "app/model/jobs.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pairscope::app {

/// The device a variant runs on: the chosen GPU, or the CPU, which executes CUDA variants where no GPU is chosen;
/// absent without devices.
[[nodiscard]] std::optional<std::size_t> device_for(const RunState& run, const KernelVariant& variant);

/// A CUDA variant that the CPU executes: its answer is shown and checked, and it has no times.
[[nodiscard]] bool is_simulated(const RunState& run, const KernelVariant& variant);

/// The workload of the current points.
[[nodiscard]] Workload current_workload(const State& state);

/// The key under which the variant's measurement for the current points and the chosen output is kept; absent without a
/// device. A CPU has one kind of memory: what it runs or simulates writes that, whatever the output is.
[[nodiscard]] std::optional<RunKey> key_for(const State& state, const KernelVariant& variant);

/// The variant's outcome for the current points; null if there is none yet.
[[nodiscard]] const profiling::RunOutcome* outcome_for(const State& state, const KernelVariant& variant);

/// The outcome if it is a measurement.
[[nodiscard]] const profiling::Measurement* measurement_for(const State& state, const KernelVariant& variant);

/// The outcome if it is that of a simulated variant.
[[nodiscard]] const profiling::Simulated* simulation_for(const State& state, const KernelVariant& variant);

/// Why the variant cannot run the current points here, in one sentence; empty if it can.
[[nodiscard]] std::string why_not_now(const State& state, const KernelVariant& variant);

/// Why it cannot be measured here with the chosen output: it cannot run, or it cannot write there. A variant that can
/// run has a picture whatever the output is.
[[nodiscard]] std::string why_not_measured(const State& state, const KernelVariant& variant);

/// The selected variant; null before the first choice.
[[nodiscard]] const KernelVariant* selected_variant(const State& state);

/// The variants of the current workload in ladder order: their place is their number key.
[[nodiscard]] std::vector<const KernelVariant*> ladder(const State& state);

/// Is the picture on the screen that of the current points and the selected variant?
[[nodiscard]] bool picture_is_current(const State& state);

/// Does this job write the texture on the screen (and so needs a lease)?
[[nodiscard]] bool wants_surface(const State& state, const KernelVariant& variant);

/// The next job; absent: nothing is missing. `now` keeps measurements from starting in the middle of a drag.
[[nodiscard]] std::optional<Job> next_job(const State& state, Clock::time_point now, Clock::time_point last_edit);

/// Nothing is missing and nothing runs: what a test or an off-screen picture waits for.
[[nodiscard]] bool settled(const State& state);

} // namespace pairscope::app
