// SPDX-License-Identifier: MIT
#include "app/subjects/data/data_panel_workload.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data_panel_columns.h"
#include "app/subjects/data/data_panel_given.h"
#include "app/subjects/data/data_panel_slider.h"
#include "app/subjects/data/data_panel_source.h"
#include "app/subjects/data/size_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/prepared/preparation.h"
#include "kernels/data/readable.h"
#include "kernels/data/sequences/text_vectors.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace pairscope::app {
namespace {

/// The number of vectors of a set. Absent if it did not change.
std::optional<std::int64_t> rows_of_set(const Frame& frame, int set, const Dataset& data) {
    const WorkloadType& type = current_type(frame.state);
    const SizeRange& rule = type.inputs.rows;
    const SliderRange range{.min = double(rule.least),
                            .max = double(std::max(std::min(rule.most, max_rows), data.rows)),
                            .whole = true,
                            .logarithmic = true};
    double value = double(data.rows);
    const std::string about =
        fmt::format("The number of vectors in \"{}\", from {}. Each has {} of type {}.", set_name(type, set), data.name,
                    counted(data.dims, "coordinate"), name_of(type.inputs.element));
    if (!exact_slider(frame, {std::string(set_name(type, set)), about, range}, value)) return {};
    return std::int64_t(value);
}

struct NameOfCoordinates {
    std::string_view label, meaning;
};
NameOfCoordinates name_of_coordinates(const WorkloadType& type) {
    if (sequences::takes_texts(type)) return {"characters", "The number of characters of the longest text"};
    if (type.prepare == mark_ends) return {"time steps", "The number of time steps of each series"};
    return {"coordinates", "The number of coordinates of each vector"};
}

/// The number of coordinates of an example's vectors. Absent if it did not change.
std::optional<std::int64_t> coordinates_of_example(const Frame& frame, const Dataset& data) {
    const SizeRange& rule = current_type(frame.state).inputs.dims;
    const SliderRange range{.min = double(rule.least), .max = double(rule.most), .whole = true, .logarithmic = true};
    double value = double(data.dims);
    const NameOfCoordinates name = name_of_coordinates(current_type(frame.state));
    const std::string about = fmt::format("{}, from {} to {}.", name.meaning, grouped(rule.least), grouped(rule.most));
    if (!exact_slider(frame, {std::string(name.label), about, range}, value)) return {};
    return std::int64_t(value);
}

/// "16 384 x 16 384 x 128"
std::string brief_size(const Workload& size) {
    std::string text = grouped(n_of(size));
    for (const auto& part : {m_of(size), d_of(size)})
        if (part) text += fmt::format(" x {}", grouped(*part));
    return text;
}

/// How many vectors of each set.
void row_sliders(const Frame& frame, VectorSource& changed) {
    const DataState& data = frame.state.data;
    if (const auto rows = rows_of_set(frame, 0, *data.now.question.first)) {
        changed.n = rows;
        if (data.now.question.second) changed.m = data.now.question.second->rows; // moving one slider leaves the other
    }
    if (data.now.question.second)
        if (const auto rows = rows_of_set(frame, 1, *data.now.question.second)) {
            changed.n = changed.n ? changed.n : std::optional(data.now.question.first->rows);
            changed.m = rows;
        }
}

std::string name_of_second(const DataState& data, const VectorSource& source) {
    if (data.now.question.second == data.now.question.first) return "the first set";
    if (!source.b.empty()) return shown(source.b.filename());
    if (source.a.empty()) return name_of_made_vectors(type_of(data.now.question.workload));
    return is_of_recording(data.now) ? "in the recording" : "rest of the file";
}

/// Where the second set comes from: the same file as the first one, or one of its own.
void second_source(const Frame& frame, const VectorSource& source) {
    const WorkloadType& type = current_type(frame.state);
    row_label(frame, "second", "Where the second set of vectors comes from.");
    const bool open = begin_combo(frame, "##second", name_of_second(frame.state.data, source));
    if (!open)
        explain(frame, fmt::format("The second set ({}) is the rest of the first file, or it has a file of its own.",
                                   set_name(type, 1)));
    if (!open) return;
    // A recording holds both sets, or one that is compared with itself.
    const bool has_rest = !source.a.empty() && !is_of_recording(frame.state.data.now);
    if (has_rest && ImGui::Selectable("rest of the file", source.b.empty()))
        frame.push(command::SetSource{VectorSource{.a = source.a,
                                                   .b = {},
                                                   .n = {},
                                                   .m = {},
                                                   .dims = {},
                                                   .preset = {},
                                                   .columns = source.columns,
                                                   .label = source.label,
                                                   .tracks = source.tracks}});
    ImGui::BeginDisabled(!has_rest);
    if (ImGui::Selectable("Open...")) frame.push(command::ShowDialog{Dialog::open_second});
    ImGui::EndDisabled();
    if (!has_rest)
        explain(frame,
                "Open a file for the first set first. A file cannot be compared with an example or a recording.");
    ImGui::EndCombo();
}

/// Under which heading of the menu a workload stands. Workloads of one heading follow one another.
std::string_view heading_of(const WorkloadType& type) {
    if (type.is_published && !type.inputs.takes_distances) return "published work";
    return type.inputs.sets == 2 ? "other metrics, two sets" : "other metrics, one set";
}

} // namespace

