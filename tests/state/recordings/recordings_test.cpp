// SPDX-License-Identifier: MIT
// A recording beside this session's own runs: in the ladder, under its own roofs, and saved again.
#include "app/paper/savers.h"
#include "app/spine/state_queries.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/load_points.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/recordings/recordings.h"
#include "profiling/recording/file.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using profiling::Measurement;
using testing::HasSubstr;
using testing::SizeIs;

/// A machine without a GPU; its roofs are measured, its runs are not. It shows runs into the texture, as the sample
/// recording has them.
State laptop() {
    State state;
    Dataset data;
    data.rows = 1000;
    data.dims = 2;
    data.values = std::vector<float>(2000);
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
    state.data.now.source = default_settings(Shape::ring, 1000);
    state.data.revision = 1;
    state.run.devices = {Device{.backend = Backend::cpu, .name = "a laptop", .units = 4, .driver = {}}};
    state.run.variant_id = find_variant("cpu_naive")->id;
    state.run.target = TargetKind::surface;
    profiling::Ceilings ceilings{.device = state.run.devices.front(), .found = {}};
    add(ceilings, {.kind = profiling::CeilingKind::fill, .threads = 4, .value = 20e9, .samples = 9, .how = "stores"});
    add(ceilings, {.kind = profiling::CeilingKind::fill, .threads = 1, .value = 10e9, .samples = 9, .how = "stores"});
    state.run.ceilings[0].figures = ceilings;
    return state;
}

std::string vec4_rows() { return std::string(find_variant("vec4_rows")->id); }

} // namespace

TEST(Recordings, a_gpus_times_stand_in_the_cuda_rows_where_there_is_no_gpu) {
    State state = laptop();
    open(state, profiling::sample_recording());
    const auto sections = ladder_sections(state);
    ASSERT_THAT(sections, SizeIs(3)) << "CUDA, this CPU, the recorded CPU";
    EXPECT_THAT(whole_title(sections[0]), HasSubstr("recorded: NVIDIA H200, 2026-11-21, n = 30 336"));
    const LadderRow* row = row_named(sections[0], "vec4_rows");
    ASSERT_NE(row, nullptr);
    EXPECT_TRUE(row->recorded);
    EXPECT_EQ(row->state, RowState::recorded);
    EXPECT_DOUBLE_EQ(*row->seconds, profiling::seconds_of(profiling::sample_measurement()));
    EXPECT_GT(*row->share, 0.9) << "of its own fill, not of the laptop's";
    EXPECT_LT(*row->share, 1.05);
    EXPECT_GT(row->number, 0) << "its key stays";
    EXPECT_FALSE(row_named(sections[0], "grid2d")->recorded);
}

TEST(Recordings, of_a_sweep_the_usual_block_with_warm_caches_and_the_size_in_question_is_shown) {
    const auto run = [](std::int64_t n, int block, profiling::CacheState caches, TargetKind target) {
        Measurement m = profiling::sample_measurement();
        m.workload.rows = m.workload.cols = n;
        m.block = block;
        m.caches = caches;
        m.target = target;
        return m;
    };
    using enum profiling::CacheState;
    const int usual = find_variant("vec4_rows")->blocks.front(), other = find_variant("vec4_rows")->blocks.back();
    const Measurement right = run(1000, usual, warm, TargetKind::linear);
    profiling::Recording swept = profiling::sample_recording();
    swept.runs = {right,
                  run(1000, other, warm, TargetKind::linear),
                  run(1000, usual, cold, TargetKind::linear),
                  run(1000, other, warm, TargetKind::surface),
                  run(1000, usual, cold, TargetKind::surface),
                  run(2000, usual, warm, TargetKind::surface),
                  run(2000, other, warm, TargetKind::surface),
                  run(2000, usual, cold, TargetKind::surface),
                  run(2000, 0, cold, TargetKind::surface),
                  run(2000, 32, cold, TargetKind::surface)};
    for (std::size_t first = 0; first < swept.runs.size(); ++first) { // whatever their order
        std::rotate(swept.runs.begin(), swept.runs.begin() + 1, swept.runs.end());
        State state = laptop();
        state.run.target = TargetKind::linear;
        open(state, swept);
        const auto sets = recorded_sets(state);
        ASSERT_THAT(sets, SizeIs(1));
        ASSERT_THAT(sets[0].runs, SizeIs(1));
        const Measurement& shown = *sets[0].runs[0];
        EXPECT_EQ(shown.workload.rows, 1000);
        EXPECT_EQ(shown.block, usual);
        EXPECT_EQ(shown.caches, warm);
    }
}

