// SPDX-License-Identifier: MIT
// Plain kernels, compiled for a GPU. No GPU is needed for this.
#include "kernels/own/cuda/compilers.h"

#include "kernels/ladder/registry.h"
#include "kernels/own/copy_of_rung.h"
#include "kernels/own/new_file.h"
#include "tests/kernels/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pairscope::own {
namespace {

class GpuCompilers : public testing::Test {
protected:
    void SetUp() override {
        if (!has_gpu_compiler()) GTEST_SKIP() << "there is no NVRTC and no nvcc";
    }
    GpuImage compiled(const std::string& text) {
        return compiled_for_gpu(
            unit_for_gpu(own_file_of("mine.cu", text), 90,
                         {.file = folder_.path() / "mine.cu", .include = PAIRSCOPE_ROOT, .folder = folder_.path()}));
    }
    std::string error_of(const std::string& text) {
        try {
            static_cast<void>(compiled(text));
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "it was compiled";
    }

    TemporaryFolder folder_;
};

std::string kernel(const std::string& before, const std::string& body) {
    return "// workload: distance_matrix   block: 256   grid: (n + 255) / 256, n\n" + before +
           "__global__ void mine(const float2* points, int n, float* out, size_t pitch) {\n" + body + "}\n";
}

TEST_F(GpuCompilers, compile_each_new_file_by_nvrtc) {
    for (const WorkloadType& type : workload_types()) {
        if (type.plain == nullptr) continue;
        SCOPED_TRACE(std::string(type.id));
        const GpuImage made = compiled(new_file(type, "mine"));
        EXPECT_FALSE(made.image.empty());
        EXPECT_TRUE(made.compiler.starts_with("NVRTC ")) << made.compiler;
        ASSERT_EQ(made.names.size(), 1u);
        EXPECT_NE(made.names[0].find("mine"), std::string::npos);
    }
}

/// The rungs of the other metrics have the form of these.
bool stands_for_others(const KernelVariant& rung) {
    constexpr std::array<std::string_view, 3> metrics{"squared_euclidean", "canberra_distance",
                                                      "great_circle_distance"};
    return type_of(rung.workload).is_published || std::ranges::find(metrics, rung.workload) != metrics.end();
}

TEST_F(GpuCompilers, compile_copies_of_rungs) {
    int by_nvrtc = 0, all = 0;
    for (const KernelVariant& rung : variants()) {
        if (rung.backend != Backend::cuda || !stands_for_others(rung)) continue;
        const CopyOfRung copy = copy_of_rung(rung, "mine");
        if (!copy.is_plain) continue;
        SCOPED_TRACE(std::string(rung.id));
        const GpuImage made = compiled(copy.text);
        EXPECT_FALSE(made.image.empty());
        ++all;
        by_nvrtc += made.compiler.starts_with("NVRTC") ? 1 : 0; // headers of some workloads are for the host, too
    }
    EXPECT_GT(all, 30);
    EXPECT_GT(by_nvrtc, all / 3);
}

TEST_F(GpuCompilers, know_the_usual_headers) {
    const GpuImage made =
        compiled(kernel("#include <cstdint>\n#include <cmath>\n#include <cassert>\n#include <cfloat>\n"
                        "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <math.h>\n",
                        "    const std::int64_t col = blockIdx.x * 256 + threadIdx.x;\n"
                        "    assert(n > 0);\n"
                        "    if (col < n) out[blockIdx.y * pitch + col] = FLT_MAX;\n"));
    EXPECT_TRUE(made.compiler.starts_with("NVRTC ")) << made.compiler;
}

TEST_F(GpuCompilers, take_nvcc_for_a_header_that_nvrtc_lacks) {
    const GpuImage made =
        compiled(kernel("#include <limits>\nnamespace {\n", "    const int col = blockIdx.x * 256 + threadIdx.x;\n"
                                                            "    if (col < n) out[blockIdx.y * pitch + col] = "
                                                            "std::numeric_limits<float>::max();\n}\n"));
    EXPECT_FALSE(made.image.empty());
    EXPECT_TRUE(made.compiler.starts_with("nvcc ")) << made.compiler;
}

TEST_F(GpuCompilers, say_the_line_of_an_error) {
    EXPECT_EQ(error_of(kernel("", "    out[0] = nothing;\n")),
              "mine.cu:3: CUDA's compiler says \"identifier \"nothing\" is undefined\"");
    EXPECT_NE(
        error_of(kernel("#include <limits>\n", "    out[0] = nothing;\n")).find("mine.cu:4: CUDA's compiler says"),
        std::string::npos);
}

} // namespace
} // namespace pairscope::own
