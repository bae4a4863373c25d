// SPDX-License-Identifier: MIT
// What CUDA code may use in a user's own kernel, and the sentence about what it may not.
#include "tests/cli/program.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

class CudaCode : public Program {
protected:
    /// A right kernel for the distances, with lines of its own before it and in it, where `d` is the distance.
    [[nodiscard]] Finished tried(const std::string& before, const std::string& inside,
                                 const std::string& marked = "") const {
        return run({"try",
                    file("mine.cu", "// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n\n" + before +
                                        "\n__global__ void " + marked +
                                        " mine(const float2* points, int n, float* out) {\n"
                                        "    const int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y;\n"
                                        "    if (col >= n) return;\n"
                                        "    float d = hypotf(points[row].x - points[col].x,\n"
                                        "                     points[row].y - points[col].y);\n" +
                                        inside + "\n    out[size_t(row) * n + col] = d;\n}\n"),
                    "--n", "64"});
    }
    void expect_right(const Finished& done) const {
        EXPECT_EQ(done.code, 0) << done.out << done.err;
        EXPECT_THAT(done.out, HasSubstr("right in the full check"));
    }
    void expect_refused(const Finished& done, const std::string& said) const {
        EXPECT_EQ(done.code, 2) << done.out;
        EXPECT_THAT(done.out + done.err, HasSubstr(said));
    }
};

TEST_F(CudaCode, sees_the_words_that_nvcc_defines_and_headers_do_not) {
    expect_right(
        tried("#include <algorithm>\n#include <cooperative_groups.h>\n#include <cuda_fp16.h>\n#include <complex>\n"
              "#if !defined(__CUDACC__) || __CUDA_ARCH__ < 700\n#error this is no compiler of CUDA\n#endif\n"
              "#ifdef __CUDA_ARCH__\n__device__ float same(float d) { return d; }\n#endif",
              "    d = same(d);"));
}

TEST_F(CudaCode, may_use_numbers_of_16_bits_and_special_functions) {
    expect_right(tried("#include <cuda_bf16.h>",
                       "    const __nv_bfloat16 two = __float2bfloat16(2.0f);\n"
                       "    if (__bfloat162float(two * two) == 4.0f && fabsf(normcdff(0.0f) - 0.5f) < 1e-6f)\n"
                       "        d = d * (erfinvf(0.0f) + 1.0f);\n    else d = -1.0f;"));
}

TEST_F(CudaCode, has_no_array_of_a_length_that_is_known_late) {
    expect_refused(tried("", "    float late[n];\n    late[0] = d;\n    d = late[0];"),
                   "mine.cu:8: CUDA has no array whose length is known only when the kernel runs, and `late` is one");
}

TEST_F(CudaCode, has_no_assembly) {
    expect_refused(tried("", "    asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(n));"),
                   "mine.cu:8:5: inline assembly is for a GPU: ");
    expect_refused(tried("__asm__(\".incbin \\\"/etc/hostname\\\"\");", ""),
                   "mine.cu:2:1: inline assembly is for a GPU: ");
    expect_right(tried("// asm is only a word here", ""));
}

TEST_F(CudaCode, does_not_write_constants) {
    const std::string constant = "__constant__ float factors[2] = {1.0f, 2.0f};";
    expect_refused(tried(constant, "    factors[0] = 1.0f;"),
                   "mine.cu:8:5: a kernel cannot write into `factors`, which is __constant__");
    expect_right(tried(constant, "    d = d * factors[0];\n    if (factors[1] == 1.0f) d = 0.0f;"));
}

TEST_F(CudaCode, is_not_launched_with_more_threads_than_it_was_bounded_to) {
    expect_refused(tried("", "", "__launch_bounds__(32)"),
                   "mine.cu:3:35: mine is launched with blocks of 64 threads, but its __launch_bounds__ allows 32");
    expect_right(tried("", "", "__launch_bounds__(64, 2)"));
    expect_right(tried("constexpr int many = 64;", "", "__launch_bounds__(many)"));
}

TEST_F(CudaCode, that_reads_a_variable_before_it_has_a_value_gets_a_note) {
    const Finished done = tried("", "    float sum;\n    sum += d;\n    d += 0.0f * sum;");
    EXPECT_THAT(done.out, HasSubstr("`sum` may be read before anything was written into it"));
    EXPECT_THAT(tried("", "").out, Not(HasSubstr("may be read")));
}

TEST_F(CudaCode, is_told_the_name_of_the_output) {
    const std::string path = file("density.cu", "// workload: rbf_density\n"
                                                "__global__ void mine(const float2* points, int n, float* out) {}\n");
    const Finished done = run({"try", path});
    EXPECT_THAT(done.err, HasSubstr("density.cu:2:58: the output of rbf_density is called `sums`, and `out` is nothing "
                                    "that a kernel is given: write `float* sums`"));
}

