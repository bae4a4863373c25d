// SPDX-License-Identifier: MIT
// Everything that a user saves through a dialog, as one list: the menu, the dialogs, the command line and the drawing
// of charts follow it. To add a chart that can be saved, add an entry to savers.cpp.
#pragma once

#include "app/chart/chart.h"
#include "app/paper/chart_words.h"
#include "app/spine/commands.h"
#include "app/spine/files/file_question.h"
#include "app/spine/state.h"

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Saver {
    std::string_view id;    ///< LookState::saver while its dialog is open; of a chart also its name on the command line
    std::string_view title; ///< above the dialog: "Save the matrix"
    std::string (*name)(const State&) = nullptr;                ///< the proposed name of the file, without its ending
    std::array<std::string_view, 3> endings{};                  ///< the first is added to a name without one
    std::string_view kind{};                                    ///< what the file is: "PNG picture"
    bool (*second_is_usual)(const State&) = nullptr;            ///< whether the first two endings change places now
    Command (*command)(const std::filesystem::path&) = nullptr; ///< null for a chart

    std::string_view action{};                      ///< id of its line in the menu File; empty: another menu has it
    std::string_view line{};                        ///< that line: "Save matrix (.npy, .csv)..."
    std::string_view keys{};                        ///< "Ctrl+S"
    Command (*asks_first)() = nullptr;              ///< opens another dialog, which then opens that for the file
    std::string (*why_not)(const State&) = nullptr; ///< why it cannot be saved now, one sentence; empty: it can
    bool (*is_offered)(const State&) = nullptr;     ///< whether the menu has the line at all; null: always

    // The rest is for charts. With `every_device` the chart of speed-ups shows all open recordings.
    ChartWords (*words)(const State&, bool every_device) = nullptr;
    std::vector<Chart> (*drawings)(const State&, bool every_device) = nullptr; ///< below each other
    int height = 0;             ///< [px] of the usual sheet; 0: as its bars need
    std::string_view in_help{}; ///< in the help of `pairscope chart`; empty: it is of what is marked in the window
    std::string_view of_one{};  ///< it shows one "run"; empty: it takes several recordings
};

/// A size of figures of the matrix, such as journals ask for.
struct OfferedFigureSize {
    std::string_view id, title;
    FigureSize size;
};
inline constexpr std::array<OfferedFigureSize, 4> figure_sizes{
    {{"figure.screen", "as on the screen", {}},
     {"figure.column", "one column: 85 mm, 6 pt, 600 dpi", {85.0, 6.0, 600.0}},
     {"figure.middle", "one and a half columns: 120 mm, 7 pt, 600 dpi", {120.0, 7.0, 600.0}},
     {"figure.page", "two columns: 175 mm, 8 pt, 600 dpi", {175.0, 8.0, 600.0}}}};
inline constexpr std::string_view what_figure_sizes_are =
    "The width of saved figures of the matrix, the height of the names along their edges, and the resolution of a PNG.";

[[nodiscard]] std::span<const Saver> savers();
[[nodiscard]] const Saver* find_saver(std::string_view id); ///< null if there is none
[[nodiscard]] const Saver* find_chart(std::string_view id); ///< null if there is no such chart

/// The charts that the command line draws.
[[nodiscard]] std::vector<std::string_view> chart_kinds();
/// The words around a chart.
[[nodiscard]] ChartWords chart_words(const State& state, std::string_view chart, bool every_device);
/// Why that chart cannot be drawn now, one sentence; empty: it can.
[[nodiscard]] std::string why_no_chart(const State& state, std::string_view chart);

/// Absent if the open dialog is not about a file.
[[nodiscard]] std::optional<FileQuestion> file_question(const State& state);
/// What the answer of the open dialog does.
[[nodiscard]] Command command_for(const LookState& look, const std::filesystem::path& path);
/// What is lost where the dialog saves into a file that exists.
[[nodiscard]] std::string replacing_text(const State& state, const std::filesystem::path& path);

} // namespace pairscope::app
