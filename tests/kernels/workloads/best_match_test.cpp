// SPDX-License-Identifier: MIT
// The variants of best_match, and the check that judges them: exact also with ties, duplicates, scores that float32
// cannot tell apart, negative scores and zero vectors.
#include "kernels/engines/cpu/vnni.h"
#include "kernels/engines/outputs.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/registry.h"
#include "kernels/workloads/best_match/byte_screen.h"
#include "kernels/workloads/best_match/byte_vectors.h"
#include "kernels/workloads/best_match/exact.h"
#include "tests/kernels/match_samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <stop_token>
#include <utility>

namespace pairscope {
namespace {

using samples::expected_matches;
using samples::features;
using samples::random_features;
using samples::simulated_matches;

std::vector<const KernelVariant*> matching_ladder(Backend backend) {
    std::vector<const KernelVariant*> found;
    for (const KernelVariant& variant : variants())
        if (variant.workload == "best_match" && variant.backend == backend && variant.may_differ_by == nullptr &&
            (backend == Backend::cpu || variant.simulate != nullptr))
            found.push_back(&variant);
    return found;
}

std::vector<FoundMatch> matches_on_cpu(const KernelVariant& variant, const Dataset& a, const Dataset& b) {
    Engine engine(devices().back());
    engine.load(a, b);
    const OutputBuffer output = engine.allocate(matches_output(a.rows));
    engine.run(variant, output.memory(), {.threads = 2});
    EXPECT_EQ(engine.guard_damage(output).count, 0) << variant.id;
    return std::get<std::vector<FoundMatch>>(
        read_output(engine, workload_of("best_match", engine.inputs()), output.memory()));
}

void expect_all_match(const Dataset& a, const Dataset& b) {
    const std::vector<FoundMatch> expected = expected_matches(a, b);
    const Comparison verdict = samples::verdict_on(a, b, expected);
    EXPECT_TRUE(verdict.right()) << "the check: " << describe(verdict);
    EXPECT_EQ(verdict.rows_checked, a.rows);
    const auto expect_found = [&](const KernelVariant& variant, const std::vector<FoundMatch>& found) {
        std::vector<FoundMatch> wanted = expected;
        if (variant.both_directions) std::ranges::copy(expected_matches(b, a), std::back_inserter(wanted));
        const auto [wrong, right] = std::ranges::mismatch(found, wanted);
        EXPECT_EQ(found.size(), wanted.size()) << variant.id;
        if (wrong == found.end()) return;
        ADD_FAILURE() << variant.id << " of " << a.rows << " x " << b.rows << " x " << a.dims << ": match "
                      << wrong - found.begin() << " is " << wrong->best << ", " << wrong->second << " instead of "
                      << right->best << ", " << right->second;
    };
    for (const KernelVariant* variant : matching_ladder(Backend::cuda))
        expect_found(*variant, simulated_matches(*variant, a, b));
    const Workload size = workload_of("best_match", inputs_of(a, b));
    for (const KernelVariant* variant : matching_ladder(Backend::cpu))
        if (variant->why_not == nullptr || variant->why_not(size, devices().back()).empty())
            expect_found(*variant, matches_on_cpu(*variant, a, b));
}

TEST(BestMatch, is_found_in_sets_of_telling_sizes) {
    for (const auto& [rows, cols, dims] : std::array<std::array<int, 3>, 12>{{{1, 1, 1},
                                                                              {1, 2, 2},
                                                                              {2, 1, 3},
                                                                              {3, 3, 4},
                                                                              {15, 17, 16},
                                                                              {16, 33, 5},
                                                                              {31, 64, 32},
                                                                              {33, 31, 127},
                                                                              {65, 40, 128},
                                                                              {40, 130, 129},
                                                                              {129, 257, 20},
                                                                              {20, 50, 300}}})
        expect_all_match(random_features(rows, dims, unsigned(rows)),
                         random_features(cols, dims, unsigned(1000 + cols)));
}

TEST(BestMatch, of_equal_scores_is_the_lowest_row) {
    const auto few = [](std::int64_t i, std::int64_t k) { return i % 3 == k % 3 ? 1.0f : 0.0f; };
    expect_all_match(features(20, 6, few), features(70, 6, few)); // each vector of b is there 23 times
    expect_all_match(features(5, 8, [](auto, auto) { return 1.0f; }),
                     features(140, 8, [](auto, auto) { return 1.0f; }));
}

TEST(BestMatch, is_right_with_zero_vectors_and_negative_scores) {
    const auto sign = [](float of, int every) {
        return [=](std::int64_t i, std::int64_t k) {
            return i % every == 0 ? 0.0f : of * (1.0f + float(i * 7 + k) / 40.0f);
        };
    };
    expect_all_match(features(20, 10, sign(1.0f, 5)), features(40, 10, sign(-1.0f, 1000))); // only one zero vector
    expect_all_match(features(20, 10, sign(1.0f, 5)), random_features(40, 10, 3, -1.0f));
    const auto negative = [](std::int64_t i, std::int64_t k) { return -1.0f - float((i * 5 + k) % 11) / 20.0f; };
    const auto positive = [](std::int64_t i, std::int64_t k) { return 1.0f + float((i * 3 + k) % 7) / 30.0f; };
    expect_all_match(features(18, 12, positive), features(50, 12, negative)); // all scores are negative
    expect_all_match(features(4, 6, [](auto, auto) { return 0.0f; }), random_features(9, 6, 5));
}

TEST(BestMatch, is_right_where_float32_cannot_tell_scores_apart) {
    // Copies of one vector, each changed by a few units in the last place of some coordinates.
    std::mt19937 random(11);
    Dataset a = random_features(12, 64, 12), b = random_features(90, 64, 13);
    auto& values = std::get<std::vector<float>>(b.values);
    for (std::int64_t j = 0; j < b.rows; ++j)
        for (std::int64_t k = 0; k < b.dims; ++k) {
            float value = coordinates(a)[std::size_t(j % 3 * a.dims + k)];
            for (auto steps = random() % 3; steps > 0; --steps) value = std::nextafter(value, 2.0f);
            values[std::size_t(j * b.dims + k)] = value;
        }
    expect_all_match(a, b);
}

/// The output of the variant that rounds to bytes, with one way to multiply them.
std::vector<FoundMatch> matches_by_bytes(const matching::ByteKernel& kernel, const Dataset& a, const Dataset& b) {
    std::vector<FoundMatch> matches(std::size_t(a.rows));
    const Inputs inputs = inputs_of(a, b);
    const auto words = std::size_t(b.rows + matching::widest_byte_panel) * std::size_t(b.dims / 2 + 1);
    std::vector<std::int32_t> workspace(words + 64);
    void* aligned = workspace.data();
    std::size_t room = workspace.size() * sizeof(std::int32_t);
    std::align(64, words * sizeof(std::int32_t), aligned, room);
    Problem problem = problem_of(inputs, LinearMemory{reinterpret_cast<float*>(matches.data()), 4});
    problem.workspace = static_cast<std::byte*>(aligned);
    const HostRun host{.threads = 2};
    matching::match_with_bytes({.problem = problem, .host = &host}, kernel);
    return matches;
}

void expect_bytes_match(const Dataset& a, const Dataset& b) {
    const std::vector<FoundMatch> expected = expected_matches(a, b);
    EXPECT_EQ(matches_by_bytes(matching::portable_byte_kernel(), a, b), expected) << "16-bit products";
    if (!cpu::has_vnni()) return;
    EXPECT_EQ(matches_by_bytes(matching::vnni_byte_kernel(), a, b), expected) << "vpdpbusd";
}

TEST(BestMatchByBytes, is_right_for_every_length_of_vectors_and_size_of_panels) {
    for (int dims = 1; dims <= 20; ++dims)
        expect_bytes_match(random_features(13, dims, unsigned(dims)), random_features(131, dims, unsigned(50 + dims)));
    for (const int cols : {1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 129})
        for (const int rows : {1, 5, 6, 7})
            expect_bytes_match(random_features(rows, 30, unsigned(cols)),
                               random_features(cols, 30, unsigned(cols + 1)));
    expect_bytes_match(random_features(110, 128, 4), random_features(1200, 128, 5));
    expect_bytes_match(random_features(3, 4096, 6), random_features(100, 4096, 7));
}

TEST(BestMatchByBytes, is_right_with_every_instruction_set_of_this_processor) {
    const Dataset a = random_features(40, 70, 51), b = random_features(500, 70, 52);
    const std::vector<FoundMatch> expected = expected_matches(a, b);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        EXPECT_EQ(matches_by_bytes(matching::portable_byte_kernel(), a, b), expected) << hwy::TargetName(target);
    }
    hwy::SetSupportedTargetsForTest(0); // all of them again
}

TEST(BestMatchByBytes, is_right_where_rounding_hides_the_differences) {
    // Copies of a few vectors, changed by less than a step of the bytes: 1 / 127 of the largest coordinate.
    for (const float change : {1e-2f, 1e-3f, 1e-5f, 1e-7f}) {
        std::mt19937 random(21);
        std::uniform_real_distribution<float> number(-change, change);
        const Dataset a = random_features(20, 48, 22);
        const auto near = [&](std::int64_t j, std::int64_t k) {
            return coordinates(a)[std::size_t(j % 5 * a.dims + k)] + number(random);
        };
        expect_bytes_match(a, features(700, 48, near));
    }
}

TEST(BestMatchByBytes, is_right_where_one_coordinate_is_large) {
    // The others are rounded to 0, in some vectors or in all of a panel.
    const auto spike = [](int every) {
        return [=](std::int64_t i, std::int64_t k) {
            const float small = 1e-3f * float((i * 31 + k * 17) % 23 - 11);
            return i % every == 0 && k == i % 9 ? 1000.0f : small;
        };
    };
    for (const int every : {1, 2, 70}) {
        expect_bytes_match(features(30, 33, spike(every)), features(400, 33, spike(3)));
        expect_bytes_match(features(30, 33, spike(3)), features(400, 33, spike(every)));
    }
    expect_bytes_match(features(12, 128, [](auto i, auto k) { return i == k ? 1.0f : 0.0f; }),
                       features(300, 128, [](auto i, auto k) { return i % 128 == k ? -1.0f : 1e-4f; }));
}

TEST(BestMatchByBytes, is_right_where_candidates_are_equal_opposite_or_zero) {
    const auto ones = [](auto, auto) { return 1.0f; };
    const auto zeros = [](auto, auto) { return 0.0f; };
    expect_bytes_match(features(20, 40, ones), features(900, 40, ones)); // more than are scored in float32
    expect_bytes_match(features(20, 40, zeros), features(900, 40, ones));
    expect_bytes_match(features(20, 40, ones), features(900, 40, zeros));
    expect_bytes_match(features(20, 40, ones), features(900, 40, [](auto, auto) { return -1.0f; }));
    expect_bytes_match(features(9, 7, ones),
                       features(300, 7, [](auto j, auto) { return j % 100 == 0 ? 0.0f : -1.0f; }));
    expect_bytes_match(features(9, 16, [](auto i, auto k) { return k < i ? 127.0f : -127.0f; }),
                       features(70, 16, [](auto j, auto k) { return (j + k) % 2 == 0 ? 127.0f : -127.0f; }));
}

TEST(BestMatchByBytes, is_right_where_each_candidate_is_better_than_all_before) {
    const auto towards = [](std::int64_t j, std::int64_t k) { return k == 0 ? 1.0f : 5.0f / float(j + 2 + k % 3); };
    expect_bytes_match(features(8, 24, [](auto i, auto k) { return k == 0 ? 1.0f : 1e-3f * float(i); }),
                       features(2000, 24, towards));
}

TEST(BestMatchByBytes, bound_holds_for_every_pair_of_vectors) {
    constexpr int dims = 50;
    const Dataset set = features(200, dims, [](std::int64_t i, std::int64_t k) {
        return i % 7 == 0 && k == 3 ? 40.0f : float((i * 131 + k * 71) % 97 - 48) / float(1 + i % 5 * k);
    });
    std::vector<std::array<std::int8_t, dims>> bytes(std::size_t(set.rows));
    std::vector<matching::RoundedVector> rounded;
    std::vector<double> scales;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const float* const x = coordinates(set).data() + i * dims;
        const float scale = matching::byte_scale(matching::largest_coordinate(x, dims));
        rounded.push_back(matching::round_to_bytes(x, dims, scale, bytes[i].data()));
        scales.push_back(double{scale});
    }
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (std::size_t j = 0; j < bytes.size(); ++j) {
            double sum = 0.0;
            for (int k = 0; k < dims; ++k) sum += bytes[i][std::size_t(k)] * bytes[j][std::size_t(k)];
            const double exact =
                matching::exact_score(coordinates(set).data() + i * dims, coordinates(set).data() + j * dims, dims);
            const double bound =
                rounded[i].residual * rounded[j].exact_length() + rounded[i].length * rounded[j].residual;
            EXPECT_LE(std::abs(scales[i] * scales[j] * sum - exact), bound + 1e-15) << i << ", " << j;
        }
}

