// SPDX-License-Identifier: MIT
#include "app/subjects/data/data_panel_tracks.h"

#include "app/subjects/tracks/tracks.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr const char* what_tracks_do =
    "The class colours the points in every order and can order the matrix. Tracks are columns that are drawn along the "
    "rows and columns of the matrix: few different values get colours, numbers get shades, and other texts are written "
    "where there is room.";

void choose_tracks(const Frame& frame, TracksChoice choice) { frame.push(command::ChooseTracks{std::move(choice)}); }

void draw_class_button(const Frame& frame, const TracksChoice& now, const std::string& column) {
    const bool is_class = now.classes == column;
    if (ImGui::RadioButton(fmt::format("class###class {}", column).c_str(), is_class)) {
        TracksChoice changed = now;
        changed.classes = is_class ? std::string() : column;
        choose_tracks(frame, std::move(changed));
    }
    explain(frame, is_class ? "This column is the class of the rows. A click leaves the rows without a class."
                            : "A click makes this column the class of the rows.");
}

void draw_track_box(const Frame& frame, const TracksChoice& now, const std::string& column) {
    bool on = std::ranges::find(now.columns, column) != now.columns.end();
    if (ImGui::Checkbox(fmt::format("{}###track {}", column, column).c_str(), &on)) {
        TracksChoice changed = now;
        if (on)
            changed.columns.push_back(column);
        else
            std::erase(changed.columns, column);
        choose_tracks(frame, std::move(changed));
    }
    explain(frame, on ? "A click removes this column from the edges of the matrix."
                      : "A click draws this column along the matrix.");
}

void draw_column_choices(const Frame& frame, const TracksChoice& now) {
    const std::vector<std::string> columns = columns_to_choose(frame.state);
    if (columns.empty() || !ImGui::BeginTable("tracks of columns", 2, ImGuiTableFlags_SizingFixedFit)) return;
    for (const std::string& column : columns) {
        ImGui::TableNextColumn();
        draw_track_box(frame, now, column);
        ImGui::TableNextColumn();
        draw_class_button(frame, now, column);
    }
    ImGui::EndTable();
    ImGui::Separator();
}

void draw_second_table(const Frame& frame, const TracksChoice& now) {
    if (ImGui::Button("Join a table by name...##tracks file")) {
        frame.push(command::ShowDialog{Dialog::open_tracks});
        ImGui::CloseCurrentPopup();
    }
    explain(frame, "Opens a table whose rows are found by the names of the rows. Without boxes above, all of its "
                   "columns are drawn.");
    if (now.file.empty()) return;
    ImGui::SameLine();
    if (ImGui::Button("Leave it out##no tracks file")) {
        TracksChoice changed = now;
        changed.file.clear();
        frame.push(command::ChooseTracks{std::move(changed)});
    }
    explain(frame, fmt::format("Removes the columns of {} from the edges of the matrix.", shown(now.file)));
}

} // namespace

void draw_tracks_choice(const Frame& frame) {
    if (!why_no_tracks(frame.state).empty()) return;
    const TracksChoice now = tracks_chosen(frame.state.data.now.source);
    row_label(frame, "tracks", what_tracks_do);
    const std::string summary = summary_of(now);
    const bool open = begin_combo(frame, "##tracks", summary, ImGuiComboFlags_HeightLarge);
    if (!open) explain(frame, fmt::format("{} Now: {}.", what_tracks_do, summary));
    if (!open) return;
    draw_column_choices(frame, now);
    draw_second_table(frame, now);
    ImGui::EndCombo();
}

} // namespace pairscope::app
