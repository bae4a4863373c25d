// SPDX-License-Identifier: MIT
// Questions for tests of work in pieces, and their results by looking at one pair after the other.
#pragma once

#include "kernels/neighbours/measure.h"
#include "kernels/scale/piece_work.h"
#include "tests/kernels/distance_samples.h"
#include "tests/kernels/sample_points.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace pairscope::samples {

inline Dataset vectors_of(std::vector<float> values, std::int64_t dims) {
    const auto rows = static_cast<std::int64_t>(values.size()) / dims;
    return {.name = "vectors", .rows = rows, .dims = dims, .values = std::move(values)};
}

/// Random numbers, or whole ones, of which many distances are equal. One vector has no distances.
inline Dataset vectors(std::int64_t rows, std::int64_t dims, unsigned seed, bool are_whole = false) {
    std::mt19937 random(seed);
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (float& value : values)
        value = are_whole ? static_cast<float>(random() % 5) : static_cast<float>(random()) / 4294967296.0f;
    if (rows > 3) values[static_cast<std::size_t>(2 * dims)] = nan;
    return vectors_of(std::move(values), dims);
}

inline Dataset bytes(std::int64_t rows, std::int64_t dims, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> values(static_cast<std::size_t>(rows * dims));
    for (auto& value : values) value = static_cast<std::uint8_t>(random() % 256);
    return {.name = "bytes", .rows = rows, .dims = dims, .values = std::move(values)};
}

/// With digits that float32 does not hold.
inline Dataset fine_vectors(std::int64_t rows, std::int64_t dims, unsigned seed) {
    Dataset data = vectors(rows, dims, seed);
    std::mt19937 random(seed + 1);
    data.low.resize(static_cast<std::size_t>(rows * dims));
    for (float& low : data.low) low = static_cast<float>(random() % 1000) * 1e-12f;
    return data;
}

struct PairSample {
    std::string name;
    std::vector<Dataset> sets; ///< one or two
    Metric metric = Metric::euclidean;

    [[nodiscard]] neighbours::NeighbourQuestion question() const {
        return {.first = sets[0], .second = sets.size() == 2 ? &sets[1] : nullptr, .metric = metric};
    }
};

/// Every metric, one set and two, with ties and without, more rows than one block has and fewer.
inline std::vector<PairSample> pair_samples() {
    std::vector<PairSample> all;
    for (const auto& known : metric_names) {
        const bool on_globe = known.value == Metric::great_circle;
        for (const std::int64_t dims : {1, 2, 3, 20}) {
            if (on_globe && dims != 2) continue;
            const std::string name = std::string(known.name) + " " + std::to_string(dims);
            all.push_back({name, {vectors(150, dims, 3)}, known.value});
            all.push_back({name + " whole", {vectors(150, dims, 4, true)}, known.value});
            all.push_back({name + " two sets", {vectors(70, dims, 5), vectors(131, dims, 6)}, known.value});
        }
    }
    for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::cosine})
        all.push_back({"fine", {fine_vectors(90, 3, 7)}, metric});
    all.push_back({"awkward", {awkward_points(200)}, Metric::euclidean});
    all.push_back({"bytes", {bytes(100, 30, 8)}, Metric::euclidean});
    all.push_back({"given", {random_distances(90)}, Metric::euclidean});
    Dataset asymmetric = random_distances(90);
    std::get<std::vector<float>>(asymmetric.values)[70 * 90 + 3] = 9.0f;
    asymmetric.is_asymmetric = true;
    all.push_back({"asymmetric", {asymmetric}, Metric::euclidean});
    all.push_back({"equal", {vectors_of(std::vector<float>(200, 0.1f), 2)}, Metric::euclidean});
    for (const std::int64_t rows : {1, 2, 3}) all.push_back({"few", {vectors(rows, 2, 9)}, Metric::euclidean});
    return all;
}

/// Calls `take` for each pair of the question once, in ascending order of the rows.
inline void for_each_pair(const neighbours::NeighbourQuestion& question,
                          const std::function<void(std::int64_t row, std::int64_t col)>& take) {
    const bool once = question.second == nullptr && !question.first.is_asymmetric;
    for (std::int64_t row = 0; row < question.first.rows; ++row)
        for (std::int64_t col = once ? row + 1 : 0; col < question.across().rows; ++col)
            if (question.own_row(row) != col) take(row, col);
}

/// Computes the pieces in a random order and merges half of them elsewhere first, as ranks and checkpoints do.
inline void run_in_disorder(const scale::PieceWork& work, const scale::PieceWork& elsewhere, unsigned seed) {
    std::vector<std::int64_t> pieces;
    for (std::int64_t piece = 0; piece < work.pieces; ++piece) pieces.push_back(piece);
    std::mt19937 random(seed);
    for (std::size_t i = pieces.size(); i > 1; --i) std::swap(pieces[i - 1], pieces[random() % i]);
    for (std::size_t i = 0; i < pieces.size(); ++i)
        (i % 2 == 0 ? work : elsewhere).merge(elsewhere.compute(pieces[i], {}));
    work.merge(elsewhere.merged());
}

} // namespace pairscope::samples
