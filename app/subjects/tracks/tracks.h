// SPDX-License-Identifier: MIT
// What is known of the rows besides their coordinates: their classes, and columns that are drawn along the matrix.
#pragma once

#include "app/chart/theme_colours.h"
#include "kernels/data/dataset.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {
struct RecordedTrack;
struct Recording;
} // namespace pairscope::profiling

namespace pairscope::app {

struct Effects;
struct Question;
struct State;

/// Which columns a user chose. Their names are those of the file of the data, or of a second file.
struct TracksChoice {
    std::string classes{};              ///< the column of the classes; empty: none
    std::vector<std::string> columns{}; ///< columns that are drawn along rows and columns, from the matrix outwards
    std::filesystem::path file{};       ///< a table with names of rows in one of its columns; empty: none
    bool operator==(const TracksChoice&) const = default;

    [[nodiscard]] bool is_empty() const { return *this == TracksChoice{}; }
};

/// How many columns can be drawn: more would leave the matrix no room.
inline constexpr std::size_t most_tracks = 12;
/// More colours cannot be told apart.
inline constexpr std::size_t most_categories = 20;

enum class TrackKind : std::uint8_t {
    categories, ///< few different values, each of which has a colour
    numbers,    ///< shades from the least to the greatest one
    texts       ///< too many different values for colours: they are written where there is room
};

/// The values of a column, by the row of the file.
struct TrackValues {
    std::vector<std::int32_t>
        categories{};              ///< places in Track::categories, -1 where nothing is known; of numbers empty
    std::vector<double> numbers{}; ///< NaN where nothing is known; empty unless the track is of numbers
};

struct Track {
    std::string name;
    TrackKind kind = TrackKind::categories;
    bool is_class = false;
    std::vector<std::string> categories{};                       ///< all different values in their order
    double low = 0.0, high = 0.0;                                ///< the least and the greatest number
    std::array<std::shared_ptr<const TrackValues>, 2> of_sets{}; ///< null: nothing is known of the vectors of that set
};

/// The class comes first, if there is one.
struct Tracks {
    std::vector<Track> list;
};

/// The value of a vector; what the track is not of stays empty.
struct TrackValue {
    std::int32_t category = -1;
    std::optional<double> number{};

    [[nodiscard]] bool is_known() const { return category >= 0 || number; }
    bool operator==(const TrackValue&) const = default;
};
/// `set` counts from 0; `data` is that set. A vector that was added by hand has no value.
[[nodiscard]] TrackValue value_in_track(const Track& track, int set, const Dataset& data, std::int64_t row);
/// "setosa", "0.25", "unknown"
[[nodiscard]] std::string words_of_value(const Track& track, const TrackValue& value);

/// Empty where there are none.
[[nodiscard]] const std::vector<Track>& tracks_of(const State& state);
/// Null: no class was chosen.
[[nodiscard]] const Track* class_of_rows(const State& state);
/// The column of that name, or the class for class_column. Null: there is none.
[[nodiscard]] const Track* track_named(const std::vector<Track>& tracks, std::string_view column);
inline constexpr std::string_view class_column = ""; ///< stands for the class where a column is named

/// The colour of a category of the class, the same everywhere. Other tracks begin with another one of these colours.
[[nodiscard]] Rgb category_rgb(std::size_t category);
/// A shade of one hue: `position` runs from 0 to 1, and `track` chooses among four hues.
[[nodiscard]] Rgb shade_rgb(double position, std::size_t track);
/// Where a number of the track lies: 0 at the least one, 1 at the greatest one, and 0.5 where all are equal.
[[nodiscard]] double share_in_track(const Track& track, double number);
/// Absent: nothing is known, or the values have no colours. `track` is its place in the list.
[[nodiscard]] std::optional<Rgb> colour_in_track(const Track& track, std::size_t place, const TrackValue& value);

/// Tracks row by row of the sets, as a recording keeps them: those of which something is known. None where they are too
/// many for a recording.
[[nodiscard]] std::vector<profiling::RecordedTrack> tracks_to_record(const Question& question, const Tracks* tracks);
/// Why tracks_to_record() leaves all of them out, in one sentence; empty: it does not, or there are none.
[[nodiscard]] std::string why_no_tracks_to_record(const Question& question, const Tracks* tracks);
/// `sets` are those of the recording, one or two; a set that is compared with itself may stand there twice. Null: it
/// has no tracks.
[[nodiscard]] std::shared_ptr<const Tracks> tracks_in(const profiling::Recording& recording,
                                                      std::span<const std::shared_ptr<const Dataset>> sets);

namespace command {

/// Show other columns of the file beside the coordinates. Can be undone.
struct ChooseTracks {
    TracksChoice choice;
};
/// Show the columns of this table, too, whose rows are found by their names. Can be undone.
struct OpenTracks {
    std::filesystem::path path;
};

void carry_out(const ChooseTracks&, State&, Effects&);
void carry_out(const OpenTracks&, State&, Effects&);

} // namespace command

/// Why there are no columns to choose, in one sentence; empty: there are.
[[nodiscard]] std::string why_no_tracks(const State& state);
/// The names of all columns of the file of the data, as far as they are known.
[[nodiscard]] std::vector<std::string> columns_to_choose(const State& state);
/// "class species; year, island; traits.csv", "none"
[[nodiscard]] std::string summary_of(const TracksChoice& choice);

} // namespace pairscope::app
