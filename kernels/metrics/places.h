// SPDX-License-Identifier: MIT
// Places on the Earth, and how far two of them are apart along the surface of a sphere. Host and device share it: the
// variants of one workload, and kernels/matrix for a matrix that is not stored. It is written for float32, in which
// these compute, and for double, by which they are judged.
//
// The haversine h = sin^2(d / 2) is accurate for places that are near each other, where the cosine of d is almost 1.
// Near the antipode h is almost 1, and there cos^2(d / 2) is computed in the same way from the distance to the
// antipode. The arctangent of both roots is accurate everywhere.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/ladder/metric.h"
#include "kernels/ladder/problem.h"
#include "kernels/matrix/both_sides.h"

#include <cmath>
#include <cstdint>

namespace pairscope::globe::inline PAIRSCOPE_SIDE {

/// How coordinates become places: what was subtracted from them is known exactly.
template <class Number> struct Frame {
    Number north = 90;    ///< from the latitude 0 of the coordinates to the North Pole [degrees]
    Number south = 90;    ///< to the South Pole
    Number longitude = 0; ///< the longitude 0 of the coordinates
    bool is_latitude_first = false;
};
template <class Number> [[nodiscard]] PAIRSCOPE_BOTH_SIDES Frame<Number> frame_of(const GlobeAxes& axes) {
    const double latitude = axes.origin[axes.latitude_first ? 0 : 1];
    return {.north = static_cast<Number>(90.0 - latitude),
            .south = static_cast<Number>(90.0 + latitude),
            .longitude = static_cast<Number>(axes.origin[axes.latitude_first ? 1 : 0]),
            .is_latitude_first = axes.latitude_first};
}

/// Longitude and latitude as the coordinates have them, and the cosine of the latitude.
template <class Number> struct Place { Number longitude, latitude, cosine; };

template <class Number> constexpr Number radians_per_degree = static_cast<Number>(0.017453292519943295769);

PAIRSCOPE_BOTH_SIDES inline float sine(float x) { return sinf(x); }
PAIRSCOPE_BOTH_SIDES inline double sine(double x) { return sin(x); }
PAIRSCOPE_BOTH_SIDES inline float root(float x) { return sqrtf(x); }
PAIRSCOPE_BOTH_SIDES inline double root(double x) { return sqrt(x); }
PAIRSCOPE_BOTH_SIDES inline float angle(float y, float x) { return atan2f(y, x); }
PAIRSCOPE_BOTH_SIDES inline double angle(double y, double x) { return atan2(y, x); }
PAIRSCOPE_BOTH_SIDES inline float size_of(float x) { return fabsf(x); }
PAIRSCOPE_BOTH_SIDES inline double size_of(double x) { return fabs(x); }
PAIRSCOPE_BOTH_SIDES inline float whole(float x) { return rintf(x); }
PAIRSCOPE_BOTH_SIDES inline double whole(double x) { return rint(x); }

/// The square of the sine of half an angle, which is given in degrees.
template <class Number> PAIRSCOPE_BOTH_SIDES inline Number haversine(Number degrees) {
    const Number half = sine(degrees * (radians_per_degree<Number> / 2));
    return half * half;
}

/// The place of a vector with two coordinates. Its cosine is NaN, and so are its distances, if it is no place:
/// latitudes go from -90 to 90 degrees, and longitudes from -360 to 360 degrees. The cosine is the sine of the distance
/// to the nearer pole, because the difference from 90 degrees is exact near a pole.
template <class Number>
PAIRSCOPE_BOTH_SIDES inline Place<Number> place_of(const Frame<Number>& frame, Number first, Number second) {
    const Number longitude = frame.is_latitude_first ? second : first;
    const Number latitude = frame.is_latitude_first ? first : second;
    const Number to_north = frame.north - latitude, to_south = frame.south + latitude;
    const Number to_pole = to_north < to_south ? to_north : to_south;
    const bool exists = to_pole >= 0 && size_of(longitude + frame.longitude) <= 360;
    const Number cosine = sine(to_pole * radians_per_degree<Number>);
    return {longitude, latitude, exists ? cosine : static_cast<Number>(__builtin_nanf(""))};
}

/// a - b, from -180 to 180 degrees. The rounding error of the difference is computed and added at the end, so that
/// places on both sides of the date line lose no digits.
template <class Number> PAIRSCOPE_BOTH_SIDES inline Number longitude_between(Number a, Number b) {
    const Number difference = a - b, part = difference - a;
    const Number error = (a - (difference - part)) - (b + part);
    return difference - 360 * whole(difference * (Number(1) / 360)) + error;
}

/// The haversine of the distance between two places, and that of the distance from the antipode of one to the other.
template <class Number> struct Haversines { Number near, far; };
template <class Number>
PAIRSCOPE_BOTH_SIDES inline Haversines<Number> haversines(const Frame<Number>& frame, const Place<Number>& a,
                                                          const Place<Number>& b) {
    const Number longitude = longitude_between(a.longitude, b.longitude);
    const Number cosines = a.cosine * b.cosine;
    Number near = haversine(a.latitude - b.latitude) + cosines * haversine(longitude);
    Number far = 1 - near;
    if (near > Number(0.5)) {
        const Number latitudes = (a.latitude + b.latitude) + (frame.south - frame.north);
        far = haversine(latitudes) + cosines * haversine(180 - size_of(longitude));
        near = near < 1 ? near : 1; // rounding
    }
    return {near, far};
}

/// The square of the tangent of half the angle between two places. It rises with their distance, is infinite for
/// antipodes, and keeps its digits both for short distances and near the antipode.
template <class Number>
PAIRSCOPE_BOTH_SIDES inline Number squared_tangent(const Frame<Number>& frame, const Place<Number>& a,
                                                   const Place<Number>& b) {
    const Haversines<Number> found = haversines(frame, a, b);
    return found.near / found.far;
}

/// The distance along the surface, from that square [km].
PAIRSCOPE_BOTH_SIDES inline float kilometres_of(float squared_tangent) {
    return static_cast<float>(2 * earth_radius) * atanf(sqrtf(squared_tangent));
}

/// The distance along the surface [km].
template <class Number>
PAIRSCOPE_BOTH_SIDES inline Number kilometres(const Frame<Number>& frame, const Place<Number>& a,
                                              const Place<Number>& b) {
    const Haversines<Number> found = haversines(frame, a, b);
    return static_cast<Number>(2 * earth_radius) * angle(root(found.near), root(found.far));
}

} // namespace pairscope::globe::inline PAIRSCOPE_SIDE
