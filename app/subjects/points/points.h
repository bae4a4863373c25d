// SPDX-License-Identifier: MIT
// The points of the panel: what they are called, where each is drawn, and which are selected.
#pragma once

#include "app/subjects/points/scatter_view.h"
#include "app/subjects/points/selected_rows.h"
#include "kernels/data/dataset.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct State;

/// The row of the file, or of what was generated, that this vector came from; absent: it was added by hand.
[[nodiscard]] std::optional<std::int64_t> row_in_file(const Dataset& set, std::int64_t row);

/// The vector that came from that row of the file; absent: there is none.
[[nodiscard]] std::optional<std::int64_t> row_from_file(const Dataset& set, std::int64_t in_file);

/// "row 35", "column 35"; of a vector that was added by hand "added row 2 048".
[[nodiscard]] std::string numbered_row(const Dataset& set, std::int64_t row, std::string_view what = "row");

/// "Lyon", or as numbered_row() without a label.
[[nodiscard]] std::string label_or_row(const Dataset& set, std::int64_t row, std::string_view what = "row");

/// "Bawshar (1 537)": the label, and the row in the file. `name` alone where there is no label.
[[nodiscard]] std::string labelled_row(const Dataset& set, std::int64_t row, const std::string& name);

/// What tables for programs call a vector: the row of its source, as Dataset::source_rows has it.
[[nodiscard]] std::int64_t id_of_row(const Dataset& set, std::int64_t row);
/// Empty: it has none, or `row` is -1.
[[nodiscard]] const std::string& label_of_row(const Dataset& set, std::int64_t row);

/// "Lyon", or without a label "35", where a title says what is counted.
[[nodiscard]] std::string short_row_name(const Dataset& set, std::int64_t row);

/// What a saved matrix calls these vectors: by their labels, or else by their rows in the file that they came from.
/// Empty: they have no labels, and are all rows of their file in its order.
[[nodiscard]] std::vector<std::string> names_to_save(const Dataset& set);

/// The smallest and the largest row of the file that the set holds.
struct FileRows {
    std::int64_t first = 0, last = 0;
};
[[nodiscard]] FileRows rows_in_file(const Dataset& set);

inline constexpr std::size_t most_label_groups = 10; // more colours cannot be told apart
inline constexpr std::uint8_t no_label_group = 255;

struct LabelGroups {
    std::uint64_t revision = 0;     ///< revision of the data
    std::vector<std::string> names; ///< ascending; empty: there are no labels, or too many different ones
    /// For each vector of the first and of the second set the place of its label in `names`; no_label_group: it has
    /// none. Empty where `names` is.
    std::array<std::vector<std::uint8_t>, 2> of_vectors{};
};

/// Takes one set or two; the pointer to the second one may be null.
[[nodiscard]] LabelGroups label_groups(const Dataset& first, const Dataset* second);

/// Finds the groups of the current data, by the class if there is one, once after they changed. The session calls it in
/// each frame.
void update_label_groups(State& state);

/// Equal keys, equal places.
struct PlacesKey {
    std::uint64_t revision = 0; ///< DataState::revision
    PointAxes axes;
    bool operator==(const PlacesKey&) const = default;
};

/// Where the vectors are drawn by coordinates that were chosen: x, y, x, y, ...
struct ChosenPlaces {
    PlacesKey key;
    std::vector<float> first, second;
};

/// x, y, x, y, ...: a place for each vector. Places that are not finite are not drawn.
struct SetPlaces {
    std::span<const float> first, second; ///< second: empty where there is one set
};

/// What the axes can be of the data of now: those that the user chose, if the vectors have such coordinates.
enum class AxesKind : std::uint8_t {
    plane,       ///< the vectors have two coordinates
    line,        ///< they have one, and the other axis counts rows
    principal,   ///< the first two principal components; or a map of distances that were given
    coordinates, ///< two chosen coordinates
};
[[nodiscard]] AxesKind axes_kind(const State& state);
/// The user can add, move and delete points: they are points in the plane, not vectors of a file or an example.
[[nodiscard]] bool can_edit_points(const State& state);

/// Valid until the state changes. Empty before the first data, and where no vector can be drawn.
[[nodiscard]] SetPlaces places_now(const State& state);
/// The extent of the places of both sets; absent where no vector is drawn.
[[nodiscard]] std::optional<Extent> extent_of_both(const SetPlaces& places);
/// Works places out that are kept in ViewState::chosen_places, once after the data or the axes changed. The session
/// calls it in each frame.
void update_places(State& state);

/// The vectors by two of their coordinates, which count from 0.
[[nodiscard]] std::vector<float> places_by(const Dataset& data, std::int64_t x, std::int64_t y);
/// Vectors of one coordinate: that across, and the rows from top to bottom. `height` is the distance of the first row
/// from the last one.
[[nodiscard]] std::vector<float> places_on_lines(const Dataset& data, double height);

namespace command {

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
struct SetScatter {
    ScatterView view;
    double gesture = 0.0; ///< as of SetView
};
struct SetPointAxes {
    PointAxes axes;
}; ///< the axes of the Points panel, which then shows all vectors

void carry_out(const MovePoint&, State&, Effects&);
void carry_out(const AddPoint&, State&, Effects&);
void carry_out(const DeleteSelected&, State&, Effects&);
void carry_out(const SelectRows&, State&, Effects&);
void carry_out(const SetScatter&, State&, Effects&);
void carry_out(const SetPointAxes&, State&, Effects&);

} // namespace command

} // namespace pairscope::app
