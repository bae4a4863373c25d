// SPDX-License-Identifier: MIT
#include "app/subjects/points/points_panel_axes.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/clusters/clusters.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/points/colour_legend.h"
#include "app/subjects/points/points.h"
#include "app/subjects/points/points_panel_scatter.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace pairscope::app {
namespace {

/// A coordinate in one of the two lists. True if it was clicked.
bool coordinate_choice(const char* list, const std::string& name, bool chosen) {
    ImGui::TableNextColumn();
    ImGui::PushID(list);
    const bool clicked = ImGui::Selectable(name.c_str(), chosen, ImGuiSelectableFlags_NoAutoClosePopups);
    ImGui::PopID();
    return clicked;
}

/// Two lists of all coordinates. True if one was clicked.
bool coordinate_choices(const Frame& frame, bool shown, PointAxes& axes) {
    const Dataset& data = *frame.state.data.now.question.first;
    if (!ImGui::BeginTable("coordinates", 2, ImGuiTableFlags_SizingFixedSame)) return false;
    bool clicked = false;
    for (const char* title : {"horizontal", "vertical"}) {
        ImGui::TableNextColumn();
        heading(frame, title, {},
                fmt::format("The coordinate that is drawn on the {} axis of the Points panel.", title));
    }
    for (std::int64_t k = 0; k < data.dims; ++k) {
        const std::string name = coordinate_name(data, k);
        ImGui::PushID(int(k));
        if (coordinate_choice("x", name, shown && axes.x == k)) clicked = true, axes.x = k;
        if (coordinate_choice("y", name, shown && axes.y == k)) clicked = true, axes.y = k;
        ImGui::PopID();
    }
    ImGui::EndTable();
    return clicked;
}

std::string explanation(const Frame& frame) {
    const Question& now = frame.state.data.now.question;
    return fmt::format(
        "The axes for vectors with {}. The principal components are the two directions along which {} vary most. You "
        "can choose two coordinates instead.",
        counted(now.first->dims, "coordinate"), now.second ? "the vectors of both sets together" : "the vectors");
}

void legend_entry(const Frame& frame, int set) {
    const Question& now = frame.state.data.now.question;
    const Dataset& data = set == 0 ? *now.first : now.across();
    const std::string name(set_name(current_type(frame.state), set));
    const float radius = frame.style.px(3.5f), line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginGroup();
    const bool has_colour = sets_have_colours(frame.state);
    draw_vector_mark(*ImGui::GetWindowDrawList(),
                     {.set = set,
                      .at = {at.x + radius, at.y + 0.5f * line},
                      .radius = radius,
                      .colour = has_colour ? colour_of_set(frame, set) : ImGui::GetColorU32(frame.style.palette.text)});
    ImGui::Dummy({2.0f * radius, line});
    ImGui::SameLine(0.0f, frame.style.px(6.0f));
    ImGui::TextUnformatted(shortened(name, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::EndGroup();
    std::string text =
        fmt::format("The {} set of {}: {}", set == 0 ? "first" : "second", data.name, counted(data.rows, "vector"));
    if (asks_for_matrix(frame.state))
        text = fmt::format("{}, the {} of the matrix", text, set == 0 ? "rows" : "columns");
    explain(frame, has_colour ? fmt::format("{}.", text)
                              : fmt::format("{}. Different shapes mark the vectors of the two sets. Their colours mean "
                                            "what the legend below says.",
                                            text));
}

} // namespace

void draw_axes_menu(const Frame& frame) {
    const AxesKind kind = axes_kind(frame.state);
    if (kind == AxesKind::plane || kind == AxesKind::line) return;
    if (shows_given_distances(frame.state)) return; // there are no coordinates to choose
    const Dataset& data = *frame.state.data.now.question.first;
    PointAxes axes = frame.state.view.point_axes;
    const bool principal = kind == AxesKind::principal;
    row_label(frame, "axes", "The coordinates that the Points panel draws.");
    const bool open =
        begin_combo(frame, "##axes",
                    principal ? "principal components"
                              : fmt::format("{}, {}", coordinate_name(data, axes.x), coordinate_name(data, axes.y)),
                    ImGuiComboFlags_HeightLarge);
    if (!open) explain(frame, explanation(frame));
    if (!open) return;
    if (ImGui::Selectable("principal components", principal)) {
        axes.principal = true;
        frame.push(command::SetPointAxes{axes});
    }
    ImGui::Separator();
    if (coordinate_choices(frame, !principal, axes)) {
        axes.principal = false;
        frame.push(command::SetPointAxes{axes});
    }
    ImGui::EndCombo();
}

namespace {

/// The words of the legend of groups: the clusters, or else the labels.
std::vector<std::string> group_names(const State& state) {
    const seriation::Clusters* const clusters = clusters_of_set(state, 0);
    if (clusters == nullptr) return colour_legend(state) ? std::vector<std::string>() : state.view.label_groups.names;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(clusters->sizes.size(), most_label_groups); ++i)
        names.push_back(fmt::format("{}: {}", i + 1, grouped(clusters->sizes[i])));
    if (clusters->sizes.size() > most_label_groups)
        names.push_back(fmt::format("and {} more", clusters->sizes.size() - most_label_groups));
    return names;
}

} // namespace

void draw_labels_legend(const Frame& frame) {
    const std::vector<std::string> names = group_names(frame.state);
    if (names.empty()) return;
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float radius = frame.style.px(3.5f), line = ImGui::GetTextLineHeight(), gap = frame.style.px(4.0f);
    const float widest = std::min(frame.style.px(140.0f), ImGui::GetContentRegionAvail().x - 2.0f * radius - gap);
    const bool are_clusters = clusters_of_set(frame.state, 0) != nullptr;
    const std::size_t first = first_cluster_colour(frame.state);
    ImGui::BeginGroup();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name = shortened(names[i], widest);
        const float width = 2.0f * radius + gap + ImGui::CalcTextSize(name.c_str()).x;
        if (i > 0) ImGui::SameLine(0.0f, frame.style.px(8.0f));
        if (i > 0 && ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + 0.5f * line}, radius,
                                                    are_clusters ? group_colour(first + i) : colour_of_label(i));
        ImGui::Dummy({2.0f * radius, line});
        ImGui::SameLine(0.0f, gap);
        ImGui::TextColored(frame.style.palette.dim, "%s", name.c_str());
    }
    ImGui::EndGroup();
    const Track* const classes = class_of_rows(frame.state);
    explain(frame, !are_clusters
                       ? classes == nullptr
                             ? std::string("The vectors are coloured by their labels.")
                             : fmt::format("The vectors are coloured by their class, the column {}.", classes->name)
                       : "The vectors are coloured by their clusters: the number of each cluster in the order of the "
                         "matrix, and how many vectors it has. There are ten colours, over and over.");
    ImGui::PopFont();
}

void draw_sets_legend(const Frame& frame) {
    if (!frame.state.data.now.question.second) return;
    ImGui::PushFont(nullptr, frame.style.small_size);
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    legend_entry(frame, 0);
    ImGui::SameLine(0.0f, frame.style.px(16.0f));
    legend_entry(frame, 1);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

} // namespace pairscope::app
