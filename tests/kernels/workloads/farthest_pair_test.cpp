// SPDX-License-Identifier: MIT
// The variants of farthest_pair, and the check that judges them: exact also with ties, duplicates and the largest
// distances, wherever the farthest pair lies.
#include "kernels/engines/outputs.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/workloads/farthest_pair/judge.h"
#include "kernels/workloads/farthest_pair/reference.h"
#include "tests/kernels/cancelled_reading.h"
#include "tests/kernels/specimens/traced_specimen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <random>
#include <stop_token>
#include <tuple>

namespace pairscope {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

Dataset bytes_of_set(std::int64_t rows, std::int64_t dims, const std::function<int(std::int64_t, std::int64_t)>& byte) {
    Dataset set{.name = "test bytes", .rows = rows, .dims = dims};
    std::vector<std::uint8_t> values;
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t k = 0; k < dims; ++k) values.push_back(static_cast<std::uint8_t>(byte(i, k)));
    set.values = std::move(values);
    return set;
}

Dataset random_set(std::int64_t rows, std::int64_t dims, int least = 0, int most = 255) {
    std::mt19937 random(static_cast<unsigned>(rows * 1000 + dims));
    std::uniform_int_distribution<int> byte(least, most);
    return bytes_of_set(rows, dims, [&](std::int64_t, std::int64_t) { return byte(random); });
}

/// The definition: all pairs, in the order of their rows; a later one has to be farther apart.
FoundPair expected_pair(const Dataset& set) {
    const Input input = input_of(set);
    FoundPair best{-1, -1, -1.0};
    for (std::int64_t i = 0; i < set.rows; ++i)
        for (std::int64_t j = i + 1; j < set.rows; ++j) {
            std::int64_t square = 0;
            for (std::int64_t k = 0; k < set.dims; ++k) {
                const int difference = input.bytes()[i * set.dims + k] - input.bytes()[j * set.dims + k];
                square += std::int64_t{difference} * difference;
            }
            if (static_cast<double>(square) > best.value) best = {i, j, static_cast<double>(square)};
        }
    return best;
}

std::vector<const KernelVariant*> farthest_ladder(Backend backend) {
    std::vector<const KernelVariant*> found;
    for (const KernelVariant& variant : variants())
        if (variant.workload == "farthest_pair" && variant.backend == backend &&
            (backend == Backend::cpu || variant.simulate != nullptr))
            found.push_back(&variant);
    return found;
}

FoundPair simulated_pair(const KernelVariant& variant, const Dataset& set, double patience) {
    const simt::TracedRun run =
        simt::traced_run(variant, set, {.most_accesses = 0, .threads = 0, .patience = patience});
    EXPECT_THAT(run.trace.findings, IsEmpty())
        << variant.id << ", " << set.rows << " x " << set.dims << ": " << simt::all_of(run.trace.findings);
    std::array<float, sizeof(FoundPair) / sizeof(float)> words{};
    std::ranges::copy_n(run.output.begin(), std::ssize(words), words.begin());
    return std::bit_cast<FoundPair>(words);
}

FoundPair pair_on_cpu(const KernelVariant& variant, const Dataset& set) {
    Engine engine(devices().back());
    engine.load(set);
    const OutputBuffer output = engine.allocate(pair_output());
    engine.run(variant, output.memory(), {.threads = 2});
    EXPECT_EQ(engine.guard_damage(output).count, 0) << variant.id;
    return std::get<FoundPair>(read_output(engine, workload_of("farthest_pair", engine.inputs()), output.memory()));
}

Comparison verdict_on(const Dataset& set, FoundPair pair) {
    auto words = std::bit_cast<std::array<float, sizeof pair / sizeof(float)>>(pair);
    return type_of("farthest_pair").compare(problem_of(inputs_of(set), LinearMemory{words.data(), 6}), {}, {});
}

void expect_found(const KernelVariant& variant, const Dataset& set, const FoundPair& found) {
    const FoundPair expected = expected_pair(set);
    EXPECT_EQ(found, expected) << variant.id << " of " << set.rows << " x " << set.dims << ": rows " << found.first
                               << " and " << found.second << ", " << found.value << " instead of " << expected.first
                               << " and " << expected.second << ", " << expected.value;
}

