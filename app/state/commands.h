// SPDX-License-Identifier: MIT
// Everything a user can ask for, as plain values. Panels, keys, menus, the command palette and the GUI tests push
// these; update() carries them out. A user changes the state in no other way; state.h says who else changes it.
#pragma once

#include "app/state/colour_settings.h"
#include "app/state/data_source.h"
#include "app/state/drawing/axes.h"
#include "app/state/matches.h"
#include "app/state/neighbour_commands.h"
#include "app/state/order_choice.h"
#include "app/state/save_commands.h"
#include "app/state/scatter_view.h"
#include "app/state/tour_commands.h"
#include "kernels/core/names.h"
#include "kernels/core/table.h"
#include "kernels/matrix/matrix.h"
#include "profiling/cupti/catalogue.h"
#include "profiling/roofline.h"
#include "render/heatmap_view.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pairscope::app {

enum class Theme : std::uint8_t { dark, light };
inline constexpr std::array<Name<Theme>, 2> theme_names{{{Theme::dark, "dark"}, {Theme::light, "light"}}};
static_assert(is_in_order(theme_names));
[[nodiscard]] constexpr std::string_view name_of(Theme theme) { return name_in(theme_names, theme); }
/// Where the mouse marks a cell.
enum class HoverPlace : std::uint8_t { elsewhere, matrix, points, nearest, matches, trace };
enum class Bars : std::uint8_t { share, time, speedup }; ///< what the ladder's bars show
enum class Dialog : std::uint8_t {
    none,
    open_file,
    open_second, ///< the file of the second set
    save_picture,
    save_figure,
    save_cells,
    save_matrix,
    save_answer,
    save_neighbours,
    save_row,
    save_pairs,
    save_points,
    save_table,
    save_recording,
    save_roofline,
    save_speedup,
    save_samples,
    save_ledger,
    save_scaling,
    save_vectors,
    save_nearest,
    save_row_chart,
    save_counters,
    sources, ///< the sources of the two compared variants, as wide as the window
    reading, ///< how a file is to be read that looks like a distance matrix
    go_to,
    palette,
    shortcuts,
    glossary,
    help,
    about
};

/// What is typed and chosen in the open dialog.
struct DialogEntry {
    std::string text;
    std::filesystem::path folder; ///< the folder that the file browser shows
    int chosen = 0;               ///< a line of the list
    bool operator==(const DialogEntry&) const = default;
};

