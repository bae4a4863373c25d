// SPDX-License-Identifier: MIT
// A recording with a kernel of somebody's own: a reader that lacks its file shows its row and its source, and runs
// nothing.
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/source/source.h"
#include "kernels/engines/simt/remote.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* source =
    "// workload: distance_matrix\n__global__ void theirs(int n, float* out) { out[0] = n; }\n";

profiling::Recording with_own_kernel() {
    profiling::Recording recording = profiling::sample_recording();
    const auto known = std::ranges::find_if(recording.runs, [](const profiling::RunOutcome& run) {
        const auto* const m = std::get_if<profiling::Measurement>(&run);
        return m != nullptr && m->device.backend == Backend::cuda && is_drawable(*m);
    });
    profiling::Measurement run = std::get<profiling::Measurement>(*known);
    run.variant_id = "own/theirs";
    recording.runs.emplace_back(run);
    recording.kernels = {{.variant_id = "own/theirs",
                          .title = "Your kernel theirs.cu",
                          .workload = std::string(run.workload.type),
                          .parent = std::string(find_variant("row_per_thread")->id),
                          .source = source,
                          .compiler = "NVRTC 13.0"}};
    return recording;
}

/// The kernel of an open file, which does nothing here.
class KernelOfAnOpenFile final : public simt::Remote {
public:
    void run(const Run&) override {}
    simt::TracedEntries traced(const Inputs&, const simt::TraceOptions&) override { return {}; }
    std::optional<simt::EntryWriter> find_writer(const Inputs&, const simt::TraceOptions&, MatrixEntry) override {
        return {};
    }
    double run_on_gpu(const simt::GpuRun&) override { return 0.0; }
    std::vector<LaunchFacts> launch_facts(const simt::GpuRun&) override { return {}; }
};

class RecordedKernels : public testing::Test {
protected:
    RecordedKernels() {
        make_points(state_, 1000);
        state_.run.target = TargetKind::surface; // as the sample recording has its runs
    }
    ~RecordedKernels() override { withdraw_own_variant("own/theirs"); }
    void open_recording() { open(state_, with_own_kernel()); }
    State state_ = laptop_with_points();
};

TEST_F(RecordedKernels, have_a_row_and_their_source_and_nothing_runs) {
    open_recording();
    const KernelVariant* const variant = find_own_variant("own/theirs");
    ASSERT_NE(variant, nullptr);
    EXPECT_EQ(text_of_source(variant->source), source);
    EXPECT_THAT(std::string(variant->wastes), HasSubstr("NVRTC 13.0"));
    for (const Device& device :
         {state_.run.devices.front(), Device{.backend = Backend::cuda, .name = "a GPU", .driver = {}}})
        EXPECT_EQ(why_not(*variant, current_workload(state_), device, TargetKind::linear),
                  "its source stands in a recording, where it is shown and never run");
    std::vector<std::string> rows;
    for (const RecordedSet& set : recorded_sets(state_))
        for (const profiling::Measurement* const m : set.runs) rows.emplace_back(m->variant_id);
    EXPECT_THAT(rows, testing::Contains("own/theirs"));
    Effects effects;
    command::carry_out(command::SelectRecorded{state_.recordings.shown.front().id, {}, "own/theirs"}, state_, effects);
    ASSERT_EQ(selected_variant(state_), variant);
    EXPECT_EQ(shown_source(state_, *variant).text, source);
    EXPECT_THAT(why_not_measured(state_, *variant), HasSubstr("never run"));
}

TEST_F(RecordedKernels, are_gone_with_their_recording) {
    open_recording();
    Effects effects;
    command::carry_out(command::SelectRecorded{state_.recordings.shown.front().id, {}, "own/theirs"}, state_, effects);
    command::carry_out(command::CloseRecording{state_.recordings.shown.front().id}, state_, effects);
    EXPECT_EQ(find_own_variant("own/theirs"), nullptr);
    EXPECT_NE(state_.run.variant_id, "own/theirs");
}

TEST_F(RecordedKernels, do_not_take_the_place_of_an_open_file) {
    publish(OwnVariant{.id = "own/theirs",
                       .workload = "distance_matrix",
                       .source = "own/theirs.cu",
                       .source_text = "my own",
                       .title = {},
                       .teaches = {},
                       .wastes = {},
                       .parent = {},
                       .remote = std::make_shared<KernelOfAnOpenFile>()});
    open_recording();
    EXPECT_EQ(find_own_variant("own/theirs")->source_text, "my own");
}

} // namespace
} // namespace pairscope::app
