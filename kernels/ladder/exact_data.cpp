// SPDX-License-Identifier: MIT
#include "kernels/ladder/exact_data.h"

#include "kernels/data/shapes/pcg32.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope {
namespace {

constexpr std::uint64_t seed_of_second_set = 1ull << 40, seed_of_bytes = 1ull << 41;

/// A number from 0 to below `count`.
std::int64_t below(Pcg32& random, std::int64_t count) {
    return static_cast<std::int64_t>(random.uniform() * static_cast<double>(count));
}

template <class Number> Dataset dataset_of(std::vector<Number> values, std::int64_t rows, ExactKind kind) {
    Dataset data{.name = std::string(title_of(kind)),
                 .rows = rows,
                 .dims = static_cast<std::int64_t>(values.size()) / rows,
                 .has_exact_sums = true};
    data.values = std::move(values);
    return data;
}

/// Multiples of `step` from -most to most steps, but not 0.
class WholeNumbers {
public:
    explicit WholeNumbers(std::int64_t dims)
        : most_(static_cast<std::int64_t>(64.0 / std::sqrt(static_cast<double>(dims)))) {}

    static constexpr float step = 16.0f; // so that a mean of 16 of them is a whole number
    [[nodiscard]] bool exist() const { return most_ >= 1; }

    [[nodiscard]] float any(Pcg32& random) const {
        const std::int64_t number = below(random, 2 * most_) - most_;
        return step * static_cast<float>(number < 0 ? number : number + 1);
    }
    [[nodiscard]] float other_than(float value, Pcg32& random) const {
        for (;;)
            if (const float other = any(random); other != value) return other;
    }

private:
    std::int64_t most_;
};

/// Row 0 and row 1 differ in every coordinate, so that each one counts even where there are only two rows.
std::vector<float> whole_vectors(std::int64_t rows, std::int64_t dims, std::uint64_t seed) {
    const WholeNumbers numbers(dims);
    Pcg32 random(seed);
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (std::int64_t i = 0; i < rows * dims; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool is_in_second_row = i >= dims && i < 2 * dims;
        values[at] = is_in_second_row ? numbers.other_than(values[at - static_cast<std::size_t>(dims)], random)
                                      : numbers.any(random);
    }
    return values;
}

/// Even rows are one vector of small coordinates; each odd row differs from it in one coordinate, by as much as all the
/// others together are long.
std::vector<float> needle_vectors(std::int64_t rows, std::int64_t dims, std::int64_t first_row) {
    Pcg32 random(static_cast<std::uint64_t>(dims));
    std::vector<float> base(static_cast<std::size_t>(dims));
    for (float& value : base) value = random.uniform() < 0.5 ? -1.0f : 1.0f;
    const std::vector<std::int64_t> places = needle_places(dims);
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(rows * dims));
    for (std::int64_t i = first_row; i < first_row + rows; ++i) {
        values.insert(values.end(), base.begin(), base.end());
        if (i % 2 == 0) continue;
        const std::int64_t place = places[static_cast<std::size_t>(i / 2) % places.size()];
        float& needle = values[values.size() - static_cast<std::size_t>(dims - place)];
        needle -= std::copysign(std::max(16.0f, std::ceil(std::sqrt(static_cast<float>(dims)))), needle);
    }
    for (float& value : values) value *= WholeNumbers::step;
    return values;
}

/// The largest power of two with which so many coordinates make a vector that is at most 1 long.
float coordinate_of_unit(std::int64_t dims) {
    float size = 1.0f;
    while (static_cast<double>(dims) * size * size > 1.0) size /= 2.0f;
    return size;
}

/// All coordinates are the same number or its negative. Rows of the second set are copies of those of the first, so
/// every row has a match whose score no other exceeds. As needles, one coordinate of each copy has the other sign.
std::vector<float> unit_vectors(std::int64_t rows, std::int64_t dims) {
    const float size = coordinate_of_unit(dims);
    Pcg32 random(static_cast<std::uint64_t>(dims));
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (float& value : values) value = random.uniform() < 0.5 ? -size : size;
    return values;
}

std::vector<float> unit_copies(const std::vector<float>& originals, std::int64_t rows, std::int64_t dims,
                               ExactKind kind) {
    const std::int64_t count = std::ssize(originals) / dims;
    const std::vector<std::int64_t> places = needle_places(dims);
    std::vector<float> values;
    for (std::int64_t i = 0; i < rows; ++i) {
        const auto begin = originals.begin() + (count - 1 - i % count) * dims;
        values.insert(values.end(), begin, begin + dims);
        const std::int64_t place = places[static_cast<std::size_t>(i) % places.size()];
        float& needle = values[values.size() - static_cast<std::size_t>(dims - place)];
        if (kind == ExactKind::needles) needle = -needle;
    }
    return values;
}

