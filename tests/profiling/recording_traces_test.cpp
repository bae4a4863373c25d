// SPDX-License-Identifier: MIT
// Traces and hashes of sources in recordings: optional parts, of which nothing is believed.
#include "profiling/recording/file.h"
#include "profiling/recording/trace_fields.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope::profiling {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

simt::WarpRequest request(std::size_t line, std::int64_t first, std::int64_t step) {
    simt::WarpRequest made{.line = line, .memory = "out", .sectors = 4};
    for (std::size_t lane = 0; lane < made.offset.size(); ++lane) made.offset[lane] = first + std::int64_t(lane) * step;
    return made;
}

RecordedTrace sample_trace() {
    RecordedTrace recorded;
    simt::Trace& trace = recorded.trace;
    trace.variant_id = "distance_matrix/vec4_rows";
    trace.workload = {.type = "distance_matrix", .rows = 256, .cols = 256, .dims = 2};
    trace.launches = {{.kernel = "fill", .grid = {1, 64, 1}, .block = {256, 1, 1}, .blocks = 64, .blocks_traced = 32}};
    trace.lines = {{.file = "a.cu",
                    .line = 30,
                    .kind = simt::AccessKind::global_store,
                    .bytes_per_lane = 16,
                    .requests = 512.5,
                    .lanes = 16384,
                    .sectors = 8192,
                    .useful_bytes = 262144},
                   {.file = "a.cu",
                    .line = 12,
                    .kind = simt::AccessKind::surface_store,
                    .bytes_per_lane = 4,
                    .requests = 4,
                    .lanes = 128,
                    .sectors = 16}};
    simt::Finding finding{};
    finding.file = "a.cu";
    finding.line = 3;
    finding.told = "reads too far";
    trace.findings = {finding};
    trace.chosen_block = {0, 32, 0};
    trace.warp = {request(0, 1024, 16), request(1, (std::int64_t{7} << 32) + 64, 4)};
    trace.warp[0].offset[5] = -1;
    trace.warp[0].offset[30] = trace.warp[0].offset[31] = -1;
    trace.warp[1].texel_bytes = 4;
    trace.out_pitch = 256;
    trace.entry_bytes = 4;
    recorded.requests = 77;
    return recorded;
}

Recording with_trace() {
    Recording recording = sample_recording();
    recording.traces = {sample_trace()};
    recording.hashes = {{"distance_matrix/vec4_rows", std::string(64, 'a')}};
    return recording;
}

template <class Change> std::string why_refused_trace(const Change& change) {
    json tree = json::parse(text_of(with_trace()));
    change(tree["traces"][0]);
    return refusal([&] { (void)recording_in(tree.dump()); });
}

} // namespace

TEST(RecordedTraces, are_read_back_as_they_were_and_may_be_absent) {
    const Recording recording = with_trace(), read = recording_in(text_of(recording));
    ASSERT_THAT(read.traces, SizeIs(1));
    const simt::Trace &was = recording.traces[0].trace, &is = read.traces[0].trace;
    EXPECT_EQ(read.traces[0].requests, 77);
    EXPECT_EQ(is.variant_id, was.variant_id);
    EXPECT_EQ(is.workload, was.workload);
    EXPECT_EQ(is.launches, was.launches);
    EXPECT_EQ(is.chosen_block, was.chosen_block);
    ASSERT_THAT(is.warp, SizeIs(2));
    EXPECT_EQ(is.warp[0].offset, was.warp[0].offset);
    EXPECT_EQ(is.warp[1].offset, was.warp[1].offset);
    EXPECT_EQ(is.warp[1].texel_bytes, 4);
    ASSERT_THAT(is.lines, SizeIs(2));
    EXPECT_EQ(is.lines[0].requests, 512.5);
    EXPECT_EQ(is.lines[1].kind, simt::AccessKind::surface_store);
    ASSERT_THAT(is.findings, SizeIs(1));
    EXPECT_EQ(simt::describe(is.findings[0]), simt::describe(was.findings[0]));
    EXPECT_EQ(read.hashes, recording.hashes);
    EXPECT_EQ(text_of(read), text_of(recording));
    EXPECT_THAT(recording_in(text_of(sample_recording())).traces, IsEmpty());
}

TEST(RecordedTraces, say_the_bytes_that_they_take) {
    const std::string with = text_of(with_trace());
    Recording without = with_trace();
    without.traces.clear();
    // Besides the trace, the field has its key, its brackets and its line feeds.
    const std::size_t around = std::string_view("\"traces\": [\n\n],\n").size();
    EXPECT_EQ(bytes_in_recording(sample_trace()), with.size() - text_of(without).size() - around);
}

TEST(RecordedTraces, are_no_nonsense) {
    EXPECT_THAT(why_refused_trace([](json& t) { t["requests"][0]["line"] = 2; }),
                HasSubstr("/traces/0/requests/0/line is 2, where the place of one of the 2 lines belongs"));
    EXPECT_THAT(why_refused_trace([](json& t) { t["requests"][0]["lanes"].erase(0); }),
                HasSubstr("/traces/0/requests/0/lanes"));
    EXPECT_THAT(why_refused_trace([](json& t) {
                    t["requests"][1]["lanes"] = json::array({{33, 0, 4}});
                }),
                HasSubstr("/traces/0/requests/1/lanes/0/0"));
    EXPECT_THAT(why_refused_trace([](json& t) {
                    t["requests"][1]["lanes"] = json::array({{32, 8, -4}});
                }),
                HasSubstr("/traces/0/requests/1/lanes/0/2"));
    EXPECT_THAT(why_refused_trace([](json& t) {
                    t["requests"][1]["lanes"] = json::array({{32, 8}});
                }),
                HasSubstr("3 whole numbers"));
    EXPECT_THAT(why_refused_trace([](json& t) { t["launches"] = json::array(); }), HasSubstr("/traces/0/launches"));
    EXPECT_THAT(why_refused_trace([](json& t) { t["lines"][0]["bytes_per_lane"] = 1 << 20; }),
                HasSubstr("/traces/0/lines/0/bytes_per_lane"));
    EXPECT_THAT(why_refused_trace([](json& t) { t["lines"][0]["requests"] = 0; }),
                HasSubstr("/traces/0/lines/0/requests"));
    EXPECT_THAT(why_refused_trace([](json& t) { t["made"] = 1; }), HasSubstr("/traces/0/made"));
    EXPECT_THAT(why_refused_trace([](json& t) { t["block"] = json::array({1, 2}); }), HasSubstr("/traces/0/block"));
    EXPECT_THAT(why_refused_trace([](json& t) { t["workload"]["cols"] = 1; }), HasSubstr("/traces/0/workload/cols"));
    json tree = json::parse(text_of(with_trace()));
    tree["hashes"][0]["sha256"] = std::string(64, 'G');
    EXPECT_THAT(refusal([&] { (void)recording_in(tree.dump()); }), HasSubstr("/hashes/0/sha256"));
}

TEST(RecordedTraces, of_an_unknown_kind_of_access_are_left_out_and_the_rest_is_read) {
    json tree = json::parse(text_of(with_trace()));
    tree["traces"][0]["lines"][0]["access"] = "a load of the future";
    const Recording read = recording_in(tree.dump());
    EXPECT_THAT(read.traces, IsEmpty());
    EXPECT_THAT(read.runs, SizeIs(sample_recording().runs.size()));
}

} // namespace pairscope::profiling