void draw_workload_menu(const Frame& frame) {
    if (workload_types().size() < 2) return;
    const WorkloadType& now = current_type(frame.state);
    row_label(frame, "workload", "The question that is asked about the data. Each workload has its own ladder.");
    const bool open = begin_combo(frame, "##workload", std::string(now.title), ImGuiComboFlags_HeightLargest);
    if (!open) explain(frame, now.question);
    if (!open) return;
    std::string_view heading;
    for (const WorkloadType& type : workload_types()) {
        if (heading_of(type) != heading) {
            heading = heading_of(type);
            small_line(frame, heading, frame.style.palette.dim);
        }
        if (ImGui::Selectable(std::string(type.title).c_str(), type.id == now.id))
            frame.push(command::ChooseWorkload{std::string(type.id)});
        explain(frame, type.question);
    }
    ImGui::EndCombo();
}

void draw_vector_rows(const Frame& frame, const VectorSource& source) {
    const DataState& data = frame.state.data;
    const InputRule& rule = current_type(frame.state).inputs;
    if (!source.preset.empty()) return; // its sizes are its own
    if (rule.takes_distances) {
        draw_given_size(frame, source);
        return;
    }
    if (data.now.question.second) second_source(frame, source);
    draw_vector_columns(frame, source);
    VectorSource changed = source;
    if (source.a.empty() && rule.dims.least < rule.dims.most)
        if (const auto dims = coordinates_of_example(frame, *data.now.question.first)) changed.dims = dims;
    if (!counts_coordinates(rule)) row_sliders(frame, changed);
    // One load at a time: while a slider is held it asks again for as long as the sets are not those it shows.
    if (changed != source && !data.loading) frame.push(command::SetSource{changed});
}

void draw_published_size(const Frame& frame) {
    const auto source = published_source(frame.state);
    if (!source) return;
    const Workload& published = current_type(frame.state).classic;
    const float room = ImGui::GetContentRegionAvail().x - 2.0f * ImGui::GetStyle().FramePadding.x;
    std::string text = fmt::format("published size: {}", size_text(published));
    if (ImGui::CalcTextSize(text.c_str()).x > room) text = fmt::format("published: {}", brief_size(published));
    const std::string fits = shortened(text, room);
    if (ImGui::SmallButton(fmt::format("{}###published", fits).c_str())) frame.push(command::SetSource{*source});
    const std::string cut = fits == text ? std::string() : text + "\n";
    explain(frame, cut +
                       "The size at which kernels for this question were published. A click chooses it, so that times "
                       "can be compared with the published ones.");
}

void draw_parameters(const Frame& frame) {
    const DataState& data = frame.state.data;
    const auto& rules = current_type(frame.state).parameters;
    for (std::size_t i = 0; i < std::min(rules.size(), data.now.question.parameters.size()); ++i) {
        const ParameterRule& rule = rules[i];
        double value = data.now.question.parameters[i];
        const std::string about =
            rule.unit.empty() ? fmt::format("{}.", rule.title) : fmt::format("{} in {}.", rule.title, rule.unit);
        const SliderRange range{
            .min = rule.least, .max = rule.most, .whole = rule.is_whole, .logarithmic = rule.logarithmic};
        if (exact_slider(frame, {std::string(rule.name), about, range}, value))
            frame.push(command::SetParameter{i, value});
    }
}

} // namespace pairscope::app
