// SPDX-License-Identifier: MIT
// How the matrix is looked at: the part of it that is in sight, its colours, and what is marked in it.
#pragma once

#include "app/chart/axes.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/view_text.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <typeindex>
#include <vector>

namespace pairscope::app {

struct Effects;
struct State;

/// Everything about the view that a step of undo brings back: what is looked at, in which order, in which colours, and
/// what is marked.
struct ViewSnapshot {
    HeatmapView heatmap{};
    bool fit = true;
    ScatterView scatter{};
    PointAxes axes{};
    std::optional<AxisRange> coordinates{};
    MatrixContent content = MatrixContent::values;
    std::string against{};
    ColourSettings colours{};
    OrderChoice order{};
    std::optional<Cell> pinned{};
    SelectedRows selected{};
    bool operator==(const ViewSnapshot&) const = default;
};

/// The change of the view that made the latest step of undo. Later changes of the same drag, or of the same burst of
/// wheel turns, belong to this step.
struct GrowingStep {
    std::type_index command{typeid(void)};      ///< what was asked
    double gesture = 0.0;                       ///< number of the drag; 0: no drag
    std::chrono::steady_clock::time_point last; ///< when the view changed last
};

/// Where the mouse marks a cell.
enum class HoverPlace : std::uint8_t { elsewhere, matrix, points, nearest, matches, trace };

struct ViewState {
    HeatmapView heatmap;
    bool one_to_one = false; ///< asked for: the panel, which knows its size, works the view out
    bool fit = true;         ///< keep the whole matrix in sight as the panel or the matrix changes
    double drawn_zoom =
        0.0;                ///< the zoom of this matrix's last picture [px per entry]; 0: none. The session fills it in
    ColourSettings colours; ///< the colours of the wanted content
    std::array<ColourSettings, 3> kept_colours{
        ColourSettings{}, error_colours(),
        difference_colours()}; ///< the colours of contents that are not shown, by ColourGroup
    ScatterView scatter;
    PointAxes point_axes;
    std::optional<ChosenPlaces> chosen_places; ///< filled in by the session: see update_places()
    LabelGroups label_groups;                  ///< filled in by the session: see update_label_groups()
    std::optional<Cell> hovered;
    HoverPlace hovered_in = HoverPlace::elsewhere; ///< whose mark it is, and who takes it away
    std::optional<Cell> pinned;
    bool wrong_marks = true;                       ///< mark the entries that are wrong
    MatrixContent content = MatrixContent::values; ///< what the heatmap is to show
    std::string against;           ///< the variant that differences are from; empty: the double-precision reference
    bool difference_steps = false; ///< the Differences panel shows the steps of an entry instead of the figures
    OrderChoice order;             ///< the order of the matrix
    std::optional<AxisRange> coordinates; ///< the range on the charts of two vectors; absent: all coordinates
    std::optional<Cell> reveal;           ///< the cell that the panels bring into view, because they know their sizes
    std::optional<Region> reveal_region;  ///< the region that the panels bring into view
    MatchFilter match_filter;
    MatchOrder match_order;
    std::optional<ViewText> asked;    ///< what the command line wants to look at, until there is data
    std::optional<ValueRange> seen;   ///< the range of what the picture shows; filled in by the session where the
                                      ///< colours follow it
    std::optional<MarkedPair> marked; ///< hovered if there is one, else pinned; filled in by the picture
};

namespace command {

inline constexpr double same_step = -1.0; ///< a gesture: the change continues the one before, and Undo takes both
                                          ///< back in one step
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
struct FindCell {
    Cell cell;
}; ///< pins it and brings it into view
struct RevealRegion {
    Region region;
}; ///< the matrix panel zooms to it
struct SetColours {
    ColourSettings colours;
};

void carry_out(const SetView&, State&, Effects&);
void carry_out(const FitView&, State&, Effects&);
void carry_out(const OneToOne&, State&, Effects&);
void carry_out(const HoverCell&, State&, Effects&);
void carry_out(const PinCell&, State&, Effects&);
void carry_out(const MarkWrong&, State&, Effects&);
void carry_out(const ShowContent&, State&, Effects&);
void carry_out(const FindCell&, State&, Effects&);
void carry_out(const RevealRegion&, State&, Effects&);
void carry_out(const SetColours&, State&, Effects&);

} // namespace command

/// Keeps the cell marked and brings it into view.
void find_cell(ViewState& view, Cell cell);
/// The colours of what was shown are kept for when it is shown again.
void show_content(ViewState& view, const command::ShowContent& shown);

} // namespace pairscope::app
