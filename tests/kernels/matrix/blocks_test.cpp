// SPDX-License-Identifier: MIT
// Blocks of matrices that are not stored, against brute force.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "kernels/matrix/unstored/blocks.h"
#include "tests/kernels/block_samples.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace pairscope {
namespace {

using samples::SampleProblem;

std::vector<const WorkloadType*> types_with_blocks() {
    std::vector<const WorkloadType*> found;
    for (const WorkloadType& type : workload_types())
        if (has_blocks(type)) found.push_back(&type);
    return found;
}

void expect_right(const SampleProblem& problem, const BlockGrid& grid, const Overview& found) {
    EXPECT_EQ(samples::fault_of(problem, grid, found), "");
}

TEST(Blocks, of_every_matrix_with_a_formula_are_right_on_grids_of_any_kind) {
    unsigned seed = 1;
    for (const WorkloadType* type : types_with_blocks())
        for (const auto& [rows, dims] : {std::pair<std::int64_t, std::int64_t>{3, 1}, {131, 3}, {67, 37}, {1061, 5}}) {
            const SampleProblem problem = samples::block_problem(*type, rows, dims, ++seed);
            Engine engine{Device{}};
            samples::load(engine, problem);
            const Workload size = problem.size();
            for (const BlockGrid& grid : samples::grids_of({size.rows, size.cols}, seed)) {
                if (rows > 1000 && grid.side < 64) continue; // brute force takes its time
                expect_right(problem, grid, reduce_blocks(engine, type->id, grid, {}));
            }
        }
}

TEST(Blocks, leave_out_vectors_that_are_no_numbers) {
    for (const WorkloadType* type : types_with_blocks()) {
        if (type->inputs.element == Element::uint8) continue; // every byte is a number
        SampleProblem problem = samples::block_problem(*type, 600, 4, 7);
        for (const std::int64_t row : {0, 1, 2, 3, 257, 599}) samples::spoil_row(problem.a, row, samples::nan);
        if (problem.b) samples::spoil_row(*problem.b, 17, samples::nan);
        Engine engine{Device{}};
        samples::load(engine, problem);
        const Workload size = problem.size();
        for (const std::int64_t side : {1, 2, 3, 4, 32, 49, 256, 300, 512, 577, 1024}) {
            if (side == 1) {
                const BlockGrid corner{.side = side, .shape = {5, 5}};
                expect_right(problem, corner, reduce_blocks(engine, type->id, corner, {}));
                continue;
            }
            const BlockGrid grid = blocks_of({size.rows, size.cols}, side);
            expect_right(problem, grid, reduce_blocks(engine, type->id, grid, {}));
        }
    }
}

/// The workload's own rule knows where float arithmetic ends; larger blocks are held to the single entries.
TEST(Blocks, of_coordinates_where_float_arithmetic_ends_are_right_by_the_rule_of_the_workload) {
    for (const WorkloadType* type : types_with_blocks()) {
        if (type->output != OutputKind::matrix) continue;
        const SampleProblem problem = samples::awkward_problem(*type, 403);
        Engine engine{Device{}};
        samples::load(engine, problem);
        const Workload size = problem.size();
        const MatrixShape matrix{size.rows, size.cols};
        const Overview entries = reduce_blocks(engine, type->id, blocks_of(matrix, 1), {});
        EXPECT_EQ(samples::fault_by_rule(problem, entries), "");
        for (const std::int64_t side : {8, 31, 256}) {
            const BlockGrid grid = blocks_of(matrix, side);
            const Overview blocks = reduce_blocks(engine, type->id, grid, {});
            for (std::int64_t i = 0; i < grid.shape.rows; ++i)
                for (std::int64_t j = 0; j < grid.shape.cols; ++j) {
                    samples::ExactBlock exact;
                    for (std::int64_t row = i * side; row < std::min((i + 1) * side, matrix.rows); ++row)
                        for (std::int64_t col = j * side; col < std::min((j + 1) * side, matrix.cols); ++col) {
                            const double entry = entries.min[static_cast<std::size_t>(row * matrix.cols + col)];
                            exact.add({.value = entry, .error = std::isinf(entry) ? 0.0 : 2e-6 * entry});
                        }
                    const auto at = static_cast<std::size_t>(i * grid.shape.cols + j);
                    if (exact.max == samples::infinity) {
                        EXPECT_EQ(blocks.max[at], samples::infinity);
                        EXPECT_EQ(blocks.mean[at], samples::infinity);
                    } else {
                        EXPECT_EQ(samples::fault_of(blocks, at, exact), "") << type->id << ", side " << side;
                    }
                }
        }
    }
}

TEST(Blocks, of_places_that_are_hard_are_right_by_the_rule_of_the_workload) {
    const std::vector<SampleProblem> problems = samples::hard_place_problems();
    EXPECT_GE(problems.size(), 4u);
    for (const SampleProblem& problem : problems) {
        Engine engine{Device{}};
        samples::load(engine, problem);
        const MatrixShape matrix{problem.a.rows, problem.a.rows};
        const Overview entries = reduce_blocks(engine, problem.workload, blocks_of(matrix, 1), {});
        EXPECT_EQ(samples::fault_by_rule(problem, entries), "");
        for (const std::int64_t side : {2, 16, 1024}) {
            const BlockGrid grid = blocks_of(matrix, side);
            expect_right(problem, grid, reduce_blocks(engine, problem.workload, grid, {}));
        }
    }
}

/// A workload of each metric must be able to be larger than a matrix that is stored.
TEST(Blocks, exist_for_every_metric) {
    for (const auto& [metric, name, title, old_name] : metric_names)
        EXPECT_TRUE(std::ranges::any_of(types_with_blocks(), [metric](const WorkloadType* type) {
            return type->metric == metric && type->matrix.are_distances && type->inputs.rows.most == max_rows;
        })) << name;
}

TEST(Blocks, of_single_entries_have_one_value) {
    for (const WorkloadType* type : types_with_blocks()) {
        const SampleProblem problem = samples::block_problem(*type, 50, 6, 3);
        Engine engine{Device{}};
        samples::load(engine, problem);
        const Overview found =
            reduce_blocks(engine, type->id, {.first_row = 3, .first_col = 5, .side = 1, .shape = {40, 20}}, {});
        EXPECT_EQ(found.min, found.max);
        EXPECT_EQ(found.min, found.mean);
    }
}

TEST(Blocks, of_a_set_of_bytes_and_many_coordinates_are_exact) {
    for (const WorkloadType* type : types_with_blocks()) {
        if (type->inputs.element != Element::uint8 || type->inputs.dims.most < 65535) continue;
        for (const std::int64_t dims : {784, 3001, 65535}) {
            SampleProblem problem = samples::block_problem(*type, 9, dims, 5);
            auto& values = std::get<std::vector<std::uint8_t>>(problem.a.values);
            std::fill_n(values.begin(), dims, std::uint8_t{0}); // the largest distance there can be
            std::fill_n(values.begin() + dims, dims, std::uint8_t{255});
            Engine engine{Device{}};
            samples::load(engine, problem);
            const Inputs inputs = problem.inputs();
            const BlockGrid grid = blocks_of({9, 9}, 1);
            const Overview found = reduce_blocks(engine, type->id, grid, {});
            for (std::int64_t i = 0; i < 9; ++i)
                for (std::int64_t j = 0; j < 9; ++j) {
                    const double exact = samples::exact_entry(*type, inputs, i, j).value;
                    EXPECT_EQ(found.min[static_cast<std::size_t>(9 * i + j)], static_cast<float>(exact)) << dims;
                }
        }
    }
}

TEST(Blocks, behind_the_end_of_the_matrix_are_nan) {
    const WorkloadType& type = *types_with_blocks().front();
    const SampleProblem problem = samples::block_problem(type, 20, 2, 1);
    Engine engine{Device{}};
    samples::load(engine, problem);
    for (const BlockGrid& grid : {BlockGrid{.first_row = 16, .first_col = 0, .side = 4, .shape = {3, 2}},
                                  BlockGrid{.first_row = 100, .first_col = 100, .side = 16, .shape = {2, 2}},
                                  BlockGrid{.side = 1, .shape = {0, 3}}}) {
        expect_right(problem, grid, reduce_blocks(engine, type.id, grid, {}));
        expect_right(problem, grid, sample_blocks(engine, type.id, grid, 400, {}));
    }
}

TEST(BlockSamples, lie_within_the_exact_blocks_and_estimate_their_mean) {
    unsigned seed = 40;
    for (const WorkloadType* type : types_with_blocks()) {
        const SampleProblem problem = samples::block_problem(*type, 700, 3, ++seed);
        Engine engine{Device{}};
        samples::load(engine, problem);
        const Workload size = problem.size();
        for (const BlockGrid& grid : samples::grids_of({size.rows, size.cols}, seed))
            for (const int count : {1, 16, 100}) {
                const Overview exact = reduce_blocks(engine, type->id, grid, {});
                const Overview found = sample_blocks(engine, type->id, grid, count, {});
                ASSERT_EQ(found.shape, grid.shape);
                double off = 0.0, range = 0.0, blocks = 0.0;
                for (std::size_t at = 0; at < found.min.size(); ++at) {
                    ASSERT_EQ(std::isnan(found.mean[at]), std::isnan(exact.mean[at]));
                    if (std::isnan(exact.mean[at])) continue;
                    const float rounding = static_cast<float>(samples::absolute_error(*type, 3));
                    const float slack = 4e-6f * std::abs(exact.max[at]) + 2.0f * rounding + 1e-30f;
                    ASSERT_GE(found.min[at], exact.min[at] - slack);
                    ASSERT_LE(found.max[at], exact.max[at] + slack);
                    ASSERT_LE(found.min[at], found.mean[at]);
                    ASSERT_LE(found.mean[at], found.max[at]);
                    off += std::pow(found.mean[at] - exact.mean[at], 2.0);
                    range += std::pow(exact.max[at] - exact.min[at], 2.0);
                    blocks += 1.0;
                }
                // The mean of k values of a range r is off by r / (2 sqrt(k)) at most, as a standard deviation.
                if (blocks < 30.0) continue;
                const double per_side = std::floor(std::sqrt(count));
                EXPECT_LE(std::sqrt(off), 1.5 * std::sqrt(range) / per_side / 2.0 + 1e-6)
                    << samples::in_words(*type, problem.inputs(), grid) << ", " << count << " samples";
            }
    }
}

TEST(BlockSamples, of_small_blocks_are_exact_and_all_do_not_flicker) {
    const WorkloadType& type = *types_with_blocks().front();
    const SampleProblem problem = samples::block_problem(type, 500, 2, 9);
    Engine engine{Device{}};
    samples::load(engine, problem);
    const BlockGrid small{.first_row = 7, .first_col = 13, .side = 4, .shape = {20, 30}};
    EXPECT_EQ(sample_blocks(engine, type.id, small, 16, {}).mean, reduce_blocks(engine, type.id, small, {}).mean);
    const Overview whole = sample_blocks(engine, type.id, blocks_of({500, 500}, 32), 9, {});
    const Overview part =
        sample_blocks(engine, type.id, {.first_row = 96, .first_col = 32, .side = 32, .shape = {4, 3}}, 9, {});
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            EXPECT_EQ(part.mean[3 * i + j], whole.mean[16 * (i + 3) + j + 1]) << "block " << i << ", " << j;
}

TEST(Blocks, say_how_far_they_are_and_end_soon_when_they_are_cancelled) {
    const WorkloadType& type = *types_with_blocks().front();
    const SampleProblem problem = samples::block_problem(type, 100'000, 2, 2);
    Engine engine{Device{}};
    samples::load(engine, problem);
    std::atomic<std::int64_t> done = 0;
    (void)reduce_blocks(engine, type.id, {.side = 16, .shape = {40, 10}}, {.rows_done = &done});
    EXPECT_EQ(done, 640);
    std::stop_source stop;
    std::chrono::steady_clock::time_point asked;
    std::jthread person([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    const Overview found =
        reduce_blocks(engine, type.id, blocks_of({100'000, 100'000}, 256), {.stop = stop.get_token()});
    const auto ended = std::chrono::steady_clock::now();
    person.join();
    EXPECT_LT(std::chrono::duration<double>(ended - asked).count(), 0.1);
    EXPECT_TRUE(std::ranges::any_of(found.mean, [](float mean) { return std::isnan(mean); }));
}

TEST(Blocks, are_refused_where_they_make_no_sense) {
    Engine engine{Device{}};
    engine.load(samples::random_points(10));
    for (const WorkloadType& type : workload_types()) {
        if (has_blocks(type)) continue;
        EXPECT_THROW((void)reduce_blocks(engine, type.id, {.shape = {1, 1}}, {}), std::logic_error);
    }
    const std::string_view id = types_with_blocks().front()->id;
    EXPECT_THROW((void)reduce_blocks(engine, id, {.side = 0, .shape = {1, 1}}, {}), std::logic_error);
    EXPECT_THROW((void)reduce_blocks(engine, id, {.first_row = -1, .shape = {1, 1}}, {}), std::logic_error);
    EXPECT_THROW((void)sample_blocks(engine, id, {.shape = {1, 1}}, 0, {}), std::logic_error);
    EXPECT_THROW(reduce_blocks(engine, id, {.shape = {1, 1}}, Surface{}, {}), std::logic_error);
}

TEST(Blocks, exist_for_more_vectors_than_a_stored_matrix_can_have) {
    for (const WorkloadType* type : types_with_blocks()) {
        if (type->output != OutputKind::matrix) continue;
        const Workload large{.type = type->id, .rows = max_rows, .cols = max_rows, .dims = type->classic.dims};
        EXPECT_EQ(why_not(large), "") << "it can be asked";
        EXPECT_NE(why_not_stored(large), "");
        for (const KernelVariant& variant : variants()) {
            if (variant.workload != type->id) continue;
            EXPECT_EQ(why_not(variant, large, Device{}, TargetKind::linear),
                      "it stores the whole matrix, which is possible up to 32 768 x 32 768 entries; this one has "
                      "1 000 000 x 1 000 000");
        }
    }
}

} // namespace
} // namespace pairscope
