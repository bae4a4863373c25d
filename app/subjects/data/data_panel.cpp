// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/data_panel_columns.h"
#include "app/subjects/data/data_panel_given.h"
#include "app/subjects/data/data_panel_globe.h"
#include "app/subjects/data/data_panel_slider.h"
#include "app/subjects/data/data_panel_source.h"
#include "app/subjects/data/data_panel_tracks.h"
#include "app/subjects/data/data_panel_workload.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr std::int64_t fewest_points = 2;

/// True if the number changed. A file has at most as many points as rows.
bool points_row(const Frame& frame, std::int64_t most, std::string_view explanation, std::int64_t& n) {
    double value = double(std::min(n, most));
    const SliderRange range{
        .min = double(std::min(fewest_points, most)), .max = double(most), .whole = true, .logarithmic = true};
    if (!exact_slider(frame, {"points", explanation, range}, value)) return false;
    n = std::int64_t(value);
    return true;
}

void seed_row(const Frame& frame, GeneratorSettings& settings) {
    row_label(frame, "seed", "The seed of the random numbers: the same seed gives the same points.");
    const float button = ImGui::CalcTextSize("new").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float width = ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x;
    if (const auto typed = entry("##seed", fmt::format("{}", settings.seed), width)) {
        const auto number = number_in(*typed);
        if (number && *number >= 0.0 && *number < 0x1p53) settings.seed = std::uint64_t(*number);
    }
    explain(frame, "The seed of the random numbers. Equal seeds give equal points.");
    ImGui::SameLine();
    if (ImGui::Button("new##seed")) ++settings.seed;
    explain(frame, "Uses the next seed, which gives other points of the same shape.");
}

void shape_rows(const Frame& frame, const GeneratorSettings& settings) {
    GeneratorSettings changed = settings;
    std::ignore = points_row(frame, max_rows, "The number of points that are generated.", changed.n);
    const auto parameters = parameters_of(settings.shape);
    for (std::size_t k = 0; k < parameters.size(); ++k) {
        const ShapeParameter& p = parameters[k];
        const SliderRange range{.min = p.min, .max = p.max, .whole = p.whole};
        std::ignore = exact_slider(frame, {std::string(p.name), p.description, range}, changed.parameters[k]);
    }
    seed_row(frame, changed);
    if (changed != settings) frame.push(command::SetSource{changed});
}

void order_row(const Frame& frame, Order& order) {
    row_label(frame, "sorted", "How the rows of the file are sorted when they are loaded.");
    const auto title = [](Order choice) {
        return choice == Order::as_loaded ? std::string("as in the file") : std::string(title_of(choice));
    };
    const bool open = begin_combo(frame, "##order", title(order));
    if (!open)
        explain(frame, "How the rows of the file are sorted when they are loaded. Along a Hilbert curve, neighbours in "
                       "the plane are neighbours in the matrix. In the order of the file, a matrix often looks like "
                       "noise. Rows keep the numbers that they have in the file.");
    if (!open) return;
    for (const Order choice : {Order::as_loaded, Order::by_x, Order::by_y, Order::hilbert})
        if (ImGui::Selectable(title(choice).c_str(), choice == order)) order = choice;
    ImGui::EndCombo();
}

void labels_row(const Frame& frame, std::optional<std::string>& label) {
    const auto& columns = frame.state.data.now.table->columns;
    row_label(frame, "labels", "The column of the file that names the points.");
    const bool open = begin_combo(frame, "##labels", label.value_or("none"));
    if (!open) explain(frame, "The column that names the points. Numbers are shown as they stand in the file.");
    if (!open) return;
    if (ImGui::Selectable("none", !label)) label.reset();
    for (const Column& column : columns)
        if (ImGui::Selectable(column.name.c_str(), label == column.name)) label = column.name;
    ImGui::EndCombo();
}