TEST(BestMatchByBytes, can_be_stopped_and_counts_its_rows) {
    const Dataset a = random_features(500, 64, 31), b = random_features(300, 64, 32);
    Engine engine(devices().back());
    engine.load(a, b);
    const KernelVariant& variant = *std::ranges::find(variants(), "best_match/cpu_int8_screen", &KernelVariant::id);
    OutputBuffer output = engine.allocate(matches_output(a.rows));
    std::atomic<std::int64_t> rows_done = 0;
    engine.run(variant, output.memory(), {.rows_done = &rows_done, .threads = 2});
    EXPECT_EQ(rows_done, 500);
    std::stop_source stop;
    stop.request_stop();
    rows_done = 0;
    engine.poison(output);
    engine.run(variant, output.memory(), {.stop = stop.get_token(), .rows_done = &rows_done, .threads = 2});
    EXPECT_EQ(rows_done, 0);
}

TEST(BestMatch, has_exact_rows_where_there_are_more_than_16_bits_count) {
    constexpr std::int64_t many = 70'000;
    const Dataset few = random_features(3, 5, 41), all = random_features(many, 5, 42);
    for (const KernelVariant* variant : matching_ladder(Backend::cpu)) {
        if (variant->why_not != nullptr &&
            !variant->why_not(workload_of("best_match", inputs_of(few, all)), devices().back()).empty())
            continue;
        EXPECT_EQ(matches_on_cpu(*variant, few, all), expected_matches(few, all)) << variant->id;
        EXPECT_EQ(matches_on_cpu(*variant, all, few), expected_matches(all, few)) << variant->id;
    }
}

