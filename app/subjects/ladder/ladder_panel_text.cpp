// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder_panel_text.h"

#include "app/chart/fractions.h"
#include "app/spine/state_queries.h"
#include "kernels/ladder/counted_variant.h"
#include "profiling/input_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

namespace pairscope::app {
namespace {

std::string prediction_text(const LadderRow& row) {
    if (row.limited_by && profiling::arithmetic_of(*row.limited_by))
        return fmt::format("model: the longer of two times, its arithmetic divided by the {} ceiling and its predicted "
                           "bytes divided by the bandwidth of memory",
                           title_of(*row.limited_by));
    return fmt::format("model: its predicted bytes divided by the {} ceiling, which no run that uses DRAM can beat",
                       title_of(row.limited_by.value_or(profiling::CeilingKind::fill)));
}

std::string time_provenance(const Frame& frame, const LadderRow& row) {
    if (row.recorded) return provenance_of(*row.run, row.origin);
    const KernelVariant* variant = find_variant(row.id);
    const auto* m = variant == nullptr ? nullptr : measurement_for(frame.state, *variant);
    return m == nullptr ? prediction_text(row) : provenance_of(*m);
}

std::string time_with_interval(const LadderRow& row) {
    return row.low ? time_of_run(*row.seconds, *row.low, *row.high) : time_of_run(*row.seconds);
}

std::string share_meaning(const LadderRow& row, const WorkloadType& type) {
    std::string meaning = useful_fraction_meaning(row.limited_by, type);
    if (const std::string counted = counted_work_sentence(counted_variant(row.id));
        !counted.empty() && counted != row.above.sentence)
        meaning += " " + counted;
    if (!row.above.sentence.empty()) meaning += " " + row.above.sentence;
    return meaning;
}

/// When it gets its check or its time.
std::string wait_story(const LadderRow& row, std::string_view done) {
    if (!row.given_up) return fmt::format("\nQueued: it will be {} automatically.", done);
    return fmt::format("\nIt was not {}, because the work was cancelled. {} starts it.", done,
                       row.selected ? "Space" : "A click");
}

std::string simulation_story(const LadderRow& row) {
    std::string story = "\nSimulated: the same source, executed on the CPU. That says nothing about its time on a GPU.";
    if (!row.checked) story += wait_story(row, "checked");
    if (row.used_of_stores)
        story += fmt::format("\nIts stores write {} of the 32-byte sectors that they touch.",
                             percent_text(*row.used_of_stores));
    if (row.used_of_loads)
        story +=
            fmt::format("\nIts loads use {} of the 32-byte sectors that they touch.", percent_text(*row.used_of_loads));
    return story;
}

} // namespace

bool is_greyed(const LadderRow& row) {
    return row.state == RowState::skipped || row.state == RowState::left_out || row.state == RowState::failed;
}

std::string word_of(const LadderRow& row) {
    if (!row.word.empty()) return row.word;
    switch (row.state) {
    case RowState::waiting:
        return row.given_up ? "cancelled" : "not yet";
    case RowState::skipped:
        return "skipped";
    case RowState::failed:
        return row.judged.empty() ? "failed" : std::string(row.judged);
    case RowState::left_out:
        return "not built";
    case RowState::measuring:
        if (row.bar) return ""; // its progress is drawn below the bar
        return row.simulated ? "checking" : "measuring";
    case RowState::simulated:
        if (std::string efficiency = efficiency_text(row); !efficiency.empty()) return efficiency;
        return "simulated";
    case RowState::predicted:
    case RowState::measured:
    case RowState::recorded:
        return "";
    }
    return {};
}

std::string value_text(const LadderRow& row, Bars bars) {
    if (bars == Bars::speedup) return row.speedup ? speedup_text(*row.speedup) : "";
    if (bars == Bars::energy) return row.joules ? energy_text(*row.joules) : "";
    return row.share ? share_text(*row.share) : "";
}

std::string time_text(const LadderRow& row, bool per_pair) {
    if (per_pair) return three_digits(1e9 * *row.per_pair);
    const std::string with_unit = time_of_run(*row.seconds);
    return with_unit.ends_with("ms") ? milliseconds(*row.seconds) : with_unit; // the heading says ms
}

Fact time_fact(const Frame& frame, const LadderRow& row, bool per_pair) {
    const std::string pair = per_pair ? fmt::format("{} ns per pair, ", time_text(row, true)) : "";
    return {.shown = time_text(row, per_pair),
            .copied = pair + time_with_interval(row),
            .meaning =
                per_pair
                    ? fmt::format("The time of one run divided by its number of pairs, so it is the time of one {}. "
                                  "The groups of the ladder differ in size, so their times per run cannot be compared.",
                                  profiling::pair_in_words(current_type(frame.state)))
                    : "The time of one run.",
            .provenance = time_provenance(frame, row)};
}

Fact value_fact(const Frame& frame, const LadderRow& row) {
    const Bars bars = frame.state.look.bars;
    if (bars == Bars::energy)
        return {.shown = value_text(row, bars),
                .copied = fmt::format("energy of a run {}", energy_text(*row.joules)),
                .meaning = "The energy that the whole board used per run.",
                .provenance =
                    "The board's energy counter, over at least three seconds of runs one after the other. What "
                    "the board takes without kernels is included."};
    const bool speed = bars == Bars::speedup;
    return {.shown = value_text(row, bars),
            .copied = speed ? speedup_text(*row.speedup) : fmt::format("useful fraction {:.4f}", *row.share),
            .meaning = speed ? "How many times as fast as the first measured variant."
                             : share_meaning(row, current_type(frame.state)),
            .provenance = time_provenance(frame, row)};
}

std::string row_story(const Frame& frame, const LadderRow& row) {
    if (row.covered)
        return fmt::format(
            "{}\nThe guided tour asks you how long this bar is. The bar is shown after you have predicted its length.",
            row.name);
    std::string story = row.name;
    if (const std::string_view label = row.difference.empty() ? row.output : row.difference; !label.empty())
        story += fmt::format(", {}", label);
    if (!row.key.empty()) story += fmt::format("\nThe key {} selects it.", row.key);
    if (!row.reason.empty()) story += "\n" + reason_sentence(row);
    if (row.timed) story += "\n" + time_with_interval(row) + ", " + time_provenance(frame, row);
    if (!row.verdict.empty()) story += "\n" + row.verdict + ".";
    if (row.timed && row.share && row.bandwidth_used)
        story += fmt::format("\nUseful fraction {}, bandwidth used {}", share_text(*row.share),
                             share_text(*row.bandwidth_used));
    else if (row.timed && row.share)
        story += fmt::format("\nUseful fraction {}", share_text(*row.share));
    else if (row.timed && row.bandwidth_used)
        story += fmt::format("\nBandwidth used {}", share_text(*row.bandwidth_used));
    if (row.expected_fastest)
        story +=
            "\nThe star says that it is expected to be the fastest at this size, by times that were measured on an "
            "H200. The data is not looked at.";
    if (!row.above.sentence.empty()) story += "\n" + row.above.sentence;
    for (const std::string& warning : row.warnings) story += "\n" + warning;
    if (row.state == RowState::predicted)
        story += fmt::format("\nNot measured yet. It will take at least {} ({}).{}", time_of_run(*row.seconds),
                             time_provenance(frame, row), row.given_up ? wait_story(row, "measured") : "");
    if (row.state == RowState::waiting) story += wait_story(row, "measured");
    const bool is_simulated_beside_record = row.simulated && row.state == RowState::recorded && row.reason.empty();
    if (row.state == RowState::simulated || is_simulated_beside_record) story += simulation_story(row);
    if (row.state == RowState::measuring) story += fmt::format("\nBeing measured: {}.", percent_text(row.progress));
    if (!row.selected && !row.lesson.empty()) story += "\n" + row.lesson;
    return story;
}

namespace {

std::vector<std::string> sentences_in(std::string_view text) {
    std::vector<std::string> sentences;
    while (!text.empty()) {
        std::size_t end = text.find(". ");
        while (end != std::string_view::npos && !std::isupper(static_cast<unsigned char>(text[end + 2])))
            end = text.find(". ", end + 2);
        const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
        sentences.emplace_back(text.substr(0, length));
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return sentences;
}

bool is_about_textures(const std::string& sentence) { return sentence.find("texture") != std::string::npos; }

bool is_about_texture_first(const std::vector<std::string>& sentences) {
    return !sentences.empty() && is_about_textures(sentences.front());
}

/// What is said about the texture comes first where that is the output; it goes on to the end of the text.
std::vector<std::string> sentences_for(std::string_view text, const LessonPlace& place) {
    std::vector<std::string> sentences = sentences_in(text);
    const auto of_texture = std::ranges::find_if(sentences, is_about_textures);
    const bool is_texture = place.output == TargetKind::surface;
    const auto about_texture = static_cast<std::size_t>(sentences.end() - of_texture);
    if (is_texture)
        std::rotate(sentences.begin(), of_texture, sentences.end());
    else if (place.is_presented && of_texture != sentences.begin())
        sentences.erase(of_texture, sentences.end());
    // The sentences before those about the texture are about linear memory: the texture may contradict them.
    const std::size_t presented = is_texture && about_texture > 0 ? std::min<std::size_t>(2, about_texture) : 1;
    if (place.is_presented) sentences.resize(std::min(sentences.size(), presented));
    return sentences;
}

} // namespace

std::string lesson_of(const LadderRow& row, const LessonPlace& place) {
    const std::string label = row.difference.empty() ? std::string(row.output) : row.difference;
    std::vector<std::string> words;
    if (!label.empty() && !place.is_presented) words.push_back(fmt::format("This is {}.", label));
    const auto lesson = sentences_for(row.lesson, place), waste = sentences_for(row.waste, place);
    // In a presentation either text about the texture stands alone: the other one is about linear memory.
    const bool tells_texture = place.is_presented && place.output == TargetKind::surface;
    const bool has_lesson_alone = tells_texture && is_about_texture_first(lesson);
    const bool has_waste_alone = tells_texture && !has_lesson_alone && is_about_texture_first(waste);
    if (!has_waste_alone) std::ranges::copy(lesson, std::back_inserter(words));
    if (has_waste_alone || !(place.is_brief || has_lesson_alone)) std::ranges::copy(waste, std::back_inserter(words));
    return fmt::format("{}", fmt::join(words, " "));
}

std::string reason_sentence(const LadderRow& row) {
    const bool is_participle = row.reason.starts_with("not ");
    const bool is_recorded_alone = row.state == RowState::recorded && is_participle; // it is skipped here
    if (row.reason.empty() || (row.state != RowState::skipped && !is_recorded_alone)) return row.reason;
    const bool is_sentence = row.reason.ends_with('.') && row.reason.front() >= 'A' && row.reason.front() <= 'Z';
    if (is_sentence) return fmt::format("{} was skipped. {}", row.name, row.reason);
    return fmt::format("{} {} {}{}", row.name, is_participle ? "is" : "was skipped because", row.reason,
                       row.reason.ends_with('.') ? "" : ".");
}

std::string doubts_of(const LadderRow& row, bool is_presented) {
    if (is_presented && row.reason.empty()) return {};
    return row.reason.empty() ? fmt::format("{}", fmt::join(row.warnings, "\n")) : reason_sentence(row);
}

} // namespace pairscope::app
