// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/subjects/data/size_parts.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/data/text.h"
#include "kernels/engines/simt/remote.h"
#include "kernels/ladder/ladder_groups.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"
#include "kernels/metrics/units.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

namespace pairscope::app {
namespace {

std::size_t cpu_index(const RunState& run) {
    for (std::size_t i = 0; i < run.devices.size(); ++i)
        if (run.devices[i].backend == Backend::cpu) return i;
    return 0;
}

bool is_on_gpu(const RunState& run, const KernelVariant& variant) {
    const auto index = device_for(run, variant);
    return index && run.devices[*index].backend == Backend::cuda;
}

std::vector<const KernelVariant*> variants_of(const WorkloadType& type) {
    std::vector<const KernelVariant*> found;
    for (const KernelVariant& variant : variants())
        if (variant.workload == type.id) found.push_back(&variant);
    for (const KernelVariant* own : own_variants())
        if (own->workload == type.id) found.push_back(own);
    return found;
}

} // namespace

const Device* chosen_gpu(const RunState& run) {
    if (run.device >= run.devices.size()) return nullptr;
    const Device& chosen = run.devices[run.device];
    return chosen.backend == Backend::cuda ? &chosen : nullptr;
}

std::optional<std::size_t> device_for(const RunState& run, const KernelVariant& variant) {
    if (run.devices.empty()) return {};
    const bool is_for_gpu = variant.remote == nullptr || variant.remote->runs_on_gpu();
    const bool on_gpu = variant.backend == Backend::cuda && chosen_gpu(run) != nullptr && is_for_gpu;
    return on_gpu ? run.device : cpu_index(run);
}

bool is_simulated(const RunState& run, const KernelVariant& variant) {
    const auto index = device_for(run, variant);
    return index && simulated(variant, run.devices[*index]);
}

Workload current_workload(const State& state) {
    const DataSnapshot& now = state.data.now;
    if (!now.measured) return now.question.size();
    Workload size = now.question.size();
    size.rows = now.measured->first->rows;
    size.cols = (now.measured->second ? now.measured->second : now.measured->first)->rows;
    return size;
}

Question measured_question(const State& state) {
    Question question = state.data.now.question;
    if (const auto& measured = state.data.now.measured) {
        question.first = measured->first;
        question.second = measured->second;
    }
    return question;
}

std::string measured_rows_text(const State& state) {
    const DataSnapshot& now = state.data.now;
    if (!now.measured) return {};
    const Workload measured = current_workload(state), all = now.question.size();
    if (all.rows == all.cols) return fmt::format("the first {} of {} rows", grouped(measured.rows), grouped(all.rows));
    return fmt::format("the first {} of {} rows and {} of {}", grouped(measured.rows), grouped(all.rows),
                       grouped(measured.cols), grouped(all.cols));
}

std::string short_device_text(const Device& device) {
    return device.backend == Backend::cpu ? fmt::format("{}, {}", device.name, counted(device.units, "thread"))
                                          : device.name;
}

std::string size_text(const Workload& workload) {
    std::string text = fmt::format("n = {}", grouped(n_of(workload)));
    if (const auto m = m_of(workload)) text += fmt::format(", m = {}", grouped(*m));
    if (const auto d = d_of(workload)) text += fmt::format(", d = {}", grouped(*d));
    return text;
}

const WorkloadType& current_type(const State& state) { return type_of(state.data.now.question.workload); }

std::optional<DataSource> published_source(const State& state) {
    const DataSnapshot& now = state.data.now;
    const WorkloadType& type = current_type(state);
    if (shows_given_distances(state)) return {}; // nobody published times for it
    if (!now.question.first || !type.is_published || current_workload(state) == type.classic) return {};
    return at_published_size(now.source, type, now.table ? now.table->rows : 0);
}

std::string unit_of_entries(const State& state) {
    const auto& first = state.data.now.question.first;
    const bool has_unit = current_type(state).matrix.are_distances && first;
    return has_unit ? unit_of_distances(current_type(state), original_of(*first).unit) : std::string();
}

bool hides_kernels(const State& state) { return state.look.data_arrangement && !state.look.presentation; }

bool shows_given_distances(const State& state) { return current_type(state).inputs.takes_distances; }

bool asks_for_matrix(const State& state) { return current_type(state).output == OutputKind::matrix; }

TargetKind target_now(const State& state) { return asks_for_matrix(state) ? state.run.target : TargetKind::linear; }

std::optional<RunKey> key_for(const State& state, const KernelVariant& variant) {
    const auto index = device_for(state.run, variant);
    if (!index) return {};
    return RunKey{.variant_id = std::string(variant.id),
                  .workload = current_workload(state),
                  .device = int(*index),
                  .target = is_on_gpu(state.run, variant) && variant.remote == nullptr
                                ? target_now(state)
                                : TargetKind::linear, // another process writes into no texture of this one
                  .caches = is_simulated(state.run, variant) ? profiling::CacheState::warm : state.run.caches};
}

const profiling::RunOutcome* outcome_for(const State& state, const KernelVariant& variant) {
    const auto key = key_for(state, variant);
    if (!key) return nullptr;
    const auto found = state.run.outcomes.find(*key);
    return found == state.run.outcomes.end() ? nullptr : &found->second;
}

const profiling::Measurement* measurement_for(const State& state, const KernelVariant& variant) {
    const auto* outcome = outcome_for(state, variant);
    return outcome == nullptr ? nullptr : std::get_if<profiling::Measurement>(outcome);
}

const profiling::Simulated* simulation_for(const State& state, const KernelVariant& variant) {
    const auto* outcome = outcome_for(state, variant);
    return outcome == nullptr ? nullptr : std::get_if<profiling::Simulated>(outcome);
}

const profiling::CheckVerdict* verdict_in(const profiling::RunOutcome& outcome) {
    if (const auto* m = std::get_if<profiling::Measurement>(&outcome)) return &m->check;
    if (const auto* s = std::get_if<profiling::Simulated>(&outcome)) return &s->check;
    const auto* failed = std::get_if<profiling::Failed>(&outcome);
    return failed == nullptr || !failed->verdict ? nullptr : &*failed->verdict;
}

const profiling::CheckVerdict* verdict_on(const State& state, const KernelVariant& variant) {
    const profiling::RunOutcome* outcome = outcome_for(state, variant);
    return outcome == nullptr ? nullptr : verdict_in(*outcome);
}

bool is_checked_with(const State& state, const KernelVariant& variant, std::uint64_t revision) {
    const auto checked_at = state.run.checked_at.find(*key_for(state, variant));
    return checked_at != state.run.checked_at.end() && checked_at->second == revision;
}

std::string parameters_text(const WorkloadType& type, std::span<const double> values) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(type.parameters.size(), values.size()); ++i)
        words.push_back(fmt::format("{} = {:g}", type.parameters[i].name, values[i]));
    return fmt::format("{}", fmt::join(words, ", "));
}

