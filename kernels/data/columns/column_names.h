// SPDX-License-Identifier: MIT
// What the name of a column says about its contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// "x [m]" and "x (m)" are x in m; longitude and latitude are in degrees.
struct AxisName {
    std::string name;
    std::string unit; ///< empty if the name tells none
};
[[nodiscard]] AxisName axis_name_of(std::string_view column);
/// "the columns have different units, m and km; ..." where names of columns tell different units; else empty.
[[nodiscard]] std::string note_on_units(std::span<const std::string> columns);

/// The words of a name in lower case: it is cut where no letter stands, and where a capital letter follows a small one.
/// "pickup_latitude", "Lat. [deg]" and "gpsLat1" give {"pickup", "latitude"}, {"lat", "deg"} and {"gps", "lat"}.
[[nodiscard]] std::vector<std::string> name_words(std::string_view column);

[[nodiscard]] bool means_x(std::string_view column); ///< "x", or "Easting [m]"
[[nodiscard]] bool means_y(std::string_view column);
/// True if one of the words of the name means longitude in degrees: "stop_lon", "INTPTLONG" or "Längengrad".
[[nodiscard]] bool means_longitude(std::string_view column);
[[nodiscard]] bool means_latitude(std::string_view column); ///< "stop_lat", "Lat. [deg]" or "Breitengrad"
/// "Länge" is a longitude or a length, and only who asks about places on the Earth may take it for the former.
[[nodiscard]] bool may_mean_longitude(std::string_view column);
[[nodiscard]] bool may_mean_latitude(std::string_view column); ///< "Breite"
/// One word of the name is x, as in "POINT_X", which says about a place only that it stands before y.
[[nodiscard]] bool is_letter_across(std::string_view column);
[[nodiscard]] bool is_letter_up(std::string_view column); ///< "POINT_Y"
/// True where a file gave no name: it is empty, without letters, or "column 3", as the readers call such a column.
[[nodiscard]] bool has_no_name(std::string_view column);
/// True if the name means a column of labels, such as "label", "class", "target" or "digit".
[[nodiscard]] bool means_label(std::string_view column);
/// True if the name means an identifier or the number of a row, such as "id", "customer_id", "plot" or "sample no". A
/// name with a unit does not, nor does one with a number such as "gene7", of which there are many.
[[nodiscard]] bool means_identifier(std::string_view column);
/// True if the name is that of a thing which many files number, such as "sample" or "Patient", and says no more. Such a
/// column holds identifiers only if its numbers look like some.
[[nodiscard]] bool may_mean_identifier(std::string_view column);
/// "Unnamed: 0" is the name that pandas makes up for a column without one.
[[nodiscard]] bool is_made_up(std::string_view column);
/// True if the name means a time, such as "t", "timestamp", "date" or "day of year".
[[nodiscard]] bool means_time(std::string_view column);
/// True if the name means what a series is measured over, such as "week", "step", "Zeit" or "wavelength". Numbers that
/// count by one are coordinates there.
[[nodiscard]] bool means_series(std::string_view column);
/// True if the text stands above names, such as "sample", "Sample ID", "species" or "depth [m]", and is hardly one.
[[nodiscard]] bool means_names(std::string_view text);
/// True if the name means a coordinate of a place, such as "x", "depth [m]", "northing" or "lat".
[[nodiscard]] bool means_place(std::string_view column);
/// True if the name means a number that stands for a group, such as "species" or "cluster".
[[nodiscard]] bool means_group(std::string_view column);
/// What the name of a column says about the numbers of pairs.
enum class PairNumbers : std::uint8_t {
    others,
    distances,
    weights,     ///< these may be distances or similarities
    values,      ///< these may be anything
    similarities ///< a larger number means that two rows are nearer to each other
};
[[nodiscard]] PairNumbers numbers_of_pairs(std::string_view column);
/// Two columns that hold the names of pairs, such as "from" and "to".
struct PairEnds {
    std::size_t first = 0, second = 1;
    bool are_sure = true; ///< other tables have no such names
};
/// Absent: no two names say so, or no other column has the numbers of pairs.
[[nodiscard]] std::optional<PairEnds> pair_ends(std::span<const std::string> columns);
/// True if the name means numbers that are not coordinates, such as an identifier, a count or a class.
[[nodiscard]] bool means_no_coordinate(std::string_view column);

} // namespace pairscope
