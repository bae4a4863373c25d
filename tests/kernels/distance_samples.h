// SPDX-License-Identifier: MIT
// Tables of distances for tests: symmetric, and not those of any points.
#pragma once

#include "kernels/data/dataset.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::samples {

/// Random distances between 1 and 2, rounded to so many digits, so that some are equal. They obey the triangle
/// inequality.
inline Dataset random_distances(std::int64_t rows, int digits = 3, unsigned seed = 1) {
    std::mt19937 random(seed);
    double steps = 1.0;
    for (int i = 0; i < digits; ++i) steps *= 10.0;
    std::vector<float> values(static_cast<std::size_t>(rows * rows));
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t col = 0; col < row; ++col) {
            const auto step = static_cast<double>(random() % static_cast<unsigned>(steps));
            const auto distance = static_cast<float>(1.0 + step / steps);
            values[static_cast<std::size_t>(row * rows + col)] = distance;
            values[static_cast<std::size_t>(col * rows + row)] = distance;
        }
    Dataset data{.name = "distances.csv", .rows = rows, .dims = rows};
    data.values = std::move(values);
    data.holds_distances = true;
    return data;
}

/// "p0,p1,p2": how the rows are called.
inline std::string name_of_sample(std::int64_t row) { return fmt::format("p{}", row); }

/// As a file: with a header and names of rows, or with the numbers alone.
inline std::string csv_of(const Dataset& distances, bool with_names) {
    std::string text;
    if (with_names) {
        text = "name";
        for (std::int64_t col = 0; col < distances.rows; ++col) text += "," + name_of_sample(col);
        text += "\n";
    }
    for (std::int64_t row = 0; row < distances.rows; ++row) {
        if (with_names) text += name_of_sample(row) + ",";
        for (std::int64_t col = 0; col < distances.rows; ++col)
            text += fmt::format("{}{}", col == 0 ? "" : ",",
                                coordinates(distances)[static_cast<std::size_t>(row * distances.rows + col)]);
        text += "\n";
    }
    return text;
}

/// As an array of NumPy, of float32 or float64.
template <class T> std::string npy_of(const Dataset& distances) {
    std::string text = fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}, {}), }}", sizeof(T),
                                   distances.rows, distances.rows);
    text.append(63 - (10 + text.size()) % 64, ' ');
    text += '\n';
    std::string bytes = "\x93NUMPY" + std::string{'\1', '\0'};
    bytes += {static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
    bytes += text;
    for (const float value : coordinates(distances)) {
        const T wide = static_cast<T>(value);
        bytes.append(reinterpret_cast<const char*>(&wide), sizeof(wide));
    }
    return bytes;
}

} // namespace pairscope::samples
