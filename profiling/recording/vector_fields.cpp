// SPDX-License-Identifier: MIT
#include "profiling/recording/vector_fields.h"

#include "profiling/recording/fields.h"

#include <fmt/format.h>

#include <limits>
#include <tuple>

namespace pairscope::profiling {
namespace {

constexpr double largest_float = std::numeric_limits<float>::max();

struct Floats {
    [[nodiscard]] Json json(const std::vector<float>& values) const {
        auto list = Json::array();
        for (const float value : values) list.push_back(shortest(value));
        return list;
    }
    void read(const JsonPlace& place, std::vector<float>& values) const {
        const std::vector<double> found = place.numbers(-largest_float, largest_float, most_kept_coordinates);
        values.assign(found.begin(), found.end());
    }
};

} // namespace

template <>
inline constexpr auto fields<RecordedVector> = std::tuple{
    field("set", &RecordedVector::set, as::Whole{0, 1}),
    field("row", &RecordedVector::row, as::Whole{}),
    field("values", &RecordedVector::values, Floats{}),
};

namespace {

constexpr as::List all_vectors{as::Object<RecordedVector>{}, most_vectors_kept};

} // namespace

void require_vectors_of_sets(const Recording& recording, const JsonPlace& root) {
    if (recording.vectors.empty()) return;
    const std::vector<JsonPlace> places = root.at("vectors").items(most_vectors_kept);
    for (std::size_t i = 0; i < recording.vectors.size(); ++i) {
        const RecordedVector& one = recording.vectors[i];
        if (one.set >= std::ssize(recording.sets)) places[i].at("set").refuse("the place of a set of the recording");
        const Dataset& set = *recording.sets[std::size_t(one.set)];
        if (one.row >= set.rows) places[i].at("row").refuse(fmt::format("a row of the {} of the set", set.rows));
        if (std::ssize(one.values) != set.dims)
            places[i].at("values").refuse(fmt::format("a list of {} numbers", set.dims));
    }
}

std::size_t values_in(const std::vector<RecordedVector>& vectors) {
    std::size_t values = 0;
    for (const RecordedVector& one : vectors) values += 2 + one.values.size();
    return values;
}

namespace as {

Json Vectors::json(const std::vector<RecordedVector>& vectors, RecordingContext& context) const {
    return all_vectors.json(vectors, context);
}
void Vectors::read(const JsonPlace& place, std::vector<RecordedVector>& vectors, RecordingContext& context) const {
    all_vectors.read(place, vectors, context);
}

} // namespace as

} // namespace pairscope::profiling