void file_rows(const Frame& frame, const FileSource& source) {
    const DataState& data = frame.state.data;
    if (!data.now.table) return;
    FileSource changed = source;
    const std::int64_t rows = std::min(data.now.table->rows, max_rows);
    changed.n = std::min(changed.n, rows);
    const FileSource shown = changed;
    const std::string part = measured_rows_text(frame.state);
    const auto explanation =
        part.empty()
            ? fmt::format("The file has {}. If you set a smaller number here, the first ones are used.",
                          counted(data.now.table->total_rows, "row"))
            : fmt::format("All rows are in the picture, in lists and in orders. The variants are measured with {}. If "
                          "you set a number here, the picture, the lists and the measurements use that many rows.",
                          part);
    if (points_row(frame, rows, explanation, changed.n)) changed.whole = false;
    draw_point_columns(frame, source, changed.columns);
    order_row(frame, changed.order);
    labels_row(frame, changed.columns.label);
    draw_unused_columns(frame, source);
    // One load at a time: while a slider is held it asks again for as long as the points are not those it shows.
    if (changed != shown && !data.loading) frame.push(command::SetSource{changed});
}

void command_line(const Frame& frame) {
    const std::string line = shell_command_of(frame.state.data.now);
    const std::string brief = brief_command_of(frame.state.data.now); // the folders would fill the line
    ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    const std::string fits = shortened(brief, ImGui::GetContentRegionAvail().x);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::CalcTextSize(fits.c_str());
    if (ImGui::InvisibleButton("##command line", {std::max(1.0f, size.x), size.y}, ImGuiButtonFlags_EnableNav))
        frame.push(command::Copy{line, "The command line of this data"});
    const bool hovered = ImGui::IsItemHovered();
    const auto& colour = hovered ? frame.style.palette.accent : frame.style.palette.dim;
    ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(colour), fits.c_str());
    ImGui::PopStyleColor();
    ImGui::PopFont();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(frame,
            fmt::format(
                "{}\n\nThis command opens Pairscope with the same workload, data and parameters. A click copies it.",
                line));
}

void edited_row(const Frame& frame) {
    const std::int64_t rows = frame.state.data.now.question.first->rows;
    ImGui::AlignTextToFramePadding();
    small_line(frame, fmt::format("edited, {}", counted(rows, "point")), frame.style.palette.warning);
    ImGui::SameLine();
    if (ImGui::SmallButton("discard##edits")) frame.push(command::SetSource{frame.state.data.now.source});
    explain(frame, "Restores the points as their source made them. Undo brings the edits back.");
}

std::string note_and_credit(const Dataset& set) {
    return fmt::format("{}{}{}", set.note, set.note.empty() || set.credit.empty() ? "" : ". ", set.credit);
}

void about_the_data(const Frame& frame) {
    const DataState& data = frame.state.data;
    const Palette& palette = frame.style.palette;
    if (data.now.edited) edited_row(frame);
    const std::string first = note_and_credit(*data.now.question.first);
    const std::string second = data.now.question.second ? note_and_credit(*data.now.question.second) : std::string();
    if (!first.empty()) small_line(frame, first, palette.dim);
    if (!second.empty() && second != first) small_line(frame, second, palette.dim); // equal: both are of one file
    // In a low panel the line gives way; the Data menu copies it too.
    if (ImGui::GetContentRegionAvail().y >= frame.style.px(frame.style.small_size)) command_line(frame);
}

} // namespace

void draw_data_panel(const Frame& frame) {
    const DataState& data = frame.state.data;
    heading(frame, "Data", data.loading ? fmt::format("reading {}", *data.loading) : std::string(),
            "What is asked, and about which data.");
    draw_workload_menu(frame);
    draw_source_menu(frame);
    if (!data.now.question.first) return;
    draw_reading(frame);
    if (const auto* settings = std::get_if<GeneratorSettings>(&data.now.source))
        shape_rows(frame, *settings);
    else if (const auto* file = std::get_if<FileSource>(&data.now.source))
        file_rows(frame, *file);
    else
        draw_vector_rows(frame, std::get<VectorSource>(data.now.source));
    draw_tracks_choice(frame);
    draw_parameters(frame);
    draw_globe_lines(frame);
    // In a low panel the size and the command line give way; both are in the Data menu, too.
    if (ImGui::GetContentRegionAvail().y >= 2.0f * ImGui::GetFrameHeightWithSpacing()) draw_published_size(frame);
    about_the_data(frame);
}

} // namespace pairscope::app
