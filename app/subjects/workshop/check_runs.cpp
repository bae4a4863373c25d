// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/check_runs.h"

#include "app/chart/number_text.h"
#include "app/subjects/data/data.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/shapes/clustered_vectors.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/data/vectors.h"
#include "kernels/ladder/registry.h"
#include "kernels/ladder/telling_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

namespace pairscope::app::workshop {
namespace {

constexpr std::int64_t first_size = 256, first_length = 16;
/// The first of the usual runs in which a larger pitch is tried, too.
constexpr std::int64_t least_size_with_pitch = 31;
/// Every block of a run into a texture is followed, so that only small ones are made.
constexpr std::int64_t most_into_texture = 129;
/// Random sizes: enough for several tiles and blocks, and so small that a run takes a few hundredths of a second.
constexpr int random_runs = 4;
constexpr std::int64_t most_random_vectors = 400, most_random_length = 48, most_random_coordinates = 20'000;

/// More than 2^31 entries, and no extent of a grid of single rows is too large for CUDA.
constexpr std::int64_t rows_that_overflow = 50'021;
constexpr std::int64_t few_coordinates = 4;
/// Between the sizes that are run as a whole and those at which an index overflows. No tile divides them.
constexpr std::array<std::int64_t, 2> rows_between{4099, 10'007};

/// Random numbers times these give distances above 1e5 and below 1e-6.
constexpr std::pair<std::string_view, double> far_scale{"large distances", 1e6}, near_scale{"small distances", 1e-7};
constexpr std::int64_t size_of_scaled = 65;

void check_in(std::string_view name, std::int64_t size, const SizeRange& range) {
    if (size < range.least || size > range.most)
        throw InputError(fmt::format("{} is {}: choose from {} to {}", name, grouped(size), grouped(range.least),
                                     grouped(range.most)));
}

void check_asked(const WorkloadType& type, const FirstSize& asked) {
    const InputRule& rule = type.inputs;
    if (asked.n) check_in("n", *asked.n, counted_range(rule));
    if (asked.m && (rule.sets == 1 || counts_coordinates(rule)))
        throw InputError(fmt::format("{} has no number of vectors in a second set: leave m out", type.id));
    if (asked.m) check_in("m", *asked.m, rule.rows);
    if (asked.dims && counts_coordinates(rule))
        throw InputError(fmt::format("n is the number of coordinates for {}: leave dims out", type.id));
    if (asked.dims) check_in("dims", *asked.dims, rule.dims);
}

void check_size(const Workload& size) {
    if (std::max(size.rows, size.cols) > most_simulated_rows)
        throw InputError(
            fmt::format("a try takes at most {} vectors in a set: choose a smaller n", grouped(most_simulated_rows)));
    if (size.dims > most_simulated_coordinates)
        throw InputError(
            fmt::format("a try takes at most {} coordinates: choose a smaller n", grouped(most_simulated_coordinates)));
}

/// The points of the smallest shape are two.
Dataset points(std::int64_t rows, std::uint64_t seed) {
    Dataset made = generate(default_settings(Shape::uniform_square, std::max(rows, min_generated_rows), seed));
    return rows < made.rows ? first_rows(made, rows) : made;
}

/// What a user without a file sees: the example of the workload, or points in a square.
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

/// From `least` to `most`.
std::int64_t random_in(Pcg32& random, std::int64_t least, std::int64_t most) {
    return std::min(most, least + static_cast<std::int64_t>(static_cast<double>(most - least + 1) * random.uniform()));
}

Workload random_size(const WorkloadType& type, Pcg32& random) {
    const InputRule& rule = type.inputs;
    if (counts_coordinates(rule))
        return {type.id, 1, 1, random_in(random, rule.dims.least, std::min(rule.dims.most, most_random_coordinates))};
    const auto vectors = [&] {
        return random_in(random, rule.rows.least, std::min(rule.rows.most, most_random_vectors));
    };
    const std::int64_t rows = vectors(), cols = rule.sets == 2 ? vectors() : rows;
    return {type.id, rows, cols, random_in(random, rule.dims.least, std::min(rule.dims.most, most_random_length))};
}

/// One and two blocks of so many threads, where the last tile is a whole one; and a size that 4 divides and 8 does not.
std::vector<std::int64_t> sizes_about(std::int64_t threads) {
    constexpr std::int64_t most = 1024;
    std::vector<std::int64_t> sizes{36};
    for (const std::int64_t n : {threads, 2 * threads})
        if (n > 2 && n <= most && n != first_size) sizes.push_back(n);
    return sizes;
}

/// So many vectors in each set, or coordinates; absent where the workload has no such size.
std::optional<Workload> size_of(const WorkloadType& type, std::int64_t n) {
    const InputRule& rule = type.inputs;
    if (counts_coordinates(rule)) {
        if (n < rule.dims.least || n > rule.dims.most) return {};
        return Workload{type.id, 1, 1, n};
    }
    if (n < rule.rows.least || n > rule.rows.most) return {};
    return Workload{type.id, n, n, std::clamp(first_length, rule.dims.least, rule.dims.most)};
}

/// Larger than is run as a whole, the published size, and a matrix in which an index of 32 bits overflows.
std::vector<Workload> sizes_of_few_blocks(const WorkloadType& type, const TellingSizes& telling) {
    const InputRule& rule = type.inputs;
    if (type.output != OutputKind::matrix) return telling.few_blocks;
    const auto square = [&](std::int64_t rows) {
        return Workload{type.id, rows, rows, std::clamp(few_coordinates, rule.dims.least, rule.dims.most)};
    };
    std::vector<Workload> sizes;
    for (const std::int64_t rows : rows_between) sizes.push_back(square(rows));
    sizes.insert(sizes.end(), telling.few_blocks.begin(), telling.few_blocks.end());
    if (rows_that_overflow <= rule.rows.most) sizes.push_back(square(rows_that_overflow));
    return sizes;
}

/// Degrees, bytes and vectors of unit length have no other scale.
bool has_scales(const WorkloadType& type) {
    return type.inputs.element == Element::float32 && !type.inputs.unit_length && type.metric != Metric::great_circle;
}

void add_scaled(const WorkloadType& type, std::uint64_t seed, std::vector<CheckRun>& runs) {
    const auto size = size_of(type, size_of_scaled);
    if (!size || !has_scales(type)) return;
    for (const auto& [kind, scale] : {far_scale, near_scale})
        runs.push_back({.kind = kind, .size = *size, .seed = seed, .most_examined = examined_of_many, .scale = scale});
}

} // namespace

Question first_question(const WorkloadType& type, const FirstSize& asked) {
    check_asked(type, asked);
    const InputRule& rule = type.inputs;
    const std::int64_t n = asked.n.value_or(first_size);
    Workload size{type.id, n, rule.sets == 2 ? asked.m.value_or(n) : n, asked.dims.value_or(first_length)};
    if (counts_coordinates(rule)) size = {type.id, rule.rows.least, rule.rows.least, n};
    size.dims = std::clamp(size.dims, rule.dims.least, rule.dims.most);
    check_size(size);
    return made(size, 1, example);
}

std::vector<CheckRun> runs_of_check(const WorkloadType& type, const TakenPlaces& places, std::uint64_t seed) {
    const TellingSizes sizes = telling_sizes(type, Thoroughness::usual);
    const CheckRun usual{.kind = "usual", .size = {}, .most_examined = examined_of_many};
    const bool has_output_pitch = places.output_pitch && type.output == OutputKind::matrix;
    bool needs_pitch = has_output_pitch || places.input_pitch;
    std::vector<CheckRun> runs;
    for (const Workload& size : sizes.usual) {
        CheckRun run = usual;
        run.size = size;
        runs.push_back(run);
        if (places.texture && n_of(size) <= most_into_texture) {
            CheckRun textured = run;
            textured.kind = "a texture";
            textured.into_texture = true;
            runs.push_back(textured);
        }
        if (places.blocks.size() > 1) { // in turns, which tries each of them at some sizes
            CheckRun other = run;
            other.kind = "blocks of another size";
            other.block = places.blocks[1 + runs.size() % (places.blocks.size() - 1)];
            runs.push_back(other);
        }
        if (!needs_pitch || n_of(size) < least_size_with_pitch) continue;
        needs_pitch = false;
        CheckRun pitched = run;
        pitched.kind = "a larger pitch";
        pitched.has_larger_pitch = has_output_pitch;
        pitched.has_larger_input_pitch = places.input_pitch;
        runs.push_back(pitched);
    }
    for (const std::int64_t n : sizes_about(places.threads)) {
        const auto size = size_of(type, n);
        if (!size) continue;
        CheckRun& run = runs.emplace_back(usual);
        run.kind = "whole tiles";
        run.size = *size;
        run.seed = seed;
    }
    for (const Workload& size : sizes.exact)
        for (const auto& [kind, name, title, former] : exact_names) {
            if (!exact_question(size, kind)) continue;
            CheckRun& run = runs.emplace_back(usual);
            run.kind = title_of(kind);
            run.size = size;
            run.exact = kind;
        }
    Pcg32 random(seed);
    Workload random_one;
    for (int i = 0; i < random_runs; ++i) {
        if (i != 1) random_one = random_size(type, random); // one size comes twice, with other data
        CheckRun& run = runs.emplace_back(usual);
        run.kind = "random";
        run.size = random_one;
        run.seed = seed + static_cast<std::uint64_t>(i);
    }
    add_scaled(type, seed, runs);
    for (const Workload& size : sizes_of_few_blocks(type, sizes)) {
        if (places.is_cpu && size.rows > rows_between.front()) continue;
        CheckRun& run = runs.emplace_back(usual);
        run.kind = places.is_cpu ? "whole numbers" : "few blocks";
        run.size = size;
        run.few_blocks = !places.is_cpu;
        run.exact = ExactKind::whole_numbers;
    }
    return runs;
}

Question question_of(const CheckRun& run) {
    if (run.exact)
        if (auto question = exact_question(run.size, *run.exact)) return *std::move(question);
    const bool is_random = run.kind == "random" || run.scale != 1;
    return made(run.size, run.seed, [&](const WorkloadType& type, int set, const Workload& size, std::uint64_t seed) {
        if (!is_random) return example(type, set, size, seed);
        Dataset data = random_set(type, set, size, seed);
        if (run.scale != 1)
            for (float& value : std::get<std::vector<float>>(data.values))
                value = static_cast<float>(value * run.scale);
        return data;
    });
}

} // namespace pairscope::app::workshop