TEST(BestMatch, trace_has_five_stores_for_a_struct_of_20_bytes_whose_words_are_aligned_to_4) {
    const Dataset a = random_features(32, 128, 1), b = random_features(40, 128, 2);
    const simt::Trace found =
        simt::trace(*find_variant("best_match/wide_window"), inputs_of(a, b), {.most_accesses = 0});
    double requests = 0;
    for (const simt::TraceLine& line : found.lines) {
        if (line.kind != simt::AccessKind::global_store) continue;
        EXPECT_EQ(line.bytes_per_lane, 4) << line.file << ':' << line.line;
        requests += line.requests;
    }
    // A warp stores what it found for four rows, one after the other. Two warps store 16 matches each, of four words.
    EXPECT_EQ(requests, 32 * 5 + 1 + 2 * 4);
}

TEST(BestMatch, vectors_are_scaled_to_length_1_and_this_is_said) {
    Dataset set{.name = "three", .rows = 3, .dims = 2};
    set.values = std::vector<float>{3.0f, 4.0f, 0.0f, 0.0f, 1.0f, 0.0f};
    const Dataset scaled = with_unit_length(set);
    EXPECT_THAT(coordinates(scaled), ::testing::ElementsAre(0.6f, 0.8f, 0.0f, 0.0f, 1.0f, 0.0f));
    EXPECT_EQ(scaled.note, "1 vector was scaled to length 1; 1 vector of zeros keeps length 0, which cannot be scaled "
                           "to 1");
    EXPECT_EQ(with_unit_length(scaled).note, scaled.note) << "once is enough";
}

TEST(BestMatch, example_does_not_depend_on_the_number_of_vectors) {
    const WorkloadType& type = type_of("best_match");
    const Dataset few = type.example(1, 3, 16, {}), more = type.example(1, 20, 16, {});
    EXPECT_TRUE(std::ranges::equal(coordinates(few), coordinates(more).first(48)));
    const std::vector<FoundMatch> matches =
        expected_matches(type.example(0, 60, 128, {}), type.example(1, 60, 128, {}));
    for (std::int32_t i = 0; i < 60; i += 2) EXPECT_EQ(matches[std::size_t(i)].best, i) << "its noisy copy";
}

} // namespace
} // namespace pairscope
