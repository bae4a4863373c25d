// SPDX-License-Identifier: MIT
// Great-circle distances in double precision, against another formula in long double: near places, antipodes, poles,
// the date line, and random places.
#include "kernels/ladder/metric.h"
#include "kernels/metrics/great_circle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace pairscope {
namespace {

using Real = long double;

struct Degrees {
    double longitude = 0.0, latitude = 0.0;
};

/// Sine and cosine of degrees: the angle is first brought near 0, where long double has all of its digits.
struct Turn {
    Real sine, cosine;
    explicit Turn(Real degrees) {
        const Real quarters = std::rint(degrees / 90);
        const Real radians = (degrees - 90 * quarters) * (std::numbers::pi_v<Real> / 180);
        const Real s = std::sin(radians), c = std::cos(radians);
        switch ((static_cast<int>(quarters) % 4 + 4) % 4) {
        case 0:
            sine = s, cosine = c;
            break;
        case 1:
            sine = c, cosine = -s;
            break;
        case 2:
            sine = -s, cosine = -c;
            break;
        default:
            sine = -c, cosine = s;
        }
    }
};

/// Vincenty's formula for a sphere, which is accurate for all distances: the length of the cross product of two unit
/// vectors over their dot product. Differences of degrees are exact in long double.
Real kilometres(Degrees a, Degrees b) {
    const Turn longitude(static_cast<Real>(a.longitude) - b.longitude), one(a.latitude), other(b.latitude);
    const Turn latitude(static_cast<Real>(a.latitude) - b.latitude),
        half((static_cast<Real>(a.longitude) - b.longitude) / 2);
    const Real across = other.cosine * longitude.sine;
    // cos(a) sin(b) - sin(a) cos(b) cos(l) = -sin(a - b) + 2 sin(a) cos(b) sin^2(l / 2)
    const Real along = -latitude.sine + 2 * one.sine * other.cosine * half.sine * half.sine;
    const Real together = one.sine * other.sine + one.cosine * other.cosine * longitude.cosine;
    return static_cast<Real>(earth_radius) * std::atan2(std::hypot(across, along), together);
}

globe::Place<double> place(Degrees at) { return globe::place_in_double(false, at.longitude, at.latitude); }

/// All pairs of hard places, and of their neighbours from a micrometre to a kilometre away.
std::vector<Degrees> hard_ones() {
    std::vector<Degrees> all;
    constexpr double millimetre = 9e-9; // [degrees]
    for (const double longitude : {0.0, 180.0, -180.0, 360.0, -90.0, 13.405, -166.595, 193.405, 179.9999, -179.9999})
        for (const double latitude : {0.0, 90.0, -90.0, 52.52, -52.52, 89.9999999, -89.9999999, 45.0})
            for (const double step : {0.0, 1e-3 * millimetre, millimetre, 10 * millimetre, 1e6 * millimetre})
                all.push_back({longitude > 0 ? longitude - step : longitude + step,
                               latitude > 0 ? latitude - step : latitude + step});
    return all;
}

TEST(GreatCircleInDouble, is_right_to_a_tenth_of_a_micrometre_at_poles_antipodes_and_the_date_line) {
    const std::vector<Degrees> all = hard_ones();
    Real worst = 0;
    for (const Degrees& a : all)
        for (const Degrees& b : all) {
            const Real expected = kilometres(a, b);
            const Real error = std::abs(globe::great_circle(place(a), place(b)) - expected);
            ASSERT_LE(error, globe::great_circle_error)
                << a.longitude << " " << a.latitude << ", " << b.longitude << " " << b.latitude;
            worst = std::max(worst, error);
        }
    RecordProperty("worst_kilometres", std::to_string(static_cast<double>(worst * 1e12L)) + "e-12");
    EXPECT_LE(worst, globe::great_circle_error / 10);
}

TEST(GreatCircleInDouble, is_right_for_random_places_and_their_antipodes) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> longitude(-180.0, 180.0), latitude(-90.0, 90.0), exponent(-12.0, 1.0);
    Real worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const Degrees a{longitude(random), latitude(random)};
        Degrees b{longitude(random), latitude(random)};
        const double step = std::pow(10.0, exponent(random));
        if (i % 3 == 1) b = {a.longitude + step, std::clamp(a.latitude - step, -90.0, 90.0)};
        if (i % 3 == 2) b = {a.longitude > 0 ? a.longitude - 180 + step : a.longitude + 180 - step, -a.latitude};
        const Real error = std::abs(globe::great_circle(place(a), place(b)) - kilometres(a, b));
        worst = std::max(worst, error);
        ASSERT_LE(error, globe::great_circle_error) << i;
    }
    EXPECT_LE(worst, globe::great_circle_error / 10);
}

