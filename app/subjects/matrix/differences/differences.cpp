// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/differences/differences.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/matrix.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope::app {
namespace {

bool shows_differences(const State& state) {
    return state.output.content != MatrixContent::values && output_is_current(state) && asks_for_matrix(state);
}

} // namespace

std::string why_no_differences(const State& state) {
    if (!asks_for_matrix(state)) return "The output of this workload is not a matrix.";
    if (shows_given_distances(state)) return "The distances are given, so there is nothing to compare them with.";
    if (!is_deep(state)) return {};
    const MatrixShape shape = matrix_of_question(state);
    if (const auto& measured = state.data.now.measured; measured && std::max(shape.rows, shape.cols) <= max_stored_rows)
        return fmt::format("Differences can be shown only for a stored matrix, and the variants compute {} here. Type "
                           "the number of rows into the Data panel to store the matrix of all of them.",
                           measured_rows_text(state));
    if (std::max(shape.rows, shape.cols) <= max_stored_rows)
        return "Differences can be shown only for a stored matrix, and there was too little memory to store this one. "
               "Choose fewer vectors in the Data panel to see them.";
    return fmt::format("Differences can be shown only for a stored matrix, and this one is too large to store. Choose "
                       "at most {} vectors in the Data panel to see them.",
                       grouped(max_stored_rows));
}

std::string_view what_it_shows(MatrixContent content) {
    switch (content) {
    case MatrixContent::values:
        return "The entries as the variant computed them.";
    case MatrixContent::errors:
        return "How far each entry is from what is expected, without sign.";
    case MatrixContent::difference:
        return "Each entry minus what is expected. Blue is too small, orange is too large.";
    case MatrixContent::relative:
        return "The difference divided by what is expected. It is infinite where 0 is expected and something else was "
               "computed.";
    case MatrixContent::ulps:
        return "How many float32 numbers lie between the entry and what is expected. One ULP is a step from a float32 "
               "number to the next one.";
    }
    return {};
}

std::optional<Cell> worst_cell(const State& state) {
    const MatrixErrors& errors = state.output.errors;
    if (!shows_differences(state) || errors.worst_row < 0) return {};
    return cell_there(state.output.order.get(), {errors.worst_row, errors.worst_col});
}

std::string words_of_other(const State& state) {
    return state.output.against.empty() ? std::string("the double-precision reference")
                                        : std::string(short_name(state.output.against));
}

std::string unit_of_content(const State& state) {
    if (state.output.content == MatrixContent::ulps) return "ULPs";
    return state.output.content == MatrixContent::relative ? std::string() : unit_of_entries(state);
}

std::optional<DifferenceFigures> difference_figures(const State& state) {
    if (!shows_differences(state)) return {};
    const MatrixErrors& errors = state.output.errors;
    const MatrixShape shape = state.output.shape;
    DifferenceFigures figures;
    figures.worst = std::max(0.0, errors.worst);
    figures.mean = errors.finite > 0 ? errors.sum / double(errors.finite) : 0.0;
    figures.entries = shape.rows * shape.cols;
    figures.rows = errors.rows;
    figures.other_nearest = errors.other_nearest;
    figures.not_finite = figures.entries - errors.finite;
    figures.share_equal = double(errors.equal) / double(std::max<std::int64_t>(1, figures.entries));
    std::vector<float> sizes = state.output.summary.sample;
    figures.sampled = std::ssize(sizes);
    if (sizes.empty()) return figures;
    for (float& size : sizes) size = std::abs(size);
    std::ranges::sort(sizes);
    constexpr std::array percents{50.0f, 90.0f, 99.0f};
    for (std::size_t i = 0; i < percents.size(); ++i) figures.percentiles[i] = double(percentile(sizes, percents[i]));
    return figures;
}

void find_worst(State& state) {
    const auto worst = worst_cell(state);
    if (!worst) return;
    find_cell(state.view, *worst);
    state.view.difference_steps = true;
}

void leave_impossible_differences(State& state) {
    if (state.view.content == MatrixContent::values) return;
    const std::string reason = why_no_differences(state);
    if (reason.empty()) return;
    show_content(state.view, {MatrixContent::values});
    notify(state, Severity::info, "The matrix shows its values again. " + reason);
}

namespace command {

void carry_out(const FindWorst&, State& state, Effects&) {
    find_worst(state);
    focus_panel(state.look, "Differences"); // it writes the entry out
}
void carry_out(const ShowDifferencePart& c, State& state, Effects&) { state.view.difference_steps = c.steps; }
/// Opens the data of a preset of the workload, selects its variant and shows the signed differences from the
/// reference.
void carry_out(const UsePreset& c, State& state, Effects& effects) {
    const WorkloadType& type = current_type(state);
    const auto preset = std::ranges::find(type.presets, c.name, &Preset::name);
    if (preset == type.presets.end()) return;
    set_source(state, VectorSource{.a = {}, .b = {}, .n = {}, .m = {}, .preset = std::string(c.name)}, effects);
    select_variant(state, fmt::format("{}/{}", type.id, preset->variant), effects);
    (void)update(state, command::ShowContent{MatrixContent::difference});
}

} // namespace command

} // namespace pairscope::app
