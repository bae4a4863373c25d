// SPDX-License-Identifier: MIT
// Kernels that are wrong only where a check once did not look: with data of one kind, at sizes in between, with long
// vectors, with another parameter. None of them may be called right. Right kernels beside them stay right.
#include "tests/cli/submissions.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Distances of vectors: what a coordinate does, and what is written at the end.
std::string of_vectors(std::string_view workload, std::string_view each, std::string_view end) {
    return "// workload: " + std::string(workload) +
           "  block: 256  grid: (n + block - 1) / block, n\n"
           "__global__ void mine(const float* a, int n, int dims, size_t a_pitch, float* out, size_t pitch) {\n"
           "    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;\n"
           "    if (col >= n) return;\n"
           "    float sum = 0.0f, rows = 0.0f, cols = 0.0f;\n"
           "    for (int k = 0; k < dims; ++k) {\n"
           "        const float x = a[row * a_pitch + k], y = a[col * a_pitch + k], difference = x - y;\n"
           "        rows += x * x;\n"
           "        cols += y * y;\n"
           "        " +
           std::string(each) +
           "\n    }\n"
           "    const float length = sqrtf(rows) * sqrtf(cols);\n"
           "    out[row * pitch + col] = " +
           std::string(end) + ";\n}\n";
}

/// Distances of points, with an expression for the entry.
std::string of_points(std::string_view entry, std::string_view workload = "distance_matrix") {
    const bool has_sigma = workload != "distance_matrix";
    return "// workload: " + std::string(workload) +
           "  block: 256  grid: (n + 255) / 256, n\n"
           "__global__ void mine(const float2* points, int n, " +
           (has_sigma ? "float sigma, " : "") +
           "float* out, size_t pitch) {\n"
           "    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;\n"
           "    if (col >= n) return;\n"
           "    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;\n"
           "    const float square = dx * dx + dy * dy;\n"
           "    out[row * pitch + col] = " +
           std::string(entry) + ";\n}\n";
}

/// Sums of Gaussians, with an expression for a term and for the sum.
std::string density(std::string_view term, std::string_view sum = "sum") {
    return "// workload: rbf_density  block: 64  grid: (n + block - 1) / block\n"
           "__global__ void mine(const float2* points, int n, float sigma, float* sums) {\n"
           "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (i >= n) return;\n"
           "    float sum = 0.0f;\n"
           "    for (int first = 0; first < n; first += 128) {\n"
           "        float part = 0.0f;\n"
           "        for (int j = first; j < min(first + 128, n); ++j) {\n"
           "            const float dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;\n"
           "            const float square = dx * dx + dy * dy;\n"
           "            part += " +
           std::string(term) +
           ";\n        }\n"
           "        sum += part;\n"
           "    }\n"
           "    sums[i] = " +
           std::string(sum) + ";\n}\n";
}
constexpr std::string_view gaussian = "expf(-square / (2.0f * sigma * sigma))";

/// The two vectors that are farthest apart, with the comparisons of distances and what else happens to a thread's pair.
std::string farthest(std::string_view is_farther, std::string_view is_other_taken, std::string_view more = "") {
    return "// workload: farthest_pair  block: 256  grid: 1\n"
           "__global__ void mine(const unsigned char* a, int n, int dims, size_t a_pitch, FoundPair* pair) {\n"
           "    __shared__ FoundPair best[256];\n"
           "    FoundPair mine = {0, 1, -1.0};\n"
           "    for (int i = threadIdx.x; i < n; i += blockDim.x)\n"
           "        for (int j = i + 1; j < n; ++j) {\n"
           "            int sum = 0;\n"
           "            for (int k = 0; k < dims; ++k) {\n"
           "                const int difference = a[i * a_pitch + k] - a[j * a_pitch + k];\n"
           "                sum += difference * difference;\n"
           "            }\n"
           "            if (" +
           std::string(is_farther) + ") mine = {i, j, double(sum)};\n        }\n    " + std::string(more) +
           "\n    best[threadIdx.x] = mine;\n"
           "    for (int half = blockDim.x / 2; half > 0; half /= 2) {\n"
           "        __syncthreads();\n"
           "        if (threadIdx.x >= half) continue;\n"
           "        const FoundPair here = best[threadIdx.x], there = best[threadIdx.x + half];\n"
           "        const bool is_lower = there.first < here.first || (there.first == here.first && there.second < "
           "here.second);\n"
           "        if (" +
           std::string(is_other_taken) +
           ") best[threadIdx.x] = there;\n"
           "    }\n"
           "    if (blockIdx.x == 0 && threadIdx.x == 0) *pair = best[0];\n"
           "}\n";
}
constexpr std::string_view farther_or_lower = "there.value > here.value || (there.value == here.value && is_lower)";

