// SPDX-License-Identifier: MIT
// What a page takes from its recordings: titles, traces, orders, outputs; and what a budget leaves out.
#include "app/page/page.h"
#include "app/page/page_order.h"
#include "app/page/page_output.h"
#include "app/page/page_parts.h"
#include "app/page/page_shared.h"
#include "app/page/page_trace.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/trace/block_trace.h"
#include "kernels/ladder/registry.h"
#include "profiling/recording/file.h"
#include "tests/page/without_disassembler.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

namespace pairscope::page {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using profiling::Recording;

Recording shipped_recording(const char* name) {
    return profiling::load_recording(std::filesystem::path("assets/recordings") / name);
}

ShownFile file_of(const char* path, Recording recording) {
    return {path, std::make_shared<const Recording>(std::move(recording))};
}

} // namespace

TEST(PageTitles, of_recordings_that_are_alike_are_told_apart) {
    const Recording recording = profiling::sample_recording();
    Recording labelled = recording;
    labelled.label = "with a fan";
    EXPECT_THAT(distinctions({file_of("a.pairscope", recording)}, true), ElementsAre(""));
    Recording plain = recording;
    plain.label.clear();
    EXPECT_THAT(distinctions({file_of("x/a.pairscope", plain), file_of("x/b.pairscope", plain)}, true),
                ElementsAre("a.pairscope", "b.pairscope"));
    EXPECT_THAT(distinctions({file_of("x/a.pairscope", plain), file_of("y/a.pairscope", plain)}, true),
                ElementsAre("recording 1 of 2", "recording 2 of 2"));
    EXPECT_THAT(distinctions({file_of("a.pairscope", labelled), file_of("b.pairscope", plain)}, true),
                ElementsAre("with a fan", "b.pairscope"));
    EXPECT_THAT(distinctions({file_of("a.pairscope", labelled), file_of("b.pairscope", plain)}, false),
                ElementsAre("recording 1 of 2", "recording 2 of 2"));
    Recording later = plain;
    later.when += std::chrono::days(3);
    EXPECT_THAT(distinctions({file_of("a.pairscope", plain), file_of("b.pairscope", later)}, true),
                ElementsAre("", ""));
}

TEST(PageRecordings, that_share_long_lines_keep_them_once) {
    const std::string data(5000, '7'), other(3000, '8');
    const std::string first = "{\n\"a\": 1,\n" + data + "\n" + other + "\n}\n";
    const std::string second = other + "\n{\n\"a\": 2,\n" + data + "\nshort\n}";
    const auto shared = shared_lines(first, second);
    EXPECT_THAT(shared, ElementsAre(SharedLine{0, 5011, 3000}, SharedLine{3011, 10, 5000}));
    EXPECT_EQ(text_without(second, shared), "\n{\n\"a\": 2,\n\nshort\n}");
    EXPECT_THAT(shared_lines(first, "short\n"), IsEmpty());
    EXPECT_EQ(text_without(first, shared_lines(first, first)), "{\n\"a\": 1,\n\n\n}\n");
}

TEST(PageTraces, are_those_of_the_recording_where_it_has_them) {
    Recording recording = shipped_recording("NVIDIA H200/rbf_density.pairscope");
    const std::vector<const KernelVariant*> variants = matching_variants("rbf_density/*");
    const PageTraces made = traces_of({&recording}, variants, {});
    EXPECT_GT(made.made_here, 0);
    app::add_traces(recording, {});
    ASSERT_FALSE(recording.traces.empty());
    const PageTraces taken = traces_of({&recording}, variants, {});
    EXPECT_EQ(taken.made_here, made.made_here - int(recording.traces.size()));
    for (const profiling::RecordedTrace& trace : recording.traces) {
        app::Json recorded = taken.json[trace.trace.variant_id], here = made.json[trace.trace.variant_id];
        EXPECT_TRUE(recorded["recorded"].get<bool>());
        recorded.erase("recorded");
        EXPECT_EQ(recorded, here) << trace.trace.variant_id; // whoever made it
    }
    for (profiling::RecordedHash& hash : recording.hashes) hash.sha256.assign(64, '0');
    const app::Json changed = traces_of({&recording}, variants, {}).json[recording.traces.front().trace.variant_id];
    EXPECT_TRUE(changed["of_other_source"].get<bool>());
    EXPECT_EQ(changed["rows"][0]["code"], recording.traces.front().trace.lines[0].file); // not the code of today
}