TEST_F(CudaCode, is_read_in_headers_beside_the_file_too) {
    file("own.h", "#pragma once\n#include \"inner.h\"\n");
    const auto refused_with = [&](const std::string& inner, const std::string& inside) {
        file("inner.h", inner);
        return tried("#include \"own.h\"", inside);
    };
    const Finished function = refused_with("inline float twice(float x) { return 2 * x; }\n", "    d = twice(d);");
    expect_refused(function, "mine.cu:8:9: a kernel cannot call `twice`, which is a function of the host");
    expect_refused(refused_with("static float factor = 1;\n", "    d *= factor;"), "a variable of the host");
    expect_refused(
        refused_with("__device__ inline void nothing() {\n    asm volatile(\"nop\");\n}\n", "    nothing();"),
        "inner.h:2:5: inline assembly is for a GPU");
    expect_right(refused_with("#define HD __host__ __device__\nHD inline float same(float x) { return x; }\n",
                              "    d = same(d);"));
}

TEST_F(CudaCode, with_an_error_in_a_header_has_the_line_of_the_header) {
    file("err.h", "#pragma once\n__device__ int f( { return 1; }\n");
    const Finished done = tried("#include \"err.h\"", "");
    expect_refused(done, "err.h:2: the compiler says ");
    EXPECT_THAT(done.out + done.err, Not(HasSubstr("mine.cu: the compiler says")));
}

TEST_F(CudaCode, has_the_lines_of_its_file_whatever_it_says_of_them) {
    const Finished done = tried("#line 500 \"elsewhere.cu\"", "    d += 0.0f * points[n].x;");
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, AllOf(HasSubstr("mine.cu:8: "), Not(HasSubstr("vector_types"))));
}

TEST_F(CudaCode, is_kernels_without_a_whole_program) {
    const std::string path = file("mine.cu", "// workload: distance_matrix\n#include <cuda_runtime.h>\n"
                                             "__global__ void mine(float* out) { out[0] = 0; }\n"
                                             "int main() {\n    float* p;\n    cudaMallocManaged(&p, 4);\n"
                                             "    mine<<<1, 1>>>(p);\n    return 0;\n}\n");
    expect_refused(run({"try", path}), "mine.cu:4: only kernels are compiled and launched here: leave main() out");
}

TEST_F(CudaCode, with_too_large_variables_is_refused_with_the_reason) {
    expect_refused(tried("", "    __shared__ float big[20000];\n    big[0] = d;"),
                   "mine.cu:8:22: big brings the static shared memory of a block to 80000 bytes");
    const Finished done = tried("__device__ float huge[1ull << 33];", "    huge[row] = d;");
    expect_refused(done, "its __device__ variables are larger than the memory that a try may take");
    EXPECT_THAT(done.out + done.err, Not(HasSubstr("/kernel.so")));
}

TEST_F(CudaCode, with_sliders_that_a_user_sets_is_judged_under_their_values) {
    const std::string path =
        file("mine.cu", "// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n\n"
                        "// slider: STRIDE = 1 from 1 to 64\n// slider: OTHER = 3 from 1 to 64\n"
                        "__global__ void mine(const float2* points, int n, float* out) { out[0] = STRIDE + OTHER; }\n");
    EXPECT_THAT(run({"try", path, "--set", "STRIDE=4"}).out, HasSubstr("mine.cu with STRIDE = 4 is wrong at"));
    EXPECT_THAT(run({"try", path, "--set", "STRIDE=4", "--json"}).out,
                AllOf(HasSubstr("\"STRIDE\": 4"), HasSubstr("\"OTHER\": 3")));
}

TEST_F(CudaCode, begins_with_a_sentence_about_vectors_that_are_prepared) {
    for (const std::string workload :
         {"hellinger_distance", "mahalanobis_distance", "standardised_euclidean", "correlation_distance"}) {
        EXPECT_THAT(run({"new", "--names", "--workload", workload}).out, HasSubstr(" already: take the ")) << workload;
        for (const std::string ending : {".cu", ".cpp"}) {
            const std::string path = file(workload + ending, "");
            std::filesystem::remove(path);
            ASSERT_EQ(run({"new", path, "--workload", workload}).code, 0);
            std::ifstream made(path);
            EXPECT_THAT(std::string(std::istreambuf_iterator<char>(made), {}), HasSubstr(" already: take the "));
        }
    }
    EXPECT_THAT(run({"new", "--names", "--workload", "euclidean_distance"}).out, Not(HasSubstr("already")));
}

class TryErrorInAMacro : public Program {};

TEST_F(TryErrorInAMacro, has_the_line_that_uses_it) {
    const Finished done = run({"try", file("mine.cu", "// workload: distance_matrix\nconstexpr int number = 1\n"
                                                      "__global__ void mine(int n, float* out) { out[0] = n; }\n")});
    EXPECT_EQ(done.code, 2);
    const std::string told = done.out + done.err; // clang++ names the line before
    EXPECT_THAT(told, AnyOf(HasSubstr("mine.cu:3: "), HasSubstr("mine.cu:2: ")));
}

} // namespace
} // namespace pairscope
