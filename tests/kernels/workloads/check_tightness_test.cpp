// SPDX-License-Identifier: MIT
// The check is tight and just. On data with exact sums it sees an error of 3e-6 in one entry, a lost or doubled
// coordinate and a missing point; and it calls no right kernel wrong, there and on data where rounding is worst.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/data/vectors.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "tests/kernels/exact_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace pairscope::exactness {
namespace {

/// The output of a variant, in host memory.
struct Written {
    std::vector<float> words;
    std::int64_t cols = 0;
    Entry entry = Entry::float32;
    [[nodiscard]] LinearMemory memory() { return {words.data(), cols, entry}; }
};

const KernelVariant& reference_variant(const WorkloadType& type) {
    return *std::ranges::find_if(variants(), [&](const KernelVariant& variant) {
        return variant.workload == type.id && variant.backend == Backend::cpu;
    });
}

/// The least exact one of the variants that have to give the exact output.
Accuracy loosest_accuracy(const WorkloadType& type) {
    Accuracy loosest{.tolerance = 0.0};
    for (const KernelVariant& variant : variants())
        if (variant.workload == type.id && variant.entry == Entry::float32 && variant.may_differ_by == nullptr) {
            loosest.tolerance = std::max(loosest.tolerance, variant.tolerance);
            loosest.of_norms = std::max(loosest.of_norms, variant.of_norms);
        }
    return loosest;
}

Written output_of(const KernelVariant& variant, const Inputs& inputs, const Dataset& a, const Dataset& b) {
    Engine engine(devices().back());
    engine.load(a, b);
    engine.set_parameters(inputs.parameters);
    const OutputShape shape = output_of(workload_of(variant.workload, inputs));
    const OutputBuffer buffer = engine.allocate(shape, Entry::float32);
    engine.run(variant, buffer.memory(), {});
    const MatrixShape words = words_of(shape);
    Written output{.words = std::vector<float>(static_cast<std::size_t>(words.rows * words.cols)), .cols = words.cols};
    const LinearMemory memory = buffer.memory();
    for (std::int64_t row = 0; row < words.rows; ++row)
        std::copy_n(memory.data + row * memory.pitch, words.cols, output.words.begin() + row * words.cols);
    return output;
}
Written output_of(const WorkloadType& type, const ExactSets& sets) {
    return output_of(reference_variant(type), inputs_of_sets(sets), sets.a, sets.b ? *sets.b : sets.a);
}

bool is_right(const WorkloadType& type, const ExactSets& sets, Written output) {
    const Inputs inputs = inputs_of_sets(sets);
    const Problem problem = problem_of(inputs, output.memory());
    const Accuracy accuracy = loosest_accuracy(type);
    if (type.output != OutputKind::matrix) return type.compare(problem, accuracy, {}).right();
    Comparison found;
    for (std::int64_t row = 0; row < inputs.a.rows; ++row) type.matrix.compare_row(problem, row, accuracy, found);
    return found.right();
}

/// One coordinate of every vector becomes 0, as for a kernel that leaves it out.
Dataset without_coordinate(Dataset data, std::int64_t place) {
    std::visit(
        [&](auto& values) {
            for (std::int64_t i = 0; i < data.rows; ++i) values[static_cast<std::size_t>(i * data.dims + place)] = 0;
        },
        data.values);
    return data;
}
/// One coordinate of every vector comes twice, as for a kernel that adds it again.
Dataset with_coordinate_twice(const Dataset& data, std::int64_t place) {
    Dataset found = data;
    ++found.dims;
    std::visit(
        [&](auto& values) {
            const auto old = std::get<std::remove_reference_t<decltype(values)>>(data.values);
            values.clear();
            for (std::int64_t i = 0; i < data.rows; ++i) {
                values.insert(values.end(), old.begin() + i * data.dims, old.begin() + (i + 1) * data.dims);
                values.push_back(old[static_cast<std::size_t>(i * data.dims + place)]);
            }
        },
        found.values);
    return found;
}

ExactSets changed(const ExactSets& sets, const std::function<Dataset(const Dataset&)>& change) {
    ExactSets found{.a = change(sets.a), .b = {}, .parameters = sets.parameters};
    if (sets.b) found.b = change(*sets.b);
    return found;
}

/// Some workloads cannot tell, whatever the tolerance: what changes all vectors alike, or leaves every angle as it is.
bool can_tell(const WorkloadType& type, const ExactSets& sets, const ExactSets& other) {
    const Inputs before = inputs_of_sets(sets), after = inputs_of_sets(other);
    if (type.output != OutputKind::matrix) return true;
    const Problem a = problem_of(before, {}), b = problem_of(after, {});
    for (std::int64_t row = 0; row < before.a.rows; ++row)
        for (std::int64_t col = 0; col < before.b.rows; ++col) {
            const double x = type.matrix.reference(a, row, col), y = type.matrix.reference(b, row, col);
            if (std::abs(x - y) > 1e-6 * std::max(1.0, std::abs(x))) return true;
        }
    return false;
}

TEST(CheckIsTight, right_outputs_of_exact_data_are_right) {
    for_each_case([](const WorkloadType& type, const Workload&, const ExactSets& sets) {
        EXPECT_TRUE(is_right(type, sets, output_of(type, sets)));
    });
}

TEST(CheckIsTight, an_error_of_3e_6_in_one_entry_is_seen) {
    for_each_case([](const WorkloadType& type, const Workload& size, const ExactSets& sets) {
        const Written right = output_of(type, sets);
        if (type.output == OutputKind::scalar || type.output == OutputKind::pair) {
            Written wrong = right;
            Problem problem;
            problem.out = wrong.memory();
            double& value = type.output == OutputKind::scalar ? *scalar_out(problem) : pair_out(problem)->value;
            value *= 1.0 + 3e-6;
            EXPECT_FALSE(is_right(type, sets, wrong));
            return;
        }
        Pcg32 random(static_cast<std::uint64_t>(size.dims));
        for (int tries = 0; tries < 8; ++tries) {
            const auto row = static_cast<std::size_t>(random.uniform() * static_cast<double>(size.rows));
            const auto col = static_cast<std::size_t>(random.uniform() * static_cast<double>(right.cols));
            const std::size_t at = type.output == OutputKind::matches ? 4 * row + 2
                                   : type.output == OutputKind::values
                                       ? row
                                       : row * static_cast<std::size_t>(right.cols) + col;
            // The error of a cosine distance is not relative, so a small one may have a larger relative error.
            if (right.words[at] < (type.metric == Metric::cosine ? 0.25f : 1e-30f)) continue;
            Written wrong = right;
            wrong.words[at] *= 1.000003f;
            EXPECT_FALSE(is_right(type, sets, wrong)) << "word " << at << ": " << right.words[at];
        }
    });
}

TEST(CheckIsTight, a_lost_coordinate_is_seen_at_every_size) {
    int seen = 0;
    for (const WorkloadType* type : types_with_exact_data())
        for (const Workload& size : sizes_of(*type))
            for (const std::int64_t place : needle_places(size.dims)) {
                bool can = false, is_seen = false;
                for (const ExactKind kind : kinds) {
                    const ExactSets sets = *exact_data(size, kind);
                    const ExactSets lost =
                        changed(sets, [&](const Dataset& data) { return without_coordinate(data, place); });
                    can = can || can_tell(*type, sets, lost);
                    is_seen = is_seen || !is_right(*type, sets, output_of(*type, lost));
                }
                EXPECT_TRUE(is_seen || !can)
                    << type->id << ": coordinate " << place << " of " << size.dims << ", " << size.rows << " rows";
                seen += is_seen ? 1 : 0;
            }
    EXPECT_GT(seen, 1000);
}

TEST(CheckIsTight, a_doubled_coordinate_is_seen_at_every_size) {
    for (const WorkloadType* type : types_with_exact_data()) {
        if (type->inputs.dims.least == type->inputs.dims.most) continue; // there are two coordinates
        if (type->metric == Metric::chebyshev) continue;                 // a largest difference does not change
        for (const Workload& size : sizes_of(*type))
            for (const std::int64_t place : needle_places(size.dims)) {
                bool can = false, is_seen = false;
                for (const ExactKind kind : kinds) {
                    const ExactSets sets = *exact_data(size, kind);
                    const ExactSets twice =
                        changed(sets, [&](const Dataset& data) { return with_coordinate_twice(data, place); });
                    can = can || can_tell(*type, sets, twice);
                    is_seen = is_seen || !is_right(*type, sets, output_of(*type, twice));
                }
                EXPECT_TRUE(is_seen || !can)
                    << type->id << ": coordinate " << place << " of " << size.dims << ", " << size.rows << " rows";
            }
    }
}

TEST(CheckIsTight, a_missing_near_point_is_seen_at_every_size) {
    const WorkloadType& type = type_of("rbf_density");
    for (const std::int64_t n : {1, 2, 33, 1001, 4096})
        for (const ExactKind kind : kinds) {
            const ExactSets sets = *exact_data({type.id, n, n, 2}, kind);
            Written output = output_of(type, sets);
            ASSERT_TRUE(is_right(type, sets, output)) << n;
            for (const std::int64_t row : {std::int64_t{0}, n / 2, n - 1}) {
                Written wrong = output;
                wrong.words[static_cast<std::size_t>(row)] -= 1.0f;
                EXPECT_FALSE(is_right(type, sets, wrong)) << n << ", row " << row;
            }
        }
}

TEST(CheckIsTight, a_negative_distance_is_wrong_unless_the_variant_declares_it) {
    const std::vector<float> same{1.0f, 2.0f, 3.0f, 1.0f, 2.0f, 3.0f};
    const Dataset set{.name = "equal", .rows = 2, .dims = 3, .values = same};
    const Inputs inputs = inputs_of(set);
    const Problem problem = problem_of(inputs, {});
    const auto right = [&](std::string_view workload, float found, bool may_be_negative) {
        return type_of(workload).matrix.is_right(problem, {0, 1, found, 0.0}, {.may_be_negative = may_be_negative});
    };
    EXPECT_TRUE(right("cosine_distance", 0.0f, false));
    EXPECT_TRUE(right("cosine_distance", 1e-7f, false));
    EXPECT_FALSE(right("cosine_distance", -1e-7f, false));
    EXPECT_TRUE(right("cosine_distance", -1e-7f, true));
    EXPECT_FALSE(right("cosine_distance", -1e-3f, true)) << "within the tolerance only";
    for (const std::string_view other :
         {"squared_euclidean", "manhattan_distance", "chebyshev_distance", "cross_distance"})
        EXPECT_FALSE(right(other, -1e-38f, false)) << other;
}

/// Data on which sums round as badly as they can.
enum class Hard { constant_differences, one_large_and_many_tiny, twelve_decades };

std::vector<float> hard_values(Hard hard, std::int64_t rows, std::int64_t dims, bool is_second) {
    Pcg32 random(is_second ? 2 : 1);
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t k = 0; k < dims; ++k) {
            float& value = values[static_cast<std::size_t>(i * dims + k)];
            const double sign = random.uniform() < 0.5 ? -1.0 : 1.0;
            if (hard == Hard::constant_differences)
                value = static_cast<float>(0.1 * static_cast<double>(i % 7) + (is_second ? 0.05 : 0.0));
            else if (hard == Hard::one_large_and_many_tiny)
                value = static_cast<float>(k == (i * 5) % dims ? 1000.0 * sign : 0.1 * random.uniform());
            else
                value = static_cast<float>(sign * std::pow(10.0, 12.0 * random.uniform() - 6.0));
        }
    return values;
}

