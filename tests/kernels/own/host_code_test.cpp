// SPDX-License-Identifier: MIT
// Kernels that use what is for the host only: CUDA refuses them, and the executor would run them.
#include "kernels/data/errors.h"
#include "kernels/own/host_code.h"
#include "kernels/own/source_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::own {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string refused(const std::string& before, const std::string& body) {
    const std::string text = before + "__global__ void mine(float* out, int n) { " + body + " }\n";
    try {
        refuse_host_code("mine.cu", split(text).code);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(HostCode, that_a_kernel_uses_is_refused_with_its_place) {
    EXPECT_THAT(refused("float root(float x) { return sqrtf(x); }\n", "out[0] = root(2.0f);"),
                AllOf(HasSubstr("mine.cu:2:52"), HasSubstr("`root`"), HasSubstr("__device__")));
    EXPECT_THAT(refused("float factor = 1.0f;\n", "out[0] = factor;"), HasSubstr("`factor`"));
    EXPECT_THAT(refused("namespace own {\nint counts[4];\n}\nusing namespace own;\n", "out[0] = counts[0];"),
                HasSubstr("`counts`"));
    EXPECT_THAT(refused("float root(float x) { return x; }\n__device__ float twice(float x) { return root(x); }\n",
                        "out[0] = twice(2.0f);"),
                HasSubstr("mine.cu:2"))
        << "a function for the device calls it";
}

TEST(HostCode, of_a_struct_is_refused_where_a_kernel_uses_it) {
    const std::string pair = "struct P { float x, y; P operator-(const P& o) const { return {x - o.x, y - o.y}; }\n"
                             "  float length() const { return x + y; } static float zero() { return 0; } };\n";
    EXPECT_THAT(refused(pair, "P p{1, 2}, q{3, 4}; out[0] = (p - q).x;"), HasSubstr("mine.cu:3:73: "));
    EXPECT_THAT(refused(pair, "P p{1, 2}, q{3, 4}; out[0] = (p - q).x;"), HasSubstr("`operator-` of P"));
    EXPECT_THAT(refused(pair, "P p{1, 2}; out[0] = p.length();"), HasSubstr("`length` of P"));
    EXPECT_THAT(refused("struct P { float x; P(float a) : x{a} {} };\n", "P p(1.0f); out[0] = p.x;"),
                HasSubstr("cannot make a P"));
    EXPECT_THAT(
        refused("float2 operator+(float2 a, float2 b) { return a; }\n", "float2 a[2]; out[0] = (a[0] + a[1]).x;"),
        HasSubstr("`operator+` of float2"));
    EXPECT_EQ(refused(pair, "P p{1, 2}; out[0] = p.x - p.y;"), "") << "only its numbers are used";
    EXPECT_EQ(refused("struct P { float x; __device__ P(float a) : x(a) {} __device__ P operator-(P o) const { return "
                      "P(x - o.x); } bool operator==(P o) const { return x == o.x; } };\n",
                      "P p(1), q(2); out[0] = (p - q).x;"),
              "");
}

TEST(HostCode, is_told_by_what_macros_stand_for) {
    const std::string root = "HD float root(float x) { return x; }\n";
    EXPECT_THAT(refused("#define HD\n" + root, "out[0] = root(2.0f);"), HasSubstr("`root`"));
    EXPECT_THAT(refused("#define EMPTY\n#define HD EMPTY inline\n" + root, "out[0] = root(2.0f);"),
                HasSubstr("`root`"));
    EXPECT_EQ(refused("#define D __device__\n#define HD __host__ D\n" + root, "out[0] = root(2.0f);"), "");
    EXPECT_EQ(refused("#ifdef X\n#define HD __device__\n#else\n#define HD\n#endif\n" + root, "out[0] = root(2.0f);"),
              "");
    EXPECT_EQ(refused("#include \"hd.h\"\n" + root, "out[0] = root(2.0f);"), "") << "the header may define it";
}

TEST(HostCode, has_the_elements_of_constant_arrays) {
    EXPECT_THAT(refused("const float f[3] = {1, 2, 3};\n", "out[0] = f[n % 3];"), HasSubstr("`f`, whose elements"));
    EXPECT_THAT(refused("static constexpr float f[3] = {1, 2, 3};\n", "out[0] = f[n % 3];"), HasSubstr("`f`"));
    EXPECT_EQ(refused("constexpr int k = 1;\nconstexpr float f[3] = {1, 2, 3};\n", "out[0] = f[0] + f[k];"), "");
    EXPECT_EQ(refused("__constant__ const float f[3] = {1, 2, 3};\n", "out[0] = f[n % 3];"), "");
    EXPECT_EQ(refused("const float f[3] = {1, 2, 3};\n", "const float f[2] = {1, 2}; out[0] = f[n % 2];"), "");
}

TEST(HostCode, of_the_standard_library_is_refused_and_its_mathematics_are_not) {
    for (const char* body : {"std::string s; out[0] = s.size();", "out[0] = std::accumulate(out, out + 2, 0.0f);",
                             "std::vector<float> v(n);", "std :: sort(out, out + n);"})
        EXPECT_THAT(refused("", body), HasSubstr("code of the host")) << body;
    EXPECT_EQ(refused("#include <vector>\nstd::vector<int> all() { return {}; }\n",
                      "out[0] = std::sqrt(2.0f) + std::max(1, n) + std::abs(out[1]);"),
              "");
}

TEST(Kernels, that_allocate_or_launch_are_refused) {
    for (const char* body : {"float* p = new float[2]; out[0] = p[0];", "delete[] out;", "void* p = malloc(4);",
                             "free(out);", "void* p = std::malloc(4);"})
        EXPECT_THAT(refused("", body), HasSubstr("memory that a kernel allocates")) << body;
    EXPECT_THAT(refused("__global__ void other(float* out);\n", "other<<<1, 1>>>(out);"),
                AllOf(HasSubstr("mine.cu:2:48"), HasSubstr("a launch that a kernel makes")));
    EXPECT_EQ(refused("struct P { P() = default; P(const P&) = delete; };\nvoid host() { free(malloc(4)); }\n",
                      "new (out) float(1.0f);"),
              "");
}

TEST(Constants, that_a_kernel_writes_are_refused_however_it_writes) {
    const std::string constants = "struct P { float x; };\n__constant__ float a[4];\n__constant__ P p = {1.0f};\n";
    for (const char* body : {"a[0] = 1.0f;", "a[n % 4] += 2.0f;", "p.x *= 2.0f;", "++a[1];", "a[out[0] > 1]--;",
                             "atomicAdd(&a[0], 1.0f);"})
        EXPECT_THAT(refused(constants, body), HasSubstr("which is __constant__")) << body;
    for (const char* body : {"out[0] = a[0];", "if (a[0] == 1.0f || a[1] <= 2.0f) out[0] = p.x;",
                             "float a[2]; a[0] = 1;", "out[0] = n - a[0] + a[1];"})
        EXPECT_EQ(refused(constants, body), "") << body;
}

TEST(HostCode, that_no_kernel_uses_is_accepted) {
    EXPECT_EQ(refused("float root(float x) { return x; }\nfloat factor = 1.0f;\n", "out[0] = 1.0f;"), "");
    EXPECT_EQ(refused("float root(float x) { return x; }\n__device__ float root(double x) { return x; }\n",
                      "out[0] = root(2.0);"),
              "")
        << "there is one for the device, too";
    EXPECT_EQ(refused("float factor = 1.0f;\n", "float factor = 2.0f; out[0] = factor;"), "") << "it is another one";
    EXPECT_EQ(refused("float n2(float x) { return x; }\nstruct P { float n2; };\n", "P p; out[0] = p.n2;"), "");
}

TEST(HostCode, is_told_from_code_for_the_device) {
    EXPECT_EQ(refused("__device__ float root(float x) { return x; }\n", "out[0] = root(2.0f);"), "");
    EXPECT_EQ(
        refused("template <class T>\n__device__ __forceinline__ T root(T x) { return x; }\n", "out[0] = root(2.0f);"),
        "");
    EXPECT_EQ(refused("#define DEVICE __device__ \\\n    inline\nDEVICE float root(float x) { return x; }\n",
                      "out[0] = root(2.0f);"),
              "");
    EXPECT_EQ(
        refused("constexpr int tile = 4;\nconst int size = 5;\n__constant__ float table[4];\n__device__ int tickets;\n",
                "out[tile + size] = table[0] + tickets;"),
        "");
    EXPECT_EQ(refused("struct Best { float value; int place; } ;\nenum { rows = 4 };\n",
                      "Best best{0.0f, rows}; out[0] = best.value;"),
              "");
    EXPECT_EQ(refused("__device__ int steps[] = {1, 2, 3};\ntypedef float Real;\nusing Whole = int;\n",
                      "Real r = 1; Whole w = 2; out[w] = r * steps[0];"),
              "");
    EXPECT_EQ(refused("namespace short_name = some::long_name;\n", "short_name::f();"), "");
    EXPECT_EQ(refused("__global__ void __launch_bounds__(128) other(float* out) { out[1] = 0; }\n", "out[0] = 1;"), "");
}

} // namespace
} // namespace pairscope::own
