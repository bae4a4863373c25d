// SPDX-License-Identifier: MIT
// Workloads that only the tests have go through everything that the shipped ones go through, and no other file knows
// them.
#include "kernels/data/shapes/generators.h"
#include "kernels/engines/outputs.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "profiling/badges.h"
#include "profiling/runner.h"
#include "tests/kernels/sample_points.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace pairscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Dataset example(std::string_view workload, int set, std::int64_t rows) {
    return type_of(workload).example(set, rows, 16, {});
}

/// An engine with a question, and room for its output.
struct Bench {
    Bench(std::string_view workload, const Dataset& a, const Dataset& b) : engine(devices().back()) {
        engine.load(a, b);
        engine.set_parameters(usual_parameters(type_of(workload)));
        question = workload_of(workload, engine.inputs());
        output = engine.allocate(output_of(question));
    }
    profiling::RunOutcome outcome(const KernelVariant& variant, double max_seconds = 0.05) {
        const OutputShape shape = output_of(question, variant.both_directions);
        if (words_of(shape) != output.shape) output = engine.allocate(shape);
        profiling::RunnerOptions options;
        options.stopping.max_seconds = max_seconds;
        return profiling::measure(engine, variant, question, {output.memory(), output.shape, &output}, options, {});
    }
    Engine engine;
    Workload question;
    OutputBuffer output;
};
Bench matches_bench(std::int64_t rows, std::int64_t cols) {
    return {"byte_matches", example("byte_matches", 0, rows), example("byte_matches", 1, cols)};
}

const KernelVariant& variant(std::string_view id) { return *find_variant(id); }

std::vector<std::string_view> ladder(std::string_view workload) {
    std::vector<std::string_view> ids;
    for (const KernelVariant& v : variants())
        if (v.workload == workload) ids.push_back(v.id);
    return ids;
}

TEST(TestedWorkloads, are_found_by_their_folders) {
    EXPECT_THAT(ladder("byte_matches"),
                ElementsAre("byte_matches/query_per_thread", "byte_matches/cpu_both", "byte_matches/cpu_coarse",
                            "byte_matches/cpu_rows", "byte_matches/cpu_columns"));
    EXPECT_THAT(ladder("distance_sum"),
                ElementsAre("distance_sum/block_sums", "distance_sum/cpu_sum", "distance_sum/cpu_blocked"));
    EXPECT_EQ(variant("query_per_thread").source, "tests/workloads/byte_matches/ladder/query_per_thread.cu");
    EXPECT_THAT(variant("cpu_rows").source_text, HasSubstr("cpu_rows_variant()"));
    EXPECT_EQ(type_of("byte_matches").classic, (Workload{"byte_matches", 256, 128, 16}));
    EXPECT_EQ(find_workload("distance_matrix")->output, OutputKind::matrix) << "the shipped ones are there, too";
}

TEST(TestedWorkloads, are_refused_for_inputs_that_they_do_not_take) {
    const Device cpu = devices().back();
    const auto why = [&](const Workload& workload) {
        return why_not(variant("byte_matches/cpu_rows"), workload, cpu, TargetKind::linear);
    };
    EXPECT_THAT(why({"byte_matches", 3, 5, 16}), IsEmpty()) << "two sets may have different sizes";
    EXPECT_THAT(why({"byte_matches", 3, 5, 65}), HasSubstr("1 to 64 coordinates, not 65"));
    EXPECT_THAT(why({"byte_matches", 5000, 5, 16}), HasSubstr("1 to 4096 queries, not 5000"));
    EXPECT_THAT(why({"byte_matches", 5, 5000, 16}), HasSubstr("1 to 4096 candidates, not 5000"));
    EXPECT_THAT(why_not(variant("cpu_rows"), {"byte_matches", 3, 5, 16}, cpu, TargetKind::surface),
                HasSubstr("cannot write into a texture"));
}