void expect_simulated_find(const Dataset& set, double patience = simt::usual_patience) {
    for (const KernelVariant* variant : farthest_ladder(Backend::cuda))
        expect_found(*variant, set, simulated_pair(*variant, set, patience));
}

void expect_check_and_cpu_find(const Dataset& set) {
    const Comparison verdict = verdict_on(set, expected_pair(set));
    EXPECT_TRUE(verdict.right()) << "the check: " << describe(verdict);
    const Workload size = workload_of("farthest_pair", inputs_of(set));
    for (const KernelVariant* variant : farthest_ladder(Backend::cpu))
        if (variant->why_not == nullptr || variant->why_not(size, devices().back()).empty())
            expect_found(*variant, set, pair_on_cpu(*variant, set));
}

void expect_all_find(const Dataset& set) {
    expect_check_and_cpu_find(set);
    expect_simulated_find(set);
}

TEST(FarthestPair, is_found_in_sets_of_telling_sizes) {
    for (const auto& [rows, dims] : std::array<std::pair<int, int>, 14>{{{2, 1},
                                                                         {2, 2},
                                                                         {3, 3},
                                                                         {7, 4},
                                                                         {15, 5},
                                                                         {16, 16},
                                                                         {17, 31},
                                                                         {63, 32},
                                                                         {64, 33},
                                                                         {65, 64},
                                                                         {127, 65},
                                                                         {128, 13},
                                                                         {129, 97},
                                                                         {257, 7}}})
        expect_all_find(random_set(rows, dims));
}

TEST(FarthestPair, of_equal_distances_is_the_one_with_the_lowest_rows) {
    expect_all_find(random_set(150, 6, 0, 1));
    expect_all_find(random_set(131, 2, 0, 3));
    expect_all_find(bytes_of_set(70, 5, [](std::int64_t, std::int64_t) { return 9; })); // all of them are 0
    expect_all_find(bytes_of_set(140, 3, [](std::int64_t i, std::int64_t) { return i % 2 == 0 ? 0 : 255; }));
}

TEST(FarthestPair, is_found_wherever_it_lies) {
    constexpr std::int64_t rows = 200;
    for (const auto& [first, second] :
         std::array<std::pair<int, int>, 5>{{{0, 1}, {0, 199}, {198, 199}, {127, 128}, {5, 150}}}) {
        const auto byte = [&](std::int64_t i, std::int64_t k) -> int {
            return i == first ? 0 : i == second ? 255 : 100 + static_cast<int>((i * 7 + k) % 50);
        };
        expect_all_find(bytes_of_set(rows, 10, byte));
    }
}