namespace {

std::string why_not_of_size(const State& state, const KernelVariant& variant, const Workload& size) {
    if (!state.data.now.question.first) return "There is no data yet.";
    const auto index = device_for(state.run, variant);
    if (!index) return "There is no device.";
    const TargetKind target = variant.writes_linear ? TargetKind::linear : TargetKind::surface;
    std::string reason = why_not(variant, size, state.run.devices[*index], target);
    const bool gpu_exists = std::any_of(state.run.devices.begin(), state.run.devices.end(),
                                        [](const Device& d) { return d.backend == Backend::cuda; });
    if (!reason.empty() && is_simulated(state.run, variant) && gpu_exists)
        reason = fmt::format("{}; or choose the GPU as the device", reason);
    return reason;
}

} // namespace

std::string why_not_now(const State& state, const KernelVariant& variant) {
    return why_not_of_size(state, variant, current_workload(state));
}

std::string why_no_output(const State& state, const KernelVariant& variant) {
    return why_not_of_size(state, variant, state.data.now.question.size());
}

std::string why_not_measured(const State& state, const KernelVariant& variant) {
    if (std::string reason = why_not_now(state, variant); !reason.empty()) return reason;
    if (shows_given_distances(state)) return std::string(nothing_is_computed);
    const OwnKernel* const own = kernel_of(state, variant.id);
    const bool is_timed_early =
        own != nullptr && may_be_timed(*own) && is_on_gpu(state.run, variant); // the CPU is busy with the full check
    if (own != nullptr && kind_of_told(*own) != Told::right && !is_timed_early)
        return fmt::format("Its latest try: {}. The panel Workshop says more.", verdict_of(*own));
    if (variant.backend == Backend::cpu || !asks_for_matrix(state) || variant.remote != nullptr) return {};
    if (state.run.target == TargetKind::surface && !variant.writes_surface)
        return "It writes linear memory only: choose that as the output.";
    if (state.run.target == TargetKind::linear && !variant.writes_linear)
        return "It writes textures only: choose the texture as the output.";
    if (key_for(state, variant)->target == TargetKind::surface && !wants_surface(state, variant))
        return fmt::format("It cannot write the texture here. {}",
                           state.look.no_interop.empty() ? "Another device draws the window." : state.look.no_interop);
    return {};
}