TEST(Recordings, the_size_with_most_variants_is_shown_and_not_the_one_with_most_blocks) {
    profiling::Recording swept = profiling::sample_recording();
    swept.runs.clear();
    Measurement m = profiling::sample_measurement();
    m.workload.rows = m.workload.cols = 2000;
    for (const int block : find_variant("vec4_rows")->blocks) {
        m.block = block;
        swept.runs.emplace_back(m);
    }
    m.workload.rows = m.workload.cols = 500;
    for (const char* name : {"vec4_rows", "grid2d"}) {
        m.variant_id = find_variant(name)->id;
        swept.runs.emplace_back(m);
    }
    State state = laptop();
    open(state, swept);
    const auto sets = recorded_sets(state);
    ASSERT_THAT(sets, SizeIs(1));
    EXPECT_EQ(sets[0].workload.rows, 500);
    EXPECT_THAT(sets[0].runs, SizeIs(2));
}

TEST(Recordings, blocks_of_the_usual_size_are_told_from_others) {
    Measurement m = profiling::sample_measurement();
    for (const KernelVariant& variant : variants()) {
        m.variant_id = variant.id;
        m.block = 0;
        EXPECT_TRUE(has_usual_block(m)) << variant.id;
        for (const int block : variant.blocks) {
            m.block = block;
            EXPECT_EQ(has_usual_block(m), block == variant.blocks.front()) << variant.id;
        }
    }
}

TEST(Recordings, another_cpu_gets_a_section_of_its_own) {
    State state = laptop();
    const int id = open(state, profiling::sample_recording());
    const LadderSection section = ladder_sections(state).back();
    EXPECT_FALSE(section.own);
    EXPECT_EQ(section.recording, id);
    EXPECT_THAT(section.title, HasSubstr("recorded: AMD EPYC 9R14"));
    ASSERT_THAT(section.rows, SizeIs(2)) << "its run, and its simulation that found a race";
    EXPECT_EQ(section.rows[0].name, "cpu_parallel");
    EXPECT_EQ(section.rows[0].state, RowState::recorded);
    EXPECT_FALSE(section.rows[0].selected);
    EXPECT_EQ(section.rows[1].name, "coalesced");
    EXPECT_EQ(section.rows[1].state, RowState::failed);
    EXPECT_FALSE(section.rows[1].timed);
    EXPECT_THAT(section.rows[1].reason, HasSubstr("coalesced.cu:41: shared-memory race"));
    (void)update(state, command::SelectRecorded{id, profiling::sample_cpu(), section.rows[0].id});
    EXPECT_TRUE(ladder_sections(state).back().rows[0].selected);
    EXPECT_FALSE(row_named(ladder_sections(state)[1], "cpu_parallel")->selected) << "one row is selected";
    (void)update(state, command::SelectVariant{section.rows[0].id});
    EXPECT_FALSE(ladder_sections(state).back().rows[0].selected);
}

TEST(Recordings, with_a_gpu_here_a_recorded_one_stands_beside_it) {
    State state = laptop();
    state.run.devices.insert(state.run.devices.begin(), Device{.backend = Backend::cuda, .name = "RTX", .driver = {}});
    open(state, profiling::sample_recording());
    const auto sections = ladder_sections(state);
    ASSERT_THAT(sections, SizeIs(4));
    EXPECT_EQ(sections[0].recording, 0);
    EXPECT_THAT(sections[2].title, HasSubstr("recorded: NVIDIA H200"));
    (void)update(state, command::SelectVariant{vec4_rows()});
    EXPECT_FALSE(recorded_run(state)) << "this machine's own run is looked at";
}

