// SPDX-License-Identifier: MIT
// pairscope try --as-variant, in a folder that looks like the source tree.
#include "tests/cli/program.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace pairscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* right_kernel = "// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n\n"
                                     "__global__ void mine(const float2* points, int n, float* out, size_t pitch) {\n"
                                     "    const int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y;\n"
                                     "    if (col >= n) return;\n"
                                     "    const float dx = points[row].x - points[col].x;\n"
                                     "    out[row * pitch + col] = hypotf(dx, points[row].y - points[col].y);\n"
                                     "}\n";

class AsVariantOption : public Program {
protected:
    AsVariantOption() { fs::create_directories(ladder()); }
    [[nodiscard]] fs::path ladder() const { return folder / "kernels/workloads/distance_matrix/ladder"; }
    [[nodiscard]] Finished written(const std::string& name, const std::string& text) const {
        return run({"try", file(name, text), "--as-variant"});
    }
};

TEST_F(AsVariantOption, writes_a_right_kernel_once) {
    const Finished done = written("mine.cu", right_kernel);
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    EXPECT_THAT(done.err, HasSubstr("kernels/workloads/distance_matrix/ladder/mine.cu was written"));
    EXPECT_TRUE(fs::exists(ladder() / "mine.cu"));
    const Finished again = written("mine.cu", right_kernel);
    EXPECT_EQ(again.code, 2);
    EXPECT_THAT(again.err, HasSubstr("is there already"));
}

TEST_F(AsVariantOption, writes_no_kernel_that_is_wrong) {
    const std::string wrong = std::string(right_kernel).replace(std::string(right_kernel).find("hypotf"), 6, "fmaxf");
    const Finished done = written("mine.cu", wrong);
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("was not written, because the kernel is not right"));
    EXPECT_TRUE(fs::is_empty(ladder()));
}

TEST_F(AsVariantOption, says_what_it_cannot_write_before_it_compiles) {
    EXPECT_THAT(written("mine.cu", std::string("#include \"beside.h\"\n") + right_kernel).err,
                HasSubstr("mine.cu:1:1: a variant cannot include \"beside.h\""));
    EXPECT_THAT(written("mine.cpp", "// workload: distance_matrix\nvoid mine(float* out) { out[0] = 0; }\n").err,
                HasSubstr("--as-variant writes CUDA variants only"));
    fs::remove_all(folder / "kernels");
    EXPECT_THAT(written("mine.cu", right_kernel).err, HasSubstr("there is no such folder here"));
}

} // namespace
} // namespace pairscope