TEST(PageBudget, puts_parts_back_that_need_not_have_been_left_out) {
    const WithoutDisassembler without;
    Recording recording = profiling::sample_recording();
    recording.sets.clear();
    recording.codes.clear();
    recording.workload = "distance_matrix";
    auto points = std::make_shared<Dataset>(generate(default_settings(Shape::uniform_square, 20'000)));
    points->name = "many points";
    recording.points = std::shared_ptr<const Dataset>(points);
    Request request;
    request.files.push_back(file_of("mine.pairscope", recording));
    const std::size_t whole = written(request).html.size();
    request.budget = std::int64_t(whole) - 1;
    EXPECT_THAT(written(request).left_out, ElementsAre(HasSubstr("single samples")));
    // The samples and the course of a launch make too little room. The data makes enough, so both return.
    request.budget = std::int64_t(whole) - 100'000;
    const Page page = written(request);
    EXPECT_THAT(page.left_out, ElementsAre(HasSubstr("data and its matrix")));
    EXPECT_LE(std::int64_t(page.html.size()), request.budget);
    // Nothing is said about orders of a matrix that was left out.
    const auto about_orders = testing::Contains(HasSubstr("no order of its matrix"));
    EXPECT_THAT(page.notes, Not(about_orders));
    request.budget = usual_budget;
    EXPECT_THAT(written(request).notes, about_orders);
}

TEST(PageBudget, does_not_name_parts_that_no_recording_has) {
    Recording recording = profiling::sample_recording();
    EXPECT_TRUE(holds(recording, Part::samples));
    for (profiling::RunOutcome& run : recording.runs)
        if (auto* m = std::get_if<profiling::Measurement>(&run)) {
            m->timeline.reset();
            m->stalls.reset();
        }
    recording.points = std::monostate{};
    recording.sets.clear();
    EXPECT_FALSE(holds(recording, Part::timelines));
    EXPECT_FALSE(holds(recording, Part::labels));
    EXPECT_FALSE(holds(recording, Part::coordinates));
}

TEST(PageOrders, of_two_groups_have_a_cut_between_them) {
    auto points = std::make_shared<Dataset>();
    points->rows = 40;
    points->dims = 2;
    std::vector<float> values;
    for (int i = 0; i < 40; ++i) { // even rows here, odd rows far away
        values.push_back(float(i) * 0.01f + (i % 2 == 0 ? 0.0f : 100.0f));
        values.push_back(float(i * i % 7) * 0.01f);
    }
    points->values = values;
    const PageOrders orders = orders_of({.workload = "distance_matrix", .first = points}, {});
    ASSERT_THAT(orders.json, SizeIs(2));
    EXPECT_EQ(orders.json[0]["kind"], "clusters");
    EXPECT_EQ(orders.json[0]["cuts"][0], app::Json::array({20}));
    ASSERT_EQ(orders.bytes.size(), 2 * 40 * sizeof(std::int32_t));
    std::vector<std::int32_t> order(80);
    std::memcpy(order.data(), orders.bytes.data(), orders.bytes.size());
    for (std::size_t i = 1; i < 20; ++i) EXPECT_EQ(order[i] % 2, order[0] % 2);
    for (std::size_t i = 20; i < 40; ++i) EXPECT_NE(order[i] % 2, order[0] % 2);
    std::sort(order.begin() + 40, order.end());
    for (std::int32_t i = 0; i < 40; ++i) EXPECT_EQ(order[std::size_t(40 + i)], i); // the spanning tree has all
}

TEST(PageOrders, of_one_row_are_not_missing_because_of_time) {
    const auto orders_of_rows = [](std::int64_t rows) {
        auto points = std::make_shared<Dataset>();
        points->rows = rows;
        points->dims = 2;
        points->values = std::vector<float>(std::size_t(2 * rows), 1.0f);
        return orders_of({.workload = "distance_matrix", .first = points}, {});
    };
    EXPECT_FALSE(orders_of_rows(1).take_too_long);
    EXPECT_THAT(orders_of_rows(1).json, IsEmpty());
    EXPECT_THAT(orders_of_rows(2).json, SizeIs(2));
    EXPECT_TRUE(orders_of_rows(most_ordered_rows + 1).take_too_long);
}

TEST(PageOutput, of_the_farthest_pair_names_both_vectors) {
    const app::Json output = output_json(shipped_recording("NVIDIA H200/farthest_pair.pairscope"));
    ASSERT_FALSE(output.is_null());
    ASSERT_THAT(output["rows"], SizeIs(2));
    EXPECT_EQ(output["rows"][0][0], "first");
    EXPECT_THAT(output["sentence"].get<std::string>(), HasSubstr("This is the output of "));
    EXPECT_TRUE(output_json(shipped_recording("NVIDIA H200/distance_matrix.pairscope"))
                    .is_null()); // a matrix is no such output
}

TEST(PageOutput, of_matches_has_those_that_the_recording_keeps) {
    const app::Json output = output_json(shipped_recording("NVIDIA H200/best_match.pairscope"));
    ASSERT_FALSE(output.is_null());
    EXPECT_THAT(output["rows"], SizeIs(16));
    EXPECT_THAT(output["headings"], SizeIs(5));
    EXPECT_THAT(output["sentence"].get<std::string>(), HasSubstr("keeps the first 16 of 16 384."));
}

} // namespace pairscope::page
