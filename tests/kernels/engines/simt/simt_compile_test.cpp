// SPDX-License-Identifier: MIT
// What the executor cannot compile stops no build: the variant says why it is not simulated. The files are those of
// specimens/unsupported.
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
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
        status = std::system(fmt::format("cd {} && {} {}/kernels/engines/simt/compile.py {} -std=c++20 "
                                         "-I{}/kernels/engines/simt/shim -I{} -Wall -Werror "
                                         "-MD -MT kernel.o -MF kernel.d -o kernel.o -x c++ -c {} 2>told",
                                         folder_.path().string(), PAIRSCOPE_PYTHON, PAIRSCOPE_ROOT, PAIRSCOPE_CXX,
                                         PAIRSCOPE_ROOT, PAIRSCOPE_ROOT, kernel)
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

TEST(SimtCompile, a_variant_for_a_gpu_only_is_compiled_again_when_the_type_of_variants_changes) {
    const Compiled done(
        "#include \"kernels/ladder/variant.h\"\npairscope::KernelVariant k() { return {.gpu_only = true}; }\n");
    EXPECT_EQ(done.status, 0) << done.content("told");
    EXPECT_THAT(done.content("kernel.d"), AllOf(HasSubstr("/kernel.cu"), HasSubstr("kernels/ladder/variant.h")));
    EXPECT_THAT(done.content("kernel.d"), Not(HasSubstr("not_simulated")));
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
    EXPECT_THAT(told_of("this->x = 1;"), AllOf(HasSubstr("the executor on the CPU cannot compile line 3 of"),
                                               HasSubstr(": \""), Not(HasSubstr("does not support"))));
    for (const std::string undeclared : {"out[0] = pionts[1];", "out[lane] = 1;", "flaot x = 1; out[0] = x;"})
        EXPECT_THAT(told_of(undeclared), AllOf(HasSubstr("there is a name in line 3 of"),
                                               HasSubstr("that nothing declares: \""), Not(HasSubstr("gpu_only"))));
}

TEST(SimtCompile, what_the_executor_lacks_is_named_and_not_what_the_compiler_stumbles_over) {
    const auto told_of = [](const std::string& before, const std::string& body) {
        return Compiled("#include <cuda_runtime.h>\n" + before +
                        "\nvoid take(float*);\n__global__ void k(float* out) { " + body + " }\n")
            .content("told");
    };
    EXPECT_THAT(told_of("", "nvcuda::wmma::fragment<float> f;"),
                HasSubstr("does not support tensor cores by wmma (<mma.h>) in line 4 of"));
    EXPECT_THAT(told_of("#include <mma.h>", "out[0] = 1;"), HasSubstr("does not support tensor cores by wmma"));
    EXPECT_THAT(told_of("__global__ void __cluster_dims__(2, 1, 1) c(float* out) { out[0] = 1; }",
                        "(void)out; c<<<1, 32>>>(out);"),
                HasSubstr("does not support clusters of blocks in line 2 of"));
    EXPECT_THAT(told_of("#include <cooperative_groups.h>", "cooperative_groups::this_grid().sync(); out[0] = 1;"),
                HasSubstr("does not support barriers of a whole grid in line 4 of"));
    EXPECT_THAT(told_of("// as by wmma:: or __cluster_dims__", "out[0] = pionts[1];"),
                HasSubstr("there is a name in line 4"))
        << "a comment uses nothing";
}

TEST(SimtCompile, cuda_inside_of_the_namespace_pairscope_is_told_as_what_it_is) {
    const Compiled done(
        "#include <cuda_runtime.h>\n#include \"kernels/engines/cuda/launch.h\"\nnamespace pairscope {\n"
        "__global__ void k(float* out) { cuda::barrier<cuda::thread_scope_block> b; out[0] = 1; }\n}\n");
    EXPECT_THAT(done.content("told"),
                AllOf(HasSubstr("line 4 of"), HasSubstr("write ::cuda::barrier for the one of CUDA")));
}

/// What the build says of a file of a ladder, in a folder with one workload or with several.
std::string said_of(const std::string& file, const std::string& text, bool has_several_workloads = false) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "work" / "ladder");
    if (has_several_workloads) (void)folder.file("work/workloads.cpp", "");
    const std::string path = folder.file("work/ladder/" + file, text).string();
    const std::string told = (folder.path() / "told").string();
    const int status = std::system(
        fmt::format("{} -B {}/kernels/workloads/check_variant.py {} 2>{}", PAIRSCOPE_PYTHON, PAIRSCOPE_ROOT, path, told)
            .c_str());
    const std::string said = bytes_of(told);
    EXPECT_EQ(status == 0, said.empty()) << said;
    return said;
}

TEST(SimtCompile, a_variant_without_the_function_of_its_name_is_told_with_the_file_to_mend) {
    const auto file = [](const std::string& space, const std::string& function) {
        return "namespace pairscope::ladder::" + space + " {\nKernelVariant " + function +
               "() {\n    return {};\n}\n}\n";
    };
    EXPECT_EQ(said_of("rung.cu", file("work", "rung_variant")), "");
    EXPECT_EQ(said_of("rung.cpp", file("work", "rung_variant")), "");
    EXPECT_THAT(said_of("rung.cu", file("work", "other_variant")),
                AllOf(HasSubstr("ladder/rung.cu has no function KernelVariant rung_variant(): it has other_variant(), "
                                "which must have the name of the file")));
    EXPECT_THAT(said_of("rung.cpp", "// KernelVariant rung_variant() {\n"), HasSubstr("has no function"));
    const std::string several =
        "namespace pairscope::ladder::work {\nstd::vector<KernelVariant> rung_variants() {\n}\n}\n";
    EXPECT_EQ(said_of("rung.cu", several, true), "");
    EXPECT_THAT(said_of("rung.cu", several), HasSubstr("has no function KernelVariant rung_variant()"));
    EXPECT_THAT(said_of("rung.cu", file("work", "rung_variant"), true),
                HasSubstr("has no function std::vector<KernelVariant> rung_variants()"));
    EXPECT_THAT(said_of("rung.cu", file("wrok", "rung_variant")),
                HasSubstr("has rung_variant() in the namespace pairscope::ladder::wrok: it must be in "
                          "pairscope::ladder::work"));
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