TEST(CheckIsJust, no_right_variant_is_called_wrong_on_hard_data) {
    Engine engine(devices().back());
    int checked = 0;
    for (const KernelVariant& variant : variants()) {
        const WorkloadType& type = type_of(variant.workload);
        const InputRule& rule = type.inputs;
        const bool runs = variant.backend == Backend::cpu || variant.simulate != nullptr;
        if (!runs || !variant.writes_linear || rule.element != Element::float32 || rule.takes_distances) continue;
        if (type.metric == Metric::great_circle) continue; // these are no coordinates on the Earth
        const bool is_long = counts_coordinates(rule);
        for (const std::int64_t length : {2, 17, 257, 1024})
            for (const Hard hard : {Hard::constant_differences, Hard::one_large_and_many_tiny, Hard::twelve_decades}) {
                const std::int64_t dims = is_long ? 100 * length + 3 : length;
                if (dims < rule.dims.least || dims > rule.dims.most) continue;
                const std::int64_t rows = is_long ? 1 : rows_within(type, 33, dims);
                Dataset a{.name = "hard", .rows = rows, .dims = dims, .values = hard_values(hard, rows, dims, false)};
                Dataset b{.name = "hard", .rows = rows, .dims = dims, .values = hard_values(hard, rows, dims, true)};
                if (rule.unit_length) {
                    a = with_unit_length(std::move(a));
                    b = with_unit_length(std::move(b));
                }
                engine.load(a, rule.sets == 2 ? b : a);
                std::vector<double> parameters = usual_parameters(type);
                if (!parameters.empty()) parameters[0] = is_long ? 300.0 : hard == Hard::twelve_decades ? 1e4 : 5.0;
                engine.set_parameters(parameters);
                const Workload size = workload_of(type.id, engine.inputs());
                if (!why_not(variant, size, engine.device(), TargetKind::linear).empty()) continue;
                const OutputBuffer buffer = engine.allocate(output_of(size, variant.both_directions), variant.entry);
                engine.run(variant, buffer.memory(), {});
                const Comparison found = compare_output(engine, variant, buffer.memory(), rows, {});
                EXPECT_TRUE(found.right())
                    << variant.id << ", d = " << dims << ", data " << static_cast<int>(hard) << ": " << describe(found);
                ++checked;
            }
    }
    EXPECT_GT(checked, 200);
}

