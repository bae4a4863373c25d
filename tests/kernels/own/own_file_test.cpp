// SPDX-License-Identifier: MIT
// What is read in a file of own kernels before a compiler sees it.
#include "kernels/data/errors.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/own_file.h"
#include "kernels/own/source_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string_view>

namespace for_kernels {
#include "kernels/own/plain_outputs.h"
}

namespace pairscope::own {
namespace {

using ::testing::HasSubstr;

static_assert(sizeof(for_kernels::FoundPair) == sizeof(FoundPair));
static_assert(offsetof(for_kernels::FoundPair, value) == offsetof(FoundPair, value));
static_assert(sizeof(for_kernels::FoundMatch) == sizeof(FoundMatch));
static_assert(offsetof(for_kernels::FoundMatch, best_value) == offsetof(FoundMatch, best_value));

const std::string whole =
    "// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n\n"
    "__global__ void mine(const float2* __restrict__ points, const int n, float *out, std::size_t pitch) {\n"
    "    out[0] = '\"'; // grid: this is for people\n"
    "}\n";

std::string replaced(std::string text, std::string_view old, std::string_view with) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return text.replace(at, old.size(), with);
}

/// What is said about a file; empty: nothing is wrong at this size.
std::string said(const std::string& text, std::int64_t n = 256) {
    try {
        const OwnFile file = own_file_of("mine.cu", text);
        check_parameters(file);
        Problem problem;
        problem.a.rows = problem.b.rows = n;
        for (const OwnKernel& kernel : file.kernels) static_cast<void>(shape_of(file, kernel, sizes_of(file, problem)));
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(OwnFile, reads_kernels_parameters_and_launch_lines) {
    const OwnFile file = own_file_of("mine.cu", whole);
    EXPECT_EQ(file.workload, "distance_matrix");
    ASSERT_EQ(file.kernels.size(), 1u);
    const OwnKernel& kernel = file.kernels[0];
    EXPECT_EQ(kernel.name, "mine");
    EXPECT_EQ(kernel.place, (Place{2, 1}));
    ASSERT_EQ(kernel.parameters.size(), 4u);
    EXPECT_EQ(kernel.parameters[0].type, "const float2*");
    EXPECT_EQ(kernel.parameters[0].name, "points");
    EXPECT_EQ(kernel.parameters[0].place, (Place{2, 49}));
    EXPECT_EQ(kernel.parameters[1].type, "int");
    EXPECT_EQ(kernel.parameters[2].type, "float*");
    EXPECT_EQ(kernel.parameters[3].type, "size_t");
    Problem problem;
    problem.a.rows = problem.b.rows = 100;
    const Shape shape = shape_of(file, kernel, sizes_of(file, problem));
    EXPECT_EQ(shape.block, (std::array<std::int64_t, 3>{64, 1, 1}));
    EXPECT_EQ(shape.grid, (std::array<std::int64_t, 3>{2, 100, 1}));
}

TEST(OwnFile, runs_several_kernels_each_with_its_line) {
    const OwnFile file = own_file_of("mine.cu", "// workload: distance_matrix\n"
                                                "// block: 32  grid: 1\n"
                                                "__global__ void first(float* out);\n" // only declared
                                                "namespace a { namespace {\n"
                                                "__global__ __launch_bounds__(32) void first(float* out) {}\n"
                                                "} }\n"
                                                "/* __global__ void no(int x) {} */\n"
                                                "// block: 16, 16  grid: n, 2  shared: 4 * block\n"
                                                "__global__ void second(float* out, int n) {}\n");
    ASSERT_EQ(file.kernels.size(), 2u);
    EXPECT_EQ(file.kernels[0].name, "a::first");
    EXPECT_EQ(file.kernels[0].launch.grid->text, "1");
    Problem problem;
    problem.a.rows = problem.b.rows = 9;
    const Shape shape = shape_of(file, file.kernels[1], sizes_of(file, problem));
    EXPECT_EQ(shape.block, (std::array<std::int64_t, 3>{16, 16, 1}));
    EXPECT_EQ(shape.grid, (std::array<std::int64_t, 3>{9, 2, 1}));
    EXPECT_EQ(shape.shared_bytes, 64);
}

TEST(OwnFile, takes_no_header_for_a_template) {
    EXPECT_EQ(said("#include <cstdlib>\n" + whole), "");
    EXPECT_EQ(said(replaced(whole, "__global__", "#include <cstdlib>\n__global__")), "");
}

TEST(OwnFile, takes_the_usual_launch_where_no_line_says_another) {
    EXPECT_EQ(said(replaced(whole, "   block: 64   grid: (n + 63) / 64, n", "")), "");
}

TEST(OwnFile, says_which_names_and_types_there_are) {
    EXPECT_EQ(said(whole), "");
    EXPECT_EQ(
        said(replaced(whole, " points,", " pts,")),
        "mine.cu:2:49: a kernel of distance_matrix is given nothing of the name `pts`: it may take points, n, out, "
        "pitch, workspace");
    EXPECT_EQ(said(replaced(whole, "const float2*", "const double*")),
              "mine.cu:2:49: `points` has the type `const double*`, but it must be const float2* or const float*");
    EXPECT_THAT(said(replaced(whole, "const int n", "float n")),
                HasSubstr("`n` has the type `float`, but it must be int, long long or size_t"));
    EXPECT_THAT(said(replaced(whole, "float *out", "const float* out")), HasSubstr("it must be float*"));
    EXPECT_THAT(said(replaced(whole, ", float *out, std::size_t pitch", "")),
                HasSubstr("mine.cu:2:1: no kernel takes `float* out`"));
    EXPECT_THAT(said(replaced(whole, "const int n", "int")), HasSubstr("`int` is no parameter with a type and a name"));
}

TEST(OwnFile, says_what_cuda_refuses) {
    EXPECT_EQ(said(replaced(whole, "block: 64", "block: 2048")),
              "mine.cu:1:39: a block of 2048 x 1 x 1 threads cannot be launched: it has 1 to 1024, at most 64 in z");
    EXPECT_THAT(said(replaced(whole, "block: 64", "block: 32, 64")), HasSubstr("a block of 32 x 64 x 1 threads"));
    EXPECT_THAT(said(replaced(whole, "block: 64", "block: 1, 1, 65")), HasSubstr("at most 64 in z"));
    EXPECT_THAT(said(replaced(whole, "block: 64", "block: 0")), HasSubstr("a block of 0 x 1 x 1 threads"));
    EXPECT_THAT(said(replaced(whole, "(n + 63) / 64, n", "n / 64, n"), 1),
                HasSubstr("mine.cu:1:50: a grid of 0 x 1 x 1 blocks cannot be launched at n = 1"));
    EXPECT_THAT(said(replaced(whole, "(n + 63) / 64, n", "1, n * 1000")), HasSubstr("at most 2147483647 in x"));
    EXPECT_THAT(said(replaced(whole, "(n + 63) / 64, n", "1, 2, 3, 4")), HasSubstr("at most three extents"));
    EXPECT_THAT(said(replaced(whole, "block: 64", "shared: 300000")), HasSubstr("300000 bytes of shared memory"));
    EXPECT_THAT(said(replaced(whole, "(n + 63) / 64", "n / (n - n)")), HasSubstr("divides by zero"));
}

TEST(OwnFile, says_what_is_no_file_of_kernels) {
    EXPECT_EQ(said("int main() {}\n"), "mine.cu has no kernel: it defines no function that is marked __global__");
    EXPECT_THAT(said(replaced(whole, "workload: distance_matrix", "workload: distances")),
                HasSubstr("mine.cu:1:14: there is no workload `distances`: choose one of distance_matrix, "));
    EXPECT_THAT(said(replaced(whole, "workload: distance_matrix", "workload: given_matrix")),
                HasSubstr("given_matrix takes no own kernel"));
    EXPECT_THAT(said(replaced(whole, "// workload", "// a workload")),
                HasSubstr("a comment must name the workload after `// workload:`"));
    EXPECT_THAT(said(replaced(whole, "void mine", "int mine")), HasSubstr("a kernel returns nothing"));
    EXPECT_THAT(said(replaced(whole, "__global__", "template <int n> __global__")), HasSubstr("mine is a template"));
    EXPECT_THAT(said(replaced(whole, "__global__", "struct A { __global__")), HasSubstr("mine lies in a class"));
    EXPECT_THAT(said(whole + "// grid: 3\n"), HasSubstr("mine.cu:5:10: no kernel follows this line"));
    EXPECT_THAT(said("// block: 32\n" + whole), HasSubstr("mine.cu:2:39: `block` of mine stands in line 1 already"));
    EXPECT_THAT(said("__global__ void"), HasSubstr("the name of the kernel and its parameters are missing"));
    EXPECT_THAT(said("__global__ void a(int"), HasSubstr("nothing closes this parenthesis"));
}

TEST(OwnFile, has_sliders) {
    const std::string text =
        "// slider: STRIDE = 1 from 1 to 64\n" + replaced(whole, "block: 64", "block: 64 * STRIDE");
    OwnFile file = own_file_of("mine.cu", text);
    ASSERT_EQ(file.sliders.size(), 1u);
    EXPECT_EQ(file.sliders[0].value, 1);
    set_sliders(file, {"STRIDE=4"});
    EXPECT_EQ(file.sliders[0].value, 4);
    Problem problem;
    problem.a.rows = problem.b.rows = 9;
    EXPECT_EQ(shape_of(file, file.kernels[0], sizes_of(file, problem)).block[0], 256);
    EXPECT_THROW(set_sliders(file, {"STRIDE=65"}), InputError);
    EXPECT_THROW(set_sliders(file, {"WIDTH=4"}), InputError);
    EXPECT_THROW(set_sliders(file, {"STRIDE"}), InputError);
    EXPECT_THROW(set_sliders(file, {"STRIDE=four"}), InputError);
    EXPECT_THAT(said("// slider: n = 1 from 1 to 2\n" + whole), HasSubstr("the name n is taken already"));
    EXPECT_THAT(said("// slider: K = 3 from 1 to 2\n" + whole), HasSubstr("K is 3, which must lie between"));
    EXPECT_THAT(said("// slider: K 1 2\n" + whole), HasSubstr("`K 1 2` is no slider"));
    EXPECT_THAT(said("// slider: 2K = 1 from 1 to 2\n" + whole), HasSubstr("is no name"));
}

TEST(OwnFile, is_read_quickly_however_it_looks) {
    std::string text;
    while (text.size() < most_file_bytes - 100) text += "// block: a comment of a long file {\n";
    EXPECT_THAT(said(text + whole), HasSubstr("stands in line 1 already"));
    EXPECT_THAT(said(std::string(1'000'000, '{') + whole), HasSubstr("lies in a class"));
}

TEST(PlainNames, hold_what_new_kernels_take) {
    for (const WorkloadType& type : workload_types()) {
        if (type.plain == nullptr) continue;
        SCOPED_TRACE(std::string(type.id));
        for (const std::string_view parameter : type.plain->takes)
            EXPECT_NE(std::ranges::find(type.plain->names, parameter, &PlainName::name), type.plain->names.end());
        EXPECT_EQ(std::ranges::count(type.plain->names, PlainValue::output, &PlainName::value), 1);
        for (const PlainName& name : type.plain->names) {
            EXPECT_FALSE(name.about.empty());
            EXPECT_EQ(is_pointer(name.value), !name.types[0].empty());
            if (name.value == PlainValue::parameter) {
                EXPECT_EQ(type.parameters.at(static_cast<std::size_t>(name.parameter)).name, name.name);
            }
        }
    }
}

} // namespace
} // namespace pairscope::own
