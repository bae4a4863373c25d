// SPDX-License-Identifier: MIT
// Complete reports of known figures: every column and every key stands where it belongs.
#include "app/cli/reports/bench_report.h"
#include "app/cli/reports/check_report.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/trace_report.h"
#include "app/spine/files/ceilings_json.h"
#include "app/subjects/counters/counters_table.h"
#include "app/subjects/ladder/results_table.h"
#include "kernels/ladder/registry.h"
#include "profiling/recording/file.h"
#include "tests/cli/golden.h"
#include "tests/cli/program.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pairscope {
namespace {

using profiling::CacheState;
using profiling::Measurement;

/// A measurement with a different figure in every field, so that no two can change places unnoticed.
Measurement known_measurement(const char* variant, double first_sample) {
    Measurement m = profiling::sample_measurement();
    m.variant_id = variant;
    m.seconds.clear();
    for (int i = 0; i < 12; ++i) m.seconds.push_back(first_sample * (1.0 + 0.01 * i));
    return m;
}

cli::BenchRun known_run(const Measurement& m) {
    static const Device device = profiling::sample_gpu();
    const KernelVariant* variant = find_variant(m.variant_id);
    return {.planned = {.id = variant->id, .variant = variant, .device = device, .reason = {}},
            .setting = {.n = m.workload.rows, .target = m.target, .block = m.block, .caches = m.caches},
            .outcome = m};
}

cli::BenchReport known_report() {
    cli::BenchReport report;
    report.sizes.push_back({.source = {}, .table = nullptr, .question = {.first = profiling::sample_points()}});
    report.ceilings.push_back(profiling::sample_ceilings(profiling::sample_gpu()));
    cli::add_row(report, known_run(known_measurement("distance_matrix/coalesced", 0.004)));
    cli::add_row(report, known_run(known_measurement("distance_matrix/vec4_rows", 0.0008)));
    return report;
}

TEST(Reports, bench_as_csv_is_complete) { expect_golden("bench.csv", csv_of(known_report())); }
TEST(Reports, bench_as_json_is_complete) { expect_golden("bench.json", json_of(known_report())); }
TEST(Reports, bench_as_text_is_complete) { expect_golden("bench.txt", text_of(known_report())); }

TEST(Reports, each_group_of_a_bench_has_a_first_variant_of_its_own) {
    cli::BenchReport report;
    report.ceilings.push_back(profiling::sample_ceilings(profiling::sample_gpu()));
    Measurement warm = known_measurement("distance_matrix/coalesced", 0.004);
    warm.caches = CacheState::warm;
    Measurement cold = known_measurement("distance_matrix/vec4_rows", 0.001);
    cli::add_row(report, known_run(warm));
    cli::add_row(report, known_run(cold));
    cold.variant_id = "distance_matrix/grid2d";
    for (double& seconds : cold.seconds) seconds *= 2.0;
    cli::add_row(report, known_run(cold));
    ASSERT_EQ(report.rows.size(), 3u);
    EXPECT_EQ(report.rows[1].speedup_over, "distance_matrix/vec4_rows") << "coalesced had warm caches";
    EXPECT_EQ(report.rows[1].row.figure("speedup"), 1.0);
    EXPECT_EQ(report.rows[2].speedup_over, "distance_matrix/vec4_rows");
    EXPECT_EQ(report.rows[2].row.figure("speedup"), 0.5);
}

TEST(Reports, results_of_every_status_are_complete) {
    std::vector<app::ResultRow> rows;
    const profiling::Ceilings ceilings = profiling::sample_ceilings(profiling::sample_gpu());
    for (const profiling::RunOutcome& outcome : profiling::sample_recording().runs) {
        const std::string id = std::visit([](const auto& run) { return std::string(run.variant_id); }, outcome);
        KernelVariant variant; // a build without CUDA does not know all of them
        variant.id = id;
        rows.push_back(app::result_row(variant, outcome, &ceilings, 0.5));
    }
    expect_golden("results.csv", app::csv_of(rows));
    expect_golden("results.json", app::dumped(app::json_of(rows)));
}

TEST(Reports, each_figure_of_a_run_has_one_column) {
    for (const profiling::Figure& figure : profiling::figure_list)
        EXPECT_EQ(std::ranges::count(app::result_columns(), figure.key, &app::TableColumn<app::ResultRow>::key), 1)
            << figure.key;
}

/// One row of each kind that pairscope check knows.
std::vector<cli::CheckRow> known_check_rows() {
    const KernelVariant* variant = find_variant("distance_matrix/coalesced");
    const cli::Step step{.planned = {.id = variant->id, .variant = variant, .device = Device{}, .reason = {}},
                         .setting = {.n = 65, .target = TargetKind::surface, .block = 64},
                         .workload = {.type = variant->workload, .rows = 65, .cols = 65, .dims = 2}};
    const auto row = [&](profiling::CheckVerdict verdict) {
        return cli::row_of(step, profiling::Checked{std::string(variant->id), std::move(verdict)});
    };
    profiling::CheckVerdict right;
    right.comparison = {.entries_checked = 4225, .rows_checked = 65, .rows = 65, .worst_error = 1.2e-7};
    right.examination = profiling::Examination{.rows = 65, .blocks = 33, .blocks_examined = 12};
    profiling::CheckVerdict faulty = right;
    faulty.examination->faults = 2;
    faulty.examination->findings = {"coalesced.cu:41: shared-memory race: \"block\" (0, 0, 0)", "another"};
    profiling::CheckVerdict wrong = faulty;
    wrong.comparison.wrong_entries = 3;
    wrong.comparison.unwritten_entries = 4;
    wrong.comparison.guard_damage = 5;
    wrong.comparison.row = 12;
    wrong.comparison.col = 63;
    wrong.comparison.found = 2.0f;
    wrong.comparison.expected = 1.5;
    wrong.writer =
        "The entry in row 12, column 63 was written by thread (63, 0, 0) of block (12, 0, 0) in coalesced.cu:40";
    return {row(right), row(faulty), row(wrong),
            cli::row_of(step, profiling::Failed{std::string(variant->id), "the device fell off the bus"}),
            cli::row_of(step, profiling::Skipped{std::string(variant->id), "it needs a full moon"})};
}

std::vector<cli::LoadedData> known_sizes() {
    std::vector<cli::LoadedData> sizes;
    sizes.push_back({.source = {}, .table = nullptr, .question = {.first = profiling::sample_points()}});
    return sizes;
}

TEST(Reports, check_is_complete) {
    expect_golden("check.csv", csv_of(known_check_rows()));
    expect_golden("check.json", json_of(known_check_rows(), known_sizes()));
    expect_golden("check.txt", text_of(known_check_rows(), known_sizes()));
}

std::size_t longest_line(const std::string& text) {
    std::size_t longest = 0, begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin = end + 1))
        longest = std::max(longest, end - begin);
    return longest;
}