namespace command {

// data
struct SetSource {
    DataSource source;
    std::optional<std::int64_t> asked_rows{}; ///< as job::Load has it
    bool may_be_distances = false;            ///< also of vectors: nobody has said what their one file holds
};                                            ///< generate or load anew: forgets edits, can be undone
struct OpenFile {
    std::filesystem::path path;
    int set = 0;                        ///< 1: the second set of a workload of two
    std::optional<std::int64_t> rows{}; ///< rows of a file of points; absent: as many as there are now
};
/// Select another workload. It gets the data that it had when it was last selected; otherwise the current points if it
/// takes them, or else its example.
struct ChooseWorkload {
    std::string id;
};
/// Ask another workload about a file: for more columns than the workload of now takes, or to read a table of distances
/// as vectors and the other way round.
struct AskAboutVectors {
    std::string workload; ///< id
    DataSource source;
};
/// Ask about the places of now, whose degrees are compared as if the Earth were flat, by great-circle distances.
struct MeasureInKilometres {};
struct SetParameter {
    std::size_t index; ///< an index into WorkloadType::parameters
    double value;      ///< clamped to its range
};
struct ForgetRecent {
    std::filesystem::path path;
};
struct MovePoint {
    std::int64_t row;
    float x, y;
    bool last;
}; ///< `last`: the drag ends, and becomes one step of undo
struct AddPoint {
    float x, y;
};
struct DeleteSelected {};
struct SelectRows {
    std::vector<std::int64_t> rows;
};
struct Undo {};
struct Redo {};

// runs
struct SelectVariant {
    std::string id;
};
struct CompareWith {
    std::string id;
    int recording = 0; ///< id of the recording whose run is meant; 0: this session's
    Device device{};   ///< the device of that recording
};                     ///< the variant that the selected one is compared with; empty, or the same again: none
struct StepVariant {
    int by;
}; ///< up or down the ladder
struct SelectDevice {
    std::size_t index;
};
struct SetTarget {
    TargetKind target;
}; ///< whose runs all panels show: into linear memory, or into a texture
struct SetCaches {
    profiling::CacheState caches;
}; ///< what the caches hold at the beginning of each timed run
struct SetLive {
    bool on;
};                  ///< recompute as points move
struct RunAgain {}; ///< measure the selected variant anew
struct MeasureAll {};
struct MeasureCeilings {};
struct CancelWork {};

// recordings
struct OpenRecording {
    std::filesystem::path path;
    bool by_itself = false; ///< the user did not ask: only where there is no GPU, and if it has runs of one
    bool follow = false;    ///< select its workload, too
    bool with_data = false; ///< and open the data that it holds
};
struct UseRecordedPoints {
    int id;
}; ///< the points that it was recorded with become the program's
struct CloseRecording {
    int id;
};
struct ShowRecording {
    int id;
    bool visible;
};
struct SelectRecorded {
    int recording; ///< id
    Device device;
    std::string variant_id;
};

// counters
struct CountMore {
    profiling::CounterSet set;
}; ///< counts more for the selected variant
struct PickMetric {
    std::string metric; ///< the name with its ending: "dram__bytes.sum"
    bool on;
};
struct SearchMetrics {
    std::string text;
};
struct ChooseMetric {
    std::string name; ///< without ending; its endings are listed
};
struct ChooseChip {
    std::string chip;
}; ///< whose metrics are browsed
struct SetCounting {
    bool on;
};
struct SampleLaunch {}; ///< samples one launch of the selected variant again, and one of the compared variant

// the trace
struct ChooseWarp {
    std::int64_t block; ///< linear index; -1: the middle one
    int warp;
};
struct ChooseTraceLine {
    std::size_t line;
};
struct ChooseTraceRequest {
    std::size_t request;
}; ///< shows one of the requests that the warp makes from the chosen line, instead of the film
struct ShowFilm {
    bool on;
}; ///< the requests of the whole block, one after the other
struct PlayFilm {
    bool on;
}; ///< plays the film, from its beginning if it has come to its end
struct StepFilm {
    std::size_t step;
}; ///< shows this request and stops there
struct SetFilmSpeed {
    double per_second;
}; ///< [requests per second]

// looking
inline constexpr double same_step = -1.0; ///< a gesture: the change follows from the one before, and has no step of
                                          ///< undo of its own
struct SetView {
    HeatmapView view;
    double gesture = 0.0; ///< the same number for all changes of one drag, which are one step of undo; 0: no drag
};
struct FitView {};
struct OneToOne {};
struct HoverCell {
    std::optional<Cell> cell;
    HoverPlace place = HoverPlace::elsewhere;
}; ///< without a cell: the mark ends if it is of this place, or if the place is elsewhere
struct PinCell {
    std::optional<Cell> cell;
    double gesture = 0.0; ///< same_step, or 0
};                        ///< a click keeps the pair marked
struct MarkWrong {
    bool on;
}; ///< marks over the entries that are wrong
struct ShowContent {
    MatrixContent content;
    std::string against{}; ///< the variant that differences are from; empty: the double-precision reference
};                         ///< what the heatmap shows
struct ShowDifferencePart {
    bool steps;      ///< the steps of an entry; otherwise the figures of all
};                   ///< which part of the Differences panel is shown if it has no room for both
struct FindWorst {}; ///< pins the entry with the largest difference and brings it into view
struct UsePreset {
    std::string name;
}; ///< data of the workload on which something can be seen, and the variant that shows it
struct OrderMatrix {
    OrderChoice order;
}; ///< can be undone
struct AnimateOrder {
    bool on;
}; ///< another order is shown step by step
struct FindCell {
    Cell cell;
}; ///< pins it and brings it into view
/// Goes to an entry of the matrix, keeps it marked, and comes so close that it can be told from others. Refused outside
/// of the matrix.
struct GoTo {
    std::optional<std::int64_t> row, col; ///< absent: that of the middle of the picture
};
struct ShowMinimap {
    bool on;
}; ///< the small picture of the whole matrix, in a corner
/// Looks at the matrix as the text says: see app/state/view_text.h.
struct UseViewText {
    std::string text;
};
struct RevealRegion {
    Region region;
}; ///< the matrix panel zooms to it
struct SetScatter {
    ScatterView view;
    double gesture = 0.0; ///< as of SetView
};
struct SetPointAxes {
    PointAxes axes;
}; ///< the axes of the Points panel, which then shows all vectors
struct SetCoordinates {
    std::optional<AxisRange> axis;
}; ///< the range on the horizontal axis of the charts of two vectors; absent: all coordinates
struct SetMatchFilter {
    MatchFilter filter;
}; ///< which matches are shown
struct SortMatches {
    MatchOrder order;
}; ///< in the table
struct SetColours {
    ColourSettings colours;
};
struct SetBars {
    Bars bars;
};
struct FoldGroup {
    std::string group; ///< as LookState::folded names it
    bool folded;
}; ///< folds a group of the ladder
struct SetMemoryLevel {
    profiling::MemoryLevel level;
}; ///< whose bytes the roofline is drawn for
struct SetWorkUnit {
    profiling::WorkUnit unit;
}; ///< what its vertical axis counts
struct SetTheme {
    Theme theme;
};
struct SetScale {
    float scale;
}; ///< the user's own factor, 1 is the display's
struct SetChartTheme {
    bool as_screen;
}; ///< the theme of saved charts: that of the screen, or the light one for paper
struct SetPresentation {
    bool on;
};
struct ArrangeForData {
    bool on;
}; ///< hides the panels about kernels and machines
struct ResetLayout {};
struct ShowDialog {
    Dialog dialog;
};
struct SetEntry {
    DialogEntry entry;
}; ///< what is typed and chosen in the open dialog
struct ShowPanel {
    std::string panel;
    bool shown;
};
struct FocusPanel {
    std::string panel;
}; ///< shown, and in front of the others in its place
struct DismissNotice {
    std::int64_t id;
};
struct DismissHints {};

// copying, and what was saved
struct Copy {
    std::string text;
    std::string what;
};
struct OpenFolder {
    std::filesystem::path path;
};                   ///< shows the file in the file manager of the desktop
struct HideSaved {}; ///< the status line no longer says what was saved last
struct Quit {};

} // namespace command

