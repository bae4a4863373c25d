// SPDX-License-Identifier: MIT
// Which columns of a table are the longitudes and latitudes of places on the Earth.
#pragma once

#include "kernels/data/table.h"
#include "kernels/ladder/metric.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope {

/// The cells of the column or its name say so.
[[nodiscard]] bool holds_longitude(const Column& column);
[[nodiscard]] bool holds_latitude(const Column& column);

struct PlaceColumns {
    const Column* longitude = nullptr;
    const Column* latitude = nullptr;
};

/// The two columns of numbers that are longitude and latitude by their names or cells; absent: there are none. Where
/// there are several, a pair is taken whose names share the other words, such as pickup_lat and pickup_lon.
[[nodiscard]] std::optional<PlaceColumns> likely_places(const Table& table);

/// Why it is not clear which columns these are, in one sentence that lists them: there are several candidates of a
/// kind. Empty: it is clear, or there is none.
[[nodiscard]] std::string why_unclear_places(const Table& table);

/// "longitude is ..., latitude is ..., and ... are not used; ..." where these two were chosen among several pairs of
/// places; empty: there is no other, or they are none.
[[nodiscard]] std::string note_on_other_places(const Table& table, const Column& x, const Column& y);

/// What great-circle distances take: two columns that are the only candidates of their kind, or, where no name means
/// either, x and y, or else columns without names. Throws InputError where there are two candidates of a kind, one of
/// two, or only names that mean neither; it lists them and names --longitude and --latitude.
[[nodiscard]] PlaceColumns place_columns(const Table& table);

/// What of these two columns the numbers alone do not tell, as a part of a sentence: minutes in another column, or
/// letters of hemispheres. Empty: nothing.
[[nodiscard]] std::string loss_of_places(const Table& table, const Column& longitude, const Column& latitude);
/// What is lost of two columns that a user has named: minutes in another column, or letters of hemispheres. Empty:
/// nothing.
[[nodiscard]] std::string note_on_chosen_places(const Table& table, const Column& longitude, const Column& latitude);

/// likely_columns() for a workload with this metric: place_columns() for great-circle distances.
[[nodiscard]] ColumnChoice likely_columns_for(Metric metric, const Table& table,
                                              const std::optional<std::string>& label = {});

/// Which of two columns is the latitude, if the letters in their cells tell.
[[nodiscard]] std::optional<LatitudeAxis> latitude_among(const Column& first, const Column& second);

} // namespace pairscope