TEST(Reports, a_row_of_check_has_120_columns_at_most) {
    EXPECT_LE(longest_line(text_of(known_check_rows(), known_sizes())), 120u);
}

TEST(Reports, a_folded_text_keeps_its_words_and_its_numbers_whole) {
    EXPECT_EQ(cli::folded("all 4 225 entries agree", 12, 4), "all\n    4 225\n    entries\n    agree");
    EXPECT_EQ(cli::folded("seven words", 40, 2), "seven words");
    EXPECT_EQ(cli::folded("", 40, 2), "");
}

TEST(Reports, check_says_once_why_variants_were_not_examined) {
    cli::CheckRow row = known_check_rows()[0];
    row.simulated = false;
    row.verdict->examination.reset();
    row.verdict->not_examined = "it uses hardware that only a GPU has";
    const std::string text = text_of({row, row, row}, known_sizes());
    const std::size_t first = text.find("The simulation on the CPU did not look for faults in coalesced: it uses");
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_EQ(text.find("did not look for faults", first + 30), std::string::npos) << text;
    EXPECT_LE(longest_line(text), 120u);
}

TEST(Reports, check_says_which_entries_the_worst_error_leaves_out) {
    cli::CheckRow row = known_check_rows()[0];
    const auto says_it = testing::HasSubstr("The worst error of coalesced is that of the entries");
    EXPECT_THAT(text_of({row}, known_sizes()), testing::Not(says_it));
    row.verdict->comparison.worst_error = 0.0;
    row.verdict->comparison.tolerance = 1.5e-6;
    row.verdict->comparison.of_norms = 2.9e-6;
    const std::string text = text_of({row}, known_sizes());
    EXPECT_THAT(text, testing::AllOf(says_it, testing::HasSubstr("1.5e-06"), testing::HasSubstr("2.9e-06")));
}

