// SPDX-License-Identifier: MIT
// A row of the ladder: where its columns lie, its bar, its figures, and the lesson of the selected one.
#pragma once

#include "app/subjects/ladder/ladder_panel_scroll.h"
#include "app/subjects/ladder/ladder_panel_text.h"
#include "app/subjects/ladder/ladder_panel_title.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/window/widgets/frame.h"

#include <string>
#include <vector>

namespace pairscope::app {

/// Where the columns lie, in screen pixels.
struct Columns {
    float left, right; ///< the edges of the row
    float row_height;
    float number, mark, name, bar, bar_end, time, value; ///< `number`, `time` and `value` are right edges
    float name_width;                                    ///< the most that a name may take
    bool has_bars, has_times;                            ///< else the panel is too narrow for that column
    bool per_pair;                                       ///< times are those of one pair of points
    bool follows_selection; ///< the list scrolls to the selected row, or to the one that the guided tour asks about
    const LadderRow* asked; ///< the latter; null: none
    float lesson_size;      ///< [px] of the letters of lessons, before scale
    bool is_tight;          ///< rows and headings are lower than usual, so that all have room
    TitleLines title_lines; ///< how many lines the titles of sections may have
    bool closes_sections;   ///< only the title of a section is drawn if all its groups are folded
    LessonPlace lessons;    ///< brief where there is little room
    ScrolledLines* lines;   ///< the lines drawn so far, by which the list scrolls
};

[[nodiscard]] Columns columns_of(const Frame& frame, const std::vector<LadderSection>& sections);

struct RowText {
    ImVec2 at; ///< left or right edge, and the middle of the line
    ImVec4 colour;
    bool right = false;
};
void write(const RowText& text, const std::string& words);

/// What row `row` of the section takes at the cursor: the row itself is `c.row_height` high, the rest comes below it.
void draw_row(const Frame& frame, const LadderSection& section, const LadderRow& row, const Columns& c);
[[nodiscard]] float lesson_height(const Frame& frame, const LadderRow& row, const Columns& c);

/// Words over the bars, where the rows below are compared with the ceiling of another number of threads than those
/// above.
void draw_threads(const Frame& frame, const LadderSection& section, std::size_t row, const Columns& c);
[[nodiscard]] float threads_height(const Frame& frame, const LadderSection& section, std::size_t row);

/// The bar of a row, in the room of the bars.
void draw_bar(const Frame& frame, const LadderRow& row, const Columns& c, float middle);

} // namespace pairscope::app
