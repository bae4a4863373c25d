// SPDX-License-Identifier: MIT
// What the state says about a variant, the ladder and the picture, in answers that panels, charts and the schedule
// share. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// Null: the CPU is chosen, or there are no devices.
[[nodiscard]] const Device* chosen_gpu(const RunState& run);
/// The device a variant runs on: the chosen GPU, or the CPU, which executes CUDA variants where no GPU is chosen;
/// absent without devices.
[[nodiscard]] std::optional<std::size_t> device_for(const RunState& run, const KernelVariant& variant);

/// A CUDA variant that the CPU executes: its output is shown and checked, and it has no times.
[[nodiscard]] bool is_simulated(const RunState& run, const KernelVariant& variant);

/// What the variants are asked now, without the vectors: the workload and its size.
[[nodiscard]] Workload current_workload(const State& state);
/// What they are asked: the question, or the first rows of its sets.
[[nodiscard]] Question measured_question(const State& state);
/// "the first 2 048 of 3 376 rows": the rows that the variants are asked about; empty where these are all of them.
[[nodiscard]] std::string measured_rows_text(const State& state);
/// "n = 2 048" for points in the plane; "n = 256, m = 128, d = 16" for two sets of other vectors.
[[nodiscard]] std::string size_text(const Workload& workload);
/// "NVIDIA H200"; of a CPU with its threads, because recordings of one CPU may differ in them: "AMD EPYC, 2 threads".
[[nodiscard]] std::string short_device_text(const Device& device);
/// The description of the workload of now.
[[nodiscard]] const WorkloadType& current_type(const State& state);
/// "sigma = 2.5", with commas between several; empty without parameters.
[[nodiscard]] std::string parameters_text(const WorkloadType& type, std::span<const double> values);
/// Are the panels about kernels hidden? Then nothing is measured for them unless the user asks for it.
[[nodiscard]] bool hides_kernels(const State& state);
/// Are distances shown that were given? Then nothing is computed: the ladder is empty, and nothing is measured.
[[nodiscard]] bool shows_given_distances(const State& state);
inline constexpr std::string_view nothing_is_computed =
    "The distances are given, so nothing is computed and there is nothing to measure.";
/// Is the output a matrix, which textures can hold?
[[nodiscard]] bool asks_for_matrix(const State& state);
/// The target that the user chose. Other outputs than matrices are written into linear memory, whatever was chosen.
[[nodiscard]] TargetKind target_now(const State& state);
/// The current data in the size of the published work. Absent if it has that size, or cannot have it.
[[nodiscard]] std::optional<DataSource> published_source(const State& state);
/// The unit of the entries of the matrix. That of distances follows from the coordinates and the
/// metric; it is empty if there is none.
[[nodiscard]] std::string unit_of_entries(const State& state);

/// The key under which the variant's measurement for the current points and the chosen output is kept; absent without a
/// device. A CPU has one kind of memory: what it runs or simulates writes that, whatever the output is.
[[nodiscard]] std::optional<RunKey> key_for(const State& state, const KernelVariant& variant);

/// The variant's outcome for the current points; null if there is none yet.
[[nodiscard]] const profiling::RunOutcome* outcome_for(const State& state, const KernelVariant& variant);

/// The outcome if it is a measurement.
[[nodiscard]] const profiling::Measurement* measurement_for(const State& state, const KernelVariant& variant);

/// The outcome if it is that of a simulated variant.
[[nodiscard]] const profiling::Simulated* simulation_for(const State& state, const KernelVariant& variant);

/// The verdict of a run that was checked; null for one that could not be.
[[nodiscard]] const profiling::CheckVerdict* verdict_in(const profiling::RunOutcome& outcome);
/// What the check said of the variant at the current points' number; null if there was none.
[[nodiscard]] const profiling::CheckVerdict* verdict_on(const State& state, const KernelVariant& variant);
/// Was it found with the very data of this revision? A cost belongs to a size, but a verdict to its data.
[[nodiscard]] bool is_checked_with(const State& state, const KernelVariant& variant, std::uint64_t revision);

/// Why the variant cannot run the current points here, in one sentence; empty if it can.
[[nodiscard]] std::string why_not_now(const State& state, const KernelVariant& variant);