using Command = std::variant<
    command::SetSource, command::OpenFile, command::ChooseWorkload, command::AskAboutVectors, command::SetParameter,
    command::ForgetRecent, command::MovePoint, command::AddPoint, command::DeleteSelected, command::SelectRows,
    command::Undo, command::Redo, command::SelectVariant, command::CompareWith, command::StepVariant,
    command::SelectDevice, command::SetTarget, command::SetCaches, command::SetLive, command::RunAgain,
    command::MeasureAll, command::MeasureCeilings, command::CancelWork, command::OpenRecording,
    command::UseRecordedPoints, command::CloseRecording, command::ShowRecording, command::SelectRecorded,
    command::CountMore, command::PickMetric, command::SearchMetrics, command::ChooseMetric, command::ChooseChip,
    command::SetCounting, command::SampleLaunch, command::ChooseWarp, command::ChooseTraceLine,
    command::ChooseTraceRequest, command::SetView, command::FitView, command::OneToOne, command::HoverCell,
    command::PinCell, command::FindCell, command::GoTo, command::ShowMinimap, command::UseViewText, command::MarkWrong,
    command::ShowContent, command::SetScatter, command::SetPointAxes, command::SetCoordinates, command::SetMatchFilter,
    command::SortMatches, command::SetColours, command::SetBars, command::SetMemoryLevel, command::SetWorkUnit,
    command::SetTheme, command::SetChartTheme, command::SetScale, command::SetPresentation, command::ResetLayout,
    command::ShowDialog, command::SetEntry, command::ShowPanel, command::FocusPanel, command::DismissNotice,
    command::DismissHints, command::SavePicture, command::SaveCells, command::SaveMatrix, command::SaveAnswer,
    command::SavePoints, command::SaveTable, command::SaveRecording, command::SaveChart, command::SaveCounters,
    command::Copy, command::Quit, command::SetNeighbourCount, command::ShowGraph, command::ShowNeighbours,
    command::SetRadius, command::StepRow, command::StepRank, command::PinPair, command::UnpinPair, command::NamePair,
    command::SaveNeighbours, command::SavePairs, command::SaveFigure, command::SaveRow, command::SortNeighbours,
    command::ArrangeForData, command::ShowFilm, command::PlayFilm, command::StepFilm, command::SetFilmSpeed,
    command::FoldGroup, command::OpenFolder, command::HideSaved, command::RevealRegion, command::FindWorst,
    command::UsePreset, command::ShowDifferencePart, command::OrderMatrix, command::AnimateOrder, command::ShowTour,
    command::GoToTourStep, command::AskAboutBar, command::PredictBar, command::ShowTerm, command::MeasureInKilometres>;

/// Panels push, the loop drains.
using Commands = std::vector<Command>;

} // namespace pairscope::app
