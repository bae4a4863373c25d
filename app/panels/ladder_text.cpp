// SPDX-License-Identifier: MIT
#include "app/panels/ladder_text.h"

#include "app/model/schedule.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

std::string time_provenance(const Frame& frame, const LadderRow& row) {
    if (row.recorded) return provenance_of(*row.run, row.origin);
    const KernelVariant* variant = find_variant(row.id);
    const auto* m = variant == nullptr ? nullptr : measurement_for(frame.state, *variant);
    return m == nullptr ? "model: its predicted bytes at the measured fill; no run can take less" : provenance_of(*m);
}

std::string time_with_interval(const LadderRow& row) {
    std::string text = milliseconds(*row.seconds) + " ms";
    if (row.low) text += " ± " + half_width(1e3 * *row.seconds, 1e3 * *row.low, 1e3 * *row.high);
    return text;
}

std::string share_meaning(const LadderRow& row) {
    std::string meaning =
        row.recorded ? "The share of the roof that binds it: of what its device reached when it only filled memory."
                     : "The share of the roof that binds it: of what this machine reaches when it only fills memory, "
                       "measured in this process.";
    if (is_beyond_roof(row))
        meaning += " More than 1: the matrix stays in caches that are faster than the memory behind the roof, or the "
                   "machine was busy while the roof was measured.";
    return meaning;
}

std::string simulation_story(const LadderRow& row) {
    std::string story = "\nSimulated: the same source, executed on the CPU. That says nothing about its time on a GPU.";
    if (!row.checked) story += "\nQueued: it will be checked automatically.";
    if (row.used_of_stores)
        story += fmt::format("\nOf the 32-byte sectors that its stores touch, {} is written.",
                             percent_text(*row.used_of_stores));
    return story;
}

} // namespace

bool is_beyond_roof(const LadderRow& row) {
    constexpr double noise = 0.02;
    return row.share && *row.share > 1.0 + noise;
}

bool is_greyed(const LadderRow& row) {
    return row.state == RowState::skipped || row.state == RowState::left_out || row.state == RowState::failed;
}

std::string word_of(const LadderRow& row) {
    switch (row.state) {
    case RowState::waiting:
        return "not yet";
    case RowState::skipped:
        return "skipped";
    case RowState::failed:
        return row.judged.empty() ? "failed" : std::string(row.judged);
    case RowState::left_out:
        return "not built";
    case RowState::measuring:
        if (row.simulated) return "checking";
        return row.bar ? "" : "measuring";
    case RowState::simulated:
        return row.used_of_stores ? fmt::format("stores use {} of their sectors", percent_text(*row.used_of_stores))
                                  : "simulated";
    case RowState::predicted:
    case RowState::measured:
    case RowState::recorded:
        return "";
    }
    return {};
}

std::string value_text(const LadderRow& row, Bars bars) {
    if (bars == Bars::speedup) return row.speedup ? speedup_text(*row.speedup) : "";
    return row.share ? share_text(*row.share) : "";
}

Fact time_fact(const Frame& frame, const LadderRow& row) {
    return {.shown = milliseconds(*row.seconds),
            .copied = time_with_interval(row),
            .meaning = "The time of one run.",
            .provenance = time_provenance(frame, row)};
}

Fact value_fact(const Frame& frame, const LadderRow& row) {
    const Bars bars = frame.state.look.bars;
    const bool speed = bars == Bars::speedup;
    return {.shown = value_text(row, bars),
            .copied = speed ? speedup_text(*row.speedup) : percent_text(*row.share),
            .meaning = speed ? "How many times faster than the first measured rung." : share_meaning(row),
            .provenance = time_provenance(frame, row)};
}

std::string row_story(const Frame& frame, const LadderRow& row) {
    std::string story = row.name;
    if (!row.answer.empty()) story += fmt::format(", {}", row.answer);
    if (!row.reason.empty()) story += "\n" + row.reason;
    if (row.timed) story += "\n" + time_with_interval(row) + ", " + time_provenance(frame, row);
    if (!row.verdict.empty()) story += "\n" + row.verdict + ".";
    for (const std::string& warning : row.warnings) story += "\n" + warning;
    if (row.state == RowState::predicted)
        story += fmt::format("\nNot measured yet. It will take at least {} ms ({}).", milliseconds(*row.seconds),
                             time_provenance(frame, row));
    if (row.state == RowState::waiting) story += "\nNot measured yet: its turn comes by itself.";
    if (row.state == RowState::simulated || (row.simulated && row.state == RowState::recorded))
        story += simulation_story(row);
    if (row.state == RowState::measuring) story += fmt::format("\nBeing measured: {}.", percent_text(row.progress));
    if (!row.selected && !row.lesson.empty()) story += "\n" + row.lesson;
    return story;
}

std::string lesson_of(const LadderRow& row) {
    std::string waste = row.waste;
    if (waste.size() > 1 && waste[1] >= 'a' && waste[1] <= 'z' && waste[0] >= 'A' && waste[0] <= 'Z')
        waste[0] = char(waste[0] - 'A' + 'a');
    const std::string lesson = row.answer.empty() ? row.lesson : fmt::format("{}: {}", row.answer, row.lesson);
    return waste.empty() ? lesson : lesson + " Still wasteful: " + waste;
}

} // namespace pairscope::app
