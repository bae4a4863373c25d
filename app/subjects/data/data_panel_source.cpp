// SPDX-License-Identifier: MIT
#include "app/subjects/data/data_panel_source.h"

#include "app/chart/number_text.h"
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace pairscope::app {
namespace {

bool is_open(const Frame& frame, const std::filesystem::path& path) {
    const auto files = files_of(frame.state.data.now.source);
    return frame.state.data.now.question.first && std::ranges::find(files, path) != files.end();
}

void file_choice(const Frame& frame, const std::filesystem::path& path) {
    ImGui::PushID(path.c_str());
    const bool all = path == large_dataset(); // its rows are the point of it
    if (ImGui::Selectable(shown(path.filename()).c_str(), is_open(frame, path))) {
        frame.push(command::OpenFile{.file = path, .rows = all ? std::optional(max_rows) : std::nullopt});
    }
    explain(
        frame,
        all ? fmt::format(
                  "{}\nOpens all places. Their matrix is too large to store, so it is computed only where you look.",
                  shown(path))
            : shown(path));
    ImGui::PopID();
}

/// Can the workload be asked about the digits?
bool takes_digits(const InputRule& rule) {
    return !counts_coordinates(rule) && rule.dims.least <= digits_dims && rule.dims.most >= digits_dims;
}

/// Is it what the workload's example makes?
bool is_made(const DataSource& source) {
    const auto* vectors = std::get_if<VectorSource>(&source);
    return vectors != nullptr && vectors->a.empty() && vectors->preset.empty();
}

/// The vectors that come with the program.
void vector_choices(const Frame& frame, const WorkloadType& type) {
    const DataSource& now = frame.state.data.now.source;
    const bool has_files = !type.example_files.title.empty();
    if (example_maker(type) != nullptr && ImGui::Selectable(name_of_made_vectors(type), is_made(now)))
        frame.push(command::SetSource{made_vectors(type)});
    for (const Preset& preset : type.presets) {
        const auto* vectors = std::get_if<VectorSource>(&now);
        if (ImGui::Selectable(std::string(preset.title).c_str(), vectors != nullptr && vectors->preset == preset.name))
            frame.push(command::UsePreset{std::string(preset.name)});
        explain(frame, preset.about);
    }
    const bool has_digits =
        takes_digits(type.inputs) && !takes_points(type); // a workload of points would read two columns
    if (!has_files && !has_digits) return;
    heading(frame, "Real vectors", {}, "Measured data that comes with the program.");
    if (has_files && ImGui::Selectable(std::string(type.example_files.title).c_str(), is_of_example_files(now, type)))
        frame.push(command::SetSource{usual_vectors(type)});
    if (has_digits) file_choice(frame, digits_dataset());
}

void shape_choices(const Frame& frame) {
    const DataState& data = frame.state.data;
    const auto* now = std::get_if<GeneratorSettings>(&data.now.source);
    const std::int64_t n =
        data.now.question.first ? std::max<std::int64_t>(current_workload(frame.state).rows, 2) : 2048;
    for (const Shape shape : shapes()) {
        const bool chosen = now != nullptr && data.now.question.first && now->shape == shape;
        if (ImGui::Selectable(std::string(title_of(shape)).c_str(), chosen) && !chosen)
            frame.push(command::SetSource{default_settings(shape, n, now == nullptr ? 1 : now->seed)});
    }
}

/// A file that no longer exists stays in the list, in grey, until the user removes it.
void recent_choice(const Frame& frame, const std::filesystem::path& path) {
    std::error_code error;
    const bool exists = std::filesystem::exists(path, error);
    const std::string name = shown(path.filename());
    const float remove = ImGui::CalcTextSize("remove").x;
    ImGui::PushID(path.c_str());
    ImGui::BeginDisabled(!exists);
    const ImVec2 size(std::max(0.0f, ImGui::GetContentRegionAvail().x - remove - ImGui::GetStyle().ItemSpacing.x),
                      0.0f);
    if (ImGui::Selectable(name.c_str(), is_open(frame, path), 0, size)) frame.push(command::OpenFile{look_at(path)});
    ImGui::EndDisabled();
    explain(frame, exists ? shown(path) : fmt::format("{} no longer exists.", shown(path)));
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    if (ImGui::Selectable("remove", false, ImGuiSelectableFlags_NoAutoClosePopups, {remove, 0.0f}))
        frame.push(command::ForgetRecent{path});
    ImGui::PopStyleColor();
    explain(frame, "Removes the file from this list. The file itself stays where it is.");
    ImGui::PopID();
}

void recent_choices(const Frame& frame) {
    const auto shipped = [&](const std::filesystem::path& path) {
        const bool is_of_points = std::find(frame.datasets.begin(), frame.datasets.end(), path) != frame.datasets.end();
        return is_of_points || path == digits_dataset();
    };
    const auto& recent = frame.state.data.recent;
    if (std::all_of(recent.begin(), recent.end(), shipped)) return;
    ImGui::Separator();
    heading(frame, "Recent files", {}, "Files that were opened before, the latest first.");
    for (const auto& path : recent)
        if (!shipped(path)) recent_choice(frame, path);
}

std::string source_name(const DataState& data) {
    if (!data.now.question.first) return data.loading ? *data.loading : "choose data";
    if (const auto* settings = std::get_if<GeneratorSettings>(&data.now.source))
        return std::string(title_of(settings->shape));
    const WorkloadType& type = type_of(data.now.question.workload);
    if (is_of_example_files(data.now.source, type)) return std::string(type.example_files.title);
    const auto* vectors = std::get_if<VectorSource>(&data.now.source);
    if (vectors != nullptr)
        for (const Preset& preset : type.presets)
            if (vectors->preset == preset.name) return std::string(preset.title);
    const auto files = files_of(data.now.source);
    return files.empty() ? name_of_made_vectors(type) : shown(files.back().filename());
}

std::string source_explanation(const DataState& data) {
    if (!data.now.question.first) return "Where the data comes from.";
    if (const auto* settings = std::get_if<GeneratorSettings>(&data.now.source))
        return fmt::format("Where the points come from: generated, {}.", title_of(settings->shape));
    const auto files = files_of(data.now.source);
    if (files.empty()) return fmt::format("Example data of this workload: {}.", data.now.question.first->name);
    std::string text = shown(files.back());
    if (data.now.table)
        text += fmt::format("\n{}, {}\n{}", data.now.table->format, counted(data.now.table->total_rows, "row"),
                            data.now.table->credit);
    return text;
}

} // namespace

const char* name_of_made_vectors(const WorkloadType& type) {
    return type.example_files.title.empty() ? "example" : "generated vectors";
}

void draw_source_menu(const Frame& frame) {
    row_label(frame, "source", "Where the data comes from: a file, or a generator.");
    const bool open = begin_combo(frame, "##source", source_name(frame.state.data), ImGuiComboFlags_HeightLargest);
    if (!open) explain(frame, source_explanation(frame.state.data));
    if (!open) return;
    const WorkloadType& type = current_type(frame.state);
    if (!takes_points(type) || type.example_vectors != nullptr) vector_choices(frame, type);
    if (takes_points(type)) {
        heading(frame, "Real points", {}, "Files of points that come with the program.");
        for (const auto& path : frame.datasets) file_choice(frame, path);
    }
    if (ImGui::Selectable("Open...")) frame.push(command::ShowDialog{Dialog::open_file});
    if (takes_points(type)) {
        ImGui::Separator();
        heading(frame, "Generated", {}, "Random points of a shape. The seed decides which points these are.");
        shape_choices(frame);
    }
    recent_choices(frame);
    ImGui::EndCombo();
}

} // namespace pairscope::app