TEST(TestedWorkloads, are_checked_and_timed_by_every_variant_that_can_run) {
    for (const auto& [rows, cols] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {63, 65}, {130, 7}}) {
        Bench bench = matches_bench(rows, cols);
        for (const std::string_view id : ladder("byte_matches")) {
            const auto outcome = bench.outcome(variant(id));
            EXPECT_EQ(profiling::failure_of(outcome), "") << id;
            if (variant(id).backend == Backend::cuda) {
                EXPECT_TRUE(std::holds_alternative<profiling::Simulated>(outcome)) << id;
                continue;
            }
            const auto& m = std::get<profiling::Measurement>(outcome);
            EXPECT_GT(m.seconds.size(), 0u);
            const std::int64_t matches = variant(id).both_directions ? rows + cols : rows;
            EXPECT_EQ(m.check.comparison.entries_checked, matches);
            EXPECT_EQ(std::get<std::vector<FoundMatch>>(m.check.output).size(), static_cast<std::size_t>(matches));
        }
    }
}

TEST(TestedWorkloads, answer_with_one_number) {
    for (const std::int64_t dims : {1, 2, 3, 17}) {
        Dataset vectors{.name = "vectors", .rows = 50, .dims = dims};
        std::vector<float> values;
        for (std::int64_t i = 0; i < 50 * dims; ++i) values.push_back(static_cast<float>(i * 7 % 31) * 0.125f);
        vectors.values = values;
        Bench bench("distance_sum", vectors, vectors);
        std::vector<double> sums;
        for (const std::string_view id : ladder("distance_sum")) {
            const auto outcome = bench.outcome(variant(id));
            EXPECT_EQ(profiling::failure_of(outcome), "") << id << " with " << dims;
            sums.push_back(std::get<double>(read_output(bench.engine, bench.question, bench.output.memory())));
        }
        ASSERT_EQ(sums.size(), ladder("distance_sum").size());
        for (const double sum : sums) EXPECT_NEAR(sum, sums[1], 1e-6 * sums[1]);
        EXPECT_GT(sums[0], 0.0);
    }
}

TEST(TestedWorkloads, depend_on_their_parameters) {
    Bench bench = matches_bench(5, 9);
    bench.engine.run(variant("cpu_rows"), bench.output.memory(), {});
    const auto once =
        std::get<std::vector<FoundMatch>>(read_output(bench.engine, bench.question, bench.output.memory()));
    bench.engine.set_parameters({2.0});
    EXPECT_EQ(profiling::failure_of(bench.outcome(variant("query_per_thread"))), "");
    const auto twice =
        std::get<std::vector<FoundMatch>>(read_output(bench.engine, bench.question, bench.output.memory()));
    ASSERT_EQ(once.size(), twice.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
        EXPECT_EQ(once[i].best, twice[i].best);
        EXPECT_EQ(2.0f * once[i].best_value, twice[i].best_value);
    }
}

TEST(TestedWorkloads, get_the_layout_that_a_variant_asks_for_and_its_cost) {
    Bench bench = matches_bench(100, 70);
    EXPECT_EQ(bench.engine.prepare(variant("cpu_rows")), 0.0);
    const double seconds = bench.engine.prepare(variant("cpu_columns"));
    EXPECT_GT(seconds, 0.0);
    EXPECT_EQ(bench.engine.prepare(variant("cpu_columns")), seconds) << "made once";
    const auto outcome = bench.outcome(variant("cpu_columns"));
    EXPECT_EQ(std::get<profiling::Measurement>(outcome).layout_seconds, seconds);
}

void write_nothing(const Run&) {}
void write_wrong(const Run& run) {
    for (std::int64_t i = 0; i < run.problem.a.rows; ++i) matches_out(run.problem)[i] = {0, 0, 1.0f, 1.0f};
}
void write_too_far(const Run& run) {
    variant("cpu_rows").launch(run);
    matches_out(run.problem)[run.problem.a.rows] = {};
}
std::string failure_of(void (*launch)(const Run&)) {
    KernelVariant faulty = variant("cpu_rows");
    faulty.launch = launch;
    return profiling::failure_of(matches_bench(40, 30).outcome(faulty));
}

TEST(TestedWorkloads, are_not_right_when_something_is_missing_wrong_or_written_outside) {
    EXPECT_THAT(failure_of(write_nothing), HasSubstr("all 40 matches were never written"));
    EXPECT_THAT(failure_of(write_wrong), HasSubstr("match 0 is row 0 with 1 but should be row"));
    EXPECT_THAT(failure_of(write_too_far), HasSubstr("4 words of 4 bytes outside the output were overwritten"));
}

