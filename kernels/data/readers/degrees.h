// SPDX-License-Identifier: MIT
// Degrees as people write them in a cell of a table: with the letter of a hemisphere, with minutes and seconds, and
// as points of well-known text.
#pragma once

#include "kernels/data/readers/number.h"
#include "kernels/data/table.h"

#include <optional>
#include <string_view>

namespace pairscope {

/// Degrees that are written in another form than a plain number.
struct WrittenDegrees {
    double value = 0.0; ///< negative in the south and in the west
    /// What the letter of the hemisphere says: N and S are of latitudes, E and W of longitudes.
    CellMeaning meaning = CellMeaning::unknown;
    bool has_degree_sign = false;
    bool has_minutes = false;

    /// Is nothing else written like this?
    [[nodiscard]] bool is_certain() const {
        return meaning != CellMeaning::unknown || (has_degree_sign && has_minutes);
    }
};

/// Reads 33.86S, 33.86 S, S 33.86, 33,86S, -33.86° and 33.86°S; 48°51'24"N, 48° 51.4' N, 48d51m24s, 48 deg 51' 24" N,
/// N48-51-24 and 48:51:24; also with the signs U+2032, U+2033, U+2019, U+201D, U+00BA and U+2212, and with the words
/// North, South, East and West. Minutes and seconds go up to 60, latitudes with a letter up to 90, longitudes up to
/// 360. Absent for a plain number, for a sign beside a letter, and for everything else. The result
/// is right to 1e-13 degrees.
[[nodiscard]] std::optional<WrittenDegrees> written_degrees(std::string_view cell);

/// Why a cell with the letter of a hemisphere, or with another word in its place such as "Nord", is no angle although
/// it is written like one: "a latitude beyond 90 degrees; ...". Empty for all other cells.
[[nodiscard]] std::string_view why_no_degrees(std::string_view cell);

/// POINT(x y), POINT Z (x y z), SRID=4326;Point(x y); POINT EMPTY has no numbers. Absent for everything else.
struct WrittenPoint {
    double x, y;
    double z = not_a_number;  ///< NaN: it has none
    bool has_measure = false; ///< M, which is no coordinate
};
[[nodiscard]] std::optional<WrittenPoint> written_point(std::string_view cell);

/// Would this cell be read as degrees or as a point wherever it stands? Then it is no name of a column.
[[nodiscard]] bool is_place(std::string_view cell);

} // namespace pairscope
