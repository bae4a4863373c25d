// SPDX-License-Identifier: MIT
// What a row of the ladder says: its figures as facts, its tooltip, its lesson.
#pragma once

#include "app/subjects/ladder/ladder_rows.h"
#include "app/window/widgets/facts.h"

#include <string>

namespace pairscope::app {

/// Will it get no time: skipped, failed, or not in this build?
[[nodiscard]] bool is_greyed(const LadderRow& row);

[[nodiscard]] std::string word_of(const LadderRow& row); ///< in the bar's place when there is no bar: "not yet"
/// Milliseconds; of several sizes in one column the nanoseconds of a pair of points.
[[nodiscard]] std::string time_text(const LadderRow& row, bool per_pair);
[[nodiscard]] std::string value_text(const LadderRow& row, Bars bars);
[[nodiscard]] Fact time_fact(const Frame& frame, const LadderRow& row, bool per_pair); ///< for a row that has a time
[[nodiscard]] Fact value_fact(const Frame& frame, const LadderRow& row); ///< for a row whose value_text() is not empty
[[nodiscard]] std::string row_story(const Frame& frame, const LadderRow& row); ///< its tooltip
/// For whom and where a lesson is written.
struct LessonPlace {
    TargetKind output = TargetKind::linear; ///< what is said about it comes first
    bool is_brief = false;                  ///< without what the variant still wastes
    bool is_presented = false;              ///< one sentence each, about this output
};
/// What the variant teaches and what it still wastes.
[[nodiscard]] std::string lesson_of(const LadderRow& row, const LessonPlace& place);
/// Why the row has no time, as a sentence that can stand alone. Empty: there is no reason.
[[nodiscard]] std::string reason_sentence(const LadderRow& row);
/// What the selected row says above its lesson: why it has no time, or what to doubt about it. In a presentation the
/// doubts are left to the mark beside its name.
[[nodiscard]] std::string doubts_of(const LadderRow& row, bool is_presented = false);

} // namespace pairscope::app
