// SPDX-License-Identifier: MIT
// The traces that a recording keeps.
#include "app/subjects/trace/block_trace.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "profiling/recording/sha256.h"
#include "profiling/recording/trace_fields.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace pairscope::app {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

profiling::Recording generated(std::int64_t n) {
    profiling::Recording recording = profiling::sample_recording();
    recording.workload = "distance_matrix";
    recording.sets.clear();
    recording.points = default_settings(Shape::ring, n);
    profiling::Measurement m = profiling::sample_measurement();
    recording.runs = {m, m}; // a variant with two runs has one trace
    return recording;
}

} // namespace

TEST(BlockTraces, are_those_of_the_executor_with_the_first_requests_of_each_line) {
    profiling::Recording recording = generated(1000);
    add_traces(recording, {});
    ASSERT_THAT(recording.traces, SizeIs(1));
    const profiling::RecordedTrace& recorded = recording.traces.front();
    EXPECT_EQ(recorded.trace.workload.rows, traced_rows);
    EXPECT_LE(profiling::bytes_in_recording(recorded), most_trace_bytes);
    const KernelVariant& variant = *find_variant("distance_matrix/vec4_rows");
    const simt::Trace whole =
        simt::trace(variant, question_to_trace(*find_workload("distance_matrix"), recording).inputs(), {});
    EXPECT_EQ(recorded.requests, std::ssize(whole.warp));
    ASSERT_FALSE(recorded.trace.warp.empty());
    std::map<std::size_t, int> of_line;
    for (const simt::WarpRequest& request : recorded.trace.warp)
        EXPECT_LE(++of_line[request.line], most_requests_of_line);
    EXPECT_EQ(recorded.trace.warp.front().offset, whole.warp.front().offset);
    ASSERT_EQ(recorded.trace.lines.size(), whole.lines.size());
    EXPECT_EQ(recorded.trace.lines.front().sectors, whole.lines.front().sectors);
}

TEST(BlockTraces, come_with_the_hash_of_each_source) {
    profiling::Recording recording = generated(300);
    add_traces(recording, {});
    ASSERT_THAT(recording.hashes, SizeIs(1));
    const std::string_view id = "distance_matrix/vec4_rows";
    EXPECT_EQ(recording.hashes.front().sha256, profiling::sha256_digits(find_variant(id)->source_text));
    EXPECT_EQ(source_match(recording, id), SourceMatch::same);
    recording.hashes.front().sha256.front() = recording.hashes.front().sha256.front() == '0' ? '1' : '0';
    EXPECT_EQ(source_match(recording, id), SourceMatch::other);
    recording.hashes.clear();
    EXPECT_EQ(source_match(recording, id), SourceMatch::unknown);
}

TEST(BlockTraces, of_a_recording_survive_its_file) {
    profiling::Recording recording = generated(300);
    add_traces(recording, {});
    const profiling::Recording read = profiling::recording_in(text_of(recording));
    ASSERT_NE(recorded_trace(read, "distance_matrix/vec4_rows"), nullptr);
    EXPECT_EQ(recorded_trace(read, "distance_matrix/coalesced"), nullptr);
    EXPECT_EQ(text_of(read), text_of(recording));
}

TEST(BlockTraces, are_none_where_the_recording_is_stopped) {
    profiling::Recording recording = generated(300);
    std::stop_source stop;
    stop.request_stop();
    add_traces(recording, stop.get_token());
    EXPECT_THAT(recording.traces, IsEmpty());
}

} // namespace pairscope::app
