// SPDX-License-Identifier: MIT
// What a full check of an own kernel looks at.
#include "app/subjects/workshop/check_runs.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/telling_sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace pairscope::app::workshop {
namespace {

constexpr TakenPlaces all_pitches{.output_pitch = true, .input_pitch = true};

std::vector<const WorkloadType*> plain_workloads() {
    std::vector<const WorkloadType*> found;
    for (const WorkloadType& type : workload_types())
        if (type.plain != nullptr) found.push_back(&type);
    return found;
}

std::vector<CheckRun> of_kind(const std::vector<CheckRun>& runs, std::string_view kind) {
    std::vector<CheckRun> found;
    std::ranges::copy_if(runs, std::back_inserter(found), [&](const CheckRun& run) { return run.kind == kind; });
    return found;
}

TEST(CheckRuns, ask_each_workload_what_it_takes) {
    for (const WorkloadType* const type : plain_workloads()) {
        SCOPED_TRACE(std::string(type->id));
        for (const CheckRun& run : runs_of_check(*type, all_pitches, 11)) {
            if (run.few_blocks) continue; // large data
            const Question question = question_of(run);
            EXPECT_EQ(question.size(), run.size) << run.kind;
            EXPECT_EQ(question.parameters.size(), type->parameters.size());
            EXPECT_EQ(question.second != nullptr, type->inputs.sets == 2);
        }
    }
}

TEST(CheckRuns, have_one_larger_pitch_and_random_runs_of_which_two_have_one_size) {
    const WorkloadType& type = type_of("distance_matrix");
    const std::vector<CheckRun> runs = runs_of_check(type, all_pitches, 11);
    EXPECT_EQ(of_kind(runs, "a larger pitch").size(), 1u);
    EXPECT_TRUE(std::ranges::any_of(runs, [](const CheckRun& run) { return run.further_pitch % 7 != 0; }));
    EXPECT_EQ(of_kind(runs_of_check(type, {}, 11), "a larger pitch").size(), 0u);
    const std::vector<CheckRun> random = of_kind(runs, "random");
    ASSERT_GE(random.size(), 3u);
    EXPECT_EQ(random[0].size, random[1].size);
    EXPECT_NE(question_of(random[0]).first->values, question_of(random[1]).first->values);
    EXPECT_NE(random[1].size, random[2].size);
}

TEST(CheckRuns, are_the_same_for_one_seed_and_others_for_another) {
    const WorkloadType& type = type_of("cross_distance");
    const auto random_of = [&](std::uint64_t seed) { return of_kind(runs_of_check(type, {}, seed), "random").front(); };
    EXPECT_EQ(random_of(5).size, random_of(5).size);
    EXPECT_EQ(question_of(random_of(5)).first->values, question_of(random_of(5)).first->values);
    EXPECT_NE(random_of(5).size, random_of(6).size);
}

TEST(CheckRuns, look_at_a_few_blocks_of_a_matrix_in_which_an_index_overflows) {
    const std::vector<CheckRun> runs = of_kind(runs_of_check(type_of("distance_matrix"), {}, 11), "few blocks");
    ASSERT_EQ(runs.size(), 4u);
    EXPECT_GT(runs[0].size.rows, 4096);
    EXPECT_LT(runs[1].size.rows, runs[2].size.rows);
    EXPECT_EQ(runs[2].size.rows, type_of("distance_matrix").classic.rows);
    EXPECT_GT(runs[3].size.rows * runs[3].size.cols, std::int64_t{1} << 31);
}

/// The largest coordinate without its sign.
float extent_of(const CheckRun& run) {
    const auto question = question_of(run);
    float most = 0.0F;
    for (const float value : coordinates(*question.first)) most = std::max(most, std::abs(value));
    return most;
}

TEST(CheckRuns, have_distances_that_are_very_large_and_very_small) {
    const std::vector<CheckRun> runs = runs_of_check(type_of("manhattan_distance"), {}, 11);
    const auto far = of_kind(runs, "large distances"), near = of_kind(runs, "small distances");
    ASSERT_EQ(far.size(), 1u);
    EXPECT_GT(extent_of(far[0]), 1e5F);
    ASSERT_EQ(near.size(), 1u);
    EXPECT_LT(extent_of(near[0]), 1e-6F);
    EXPECT_GT(extent_of(near[0]), 0.0F);
    EXPECT_TRUE(of_kind(runs_of_check(type_of("great_circle_distance"), {}, 11), "large distances").empty());
}

TEST(CheckRuns, have_long_vectors_and_sizes_between_those_that_are_always_tried) {
    for (const std::string_view id : {"euclidean_distance", "cross_distance", "best_match", "farthest_pair"}) {
        const std::vector<CheckRun> runs = of_kind(runs_of_check(type_of(id), all_pitches, 11), "long vectors");
        ASSERT_EQ(runs.size(), 1u) << id;
        EXPECT_GT(runs[0].size.dims, 512) << id;
        EXPECT_EQ(question_of(runs[0]).size(), runs[0].size) << id;
    }
    for (const WorkloadType* const type : plain_workloads()) {
        const auto large = [&](const CheckRun& run) {
            return !run.few_blocks && run.kind == "random" && n_of(run.size) > 1001;
        };
        EXPECT_TRUE(std::ranges::any_of(runs_of_check(*type, {}, 11), large)) << type->id;
    }
}

TEST(CheckRuns, have_data_that_the_rules_of_a_distance_are_about) {
    const auto data_of = [](std::string_view id, std::string_view kind) {
        const std::vector<CheckRun> runs = of_kind(runs_of_check(type_of(id), {}, 11), kind);
        EXPECT_EQ(runs.size(), 1u) << id;
        return question_of(runs.at(0)).first;
    };
    const auto zeros = data_of("cosine_distance", "vectors of zeros");
    EXPECT_TRUE(
        std::ranges::all_of(coordinates(*zeros).first(std::size_t(zeros->dims)), [](float x) { return x == 0; }));
    const auto nan = data_of("chebyshev_distance", "NaN in the vectors");
    EXPECT_TRUE(std::ranges::any_of(coordinates(*nan), [](float x) { return std::isnan(x); }));
    EXPECT_TRUE(of_kind(runs_of_check(type_of("distance_matrix"), {}, 11), "NaN in the vectors").empty());
    for (const std::string_view id : {"rbf_density", "rbf_matrix", "rbf_pair"}) {
        const std::vector<CheckRun> runs = of_kind(runs_of_check(type_of(id), {}, 11), "another sigma");
        ASSERT_EQ(runs.size(), 2u) << id;
        EXPECT_NE(question_of(runs[0]).parameters, question_of(runs[1]).parameters);
    }
}

TEST(CheckRuns, call_a_function_of_all_threads_with_other_numbers_of_them) {
    const std::vector<CheckRun> runs =
        of_kind(runs_of_check(type_of("distance_matrix"), {.is_cpu = true, .all_threads = true}, 11),
                "another number of threads");
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].threads, 1);
    EXPECT_EQ(runs[1].threads, 3);
}

