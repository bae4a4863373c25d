// SPDX-License-Identifier: MIT
// How far two places of a set are apart, in double precision: what lists of neighbours, radii and orders use, while
// kernels compute entries of a matrix in float32. For host code only, and without CUDA.
//
// The formulas are those of places.h. They keep their digits for places that are near each other, at the antipode, at
// the poles and across the date line. One place with two longitudes, such as -180 and 180 degrees or any two longitudes
// of a pole, is at distance 0 from itself.
#pragma once

#include "kernels/metrics/places.h"

namespace pairscope::globe {

/// The most by which great_circle() differs from the distance of the two places as their coordinates in double say it
/// [km]: a tenth of a micrometre. The tests find at most a tenth of that.
inline constexpr double great_circle_error = 1e-10;

/// A place of a set by its whole coordinates in double [degrees]: origin, value and low part together. Its cosine is
/// NaN, and so are its distances, where there is no such place.
[[nodiscard]] inline Place<double> place_in_double(bool latitude_first, double first, double second) {
    return place_of(Frame<double>{.is_latitude_first = latitude_first}, first, second);
}

/// The distance along the surface [km]. Exchanging the two places gives the same number to the last bit. NaN if one of
/// the two does not exist.
[[nodiscard]] inline double great_circle(const Place<double>& a, const Place<double>& b) {
    return kilometres(Frame<double>{}, a, b);
}

} // namespace pairscope::globe