TEST(GreatCircleInDouble, keeps_its_relative_digits_for_places_a_millimetre_apart) {
    for (const Degrees a : {Degrees{13.405, 52.52}, {0, 0}, {-120, 89.99}, {179.99999999, -33}})
        for (const Degrees step : {Degrees{9e-9, 0}, {0, 9e-9}, {-9e-9, 9e-9}}) {
            const Degrees b{a.longitude + step.longitude, a.latitude + step.latitude};
            const Real expected = kilometres(a, b);
            EXPECT_NEAR(globe::great_circle(place(a), place(b)), static_cast<double>(expected),
                        1e-14 * static_cast<double>(expected));
        }
}

TEST(GreatCircleInDouble, is_the_same_both_ways_and_0_for_one_place_with_two_longitudes) {
    const std::vector<Degrees> all = hard_ones();
    for (const Degrees& a : all)
        for (const Degrees& b : all)
            ASSERT_EQ(globe::great_circle(place(a), place(b)), globe::great_circle(place(b), place(a)));
    const auto is_zero = [](Degrees a, Degrees b) { return globe::great_circle(place(a), place(b)) == 0.0; };
    EXPECT_TRUE(is_zero({180, 10}, {-180, 10}));
    EXPECT_TRUE(is_zero({-90, 10}, {270, 10}));
    EXPECT_TRUE(is_zero({0, 90}, {90, 90}));
    EXPECT_TRUE(is_zero({17, -90}, {-163, -90}));
    EXPECT_FALSE(is_zero({0, 89.99999999}, {180, 89.99999999}));
}

TEST(GreatCircleInDouble, tells_antipodes_apart_that_are_a_micrometre_from_each_other) {
    const globe::Place<double> here = place({0, 0});
    double before = globe::great_circle(here, place({180, 0}));
    EXPECT_NEAR(before, std::numbers::pi * earth_radius, globe::great_circle_error);
    for (const double step : {1e-11, 2e-11, 3e-11, 1e-10, 1e-9, 1e-7}) { // 1e-11 degrees are a micrometre
        const double now = globe::great_circle(here, place({180, step}));
        EXPECT_LT(now, before) << step;
        before = now;
    }
}

TEST(GreatCircleInDouble, is_not_a_number_where_there_is_no_place) {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    for (const Degrees nowhere : {Degrees{0, 90.5}, {0, -91}, {361, 0}, {-400, 10}, {nan, 0}, {0, nan}, {infinity, 0}})
        EXPECT_TRUE(std::isnan(globe::great_circle(place({10, 20}), place(nowhere))));
    EXPECT_EQ(globe::great_circle(place({10, 20}), place({10, 20})), 0.0);
}

TEST(GreatCircleInDouble, reads_which_coordinate_is_the_latitude) {
    EXPECT_EQ(globe::place_in_double(true, 52.5, 13.4).latitude, 52.5);
    EXPECT_EQ(globe::place_in_double(false, 13.4, 52.5).latitude, 52.5);
}

} // namespace
} // namespace pairscope