void write_wrong_behind(const Run& run) {
    variant("cpu_both").launch(run);
    matches_out(run.problem)[run.problem.a.rows + 2] = {0, 0, 1.0f, 1.0f};
}
void write_too_far_behind(const Run& run) {
    variant("cpu_both").launch(run);
    matches_out(run.problem)[run.problem.a.rows + run.problem.b.rows] = {};
}
std::string failure_of_both(void (*launch)(const Run&)) {
    KernelVariant both = variant("cpu_both");
    both.launch = launch;
    return profiling::failure_of(matches_bench(40, 30).outcome(both));
}

TEST(TestedWorkloads, have_both_directions_judged) {
    EXPECT_EQ(failure_of_both(variant("cpu_both").launch), "");
    EXPECT_THAT(failure_of_both(variant("cpu_rows").launch), HasSubstr("30 of 70 matches were never written"));
    EXPECT_THAT(failure_of_both(write_wrong_behind),
                HasSubstr("in the other direction, match 2 is row 0 with 1 but should be row"));
    EXPECT_THAT(failure_of_both(write_too_far_behind),
                HasSubstr("4 words of 4 bytes outside the output were overwritten"));
}

TEST(TestedWorkloads, may_give_another_output_that_is_counted_and_timed) {
    Bench bench = matches_bench(130, 70);
    const auto m = std::get<profiling::Measurement>(bench.outcome(variant("cpu_coarse")));
    EXPECT_EQ(m.check.judgement(), profiling::Judgement::different);
    EXPECT_TRUE(m.check.right());
    const std::int64_t differ = m.check.comparison.different_entries.value();
    EXPECT_GT(differ, 3);
    EXPECT_LT(differ, 130);
    EXPECT_EQ(m.check.comparison.different.entries().size(), std::size_t(differ));
    EXPECT_EQ(short_text(m.check), fmt::format("approximate output: {} of 130 rows differ", differ));
    EXPECT_THAT(describe(m.check), HasSubstr("all of them within the bound that this variant states"));
    const auto badges = profiling::badges_of(m);
    const auto badge = std::ranges::find(badges, profiling::BadgeKind::another_output, &profiling::Badge::kind);
    ASSERT_NE(badge, badges.end());
    EXPECT_EQ(badge->word, short_text(m.check));
    KernelVariant exact = variant("cpu_coarse");
    exact.may_differ_by = nullptr;
    EXPECT_THAT(profiling::failure_of(bench.outcome(exact)), HasSubstr("but should be row"));
    KernelVariant narrow = variant("cpu_coarse");
    narrow.may_differ_by = [](const Workload&) { return 1.0; };
    EXPECT_THAT(profiling::failure_of(bench.outcome(narrow)), HasSubstr("matches are wrong")) << "beyond its bound";
}

TEST(TestedWorkloads, are_traced) {
    const Dataset a = example("byte_matches", 0, 100), b = example("byte_matches", 1, 50);
    Inputs inputs = inputs_of(a, b);
    inputs.parameters = {1.0};
    const simt::TracedRun run = simt::traced_run(variant("query_per_thread"), inputs, {.most_accesses = 0});
    EXPECT_THAT(run.trace.findings, IsEmpty());
    EXPECT_EQ(run.trace.workload, (Workload{"byte_matches", 100, 50, 16}));
    EXPECT_EQ(run.output.size(), 400u) << "four words for each match";
    std::set<std::string> memories;
    for (const simt::WarpRequest& request : run.trace.warp) memories.insert(request.memory);
    EXPECT_TRUE(memories.contains("queries") || memories.contains("candidates"));
}

TEST(TestedWorkloads, of_several_kernels_are_examined_in_samples) {
    const Dataset points = generate(default_settings(Shape::uniform_square, 300));
    const simt::Trace found = simt::trace(variant("block_sums"), inputs_of(points), {.most_accesses = 10'000});
    EXPECT_LT(found.blocks_traced(), found.blocks());
    EXPECT_THAT(found.findings, IsEmpty());
}

} // namespace
} // namespace pairscope