TEST(Recordings, the_roofline_has_the_recorded_device_s_roofs_when_its_run_is_looked_at) {
    State state = laptop();
    open(state, profiling::sample_recording());
    auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_EQ(chart->device, "a laptop");
    EXPECT_EQ(std::ranges::count_if(chart->dots, [](const ChartDot& dot) { return dot.recording != 0; }), 0)
        << "these are not the roofs of the recorded devices";
    for (const ChartDot& dot : chart->dots) EXPECT_LT(dot.performance, chart->performance.high) << dot.id;
    (void)update(state, command::SelectVariant{vec4_rows()});
    chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_EQ(chart->device, "NVIDIA H200");
    EXPECT_EQ(chart->origin, "recorded 2026-11-21 by pairscope 0.1.0");
    EXPECT_EQ(chart->roofs.front().label, "fill 4 580 GB/s, recorded");
    EXPECT_THAT(chart->roofs.front().provenance, HasSubstr("recorded 2026-11-21"));
    const auto dot = std::ranges::find_if(chart->dots, &ChartDot::selected);
    ASSERT_NE(dot, chart->dots.end());
    EXPECT_EQ(dot->id, vec4_rows());
    EXPECT_EQ(dot->run->device.name, "NVIDIA H200");
    EXPECT_LE(dot->performance, chart->performance.high);
    for (const ChartDot& each : chart->dots) EXPECT_EQ(each.run->device.name, chart->device) << each.id;
    EXPECT_EQ(chart->path.size(), chart->dots.size());
}

TEST(Recordings, its_points_become_the_program_s_with_names_and_order) {
    State state = laptop();
    auto recording = profiling::sample_recording();
    Dataset towns{.name = "towns", .rows = 3, .dims = 2, .values = std::vector<float>{1, 2, 3, 4, 5, 6}};
    towns.labels = {"A", "B", "C"};
    towns.axes = {"longitude", "latitude"};
    towns.credit = "somebody";
    recording.points = std::make_shared<const Dataset>(towns);
    const auto folder = std::filesystem::temp_directory_path() / "pairscope_recorded_points";
    std::filesystem::create_directories(folder);
    const auto path = folder / "towns.pairscope";
    save_recording(path, recording);
    apply(state, event::RecordingOpened{path, std::make_shared<const profiling::Recording>(recording), false});
    const Effects effects = update(state, command::UseRecordedPoints{state.recordings.last_id});
    ASSERT_THAT(effects.files, SizeIs(1));
    const auto& load = effects.files.front().what.get<job::Load>();
    const auto& source = std::get<FileSource>(load.source);
    EXPECT_EQ(source.n, 3);
    EXPECT_EQ(source.order, Order::as_loaded);
    const Table table = load_points(path);
    const Dataset again = dataset_from(table, likely_columns(table), 3, Order::as_loaded);
    EXPECT_EQ(again.values, towns.values);
    EXPECT_EQ(again.labels, towns.labels);
    EXPECT_EQ(again.axes, towns.axes);
    EXPECT_EQ(again.unit, "degrees");
    EXPECT_EQ(again.credit, "somebody");
    std::filesystem::remove_all(folder);
}

TEST(Recordings, its_generated_points_are_made_again_by_their_settings) {
    State state = laptop();
    auto recording = profiling::sample_recording();
    recording.points = default_settings(Shape::spiral, 321, 7);
    const int id = open(state, std::move(recording));
    const std::uint64_t before = state.data.revision;
    EXPECT_TRUE(update(state, command::UseRecordedPoints{id}).files.empty());
    EXPECT_NE(state.data.revision, before);
    EXPECT_EQ(state.data.now.question.first->rows, 321);
    EXPECT_EQ(std::get<GeneratorSettings>(state.data.now.source).seed, 7u);
}

TEST(Recordings, one_without_points_says_so_and_the_old_ones_stay) {
    State state = laptop();
    auto recording = profiling::sample_recording();
    recording.points = std::monostate{};
    const int id = open(state, std::move(recording));
    const auto before = state.data.now.question.first;
    (void)update(state, command::UseRecordedPoints{id});
    EXPECT_EQ(state.data.now.question.first, before);
    EXPECT_THAT(state.notices.back().text, HasSubstr("no points"));
}

