// SPDX-License-Identifier: MIT
// A fault that many runs show is told once, and a cause before what it causes.
#include "app/cli/reports/equal_findings.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::cli::equal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

CheckRow row_at(std::int64_t n, std::string_view result, std::string told) {
    CheckRow row{.setting = {.n = n}, .workload = {}, .variant = "distance_matrix/coalesced", .device = "cpu"};
    row.result = result;
    row.told = std::move(told);
    return row;
}

CheckRow faulty(std::int64_t n, const std::string& finding) {
    CheckRow row = row_at(n, "faulty", "A fault: " + finding);
    row.verdict = profiling::CheckVerdict{};
    row.verdict->examination = profiling::Examination{.rows = n, .blocks = n, .blocks_examined = n, .faults = 1};
    row.verdict->examination->findings = {finding};
    return row;
}

CheckRow wrong(std::int64_t n, const std::string& told, const std::string& writer = {}) {
    CheckRow row = row_at(n, "wrong", told);
    row.verdict = profiling::CheckVerdict{};
    row.verdict->comparison = {.entries_checked = n * n, .rows = n, .cols = n, .wrong_entries = 1};
    row.verdict->writer = writer;
    return row;
}

TEST(EqualFindings, a_fault_of_many_runs_is_one_sentence) {
    std::vector<CheckRow> rows;
    for (const std::int64_t n : {33, 63, 65, 1001})
        rows.push_back(
            faulty(n, fmt::format("a.cu:32: shared-memory race: block (0, {}, 0), thread (1, 0, 0) reads", n)));
    rows.push_back(row_at(1, "right", ""));
    rows.back().verdict = profiling::CheckVerdict{};
    const EqualFindings equal(rows);
    ASSERT_EQ(equal.sentences().size(), 1u);
    EXPECT_THAT(equal.sentences()[0],
                StartsWith("Finding 1, in 4 runs of coalesced (n = 33 to 1 001): A fault: a.cu:32: "
                           "shared-memory race: block (0, 33, 0)"));
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(equal.name_of(i), "finding 1");
    EXPECT_EQ(equal.name_of(4), "");
}

TEST(EqualFindings, faults_of_other_lines_or_kinds_are_others) {
    const EqualFindings equal({faulty(9, "a.cu:32: shared-memory race: block (0, 1, 0)"),
                               faulty(9, "a.cu:34: shared-memory race: block (0, 1, 0)"),
                               faulty(9, "a.cu:34: out of bounds: block (0, 1, 0)")});
    EXPECT_THAT(equal.sentences(), IsEmpty()) << "each stands in its own row";
    EXPECT_EQ(equal.name_of(0), "");
}

TEST(EqualFindings, a_fault_is_told_with_a_wrong_output_that_it_causes) {
    CheckRow both = faulty(65, "a.cu:32: out of bounds: block (0, 7, 0)");
    both.verdict->comparison.wrong_entries = 1;
    both.result = "wrong";
    both.told += ". The output is wrong, too";
    const EqualFindings equal({faulty(33, "a.cu:32: out of bounds: block (0, 1, 0)"), both});
    ASSERT_EQ(equal.sentences().size(), 1u);
    EXPECT_THAT(equal.sentences()[0],
                HasSubstr("A fault: a.cu:32: out of bounds: block (0, 7, 0). The output is wrong"));
}

TEST(EqualFindings, a_cause_comes_before_a_symptom) {
    const EqualFindings equal({wrong(9, "2 of 81 entries are wrong"), wrong(17, "4 of 289 entries are wrong"),
                               faulty(33, "a.cu:32: out of bounds: block (0, 1, 0)"),
                               faulty(65, "a.cu:32: out of bounds: block (0, 7, 0)")});
    ASSERT_EQ(equal.sentences().size(), 2u);
    EXPECT_THAT(equal.sentences()[0], HasSubstr("a.cu:32"));
    EXPECT_THAT(equal.sentences()[1], HasSubstr("2 of 81 entries are wrong"));
    EXPECT_EQ(equal.name_of(0), "finding 2");
}

TEST(EqualFindings, wrong_outputs_are_told_apart_by_the_line_that_wrote_them) {
    const auto written = [](std::int64_t n, int line) {
        return wrong(n, fmt::format("{} entries are wrong", n), fmt::format("The entry was written in a.cu:{}", line));
    };
    const EqualFindings equal({written(9, 40), written(17, 40), written(33, 41)});
    ASSERT_EQ(equal.sentences().size(), 1u);
    EXPECT_EQ(equal.name_of(1), "finding 1");
    EXPECT_EQ(equal.name_of(2), "");
}

TEST(EqualFindings, failures_are_equal_but_for_their_numbers_and_not_for_their_lines) {
    const EqualFindings equal({row_at(2, "failed", "a.cu:41: thread (1, 0, 0) writes 4 bytes at byte 4 of out"),
                               row_at(33, "failed", "a.cu:41: thread (32, 0, 0) writes 4 bytes at byte 1 028 of out"),
                               row_at(65, "failed", "a.cu:43: thread (32, 0, 0) writes 4 bytes at byte 1 028 of out")});
    ASSERT_EQ(equal.sentences().size(), 1u);
    EXPECT_EQ(equal.name_of(1), "finding 1");
    EXPECT_EQ(equal.name_of(2), "");
}

} // namespace
} // namespace pairscope::cli::equal