/// Two vectors are farther apart than all others: they differ by 255 in every coordinate, or as needles in one each.
std::vector<std::uint8_t> byte_vectors(std::int64_t rows, std::int64_t dims, ExactKind kind, std::uint64_t seed) {
    Pcg32 random(seed_of_bytes + seed);
    std::vector<std::uint8_t> values(static_cast<std::size_t>(rows * dims));
    const auto row = [&](std::int64_t i) { return values.begin() + i * dims; };
    const std::int64_t first = rows / 3, second = rows - 1;
    if (kind == ExactKind::whole_numbers) {
        for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(1 + below(random, 254));
        for (std::int64_t k = 0; k < dims; ++k) row(first)[k] = random.uniform() < 0.5 ? 0 : 255;
        for (std::int64_t k = 0; k < dims && first != second; ++k)
            row(second)[k] = static_cast<std::uint8_t>(255 - row(first)[k]);
        return values;
    }
    for (std::int64_t k = 0; k < dims; ++k) row(0)[k] = static_cast<std::uint8_t>(100 + below(random, 56));
    const std::vector<std::int64_t> places = needle_places(dims);
    for (std::int64_t i = 1; i < rows; ++i) {
        std::copy(row(0), row(0) + dims, row(i));
        const std::int64_t place = places[static_cast<std::size_t>(i - 1) % places.size()];
        const std::int64_t length = i == first || i == second ? 100 : 1 + i % 50;
        row(i)[place] = static_cast<std::uint8_t>(row(i)[place] + length);
    }
    return values;
}

template <class Number, class Make>
ExactSets sets_of(const Workload& size, const WorkloadType& type, ExactKind kind, Make make) {
    ExactSets sets{.a = dataset_of<Number>(make(0, size.rows), size.rows, kind), .parameters = usual_parameters(type)};
    if (type.inputs.sets == 2) sets.b = dataset_of<Number>(make(1, size.cols), size.cols, kind);
    return sets;
}

} // namespace

std::vector<std::int64_t> needle_places(std::int64_t dims) {
    std::vector<std::int64_t> places{0, dims - 1};
    const auto add = [&](std::int64_t place) {
        if (place >= 0 && place < dims && std::ranges::find(places, place) == places.end()) places.push_back(place);
    };
    if (dims == 1) places.pop_back();
    for (const std::int64_t tile : {32, 16, 64, 128, 8, 4, 256, 512, 1024, 4096}) {
        add(tile - 1);
        add(tile);
        add(dims - dims % tile); // the first coordinate of the last, incomplete tile
    }
    Pcg32 random(static_cast<std::uint64_t>(dims));
    for (int i = 0; i < 4; ++i) add(below(random, dims));
    return places;
}

std::optional<ExactSets> whole_number_sets(const Workload& size, ExactKind kind) {
    const WorkloadType& type = type_of(size.type);
    const std::int64_t dims = size.dims;
    if (type.inputs.takes_distances || type.metric == Metric::great_circle) return std::nullopt;
    if (type.inputs.element == Element::uint8)
        return sets_of<std::uint8_t>(size, type, kind, [&](std::uint64_t set, std::int64_t rows) {
            return byte_vectors(rows, dims, kind, set);
        });
    if (type.inputs.unit_length) {
        const std::vector<float> originals = unit_vectors(size.rows, dims);
        return sets_of<float>(size, type, kind, [&](int set, std::int64_t rows) {
            return set == 0 ? originals : unit_copies(originals, rows, dims, kind);
        });
    }
    if (!WholeNumbers(dims).exist()) return std::nullopt;
    return sets_of<float>(size, type, kind, [&](int set, std::int64_t rows) {
        if (kind == ExactKind::needles) return needle_vectors(rows, dims, set);
        return whole_vectors(rows, dims, set == 0 ? 0 : seed_of_second_set);
    });
}

std::optional<ExactSets> whole_number_sets(const Workload& size, ExactKind kind, float (*change)(float)) {
    std::optional<ExactSets> sets = whole_number_sets(size, kind);
    if (!sets) return sets;
    for (float& x : std::get<std::vector<float>>(sets->a.values)) x = change(x);
    if (sets->b)
        for (float& x : std::get<std::vector<float>>(sets->b->values)) x = change(x);
    return sets;
}

std::optional<ExactSets> sign_sets(const Workload& size, ExactKind kind) {
    return whole_number_sets(size, kind, [](float x) { return x < 0.0f ? -1.0f : 1.0f; });
}

std::optional<ExactSets> exact_data(const Workload& size, ExactKind kind) {
    const WorkloadType& type = type_of(size.type);
    return type.exact != nullptr ? type.exact(size, kind) : whole_number_sets(size, kind);
}

} // namespace pairscope
