// SPDX-License-Identifier: MIT
// Which instructions a page has, and the bars beside them.
#include "app/page/page.h"
#include "app/page/page_code.h"
#include "app/subjects/source/recorded_code.h"
#include "kernels/ladder/registry.h"
#include "profiling/machine_code/disassembler.h"
#include "profiling/machine_code/fat_binary.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace pairscope::page {
namespace {

using profiling::Recording;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const profiling::Measurement& measured(const Recording& recording) {
    return std::get<profiling::Measurement>(recording.runs.front());
}

} // namespace

TEST(PageCode, has_a_bar_for_each_instruction_at_which_warps_waited) {
    const Recording recording = profiling::sample_recording();
    Palette palette;
    const app::Json bars = bars_json(recording.codes.front(), *measured(recording).stalls, palette);
    ASSERT_EQ(bars.size(), 2U);
    EXPECT_EQ(bars[0][0], 1);
    EXPECT_EQ(bars[1][0], 2);
    double wide = 0.0;
    for (const app::Json& part : bars[0][3]) wide += part[1].get<double>();
    EXPECT_NEAR(wide, 1.0, 1e-12) << "it is the longest one";
    EXPECT_NEAR(bars[1][3][0][1].get<double>() + bars[1][3][1][1].get<double>(), 3.0 / 9007.0, 1e-12);
}

TEST(PageCode, has_no_bars_of_samples_of_other_code) {
    Recording recording = profiling::sample_recording();
    Palette palette;
    for (const char* checksum : {"12345678", ""}) {
        recording.codes.front().checksum = checksum;
        EXPECT_TRUE(bars_json(recording.codes.front(), *measured(recording).stalls, palette).is_null()) << checksum;
    }
}

TEST(PageCode, of_a_run_is_of_its_gpu) {
    Recording recording = profiling::sample_recording();
    EXPECT_EQ(code_of_run(recording, measured(recording), {}), &recording.codes.front());
    const std::vector<profiling::RecordedCode> made = std::exchange(recording.codes, {});
    EXPECT_EQ(code_of_run(recording, measured(recording), made), &made.front());
    profiling::Measurement older = measured(recording);
    older.device.compute_capability = 80;
    EXPECT_EQ(code_of_run(recording, older, made), nullptr);
    profiling::Measurement linear = measured(recording);
    linear.target = TargetKind::linear;
    EXPECT_EQ(code_of_run(recording, linear, made), nullptr);
}

TEST(PageCode, is_not_listed_where_a_recording_has_it_or_its_source_has_changed) {
    Recording recording = profiling::sample_recording();
    const auto kernels = app::kernels_of_runs(recording);
    ASSERT_THAT(kernels, SizeIs(2)) << "vec4_rows was measured, and coalesced was simulated";
    EXPECT_EQ(kernels[0].compute_capability, 90);
    EXPECT_EQ(kernels[1].compute_capability, 0);
    recording.hashes = {{"distance_matrix/coalesced", std::string(64, '0')}};
    const PageCodes codes = codes_of({&recording}, {});
    EXPECT_THAT(codes.made, IsEmpty());
    EXPECT_THAT(codes.why_not["distance_matrix/coalesced"].get<std::string>(), HasSubstr("has changed since"));
    EXPECT_FALSE(codes.why_not.contains("distance_matrix/vec4_rows"));
}

TEST(PageCode, that_no_recording_has_is_listed_from_this_program_or_the_page_says_why_not) {
    Recording recording = profiling::sample_recording();
    recording.codes.clear();
    const PageCodes codes = codes_of({&recording}, {});
    if (profiling::own_images().empty() || !profiling::find_disassembler().why_not.empty()) {
        EXPECT_THAT(codes.made, IsEmpty());
        EXPECT_FALSE(codes.why_not["distance_matrix/vec4_rows"].get<std::string>().empty());
        return;
    }
    ASSERT_THAT(codes.made, SizeIs(2));
    EXPECT_EQ(codes.made.front().variant_id, "distance_matrix/vec4_rows");
    EXPECT_EQ(codes.made.front().target, TargetKind::surface);
    EXPECT_GT(codes.made.front().sass.instructions.size(), 50U);
}

TEST(PageCode, is_left_out_first) {
    Recording recording = profiling::sample_recording();
    const std::size_t many = 3000;
    auto& instructions = recording.codes.front().sass.instructions;
    while (instructions.size() < many)
        instructions.push_back(
            {.offset = 16 * std::ssize(instructions), .text = std::to_string(instructions.size() * 7919)});
    recording.codes.front().made = std::int64_t(many);
    Request request;
    request.files.push_back({"mine.pairscope", std::make_shared<const Recording>(recording)});
    EXPECT_THAT(written(request).left_out, IsEmpty());
    request.budget = std::int64_t(written(request).html.size()) - 1;
    const Page page = written(request);
    ASSERT_THAT(page.left_out, SizeIs(1));
    EXPECT_THAT(page.left_out.front(), HasSubstr("The instructions of the kernels"));
}

} // namespace pairscope::page