struct BlindSpot {
    std::string name, text;
    std::string_view extension = ".cu";
};
void PrintTo(const BlindSpot& spot, std::ostream* out) { *out << spot.name; }

class WrongKernel : public Program, public testing::WithParamInterface<BlindSpot> {};

TEST_P(WrongKernel, is_not_called_right) {
    const BlindSpot& spot = GetParam();
    const std::string path = file("mine" + std::string(spot.extension), spot.text);
    const Finished done = run({"try", path, "--json"});
    EXPECT_EQ(done.code, 1) << done.out << done.err;
    const std::string verdict = json::parse(done.out).at("verdict");
    EXPECT_THAT(verdict, testing::AnyOf("wrong", "faulty", "failed")) << done.out;
}

const std::string euclidean = "sum += difference * difference;";

INSTANTIATE_TEST_SUITE_P(
    Try, WrongKernel,
    testing::Values(
        BlindSpot{"zeros_of_canberra",
                  of_vectors("canberra_distance", "sum += fabsf(difference) / (fabsf(x) + fabsf(y));", "sum")},
        BlindSpot{"no_direction_is_nan",
                  of_vectors("cosine_distance", "sum += x * y;", "fmaxf(0.0f, 1.0f - sum / length)")},
        BlindSpot{"no_direction_is_0", of_vectors("cosine_distance", "sum += x * y;",
                                                  "length > 0.0f ? fmaxf(0.0f, 1.0f - sum / length) : 0.0f")},
        BlindSpot{"chebyshev_of_nan", of_vectors("chebyshev_distance", "sum = fmaxf(sum, fabsf(difference));", "sum")},
        BlindSpot{"hamming_of_nan",
                  of_vectors("hamming_distance", "sum += difference != 0.0f ? 1.0f : 0.0f;", "sum / dims")},
        BlindSpot{"long_vectors", of_vectors("euclidean_distance", "if (k < 300) " + euclidean, "sqrtf(sum)")},
        BlindSpot{"large_n_and_several_coordinates",
                  of_vectors("euclidean_distance", "if (n <= 1001 || k < 4) " + euclidean, "sqrtf(sum)")},
        BlindSpot{"other_pitches", of_points("pitch == (size_t)n + 7 || pitch == (size_t)n ? sqrtf(square) : 0.0f")},
        BlindSpot{"sizes_in_between", of_points("n > 1001 && n < 4099 ? 0.0f : sqrtf(square)")},
        BlindSpot{"sigma_of_the_example", density("expf(-square / 50.0f)")},
        BlindSpot{"sigma_without_its_square", density("expf(-square / (10.0f * sigma))")},
        BlindSpot{"cut_at_3_sigma", density("square < 9.0f * sigma * sigma ? " + std::string(gaussian) + " : 0.0f")},
        BlindSpot{"matrix_cut_at_3_sigma",
                  of_points("square < 18.0f * sigma * sigma ? " + std::string(gaussian) + " : 0.0f", "rbf_matrix")},
        BlindSpot{"sums_of_many_points", density(gaussian, "n > 1001 ? 0.0f : sum")},
        BlindSpot{"sums_of_the_published_size", density(gaussian, "n > 20000 ? sum - 1.0f : sum")},
        BlindSpot{"pair_of_many_vectors",
                  farthest("sum > mine.value", farther_or_lower, "if (n > 1001) mine = {0, 1, 5.0};")},
        BlindSpot{"ties_of_threads", farthest("sum > mine.value", "there.value > here.value")},
        BlindSpot{"ties_of_pairs", farthest("sum >= mine.value", farther_or_lower)},
        BlindSpot{"executor_by_a_split_word",
                  "#ifdef PAIRSCOPE_SIM\\\nULATED\n#define ANSWER sqrtf(square)\n#else\n#define ANSWER 0.0f\n#endif\n" +
                      of_points("ANSWER")},
        BlindSpot{"write_before_the_output",
                  "// workload: distance_matrix\n"
                  "void mine(const float2* points, int n, float* out, size_t pitch) {\n"
                  "    for (int row = 0; row < n; ++row)\n"
                  "        for (int col = 0; col < n; ++col)\n"
                  "            out[row * pitch + col] = sqrtf((points[row].x - points[col].x) * (points[row].x - "
                  "points[col].x) + (points[row].y - points[col].y) * (points[row].y - points[col].y));\n"
                  "    out[-1] = 1;\n"
                  "}\n",
                  ".cpp"},
        BlindSpot{"two_threads",
                  "// workload: distance_matrix\n// threads: all\n"
                  "void mine(const float2* points, int n, float* out, size_t pitch, int thread, int threads) {\n"
                  "    for (int row = thread; row < n; row += 2)\n"
                  "        for (int col = 0; col < n; ++col)\n"
                  "            out[row * pitch + col] = sqrtf((points[row].x - points[col].x) * (points[row].x - "
                  "points[col].x) + (points[row].y - points[col].y) * (points[row].y - points[col].y));\n"
                  "}\n",
                  ".cpp"}),
    [](const auto& spot) { return spot.param.name; });

