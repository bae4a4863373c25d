// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/check_data.h"

#include "app/subjects/data/data.h"
#include "kernels/data/globe.h"
#include "kernels/data/shapes/clustered_vectors.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/data/vectors.h"
#include "kernels/ladder/registry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace pairscope::app::workshop {
namespace {

/// The points of the smallest shape are two.
Dataset points(std::int64_t rows, std::uint64_t seed) {
    Dataset made = generate(default_settings(Shape::uniform_square, std::max(rows, min_generated_rows), seed));
    return rows < made.rows ? first_rows(made, rows) : made;
}

Dataset example(const WorkloadType& type, int set, const Workload& size, std::uint64_t seed) {
    const std::int64_t rows = set == 0 ? size.rows : size.cols;
    if (type.example != nullptr) return type.example(set, rows, size.dims, {});
    return size.dims == 2 ? points(rows, seed) : clustered_vectors(rows, size.dims);
}

/// Makes degrees of numbers from -1 to 1, counted from a place that is not 0, and with the latitude first now and then.
void place(std::vector<float>& values, Dataset& data, std::uint64_t seed) {
    const bool is_latitude_first = seed % 2 == 1;
    data.latitude_axis = LatitudeAxis{.axis = is_latitude_first ? 0u : 1u};
    data.origin = {12.0, -34.0};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool is_latitude = (i % 2 == 0) == is_latitude_first;
        values[i] = values[i] * (is_latitude ? 90.0F : 180.0F) - static_cast<float>(data.origin[i % 2]);
    }
}

/// Numbers that nobody knows before the try. Degrees are between the poles and once around.
Dataset random_set(const WorkloadType& type, int set, const Workload& size, std::uint64_t seed) {
    Dataset data{.name = "random vectors", .rows = set == 0 ? size.rows : size.cols, .dims = size.dims};
    Pcg32 random(2 * seed + static_cast<std::uint64_t>(set));
    const auto count = static_cast<std::size_t>(data.rows * data.dims);
    if (type.inputs.element == Element::uint8) {
        std::vector<std::uint8_t> bytes(count);
        for (std::uint8_t& value : bytes) value = static_cast<std::uint8_t>(256 * random.uniform());
        data.values = std::move(bytes);
        return data;
    }
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(2 * random.uniform() - 1);
    if (type.metric == Metric::great_circle) place(values, data, seed);
    data.values = std::move(values);
    return type.inputs.unit_length ? with_unit_length(std::move(data)) : data;
}

/// A third of the coordinates are 0, and so are all of the first vector, the last one, and one in the middle.
void put_zeros(Dataset& data, std::uint64_t seed) {
    Pcg32 random(seed);
    auto& values = std::get<std::vector<float>>(data.values);
    for (float& value : values)
        if (random.uniform() < 1.0 / 3) value = 0.0F;
    for (const std::int64_t row : {std::int64_t{0}, data.rows / 2, data.rows - 1})
        std::fill_n(values.begin() + row * data.dims, data.dims, 0.0F);
}

/// One coordinate of some vectors, not always the same one.
void put_nan(Dataset& data) {
    constexpr std::int64_t every = 5;
    auto& values = std::get<std::vector<float>>(data.values);
    for (std::int64_t row = 1; row < data.rows; row += every)
        values[static_cast<std::size_t>(row * data.dims + row / every % data.dims)] =
            std::numeric_limits<float>::quiet_NaN();
}

/// Three vectors are equally far apart from two others, and farther than any other pair. In a block of 64 to 512
/// threads that take every so many rows, a higher one of them meets an even thread, which a tree of halves keeps, and
/// the lowest one an odd thread.
void put_ties(Dataset& data) {
    auto& values = std::get<std::vector<std::uint8_t>>(data.values);
    for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(100 + value % 50);
    const auto put = [&](std::int64_t row, std::uint8_t value) {
        if (row < data.rows) std::fill_n(values.begin() + row * data.dims, data.dims, value);
    };
    for (const std::int64_t row : {101, 260, 516}) put(row, 0);
    for (const std::int64_t row : {300, 600}) put(row, 255);
}

/// Random numbers from -1 to 1 become such that no distance of a pair, divided by the sigma, is so small or so large
/// that its term would not matter.
void spread(const WorkloadType& type, Dataset& data, double sigma) {
    constexpr double most = 4.0; // how far a point is from the middle along an axis [sigmas]
    const double scale =
        counts_coordinates(type.inputs) ? sigma / std::sqrt(static_cast<double>(data.dims)) : most * sigma;
    for (float& value : std::get<std::vector<float>>(data.values)) value = static_cast<float>(value * scale);
}

/// `make` gives one set for a type, its number, a size and a seed.
Question made(const Workload& size, std::uint64_t seed, const auto& make) {
    const WorkloadType& type = type_of(size.type);
    const auto set = [&](int which) {
        auto vectors = std::make_shared<const Dataset>(make(type, which, size, seed));
        return type.prepare != nullptr ? vectors : as_needed_by(type, std::move(vectors)); // kernels take any vectors
    };
    Question question;
    question.workload = type.id;
    question.first = set(0);
    if (type.inputs.sets == 2) question.second = set(1);
    question.parameters = usual_parameters(type);
    return question;
}

Dataset data_of(const CheckRun& run, const WorkloadType& type, int set, const Workload& size) {
    if (run.data == CheckData::example) return example(type, set, size, run.seed);
    if (run.data == CheckData::example_vectors) {
        const std::int64_t rows = set == 0 ? size.rows : size.cols;
        return type.example_vectors(set, rows, size.dims, {});
    }
    Dataset data = random_set(type, set, size, run.seed);
    if (run.data == CheckData::zeros) put_zeros(data, run.seed + static_cast<std::uint64_t>(set));
    if (run.data == CheckData::nan) put_nan(data);
    if (run.data == CheckData::ties) put_ties(data);
    if (run.sigma > 0) spread(type, data, run.sigma);
    if (run.scale != 1)
        for (float& value : std::get<std::vector<float>>(data.values)) value = static_cast<float>(value * run.scale);
    return data;
}

} // namespace

Question example_question(const Workload& size, std::uint64_t seed) { return made(size, seed, example); }

/// A matrix of distances between float32 vectors of any length.
static bool has_any_vectors(const WorkloadType& type) {
    return type.output == OutputKind::matrix && type.inputs.element == Element::float32 && !type.inputs.unit_length;
}

bool has_rule_for_zeros(const WorkloadType& type) {
    return has_any_vectors(type) && (type.metric == Metric::cosine || type.metric == Metric::canberra);
}

bool has_rule_for_nan(const WorkloadType& type) {
    return has_any_vectors(type) && (type.metric == Metric::chebyshev || type.metric == Metric::hamming);
}

bool has_rule_for_ties(const WorkloadType& type) {
    return type.output == OutputKind::pair && type.inputs.element == Element::uint8;
}

bool has_sigma(const WorkloadType& type) {
    return type.parameters.size() == 1 && type.parameters.front().name == "sigma";
}

Question question_of(const CheckRun& run) {
    if (run.exact)
        if (auto question = exact_question(run.size, *run.exact)) return *std::move(question);
    Question question =
        made(run.size, run.seed, [&](const WorkloadType& type, int set, const Workload& size, std::uint64_t) {
            return data_of(run, type, set, size);
        });
    if (run.sigma > 0) question.parameters = {run.sigma};
    return question;
}

} // namespace pairscope::app::workshop
