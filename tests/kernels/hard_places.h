// SPDX-License-Identifier: MIT
// Places on the Earth on which formulas for great-circle distances go wrong: near each other, at the antipode, at the
// poles and at the date line.
#pragma once

#include "kernels/data/dataset.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace pairscope::samples {

inline Dataset places_of(std::vector<float> degrees) {
    Dataset data{.name = "places", .rows = static_cast<std::int64_t>(degrees.size() / 2), .dims = 2};
    data.axes = {"longitude", "latitude"};
    data.unit = "degrees";
    data.values = std::move(degrees);
    return data;
}

/// Places of all kinds, longitude before latitude.
inline Dataset hard_places() {
    std::vector<float> degrees;
    const std::vector<std::pair<float, float>> kinds{
        {0, 0},    {180, 0},        {-180, 0},        {13.4f, 52.5f},  {-166.6f, -52.5f},
        {0, 90},   {77, -90},       {0, 89.9999f},    {90, 89.99999f}, {300, 45},
        {-60, 45}, {179.9999f, 17}, {-179.9999f, 17}, {359.99997f, -1}};
    for (const auto& [longitude, latitude] : kinds)
        for (const float shift : {0.0f, 1e-6f, 1e-5f, 3e-4f, 0.02f}) { // down to a tenth of a metre
            degrees.push_back(longitude < 0 ? longitude + shift : longitude - shift);
            degrees.push_back(latitude > 0 ? latitude - shift : latitude + shift);
        }
    return places_of(std::move(degrees));
}

/// Places where there are none, beside one that exists.
inline Dataset impossible_places() {
    const float nan = std::nanf(""), infinity = INFINITY;
    return places_of(
        {0, 90.5f, 0, -91, 361, 0, -400, 10, nan, 0, 0, nan, infinity, 0, 0, -infinity, 1e30f, 1e30f, 10, 20});
}

} // namespace pairscope::samples