/// Is the output there within about half a second, although the executor computes it?
static bool is_simulated_quickly(const State& state, const KernelVariant& variant) {
    constexpr double most_operations = 2.5e8;
    if (!is_simulated(state.run, variant)) return false;
    if (!state.data.now.question.first) return true; // it is proposed again when the data is there
    const Work work = work_of(current_workload(state), variant.entry);
    return work.flops + work.integer_operations + work.exponentials <= most_operations &&
           why_no_output(state, variant).empty();
}

std::string usual_variant(const State& state) {
    const bool gpu = state.run.devices[state.run.device].backend == Backend::cuda;
    if (shows_given_distances(state)) return std::string(variants_of(current_type(state)).front()->id);
    const std::vector<const KernelVariant*> rungs = ladder(state);
    if (!gpu && !rungs.empty() && is_simulated_quickly(state, *rungs.front())) return std::string(rungs.front()->id);
    std::string best, best_on_cpu; // with a GPU, too, where no variant of the workload is for one
    for (const KernelVariant* variant : rungs) {
        if (is_own(variant->id) || variant->entry != Entry::float32 || !device_for(state.run, *variant)) continue;
        const bool shows = variant->writes_surface || !asks_for_matrix(state);
        if (variant->backend == Backend::cpu)
            best_on_cpu = variant->id;
        else if (gpu && shows)
            best = variant->id;
    }
    return best.empty() ? best_on_cpu : best;
}

std::string output_panel(const State& state) {
    if (asks_for_matrix(state)) return "Matrix";
    return current_type(state).output == OutputKind::matches ? "Matches" : "Output";
}

const KernelVariant* selected_variant(const State& state) {
    return state.run.variant_id.empty() ? nullptr : find_variant(state.run.variant_id);
}

std::vector<const KernelVariant*> ladder(const State& state) {
    return shows_given_distances(state) ? std::vector<const KernelVariant*>{} : variants_of(current_type(state));
}

int number_of(const State& state, const KernelVariant& variant) {
    if (is_own(variant.id)) return 0;
    int number = 0;
    for (const KernelVariant* other : ladder(state)) {
        number += other->backend == variant.backend ? 1 : 0;
        if (other == &variant) break;
    }
    return number;
}

std::string key_of(const State& state, const KernelVariant& variant) {
    const int number = number_of(state, variant);
    if (number > 19 || number == 0) return {};
    const bool shifted =
        variant.backend == Backend::cpu &&
        std::ranges::any_of(ladder(state), [](const KernelVariant* other) { return other->backend == Backend::cuda; });
    return fmt::format("{}{}{}", number > 9 ? "Alt+" : "", shifted ? "Shift+" : "", number % 10);
}

std::string ladder_group_of(const WorkloadType& type, Backend backend, std::string_view variant) {
    if (backend == Backend::cpu) return fmt::format("{}/CPU", type.id);
    const auto groups = ladder_groups(type.id);
    if (groups.empty()) return fmt::format("{}/CUDA", type.id);
    const std::size_t group = group_of(type.id, variant);
    return fmt::format("{}/{}", type.id, group < groups.size() ? groups[group].title : further_variants);
}

std::string title_with_target(const State& state, std::string_view panel, TargetKind target) {
    if (!asks_for_matrix(state)) return std::string(panel);
    return fmt::format("{}, {}", panel, title_of(target));
}

std::vector<LeftOut> left_out_here(const State& state) {
    const std::string prefix = std::string(state.data.now.question.workload) + "/";
    std::vector<LeftOut> here;
    std::ranges::copy_if(left_out(), std::back_inserter(here),
                         [&](const LeftOut& left) { return left.id.starts_with(prefix); });
    return here;
}