/// Why it cannot make the output of all rows here, in one sentence; empty if it can.
[[nodiscard]] std::string why_no_output(const State& state, const KernelVariant& variant);

/// Why it cannot be measured here with the chosen output: it cannot run, or it cannot write there. A variant that can
/// run has a picture whatever the output is.
[[nodiscard]] std::string why_not_measured(const State& state, const KernelVariant& variant);

/// A good variant to begin the workload with. On a GPU the last one, which is quick. Without one, the first of the
/// ladder, where the lesson begins, if the executor is quick enough for its output, or else the last CPU variant. Empty
/// if none can run.
[[nodiscard]] std::string usual_variant(const State& state);

/// The panel that shows the output of the workload: "Matches", "Output" or "Matrix".
[[nodiscard]] std::string output_panel(const State& state);

/// The selected variant; null before the first choice.
[[nodiscard]] const KernelVariant* selected_variant(const State& state);

/// The variants of the current workload in ladder order. Empty where distances were given: the one variant that shows
/// them is no rung.
[[nodiscard]] std::vector<const KernelVariant*> ladder(const State& state);

/// The variant's number in the ladder, which counts the CUDA variants and the CPU variants apart.
[[nodiscard]] int number_of(const State& state, const KernelVariant& variant);

/// The key that selects it: its number, with Shift for a CPU variant beside CUDA variants. From 10 on it is the last
/// digit with Alt, such as "Alt+3" for 13. Empty above 19.
[[nodiscard]] std::string key_of(const State& state, const KernelVariant& variant);

/// In which group of the ladder it stands, as LookState::folded names groups: "distance_matrix/six published kernels".
[[nodiscard]] std::string ladder_group_of(const WorkloadType& type, Backend backend, std::string_view variant);

/// "Time, linear memory": of a panel that shows runs. Only a matrix has two places that it may be written to.
[[nodiscard]] std::string title_with_target(const State& state, std::string_view panel, TargetKind target);

/// The variants of the current workload that this build lacks.
[[nodiscard]] std::vector<LeftOut> left_out_here(const State& state);

/// What the output on the screen should hold: an output that is no matrix has values only.
[[nodiscard]] MatrixContent wanted_content(const State& state);

/// The variant that the wanted content differs from; null: the reference, or values are wanted.
[[nodiscard]] const KernelVariant* compared_variant(const State& state);
/// Why the selected variant cannot be compared with this one entry by entry; empty if it can.
[[nodiscard]] std::string why_not_compared(const State& state, const KernelVariant& other);
[[nodiscard]] bool shows_wanted_content(const State& state);

/// Is the output on the screen that of the current data and the selected variant?
[[nodiscard]] bool output_is_current(const State& state);

/// Why the output on the screen is not that of the selected variant and the data of now, in one sentence; empty if it
/// is, or soon will be.
[[nodiscard]] std::string why_stale(const State& state);

/// "simulating coalesced, 40 %; the picture is still that of cpu_naive": while the worker makes the picture of another
/// variant or of other data. Empty where it does not, or where that takes too short a time to be read.
[[nodiscard]] std::string picture_to_come(const State& state);

/// Does the GPU fill the texture on the screen with the output of this variant, without the host? Then a lease of the
/// texture is needed. A variant that cannot write a texture writes linear memory, which the GPU copies into the
/// texture.
[[nodiscard]] bool fills_texture(const State& state, const KernelVariant& variant);

/// Does this variant itself write the texture on the screen?
[[nodiscard]] bool wants_surface(const State& state, const KernelVariant& variant);

/// The first variant of the ladder that is measured: speed-ups are over it. Null before that.
[[nodiscard]] const KernelVariant* first_measured(const State& state);

/// The roofs of the device the variant runs on; null if they are not measured in this process, or if the variant
/// is simulated: the roofs of a CPU say nothing about a GPU's kernel.
[[nodiscard]] const profiling::Ceilings* ceilings_for(const State& state, const KernelVariant& variant);

/// Which of a CPU's roofs a variant is compared with: 1 for that of one thread, 0 for that of all, and for a GPU's.
[[nodiscard]] int roof_threads(const KernelVariant& variant);

/// Is the variant's last picture one of a drag, so that charts and words follow its time?
[[nodiscard]] bool shows_picture_run(const State& state, const KernelVariant& variant);

} // namespace pairscope::app
