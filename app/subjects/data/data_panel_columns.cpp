// SPDX-License-Identifier: MIT
#include "app/subjects/data/data_panel_columns.h"

#include "app/spine/state_queries.h"
#include "app/subjects/data/column_words.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/globe.h"
#include "kernels/data/sequences/text_vectors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr const char* what_standardising_does =
    "Subtracts the mean of each column and divides by its standard deviation, so that columns of different units count "
    "equally. Distances are then in standard deviations (SD).";

const Dataset& first_set(const Frame& frame) { return *frame.state.data.now.question.first; }

/// Why the column is a coordinate or not; empty: nothing is known about it.
std::string why_used(const Dataset& set, const std::string& name) {
    if (!set.columns) return {};
    const auto found = std::ranges::find(*set.columns, name, &ColumnUse::name);
    return found == set.columns->end() ? std::string() : found->why;
}

/// What the two coordinates are called.
struct AxisWords {
    const char *x = "x", *y = "y";
};
AxisWords axis_words(const Frame& frame) {
    if (current_type(frame.state).metric != Metric::great_circle) return {};
    return {.x = "longitude", .y = "latitude"};
}

/// A column of the list in which x and y are chosen, or longitude and latitude. True after a choice.
bool axis_choices(const Frame& frame, const char* axis, std::string& chosen) {
    bool is_changed = false;
    ImGui::TableNextColumn();
    ImGui::PushID(axis);
    heading(frame, axis, {}, fmt::format("The column of the file that is the {} of the points.", axis));
    for (const pairscope::Column& column : frame.state.data.now.table->columns) {
        if (!column.is_numeric()) continue;
        if (ImGui::Selectable(column.name.c_str(), column.name == chosen, ImGuiSelectableFlags_NoAutoClosePopups)) {
            chosen = column.name;
            is_changed = true;
        }
        explain(frame, fmt::format("{} A click makes it {}.", why_used(first_set(frame), column.name), axis));
    }
    ImGui::PopID();
    return is_changed;
}

bool standardise_box(const Frame& frame, bool& on) {
    const bool changed = ImGui::Checkbox("standardise##standardise", &on);
    explain(frame, what_standardising_does);
    return changed;
}

/// Says that the two columns are longitude and latitude, whatever their names mean.
void places_box(const Frame& frame, ColumnChoice& columns) {
    ImGui::Checkbox("longitude and latitude##places", &columns.are_places);
    explain(frame, "Takes the first column for the longitude and the second one for the latitude, in degrees, whatever "
                   "their names mean. Without this tick, the names of the columns decide.");
}

/// More columns of numbers than the two that are compared.
struct MoreColumns {
    std::ptrdiff_t count = 0;
    const WorkloadType* type = nullptr; ///< what compares them; null: there are none, or nothing can
};

MoreColumns more_columns(const Frame& frame) {
    const std::ptrdiff_t count = std::ssize(proposed_columns(*frame.state.data.now.table));
    const WorkloadType& now = current_type(frame.state);
    if (count <= 2 || is_of_recording(frame.state.data.now)) return {};
    if (now.metric == Metric::great_circle) return {}; // a place has a longitude and a latitude, and nothing else
    return {count, now.inputs.dims.most >= count ? &now : matrix_workload_for(count)};
}

void compare_more_columns(const Frame& frame, const FileSource& source, const WorkloadType& type) {
    const std::int64_t rows = first_set(frame).rows;
    VectorSource vectors = with_all_columns(source);
    vectors.n = rows;
    if (type.inputs.sets == 2) {
        vectors.b = source.path;
        vectors.m = rows;
    }
    if (source.columns.label == likely_label(*frame.state.data.now.table)) vectors.label.clear();
    frame.push(command::AskAboutVectors{std::string(type.id), std::move(vectors)});
}

std::string about_more_columns(const Frame& frame, const MoreColumns& more) {
    const WorkloadType& now = current_type(frame.state);
    if (more.type == &now)
        return fmt::format("Two columns are compared now. A click makes all {} columns of numbers in this file "
                           "coordinates. Then each column has a check box.",
                           more.count);
    return fmt::format("{} compares points with two coordinates. A click chooses {} instead, where all {} columns "
                       "of numbers in this file are coordinates. There each column has a check box.",
                       now.title, more.type->title, more.count);
}