TEST(Recordings, hidden_ones_are_not_drawn_and_closed_ones_are_gone) {
    State state = laptop();
    const int id = open(state, profiling::sample_recording());
    (void)update(state, command::SelectRecorded{id, profiling::sample_cpu(), "distance_matrix/cpu_parallel"});
    (void)update(state, command::ShowRecording{id, false});
    EXPECT_THAT(recorded_sets(state), SizeIs(0));
    EXPECT_FALSE(state.recordings.chosen);
    (void)update(state, command::ShowRecording{id, true});
    EXPECT_THAT(recorded_sets(state), SizeIs(2));
    (void)update(state, command::CloseRecording{id});
    EXPECT_THAT(state.recordings.shown, SizeIs(0));
    EXPECT_THAT(ladder_sections(state), SizeIs(2));
    EXPECT_FALSE(state.recordings.never_by_itself) << "this one had been asked for";
}

TEST(Recordings, the_one_that_came_by_itself_is_not_shown_again_once_closed) {
    State state = laptop();
    const command::OpenRecording offer{"/share/h200.pairscope", true};
    EXPECT_THAT(update(state, offer).files, SizeIs(1));
    const int id = open(state, profiling::sample_recording(), true);
    (void)update(state, command::CloseRecording{id});
    EXPECT_TRUE(state.recordings.never_by_itself);
    EXPECT_THAT(update(state, offer).files, SizeIs(0));
    EXPECT_THAT(update(state, command::OpenRecording{offer.path}).files, SizeIs(1)) << "unless it is asked for";
}

TEST(Recordings, nothing_comes_by_itself_where_there_is_a_gpu_or_from_a_cpu) {
    State state = laptop();
    profiling::Recording cpu = profiling::sample_recording();
    cpu.devices = {profiling::sample_cpu()};
    open(state, cpu, true);
    EXPECT_THAT(state.recordings.shown, SizeIs(0));
    state.run.devices.push_back({.backend = Backend::cuda, .name = "RTX", .driver = {}});
    EXPECT_THAT(update(state, command::OpenRecording{"/share/h200.pairscope", true}).files, SizeIs(0));
}

TEST(Recordings, several_lie_side_by_side_and_the_same_file_is_opened_once) {
    State state = laptop();
    profiling::Recording other = profiling::sample_recording();
    other.label = "another";
    open(state, profiling::sample_recording());
    open(state, other);
    open(state, other);
    EXPECT_THAT(state.recordings.shown, SizeIs(2));
    EXPECT_THAT(recorded_sets(state), SizeIs(4));
}

TEST(Recordings, the_current_size_is_shown_if_it_was_recorded) {
    State state = laptop();
    profiling::Recording recording = profiling::sample_recording();
    Measurement same = profiling::sample_measurement();
    same.workload = current_workload(state);
    same.seconds = {1e-5};
    recording.runs.push_back(same);
    open(state, recording);
    EXPECT_EQ(recorded_sets(state).front().workload, current_workload(state));
    EXPECT_EQ(run_of(recorded_sets(state).front(), vec4_rows())->seconds, same.seconds);
}

TEST(Recordings, what_has_no_place_on_the_axes_is_not_drawn) {
    State state = laptop();
    profiling::Recording recording = profiling::sample_recording();
    std::get<Measurement>(recording.runs[0]).seconds = {0.0};
    std::get<Measurement>(recording.runs[1]).predicted_bytes = 0.0;
    open(state, recording);
    EXPECT_THAT(recorded_sets(state), SizeIs(0));
    EXPECT_TRUE(roofline_chart(state));
}

TEST(Recordings, a_variant_of_another_version_is_named_in_a_notice) {
    State state = laptop();
    profiling::Recording recording = profiling::sample_recording();
    std::get<Measurement>(recording.runs[0]).variant_id = "distance_matrix/of_tomorrow";
    recording.unknown.push_back({"x", "/runs/9/outcome is 'dreamt', which this version does not know"});
    open(state, recording);
    EXPECT_EQ(state.notices.back().severity, Severity::warning);
    EXPECT_THAT(state.notices.back().text, HasSubstr("distance_matrix/of_tomorrow"));
    EXPECT_THAT(state.notices.back().text, HasSubstr("'dreamt'"));
}