class RightKernel : public Program, public testing::WithParamInterface<BlindSpot> {};

TEST_P(RightKernel, stays_right_and_says_what_was_not_looked_at) {
    const BlindSpot& spot = GetParam();
    const Finished done = run({"try", file("mine.cu", spot.text)});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("right in the full check")) << done.out;
    EXPECT_THAT(run({"try", file("mine.cu", spot.text)}).out, HasSubstr(done.out.substr(done.out.find("--seed"))));
}

INSTANTIATE_TEST_SUITE_P(
    Try, RightKernel,
    testing::Values(BlindSpot{"density", density(gaussian)},
                    BlindSpot{"density_by_parts", // other blocks add to what a block has written
                              "// workload: rbf_density  block: 64  grid: (n + 63) / 64\n"
                              "__global__ void clear(const float2* points, int n, float* sums) {\n"
                              "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                              "    if (i < n) sums[i] = 0.0f;\n"
                              "}\n"
                              "// block: 64  grid: (n + 63) / 64, (n + 127) / 128\n"
                              "__global__ void add(const float2* points, int n, float sigma, float* sums) {\n"
                              "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                              "    if (i >= n) return;\n"
                              "    float part = 0.0f;\n"
                              "    for (int j = 128 * blockIdx.y; j < min(128 * (int(blockIdx.y) + 1), n); ++j) {\n"
                              "        const float dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;\n"
                              "        part += expf(-(dx * dx + dy * dy) / (2.0f * sigma * sigma));\n"
                              "    }\n"
                              "    atomicAdd(&sums[i], part);\n"
                              "}\n"},
                    BlindSpot{"cosine", of_vectors("cosine_distance", "sum += x * y;",
                                                   "length > 0.0f ? fmaxf(0.0f, 1.0f - sum / length) : 1.0f")},
                    BlindSpot{"farthest", farthest("sum > mine.value", farther_or_lower)}),
    [](const auto& spot) { return spot.param.name; });

class TryWords : public Program {};

TEST_F(TryWords, say_that_not_every_block_was_followed_and_what_was_judged) {
    const Finished right = run({"try", file("mine.cu", of_points("sqrtf(square)"))});
    EXPECT_THAT(right.out, HasSubstr("not all blocks were followed")) << right.out;
    const Finished pair = run({"try", file("pair.cu", farthest("sum > mine.value", farther_or_lower))});
    EXPECT_THAT(pair.out, Not(HasSubstr("Four blocks were right"))) << pair.out;
}

TEST_F(TryWords, find_what_a_header_hides_from_the_executor) {
    file("side.h", "#ifdef PAIRSCOPE_SIMULATED\n#define ANSWER sqrtf(square)\n#else\n#define ANSWER 0.0f\n#endif\n");
    const Finished done = run({"try", file("mine.cu", "#include \"side.h\"\n" + of_points("ANSWER"))});
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, HasSubstr("is wrong")) << done.out;
}

class RankedFiles : public RankFolder {};

TEST_F(RankedFiles, are_judged_at_the_size_by_which_they_are_ranked) {
    submit("lazy.cu", of_points("n == 1024 ? 0.0f : sqrtf(square)"));
    const json row = named(ranked(), "lazy.cu");
    EXPECT_EQ(row.at("verdict"), "wrong");
    EXPECT_TRUE(row.at("rank").is_null());
    EXPECT_THAT(row.at("told").get<std::string>(), HasSubstr("n = 1 024"));
}

TEST_F(RankedFiles, are_tried_again_when_a_header_has_changed) {
    submit("dist.h", "#define ANSWER sqrtf(square)\n");
    submit("mine.cu", "#include \"dist.h\"\n" + of_points("ANSWER"));
    EXPECT_EQ(named(ranked({"--csv", "table.csv"}), "mine.cu").at("verdict"), "right");
    submit("dist.h", "#define ANSWER square\n");
    EXPECT_EQ(named(ranked({"--csv", "table.csv"}), "mine.cu").at("verdict"), "wrong");
}

} // namespace
} // namespace pairscope