std::string refusal_of(std::string_view workload, const FirstSize& asked) {
    try {
        static_cast<void>(first_question(type_of(workload), asked));
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(FirstQuestion, takes_the_size_that_a_user_asks_for_or_says_why_not) {
    EXPECT_EQ(first_question(type_of("distance_matrix"), {}).size(), (Workload{"distance_matrix", 256, 256, 2}));
    EXPECT_EQ(first_question(type_of("cross_distance"), {.n = 7, .m = 5, .dims = 3}).size(),
              (Workload{"cross_distance", 7, 5, 3}));
    EXPECT_EQ(first_question(type_of("rbf_pair"), {.n = 100, .m = {}, .dims = {}}).size().dims, 100);
    EXPECT_EQ(first_question(type_of("distance_matrix"), {.n = 1, .m = {}, .dims = {}}).first->rows, 1);
    EXPECT_THAT(refusal_of("distance_matrix", {.n = 5000, .m = {}, .dims = {}}),
                testing::HasSubstr("a try takes at most 4 096 vectors in a set"));
    EXPECT_THAT(refusal_of("distance_matrix", {.n = {}, .m = 4, .dims = {}}), testing::HasSubstr("leave m out"));
    EXPECT_THAT(refusal_of("distance_matrix", {.n = {}, .m = {}, .dims = 3}), testing::HasSubstr("dims is 3"));
    EXPECT_THAT(refusal_of("rbf_pair", {.n = {}, .m = {}, .dims = 3}), testing::HasSubstr("leave dims out"));
}

} // namespace
} // namespace pairscope::app::workshop
