// SPDX-License-Identifier: MIT
// How far two places of a set are apart, in double precision: what lists of neighbours, radii and orders use, while
// kernels compute entries of a matrix in float32. For host code only, and without CUDA.
//
// The formulas are those of places.h. They keep their digits for places that are near each other, at the antipode, at
// the poles and across the date line. One place with two longitudes, such as -180 and 180 degrees or any two longitudes
// of a pole, is at distance 0 from itself.
#pragma once

#include "kernels/core/coordinates.h"
#include "kernels/core/dataset.h"
#include "kernels/core/globe.h"
#include "kernels/metrics/places.h"

#include <cstddef>
#include <cstdint>

namespace pairscope::globe {

/// The most by which great_circle() differs from the distance of the two places as their coordinates in double say it
/// [km]: a tenth of a micrometre. The tests find at most a tenth of that.
inline constexpr double great_circle_error = 1e-10;

/// Reads the places of a set: the sum of origin, value and low part of each coordinate, rounded to double once. That
/// rounding moves a place by at most 4 nm.
class PlaceReader {
public:
    /// The set has two coordinates, and must outlive this.
    explicit PlaceReader(const Dataset& data) : data_(&data), axes_(globe_axes(data)) {}

    /// Longitude and latitude in degrees. The cosine is NaN, and so are all distances, where there is no such place.
    [[nodiscard]] Place<double> operator()(std::int64_t row) const {
        const double longitude = held(row, axes_.latitude_first ? 1 : 0);
        const double latitude = held(row, axes_.latitude_first ? 0 : 1);
        return place_of(Frame<double>{}, longitude, latitude);
    }

private:
    [[nodiscard]] double held(std::int64_t row, std::size_t k) const {
        return axes_.origin[k] + held_coordinate(*data_, row, static_cast<std::int64_t>(k));
    }

    const Dataset* data_;
    GlobeAxes axes_;
};

/// The distance along the surface [km]. Exchanging the two places gives the same number to the last bit. NaN if one of
/// the two does not exist.
[[nodiscard]] inline double great_circle(const Place<double>& a, const Place<double>& b) {
    return kilometres(Frame<double>{}, a, b);
}

} // namespace pairscope::globe