TEST(FarthestPair, has_an_exact_distance_also_where_it_needs_32_bits) {
    // 255^2 * 65535 = 4 261 413 375, beyond 2^31; the product of two such vectors is beyond 2^31, too.
    const auto ends = [](std::int64_t i, std::int64_t) -> int { return i == 2 ? 0 : 255; };
    const Dataset longest = bytes_of_set(3, 65535, ends);
    EXPECT_EQ(expected_pair(longest), (FoundPair{0, 2, 4261413375.0}));
    expect_check_and_cpu_find(longest);
    // Half as many coordinates, still beyond 2^31. A tile of 128 x 128 vectors takes seconds in the executor although
    // there are three: the time that a block may take grows with the coordinates.
    const Dataset shorter = bytes_of_set(3, 33'100, ends);
    EXPECT_GT(expected_pair(shorter).value, 2147483648.0);
    constexpr double little_patience = 0.25;
    expect_simulated_find(shorter, little_patience);
}

TEST(FarthestPair, check_is_exact_for_very_many_vectors_of_few_coordinates) {
    // 2^40 pairs would take hours; lines along the last axis and the distance from the middle leave few of them.
    constexpr std::int64_t rows = 1 << 20;
    for (const int dims : {1, 2, 3}) {
        Dataset set = bytes_of_set(rows, dims, [](std::int64_t i, std::int64_t k) {
            return 20 + static_cast<int>((i * 2654435761 >> (7 * k)) % 211);
        });
        auto& bytes = std::get<std::vector<std::uint8_t>>(set.values);
        for (int k = 0; k < dims; ++k) {
            bytes[std::size_t(700'001 * dims + k)] = 250;
            bytes[std::size_t(31 * dims + k)] = 3;
        }
        const FoundPair right{31, 700'001, 247.0 * 247.0 * dims};
        const Comparison verdict = verdict_on(set, right);
        EXPECT_TRUE(verdict.right()) << dims << ": " << describe(verdict);
        EXPECT_EQ(verdict.sampled, "") << dims;
        EXPECT_FALSE(verdict_on(set, {31, 700'002, right.value}).right()) << dims;
    }
}

/// Each vector has as many high as low coordinates, in different orders: all of them are equally far from the middle,
/// and none can be left out.
Dataset flat_set(std::int64_t rows) {
    constexpr int dims = 16;
    std::mt19937 random(5);
    std::vector<int> order(dims);
    for (std::size_t k = 0; k < dims; ++k) order[k] = k % 2 == 0 ? 200 : 50;
    std::vector<std::uint8_t> values;
    for (std::int64_t i = 0; i < rows; ++i) {
        std::ranges::shuffle(order, random);
        for (const int value : order) values.push_back(static_cast<std::uint8_t>(value));
    }
    Dataset set{.name = "flat", .rows = rows, .dims = dims};
    set.values = std::move(values);
    return set;
}

TEST(FarthestPair, check_takes_a_sample_of_flat_sets_and_says_so) {
    constexpr double enough = 1e12, little = 1e8;
    const Dataset few = flat_set(1500), many = flat_set(100'000);
    const FoundPair right = expected_pair(few);
    EXPECT_EQ(farthest::judge(input_of(few), right, enough, {}).sampled, "");
    EXPECT_TRUE(farthest::judge(input_of(few), right, enough, {}).right());

    const auto search = farthest::find_farthest(input_of(many), little, {});
    ASSERT_TRUE(search);
    EXPECT_GE(search->vectors, 4);
    EXPECT_LT(search->vectors, many.rows);
    const FoundPair best = search->best;
    EXPECT_EQ(best.value, 16.0 * 150 * 150) << "almost every vector has an opposite one";
    const Comparison verdict = farthest::judge(input_of(many), best, little, {});
    EXPECT_TRUE(verdict.right()) << describe(verdict);
    EXPECT_THAT(describe(verdict), HasSubstr("the distance of the pair is right, and no pair of a sample"));
    EXPECT_THAT(describe(verdict), HasSubstr("of 100 000 vectors were compared with all others"));

    const auto is_right = [&](const FoundPair& pair) {
        return farthest::judge(input_of(many), pair, little, {}).right();
    };
    EXPECT_FALSE(is_right({best.first, best.second, best.value + 1.0})) << "another distance";
    EXPECT_FALSE(is_right({best.second, best.first, best.value})) << "the lower row comes first";
    EXPECT_FALSE(is_right({best.first, many.rows, best.value})) << "there is no such row";
    EXPECT_FALSE(is_right({-1, best.second, best.value})) << "there is no such row";
    FoundPair nearer{0, 1, -1.0};
    nearer.value = static_cast<double>(
        farthest::squared_distance(input_of(many).bytes(), input_of(many).bytes() + many.dims, many.dims));
    const Comparison wrong = farthest::judge(input_of(many), nearer, little, {});
    EXPECT_FALSE(wrong.right());
    EXPECT_THAT(describe(wrong), HasSubstr("or a pair that is still farther apart"));
}

TEST(FarthestPair, check_can_be_stopped) {
    std::stop_source stop;
    stop.request_stop();
    const Dataset set = flat_set(50);
    EXPECT_EQ(farthest::judge(input_of(set), {0, 1, 1.0}, 1e12, stop.get_token()).entries_checked, 0);
}

TEST(FarthestPair, of_points_in_the_plane_is_found_on_their_hull) {
    for (const int most : {1, 2, 5, 40, 255}) expect_all_find(random_set(200, 2, 0, most));
    expect_all_find(
        bytes_of_set(90, 2, [](std::int64_t i, std::int64_t) { return static_cast<int>(2 * i); })); // a line
    expect_all_find(
        bytes_of_set(60, 2, [](std::int64_t i, std::int64_t k) { return k == 0 ? 7 : static_cast<int>(i); }));
}

TEST(FarthestPair, has_exact_rows_where_there_are_more_than_16_bits_count) {
    // 70 000 vectors make 2 449 965 000 pairs, more than a 32-bit number without a sign has above 2^31.
    constexpr std::int64_t rows = 70'000;
    const Dataset set = bytes_of_set(rows, 3, [](std::int64_t i, std::int64_t k) -> int {
        return i == 65'537 ? 255 : i == 69'999 ? 0 : 90 + static_cast<int>((i * 31 + k * 17) % 67);
    });
    const FoundPair expected{65'537, 69'999, 3.0 * 255 * 255};
    EXPECT_TRUE(verdict_on(set, expected).right());
    const Workload size = workload_of("farthest_pair", inputs_of(set));
    for (const KernelVariant* variant : farthest_ladder(Backend::cpu)) {
        const bool takes_it = variant->why_not == nullptr || variant->why_not(size, devices().back()).empty();
        if (!takes_it || !variant->uses_all_threads) continue;
        EXPECT_EQ(pair_on_cpu(*variant, set), expected) << variant->id;
    }
}

TEST(FarthestPair, is_found_in_pictures) {
    const Dataset pictures = type_of("farthest_pair").example(0, 150, 120, {});
    expect_all_find(pictures);
}

TEST(FarthestPair, example_does_not_depend_on_the_number_of_pictures) {
    const WorkloadType& type = type_of("farthest_pair");
    const Dataset few = type.example(0, 3, 784, {}), more = type.example(0, 20, 784, {});
    const auto& a = std::get<std::vector<std::uint8_t>>(few.values);
    const auto& b = std::get<std::vector<std::uint8_t>>(more.values);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
    const auto ink = std::ranges::count_if(b, [](std::uint8_t pixel) { return pixel > 0; });
    EXPECT_GT(static_cast<double>(ink), 0.05 * static_cast<double>(b.size())) << "strokes can be seen";
    EXPECT_LT(static_cast<double>(ink), 0.4 * static_cast<double>(b.size())) << "and most of a picture is empty";
}

TEST(FarthestPair, example_ends_soon_after_it_is_cancelled) {
    const double seconds = seconds_when_cancelled(std::chrono::milliseconds(50), [](const std::stop_token& stop) {
        std::ignore = type_of("farthest_pair").example(0, 60'000, 784, stop); // takes seconds
    });
    EXPECT_LT(seconds, 0.05 + 0.5) << "47 MB of memory have to be cleared, too";
}

TEST(FarthestPair, check_refuses_a_pair_that_is_nearly_right) {
    const Dataset set = random_set(100, 20);
    const FoundPair right = expected_pair(set);
    EXPECT_FALSE(verdict_on(set, {right.first, right.second, right.value - 1.0}).right());
    EXPECT_FALSE(verdict_on(set, {right.second, right.first, right.value}).right()) << "the lower row comes first";
    const Comparison other = verdict_on(set, {right.first, right.first == 0 ? 1 : 0, right.value});
    EXPECT_FALSE(other.right());
    EXPECT_THAT(describe(other), HasSubstr("but should be rows"));
    std::array<std::uint32_t, sizeof(FoundPair) / sizeof(std::uint32_t)> poison{};
    poison.fill(poison_bits);
    EXPECT_EQ(verdict_on(set, std::bit_cast<FoundPair>(poison)).unwritten_entries, 1);
    // A pair of the same distance with higher rows.
    const Dataset ties = bytes_of_set(4, 1, [](std::int64_t i, std::int64_t) { return i % 2 == 0 ? 0 : 255; });
    EXPECT_TRUE(verdict_on(ties, {0, 1, 65025.0}).right());
    EXPECT_FALSE(verdict_on(ties, {0, 3, 65025.0}).right());
}

} // namespace
} // namespace pairscope