TEST(CheckIsJust, no_right_variant_is_called_wrong_on_exact_data) {
    Engine engine(devices().back());
    for (const KernelVariant& variant : variants()) {
        const WorkloadType& type = type_of(variant.workload);
        const bool runs = variant.backend == Backend::cpu || variant.simulate != nullptr;
        if (!runs || !variant.writes_linear) continue;
        for (const std::int64_t length : {2, 17, 1024})
            for (const ExactKind kind : kinds) {
                const bool is_long = counts_coordinates(type.inputs);
                if (!is_long && (length < type.inputs.dims.least || length > type.inputs.dims.most)) continue;
                const std::int64_t dims = is_long ? 97 * length : length;
                const std::int64_t rows = is_long ? 1 : rows_within(type, 35, dims);
                const Workload size{type.id, rows, type.inputs.sets == 2 ? rows / 2 + 1 : rows, dims};
                const std::optional<ExactSets> sets = exact_data(size, kind);
                if (!sets || !why_not(variant, size, engine.device(), TargetKind::linear).empty()) continue;
                engine.load(sets->a, sets->b ? *sets->b : sets->a);
                engine.set_parameters(sets->parameters);
                const OutputBuffer buffer = engine.allocate(output_of(size, variant.both_directions), variant.entry);
                engine.run(variant, buffer.memory(), {});
                const Comparison found = compare_output(engine, variant, buffer.memory(), size.rows, {});
                EXPECT_TRUE(found.right())
                    << variant.id << ", " << title_of(kind) << ", d = " << size.dims << ": " << describe(found);
            }
    }
}

} // namespace
} // namespace pairscope::exactness