TEST(Reports, check_says_which_outputs_were_compared_with_a_sample) {
    cli::CheckRow row = known_check_rows()[0];
    row.verdict->examination.reset();
    row.verdict->comparison.sampled = "the distance of the pair is right, and no pair of a sample is farther apart";
    const std::string text = text_of({row, row}, known_sizes());
    EXPECT_THAT(text, testing::HasSubstr("agrees with a sample"));
    EXPECT_THAT(text, testing::HasSubstr("In the check of coalesced, the distance of the pair is right"));
    EXPECT_LE(longest_line(text), 120u);
}

TEST(Reports, check_fails_where_anything_is_wrong_or_faulty_or_failed) {
    const std::vector<cli::CheckRow> rows = known_check_rows();
    EXPECT_EQ(cli::exit_code_of({rows[0], rows[4]}), cli::ExitCode::ok);
    EXPECT_EQ(cli::exit_code_of({rows[0], rows[1]}), cli::ExitCode::failed) << "a fault, though the output is right";
    EXPECT_EQ(cli::exit_code_of({rows[0], rows[2]}), cli::ExitCode::failed);
    EXPECT_EQ(cli::exit_code_of({rows[0], rows[3]}), cli::ExitCode::failed);
    EXPECT_EQ(cli::exit_code_of({rows[4]}), cli::ExitCode::nothing_ran);
}

TEST(Reports, a_finding_of_a_trace_names_its_block_and_its_thread) {
    simt::Trace trace;
    simt::Finding finding;
    finding.kind = simt::FindingKind::shared_race;
    finding.file = "kernels/workloads/distance_matrix/ladder/coalesced.cu";
    finding.line = 41;
    finding.block = {1, 2, 3};
    finding.thread = {4, 5, 6};
    finding.told = "two threads write one float";
    finding.count = 7;
    trace.findings = {finding};
    const cli::LoadedData data{.source = {}, .table = nullptr, .question = {.first = profiling::sample_points()}};
    const auto json = nlohmann::json::parse(json_of(cli::TraceReport{data, *find_variant("coalesced"), trace}));
    const nlohmann::json wanted{
        {"kind", "shared-memory race"}, {"file", finding.file},    {"line", 41}, {"block", {1, 2, 3}},
        {"thread", {4, 5, 6}},          {"message", finding.told}, {"count", 7}};
    EXPECT_EQ(json.at("findings"), nlohmann::json::array({wanted}));
}

TEST(Reports, ceilings_as_json_are_complete) {
    expect_golden("ceilings.json", app::json_of(profiling::sample_ceilings(profiling::sample_gpu())).dump(2) + "\n");
}

TEST(Reports, counters_are_complete) {
    const Measurement m = profiling::sample_measurement();
    expect_golden("counters.csv", app::counters_csv(m, {{"lts__t_sector_hit_rate.pct", "%"}}));
    expect_golden("counters.json", app::counters_json(m));
}

class ReportsOfTheProgram : public Program {};

TEST_F(ReportsOfTheProgram, trace_is_complete) {
    const std::vector<std::string> trace{"trace", "symmetric", "--shape", "ring", "--n", "64"};
    for (const char* format : {"--csv", "--json"}) {
        std::vector<std::string> arguments = trace;
        arguments.emplace_back(format);
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        expect_golden(std::string("trace.") + (format + 2), done.out);
    }
}

TEST_F(ReportsOfTheProgram, compared_recordings_are_complete) {
    profiling::Recording a = profiling::sample_recording(), b = a;
    a.runs = {known_measurement("distance_matrix/coalesced", 0.004),
              known_measurement("distance_matrix/grid2d", 0.002)};
    b.runs = {known_measurement("distance_matrix/coalesced", 0.003),
              known_measurement("distance_matrix/tile16", 0.001)};
    profiling::save_recording(folder / "a.pairscope", a);
    profiling::save_recording(folder / "b.pairscope", b);
    expect_golden("compare_recordings.json", run({"compare", "a.pairscope", "b.pairscope", "--json"}).out);
    expect_golden("compare_recordings.txt", run({"compare", "a.pairscope", "b.pairscope"}).out);
}

} // namespace
} // namespace pairscope
