// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/asked_bar.h"

#include "app/spine/commands.h"

#include <algorithm>

namespace pairscope::app {
namespace {

bool has_end(const LadderRow& row) { return row.timed && row.bar; }

bool is_meant(const LadderSection& section, const LadderRow& row, const AskedBar& asked) {
    if (row.id != asked.variant_id) return false;
    if (section.own) return asked.recording == 0;
    return section.recording == asked.recording && section.device == asked.device;
}

AskedBar asked_about(const LadderSection& section, const LadderRow& row) {
    return {.variant_id = row.id,
            .recording = section.own ? 0 : section.recording,
            .device = section.own ? Device{} : section.device,
            .bar = *row.bar};
}

bool is_there(const std::vector<LadderSection>& sections, const AskedBar& asked) {
    return std::ranges::any_of(sections, [&](const LadderSection& section) {
        return std::ranges::any_of(section.rows,
                                   [&](const LadderRow& row) { return has_end(row) && is_meant(section, row, asked); });
    });
}

} // namespace

void mark_asked_bar(std::vector<LadderSection>& sections, const TourState& tour) {
    if (!is_at(tour, TourStep::predict_bar) || !tour.asked) return;
    for (LadderSection& section : sections)
        for (LadderRow& row : section.rows) {
            if (!has_end(row) || !is_meant(section, row, *tour.asked)) continue;
            row.covered = !tour.guessed;
            row.guessed = tour.guessed;
        }
}

const LadderRow* asked_row(const std::vector<LadderSection>& sections) {
    for (const LadderSection& section : sections)
        for (const LadderRow& row : section.rows)
            if (row.covered || row.guessed) return &row;
    return nullptr;
}

std::optional<AskedBar> bar_to_ask_about(const std::vector<LadderSection>& sections, const TourState& tour) {
    if (!is_at(tour, TourStep::predict_bar) || tour.done[tour.step] || tour.guessed) return {};
    if (tour.asked && is_there(sections, *tour.asked)) return {};
    std::optional<AskedBar> first;
    for (const LadderSection& section : sections) {
        const auto selected = std::ranges::find_if(section.rows, &LadderRow::selected);
        for (auto row = section.rows.begin(); row != section.rows.end(); ++row) {
            if (!has_end(*row) || row->selected) continue;
            if (selected != section.rows.end() && row > selected) return asked_about(section, *row);
            if (!first) first = asked_about(section, *row);
        }
    }
    return first;
}

} // namespace pairscope::app