MatrixContent wanted_content(const State& state) {
    return asks_for_matrix(state) && !shows_given_distances(state) ? state.view.content : MatrixContent::values;
}

const KernelVariant* compared_variant(const State& state) {
    if (wanted_content(state) == MatrixContent::values || state.view.against.empty()) return nullptr;
    const KernelVariant* other = find_variant(state.view.against);
    return other != nullptr && why_not_compared(state, *other).empty() ? other : nullptr;
}

std::string why_not_compared(const State& state, const KernelVariant& other) {
    const KernelVariant* selected = selected_variant(state);
    if (selected == nullptr || other.workload != selected->workload) return "It belongs to another workload.";
    if (&other == selected) return "This is the selected variant.";
    if (std::string reason = why_not_now(state, other); !reason.empty()) return reason;
    if (device_for(state.run, other) != device_for(state.run, *selected))
        return "It runs on another device than the selected variant.";
    return other.writes_linear ? std::string() : "It writes textures only.";
}

bool shows_wanted_content(const State& state) {
    const KernelVariant* against = compared_variant(state);
    return state.output.content == wanted_content(state) &&
           state.output.against == (against == nullptr ? std::string_view() : against->id);
}

bool output_is_current(const State& state) {
    return !state.output.is_of_older_text && state.output.variant_id == state.run.variant_id &&
           state.output.revision == state.data.revision && shows_wanted_content(state) &&
           (!asks_for_matrix(state) || state.output.order == order_now(state));
}

std::string why_stale(const State& state) {
    const KernelVariant* selected = selected_variant(state);
    if (selected == nullptr || output_is_current(state)) return {};
    const std::string name(short_name(selected->id));
    const std::string reason = asks_for_matrix(state) ? why_not_now(state, *selected) : why_no_output(state, *selected);
    if (!reason.empty()) return fmt::format("{} cannot run here: {}", name, reason);
    if (!state.output.failure.empty() && state.output.failed_for == selected->id) return state.output.failure;
    if (!state.run.live && state.output.variant_id == selected->id && state.output.revision != state.data.revision)
        return is_of_points(state.data.now.source)
                   ? "The points have changed since this output was computed. Space computes it again."
                   : "The data has changed since this output was computed. Space computes it again.";
    return {};
}

std::string picture_to_come(const State& state) {
    constexpr double readable = 0.1; // seconds
    const auto& activity = state.run.activity;
    if (!activity || output_is_current(state) || state.output.variant_id.empty()) return {};
    const bool makes = activity->task.kind == TaskKind::computing || activity->task.kind == TaskKind::simulating;
    if (!makes || !activity->task.subject.empty()) return {};
    if (std::chrono::duration<double>(Clock::now() - activity->since).count() < readable) return {};
    return fmt::format("{}, {:.0f} %; the picture is still that of {}", describe(activity->task),
                       100.0 * activity->share, short_name(state.output.variant_id));
}

bool fills_texture(const State& state, const KernelVariant& variant) {
    const auto index = device_for(state.run, variant);
    return asks_for_matrix(state) && variant.backend == Backend::cuda && index &&
           state.run.devices[*index].backend == Backend::cuda && state.look.no_interop.empty() &&
           state.run.interop_device == int(*index);
}

bool wants_surface(const State& state, const KernelVariant& variant) {
    return variant.writes_surface && fills_texture(state, variant);
}

const KernelVariant* first_measured(const State& state) {
    for (const KernelVariant* variant : ladder(state))
        if (measurement_for(state, *variant) != nullptr) return variant;
    return nullptr;
}

const profiling::Ceilings* ceilings_for(const State& state, const KernelVariant& variant) {
    const auto index = device_for(state.run, variant);
    if (!index || is_simulated(state.run, variant)) return nullptr;
    const DeviceCeilings* known = find(state.run.ceilings, *index);
    return known == nullptr ? nullptr : measured_now(*known);
}

int roof_threads(const KernelVariant& variant) {
    return variant.backend == Backend::cpu && !variant.uses_all_threads ? 1 : 0;
}

bool shows_picture_run(const State& state, const KernelVariant& variant) {
    const OutputState& picture = state.output;
    return state.data.dragging && picture.variant_id == variant.id && !picture.simulated && picture.seconds > 0.0;
}

} // namespace pairscope::app