/// A link to the workload that takes all columns of numbers.
void offer_more_columns(const Frame& frame, const FileSource& source) {
    const MoreColumns more = more_columns(frame);
    if (more.type == nullptr) return;
    ImGui::Separator();
    if (ImGui::Button(fmt::format("Compare {} columns###more columns", more.count).c_str())) {
        compare_more_columns(frame, source, *more.type);
        ImGui::CloseCurrentPopup();
    }
    explain(frame, about_more_columns(frame, more));
}

/// What was done with each column of numbers, in small text.
void reasons(const Frame& frame) {
    const Dataset& set = first_set(frame);
    if (!set.columns || numeric_columns(set) <= 2) return;
    constexpr int most_lines = 10;
    int lines = 0;
    ImGui::Separator();
    ImGui::PushFont(nullptr, frame.style.small_size);
    for (const ColumnUse& use : *set.columns)
        if (use.is_numeric && ++lines <= most_lines)
            ImGui::TextColored(frame.style.palette.dim, "%s: %s", use.name.c_str(), use.why.c_str());
    ImGui::PopFont();
}

/// A round button, which is on if the column holds the labels.
void label_button(const Frame& frame, const VectorSource& source, std::size_t k) {
    const ColumnUse& use = (*first_set(frame).columns)[k];
    if (ImGui::RadioButton(fmt::format("labels###label {}", k).c_str(), use.is_label) && !use.is_label) {
        VectorSource changed = source;
        changed.label = use.name;
        frame.push(command::SetSource{changed});
    }
    explain(frame, use.is_label ? "The cells of this column are the labels. If they are few different ones, they "
                                  "colour the points."
                                : "A click makes the cells of this column the labels, as they stand in the file.");
}

/// A check box for a column of numbers.
void column_box(const Frame& frame, const VectorSource& source, std::size_t k) {
    const Dataset& set = first_set(frame);
    const ColumnUse& use = (*set.columns)[k];
    bool on = use.is_used;
    const bool is_last = on && used_columns(set).size() == 1;
    ImGui::BeginDisabled(is_last);
    if (ImGui::Checkbox(fmt::format("{}###use {}", use.name, k).c_str(), &on)) {
        VectorSource changed = source;
        changed.columns.names = with_toggled(set, use.name);
        changed.dims.reset(); // all coordinates of the new choice
        frame.push(command::SetSource{changed});
    }
    ImGui::EndDisabled();
    explain(frame, is_last       ? "A vector needs at least one coordinate: choose another column first."
                   : use.is_used ? "A click leaves this column out."
                                 : "A click makes this column a coordinate.");
}

/// A round button, which is on if the cells of the column are the texts that are compared.
void texts_button(const Frame& frame, const VectorSource& source, std::size_t k) {
    const ColumnUse& use = (*first_set(frame).columns)[k];
    if (ImGui::RadioButton(fmt::format("{}###use {}", use.name, k).c_str(), use.is_used) && !use.is_used) {
        VectorSource changed = source;
        changed.columns.names = {use.name};
        changed.dims.reset();
        frame.push(command::SetSource{changed});
    }
    explain(frame, use.is_used ? "The cells of this column are compared as texts."
                               : "A click compares the cells of this column as texts.");
}

bool compares_texts(const Frame& frame) { return sequences::takes_texts(current_type(frame.state)); }

void column_line(const Frame& frame, const VectorSource& source, std::size_t k) {
    const ColumnUse& use = (*first_set(frame).columns)[k];
    ImGui::TableNextColumn();
    if (compares_texts(frame))
        texts_button(frame, source, k);
    else if (use.is_numeric)
        column_box(frame, source, k);
    else
        ImGui::TextUnformatted(use.name.c_str());
    ImGui::TableNextColumn();
    label_button(frame, source, k);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "%s", use.why.c_str());
}

void choose_all(const Frame& frame, const VectorSource& source) {
    VectorSource changed = source;
    changed.dims.reset();
    if (ImGui::Button("all##all columns")) {
        changed.columns.names = all_numeric(first_set(frame));
        frame.push(command::SetSource{changed});
    }
    explain(frame, "Makes every column of numbers a coordinate.");
    ImGui::SameLine();
    if (ImGui::Button("as proposed##proposed columns")) {
        changed.columns.names.clear();
        frame.push(command::SetSource{changed});
    }
    explain(frame, "Makes all columns of numbers coordinates, except labels and identifiers.");
}

