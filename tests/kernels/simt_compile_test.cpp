// SPDX-License-Identifier: MIT
// What the executor cannot compile stops no build: the variant says why it is not simulated. The files are those of
// specimens/unsupported.
#include "kernels/core/registry.h"
#include "kernels/simt/executor.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace pairscope::simulated_ladder::unsupported {
KernelVariant unknown_function_variant();
KernelVariant unknown_header_variant();
KernelVariant inline_ptx_variant();
KernelVariant wide_shuffle_variant();
KernelVariant syntax_error_variant();
KernelVariant gpu_only_without_spaces_variant();
KernelVariant gpu_only_in_parentheses_variant();
KernelVariant gpu_only_over_lines_variant();
KernelVariant gpu_only_in_a_comment_variant();
} // namespace pairscope::simulated_ladder::unsupported

namespace pairscope::simt {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
namespace unsupported = simulated_ladder::unsupported;

std::string reason_of(const KernelVariant& variant) {
    EXPECT_EQ(variant.launch, nullptr);
    return std::string(variant.not_simulated);
}
std::string file_of(const char* name) { return fmt::format("tests/kernels/specimens/unsupported/{}.cu", name); }

TEST(SimtCompile, an_unknown_function_is_named_with_its_line_and_file) {
    EXPECT_EQ(reason_of(unsupported::unknown_function_variant()),
              "the executor on the CPU does not support __tensor_root in line 9 of " + file_of("unknown_function") +
                  "; if nvcc compiles it, set .gpu_only = true");
}

TEST(SimtCompile, an_unknown_header_and_inline_ptx_are_named) {
    EXPECT_THAT(reason_of(unsupported::unknown_header_variant()),
                HasSubstr("the header <cub/cub.cuh> in line 5 of " + file_of("unknown_header")));
    EXPECT_THAT(reason_of(unsupported::inline_ptx_variant()),
                HasSubstr("inline PTX in line 9 of " + file_of("inline_ptx")));
}

TEST(SimtCompile, a_fault_inside_a_header_of_the_executor_has_the_line_of_the_kernel) {
    EXPECT_THAT(reason_of(unsupported::wide_shuffle_variant()), AllOf(HasSubstr("line 9 of " + file_of("wide_shuffle")),
                                                                      HasSubstr("warp functions take 32 and 64 bits")));
}

TEST(SimtCompile, a_mistake_of_syntax_is_told_in_the_words_of_the_compiler) {
    EXPECT_EQ(reason_of(unsupported::syntax_error_variant()), "there is a syntax error in line 10 of " +
                                                                  file_of("syntax_error") +
                                                                  ": \"expected ';' before 'return'\"");
}

TEST(SimtCompile, gpu_only_is_seen_however_it_is_spelled) {
    for (const KernelVariant& variant :
         {unsupported::gpu_only_without_spaces_variant(), unsupported::gpu_only_in_parentheses_variant(),
          unsupported::gpu_only_over_lines_variant()}) {
        EXPECT_TRUE(variant.gpu_only);
        EXPECT_EQ(reason_of(variant), "it uses hardware that only a GPU has");
    }
}

TEST(SimtCompile, gpu_only_in_a_comment_or_a_string_marks_nothing) {
    const KernelVariant variant = unsupported::gpu_only_in_a_comment_variant();
    EXPECT_FALSE(variant.gpu_only);
    EXPECT_NE(variant.launch, nullptr);
    EXPECT_THAT(std::string(variant.not_simulated), IsEmpty());
}

TEST(SimtCompile, the_reason_is_what_everybody_is_told) {
    KernelVariant variant = unsupported::unknown_function_variant();
    variant.workload = "distance_matrix";
    variant.backend = Backend::cuda;
    EXPECT_THAT(why_not_simulated(variant), HasSubstr("__tensor_root"));
    const Workload workload{.type = variant.workload, .rows = 64, .cols = 64, .dims = 2};
    EXPECT_THAT(why_not(variant, workload, Device{}, TargetKind::linear),
                AllOf(HasSubstr("not simulated"), HasSubstr("__tensor_root")));
}

TEST(SimtCompile, every_variant_of_the_ladders_that_is_not_gpu_only_is_simulated) {
    for (const KernelVariant& variant : variants()) {
        if (variant.backend != Backend::cuda || variant.gpu_only) continue;
        EXPECT_NE(variant.simulate, nullptr) << variant.id << ": " << variant.not_simulated;
    }
    for (const LeftOut& missing : left_out())
        EXPECT_THAT(std::string(missing.reason), HasSubstr("it runs on a GPU only")) << missing.id;
}

/// Compiles a kernel as the build does.
class Compiled {
public:
    explicit Compiled(const std::string& text) {
        std::filesystem::create_directory(folder_.path() / "rungs"); // gives the namespace its name
        (void)folder_.file("rungs/header.h", "#define LENGTH 3\n");
        const std::string kernel = folder_.file("rungs/kernel.cu", text).string();
        status = std::system(
            fmt::format(
                "cd {} && {} {}/kernels/simt/compile.py {} -std=c++20 -I{}/kernels/simt/shim -I{} -Wall -Werror "
                "-MD -MT kernel.o -MF kernel.d -o kernel.o -x c++ -c {} 2>told",
                folder_.path().string(), PAIRSCOPE_PYTHON, PAIRSCOPE_ROOT, PAIRSCOPE_CXX, PAIRSCOPE_ROOT,
                PAIRSCOPE_ROOT, kernel)
                .c_str());
    }
    [[nodiscard]] std::string content(const char* name) const { return bytes_of(folder_.path() / name); }
    int status = 0;

private:
    TemporaryFolder folder_;
};

TEST(SimtCompile, a_warning_that_is_an_error_stays_one) {
    const Compiled done("#include <cuda_runtime.h>\n__device__ void f() { int nobody_reads_me; }\n");
    EXPECT_NE(done.status, 0);
    EXPECT_THAT(done.content("told"), HasSubstr("nobody_reads_me"));
    EXPECT_THAT(done.content("kernel.o"), IsEmpty());
}

TEST(SimtCompile, a_file_that_cannot_be_compiled_is_tried_again_after_a_change_of_its_headers) {
    const Compiled done(
        "#include <cuda_runtime.h>\n#include \"header.h\"\n__device__ int f() { return __unknown(LENGTH); }\n");
    EXPECT_EQ(done.status, 0);
    EXPECT_THAT(done.content("told"), HasSubstr("__unknown"));
    EXPECT_THAT(done.content("kernel.d"), AllOf(HasSubstr("/kernel.cu"), HasSubstr("header.h"), HasSubstr("warp.h")));
}

TEST(SimtCompile, mistakes_of_the_author_are_not_called_features_that_the_executor_lacks) {
    const auto told_of = [](const std::string& body) {
        return Compiled("#include <cuda_runtime.h>\n__device__ void f(int);\n__global__ void k(float* out) { " + body +
                        " }\n")
            .content("told");
    };
    for (const std::string syntax : {"else out[0] = 1;", "out[0] = 1 @ 2;"})
        EXPECT_THAT(told_of(syntax),
                    AllOf(HasSubstr("there is a syntax error in line 3 of"), Not(HasSubstr("gpu_only"))));
    for (const std::string wrong : {"this->x = 1;", "out[0] = pionts[1];"})
        EXPECT_THAT(told_of(wrong), AllOf(HasSubstr("the executor on the CPU cannot compile line 3 of"),
                                          HasSubstr(": \""), Not(HasSubstr("does not support"))));
    EXPECT_THAT(told_of("nvcuda::wmma::fragment<float> f;"), HasSubstr("does not support nvcuda in line 3"));
}

TEST(SimtCompile, a_launch_may_name_a_template_argument_with_parentheses) {
    const Compiled done(
        "#include <cuda_runtime.h>\ntemplate <class Target> __global__ void k(Target out) { out[0] = 1.0f; }\n"
        "void launch(float* out, cudaStream_t stream) {\n"
        "    k<decltype(out)><<<dim3(1), 32, 0, stream>>>(out);\n}\n");
    EXPECT_EQ(done.status, 0) << done.content("told");
    EXPECT_THAT(done.content("told"), Not(HasSubstr("does not support")));
}

TEST(SimtCompile, a_rewritten_file_keeps_its_lines_and_depends_on_itself) {
    const Compiled done("#include <cuda_runtime.h>\n#include \"header.h\"\n__global__ void k(float* out) {\n"
                        "    extern __shared__\n        float tile[];\n    out[0] = tile[LENGTH] + __unknown();\n}\n");
    EXPECT_THAT(done.content("told"), HasSubstr("__unknown in line 6"));
    const Compiled right("#include <cuda_runtime.h>\n#include \"header.h\"\n__global__ void k(float* out) {\n"
                         "    extern __shared__ float tile[];\n    out[0] = tile[LENGTH];\n}\n");
    EXPECT_EQ(right.status, 0) << right.content("told");
    EXPECT_THAT(right.content("kernel.d"), AllOf(HasSubstr("/kernel.cu"), HasSubstr("header.h")));
    EXPECT_THAT(right.content("kernel.d"), Not(HasSubstr("rewritten")));
}

} // namespace
} // namespace pairscope::simt
