// SPDX-License-Identifier: MIT
// Sets of points that are places on the Earth, longitude and latitude in degrees; and sets as a metric needs them.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/workload.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pairscope {

/// Which coordinate is the latitude, and what was subtracted from both. Dataset::latitude_axis decides, or else the
/// names of the axes; where these do not tell, the first coordinate is the longitude.
[[nodiscard]] GlobeAxes globe_axes(const Dataset& data);

/// The names of the two coordinates as a user knows them; "column 1" and "column 2" where they have none.
struct PlaceNames {
    std::string longitude, latitude;
};
[[nodiscard]] PlaceNames place_names(const Dataset& data);
/// "longitude is 'stop_lon', latitude is 'stop_lat'", and where no name told which is which, how it was decided.
[[nodiscard]] std::string place_words(const Dataset& data);

/// Why these are no places on the Earth, in one sentence; empty if they are. The names of the axes must mean longitude
/// and latitude, or be x and y or missing, unless a user has chosen them; and latitudes must lie between -90 and 90
/// degrees and longitudes between -360 and 360 degrees in 99 % of the rows.
[[nodiscard]] std::string why_no_places(const Dataset& data);

/// Are these places on the Earth whose coordinates are plain degrees? The names of the two axes must mean longitude and
/// latitude, in any order, and the coordinates must be possible in 99 % of the rows: latitudes from -90 to 90 degrees,
/// and longitudes from -180 to 360 degrees. Where there are many places, it looks at about 4096 of them.
[[nodiscard]] bool are_flat_degrees(const Dataset& data);

/// Is the answer to this workload the same if a number is subtracted from a coordinate of all vectors? An own distance
/// of the workload is not known to be so.
[[nodiscard]] bool compares_differences(const WorkloadType& type);

/// Rows that are no places on the Earth, with one coordinate as the latitude and the other as the longitude.
struct ImpossiblePlaces {
    std::int64_t count = 0, looked_at = 0;
    std::int64_t first = -1; ///< a row; -1: there are none
    [[nodiscard]] bool are_many() const { return 100 * count > looked_at; }
};
/// Coordinate `latitude` is the latitude: 0 or 1.
[[nodiscard]] ImpossiblePlaces impossible_places(const Dataset& data, std::size_t latitude);

/// Rows that are odd for metrics which divide by lengths or sums.
struct OddRows {
    std::int64_t zeros = 0;    ///< rows with only zeros
    std::int64_t negative = 0; ///< rows with a number below 0
    OddRows& operator+=(const OddRows& other) {
        zeros += other.zeros;
        negative += other.negative;
        return *this;
    }
};
/// Which rows are odd for a metric.
enum class OddKinds : std::uint8_t { none, zeros, zeros_and_negative };
/// A row is read no further than these kinds need.
[[nodiscard]] OddRows odd_rows_in(const Dataset& set, OddKinds kinds);
/// Which of them matter to the metric of the workload, among vectors of so many coordinates.
[[nodiscard]] OddKinds odd_kinds_of(const WorkloadType& type, std::int64_t dims);
/// What the metric of the workload makes of such rows among vectors of so many coordinates, without full stops.
[[nodiscard]] std::vector<std::string> notes_on_odd_rows(const WorkloadType& type, std::int64_t dims,
                                                         const OddRows& odd);

/// The set as this workload needs it; null stays null. A workload that does not compare differences sees coordinates
/// from the zero of the file, so an origin that was subtracted is added again. Where float32 cannot hold the squared
/// length of a vector well and only its direction counts, the vector is multiplied by a power of two. Dataset::original
/// then has the set as it was loaded, and this is what other workloads get. Where places on the Earth are asked for and
/// no name tells which coordinate is the latitude, it is the second one, or the first one if fewer rows are then
/// outside of the ranges. A workload that
/// prepares its vectors gets them prepared.
[[nodiscard]] std::shared_ptr<const Dataset> as_needed_by(const WorkloadType& type, std::shared_ptr<const Dataset> set);

/// Both sets of a question as this workload needs them. A second set that is the first one, or null, stays so.
void bring_as_needed_by(const WorkloadType& type, std::shared_ptr<const Dataset>& first,
                        std::shared_ptr<const Dataset>& second);

} // namespace pairscope