void column_boxes(const Frame& frame, const VectorSource& source) {
    const Dataset& set = first_set(frame);
    if (!compares_texts(frame)) {
        VectorSource changed = source;
        if (standardise_box(frame, changed.columns.standardise)) frame.push(command::SetSource{changed});
        if (!set.columns) return;
        ImGui::SameLine();
        choose_all(frame, source);
    }
    if (!set.columns) return;
    if (!ImGui::BeginTable("columns", 3, ImGuiTableFlags_SizingFixedFit)) return;
    for (std::size_t k = 0; k < set.columns->size(); ++k) column_line(frame, source, k);
    ImGui::EndTable();
}

} // namespace

void draw_point_columns(const Frame& frame, const FileSource& source, ColumnChoice& columns) {
    const AxisWords words = axis_words(frame);
    const bool are_places = words.x != AxisWords{}.x;
    row_label(frame, are_places ? "places" : "x, y",
              are_places ? "The columns of the file that are longitude and latitude."
                         : "The columns of the file that are the coordinates of the points.");
    const std::string shown = columns.standardise ? fmt::format("{}, {}, standardised", columns.x, columns.y)
                                                  : fmt::format("{}, {}", columns.x, columns.y);
    const bool open = begin_combo(frame, "##columns", shown, ImGuiComboFlags_HeightLarge);
    if (!open)
        explain(frame, fmt::format("The columns of numbers that are the points' coordinates: {}. {}", shown,
                                   why_used(first_set(frame), columns.x)));
    if (!open) return;
    if (ImGui::BeginTable("axes", 2, ImGuiTableFlags_SizingFixedSame)) {
        const bool chose_x = axis_choices(frame, words.x, columns.x);
        const bool chose_y = axis_choices(frame, words.y, columns.y);
        if (chose_x || chose_y) columns.are_places = are_places; // whatever their names mean
        ImGui::EndTable();
    }
    ImGui::Separator();
    std::ignore = standardise_box(frame, columns.standardise);
    places_box(frame, columns);
    offer_more_columns(frame, source);
    reasons(frame);
    ImGui::EndCombo();
}

void draw_unused_columns(const Frame& frame, const FileSource& source) {
    const MoreColumns more = more_columns(frame);
    const Dataset& set = first_set(frame);
    if (more.type == nullptr || are_flat_degrees(set)) return; // a place has two coordinates
    ImGui::PushFont(nullptr, frame.style.small_size);
    const std::string words = fmt::format("2 of {} columns are used.", more.count);
    const std::string offer = fmt::format("use all {}", more.count);
    const float room = ImGui::GetContentRegionAvail().x - small_button_width(frame, offer);
    const bool is_one_line = ImGui::CalcTextSize(words.c_str()).x + ImGui::GetStyle().ItemSpacing.x <= room;
    wrapped_text(words, frame.style.palette.text);
    explain(frame, fmt::format("The coordinate x is {}. {} The coordinate y is {}. {} The list of columns says why the "
                               "others are not compared.",
                               source.columns.x, why_used(set, source.columns.x), source.columns.y,
                               why_used(set, source.columns.y)));
    if (is_one_line) {
        ImGui::SameLine();
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() - frame.style.px(2)); // aligns the text of the button with the line
    }
    if (small_button(frame, "compare_all_columns", offer)) compare_more_columns(frame, source, *more.type);
    ImGui::PopFont();
    explain(frame, about_more_columns(frame, more));
}

void draw_vector_columns(const Frame& frame, const VectorSource& source) {
    const InputRule& rule = current_type(frame.state).inputs;
    const bool is_of_file = !source.a.empty() && !is_of_recording(frame.state.data.now);
    if (!is_of_file || counts_coordinates(rule) || rule.element == Element::uint8) return;
    const bool are_texts = compares_texts(frame);
    const std::string shown = are_texts ? fmt::format("{}", fmt::join(used_columns(first_set(frame)), ", "))
                                        : column_summary(first_set(frame));
    row_label(frame, are_texts ? "column" : "columns",
              are_texts ? "The column of the file whose cells are compared as texts."
                        : "The columns of the file that are the coordinates of the vectors.");
    const bool open = begin_combo(frame, "##columns", shown, ImGuiComboFlags_HeightLarge);
    if (!open && are_texts)
        explain(frame, fmt::format("The column of the file whose cells are compared as texts: {}. A click lists all "
                                   "columns. There you can choose another one, and the column of the labels.",
                                   shown));
    else if (!open)
        explain(frame,
                fmt::format("The columns of the file that are the vectors' coordinates: {}. A click lists all columns, "
                            "with the reason why each is a coordinate or not. There you can standardise them, and "
                            "choose the column of the labels.",
                            shown));
    if (!open) return;
    column_boxes(frame, source);
    ImGui::EndCombo();
}

} // namespace pairscope::app