TEST(Recordings, a_damaged_one_is_an_error_in_the_strip_and_nothing_is_lost) {
    State state = laptop();
    open(state, profiling::sample_recording());
    apply(state, failed(event::RecordingOpened{"/b.pairscope", nullptr},
                        {.message = "Cannot read /b.pairscope: it is cut short after 7 bytes; x"}));
    EXPECT_THAT(state.recordings.shown, SizeIs(1));
    EXPECT_EQ(state.notices.back().severity, Severity::error);
    EXPECT_EQ(state.notices.back().text, "Cannot read /b.pairscope: it is cut short after 7 bytes; x");
}

TEST(Recordings, that_cannot_be_read_are_told_in_a_sentence_of_its_own) {
    Workbench bench([](const Task&, double) {});
    const Event event = bench.carry_out(job::OpenRecording{"/none.pairscope"}, {});
    ASSERT_TRUE(event.failure);
    EXPECT_THAT(event.failure->message, testing::StartsWith("Cannot read /none.pairscope: "));
}

TEST(Recordings, a_session_is_saved_with_its_points_and_every_outcome) {
    State state = laptop();
    Measurement m = profiling::sample_measurement();
    m.device = state.run.devices[0];
    state.run.outcomes[{.variant_id = m.variant_id, .workload = m.workload}] = m;
    state.run.outcomes[{.variant_id = "distance_matrix/tile16", .workload = {.type = "distance_matrix"}}] =
        profiling::Skipped{"distance_matrix/tile16", "no"};
    profiling::Recording saved = profiling::recording_in(text_of(session_recording(state)));
    EXPECT_THAT(saved.runs, SizeIs(2));
    EXPECT_THAT(saved.ceilings, SizeIs(1));
    EXPECT_EQ(std::get<GeneratorSettings>(saved.points), default_settings(Shape::ring, 1000));
    EXPECT_THAT(saved.made_by, testing::StartsWith("pairscope "));
    state.data.now.edited = true;
    saved = profiling::recording_in(text_of([&] {
        auto data = *state.data.now.question.first;
        data.axes = {"x", "y"};
        state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
        return session_recording(state);
    }()));
    EXPECT_TRUE(std::holds_alternative<std::shared_ptr<const Dataset>>(saved.points)) << "edits have no settings";
}

TEST(Recordings, under_this_sessions_roofs_are_only_recorded_runs_of_the_same_device) {
    State state = laptop();
    profiling::Recording recording = profiling::sample_recording();
    open(state, recording);
    state.run.variant_id = find_variant("cpu_parallel")->id;
    auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_THAT(chart->origin, testing::IsEmpty());
    EXPECT_THAT(chart->dots, SizeIs(0));
    state.run.devices.front() = std::get<Measurement>(recording.runs[1]).device;
    chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    ASSERT_THAT(chart->dots, SizeIs(1)) << "that CPU's";
    EXPECT_EQ(chart->dots.front().named, chart->dots.front().id == state.run.variant_id);
    EXPECT_THAT(chart->path, SizeIs(0)) << "the path leads through this session's dots";
}

TEST(Recordings, files_are_opened_and_saved_by_the_worker) {
    State state = laptop();
    const Effects opened = update(state, command::OpenRecording{"/x/h200.pairscope"});
    ASSERT_THAT(opened.files, SizeIs(1));
    EXPECT_TRUE(opened.files[0].what.is<job::OpenRecording>());
    const Effects saved = update(state, command::SaveRecording{"/x/mine.pairscope"});
    ASSERT_THAT(saved.files, SizeIs(1));
    EXPECT_EQ(saved.files[0].what.get<job::SaveRecording>().path, "/x/mine.pairscope");
    show_dialog(state.look, Dialog::save, "recording");
    EXPECT_EQ(file_question(state)->name, "recording.pairscope");
}

} // namespace pairscope::app
