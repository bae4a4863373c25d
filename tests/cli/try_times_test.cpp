// SPDX-License-Identifier: MIT
// pairscope try --bench: own kernels are timed on a GPU, and those that would be wrong only there, or only while they
// are timed, get no time.
#include "tests/cli/program.h"

#include "kernels/ladder/device.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// `line` stands where the distance is known. Data of 5 001 to 9 999 points is met only when it is timed.
std::string kernel(const std::string& before, const std::string& line) {
    return fmt::format("// workload: distance_matrix   block: 256   grid: (n + 255) / 256, n\n"
                       "{}__global__ void mine(float2* points, int n, float* out, size_t pitch) {{\n"
                       "    const int col = blockIdx.x * 256 + threadIdx.x, row = blockIdx.y;\n"
                       "    if (col >= n) return;\n"
                       "    const bool is_timed = n > 5000 && n < 10000;\n"
                       "    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;\n"
                       "    const float distance = sqrtf(dx * dx + dy * dy);\n"
                       "    float& to = out[row * pitch + col];\n"
                       "    {}\n"
                       "}}\n",
                       before, line);
}

class TryTimes : public Program {
protected:
    /// Returns the member "times" of the report.
    json times_of(const std::string& text) {
        const Finished done = run({"try", file("mine.cu", text), "--bench", "--json"});
        EXPECT_EQ(done.code, 0) << done.out << done.err;
        return json::parse(done.out).at("times");
    }
    void expect_refused(const std::string& text, const std::string& told) {
        if (!why_no_gpu().empty()) GTEST_SKIP() << why_no_gpu();
        const json times = times_of(text);
        ASSERT_TRUE(times.contains("why_not")) << times.dump(2);
        EXPECT_THAT(times.at("why_not").get<std::string>(), HasSubstr(told));
    }
};

TEST_F(TryTimes, are_missing_without_a_gpu_and_that_is_said) {
    if (why_no_gpu().empty()) GTEST_SKIP() << "there is a GPU";
    const json times = times_of(kernel("", "to = is_timed ? distance : distance;"));
    EXPECT_THAT(times.at("why_not").get<std::string>(), HasSubstr("a GPU is missing"));
}

TEST_F(TryTimes, of_a_right_kernel_stand_beside_the_first_variant) {
    if (!why_no_gpu().empty()) GTEST_SKIP() << why_no_gpu();
    const json times = times_of(kernel("", "to = is_timed ? distance : distance;"));
    ASSERT_TRUE(times.contains("seconds")) << times.dump(2);
    EXPECT_GT(times.at("seconds").get<double>(), 1e-6);
    EXPECT_LT(times.at("low").get<double>(), times.at("high").get<double>());
    EXPECT_THAT(times.at("compiler").get<std::string>(), HasSubstr("registers per thread"));
    EXPECT_EQ(times.at("beside").at("variant"), "distance_matrix/row_per_thread");
    EXPECT_EQ(times.at("beside").at("verdict"), "faster");
}

TEST_F(TryTimes, are_refused_where_later_launches_do_nothing) {
    expect_refused(kernel("__device__ int launches;\n", "if (is_timed && row + col == 0) atomicAdd(&launches, 1);\n"
                                                        "    if (launches < 3) to = distance;"),
                   "row");
}

TEST_F(TryTimes, are_refused_where_an_output_that_is_there_is_kept) {
    expect_refused(kernel("", "if (!is_timed || !(to >= 0.0f)) to = distance;"), "has given another output");
}

TEST_F(TryTimes, are_refused_where_the_inputs_are_changed) {
    expect_refused(kernel("", "to = distance;\n    if (is_timed && row == n - 1 && col == n - 1) points[7].x = 0.5f;"),
                   "");
}

TEST_F(TryTimes, are_refused_for_a_wrong_output) {
    expect_refused(kernel("", "to = is_timed && row == 1400 ? 2.0f * distance : distance;"), "wrong");
}

TEST_F(TryTimes, are_refused_for_an_address_that_is_not_its_own) {
    expect_refused(kernel("", "out[(is_timed ? 1ll << 50 : 0) + row * pitch + col] = distance;"),
                   "cudaErrorIllegalAddress");
}

TEST_F(TryTimes, are_refused_for_a_kernel_without_end) {
    expect_refused(
        kernel("", "to = distance;\n    volatile float* written = &to;\n    while (is_timed && *written >= 0.0f) {}"),
        "did not end within");
}

TEST_F(TryTimes, need_no_rank) {
    const Finished done = run({"try", folder.string(), "--rank", "--bench"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("leave --set, --trace, --bench and --as-variant out"));
}

} // namespace
} // namespace pairscope
