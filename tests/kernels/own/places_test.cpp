// SPDX-License-Identifier: MIT
// What a file of own kernels says of memory: the workspace, the layout of sets, shared memory, and the type of the
// output.
#include "kernels/data/errors.h"
#include "kernels/own/binding.h"
#include "kernels/own/own_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::own {
namespace {

using ::testing::HasSubstr;

std::string said_of_places(const std::string& text) {
    try {
        check_parameters(own_file_of("mine.cu", text));
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

const std::string matrix = "// workload: distance_matrix\n";

TEST(OwnFilePlaces, evaluate_the_size_of_a_workspace) {
    const std::string kernel = "__global__ void mine(int* workspace, float* out) {}\n";
    OwnFile file =
        own_file_of("mine.cu", "// slider: K = 2 from 1 to 4\n" + matrix + "// workspace: 4 * K * n\n" + kernel);
    check_parameters(file);
    EXPECT_EQ(workspace_bytes(file, {"distance_matrix", 100, 100, 2}), 800);
    set_sliders(file, {"K=4"});
    EXPECT_EQ(workspace_bytes(file, {"distance_matrix", 100, 100, 2}), 1600);
    EXPECT_THAT(said_of_places(matrix + kernel),
                HasSubstr("mine.cu:2:27: `workspace` has no size, so add a line such as "));
    EXPECT_THAT(said_of_places(matrix + "// workspace: 8\n__global__ void mine(float* out) {}\n"),
                HasSubstr("mine.cu:2:15: no kernel takes a parameter `workspace`"));
    EXPECT_THAT(said_of_places(matrix + "// workspace: 8\n// workspace: 9\n" + kernel),
                HasSubstr("mine.cu:3:15: the workspace stands in line 2 already"));
    EXPECT_THAT(said_of_places(matrix + "// workspace: 8\n__global__ void mine(int workspace, float* out) {}\n"),
                HasSubstr("it must be a pointer, such as float*"));
}

TEST(OwnFilePlaces, refuse_a_workspace_that_cannot_be_given) {
    const auto refused = [](const std::string& bytes) -> std::string {
        const OwnFile file = own_file_of("mine.cu", matrix + "// workspace: " + bytes +
                                                        "\n__global__ void mine(int* workspace, float* out) {}\n");
        try {
            static_cast<void>(workspace_bytes(file, {"distance_matrix", 100, 100, 2}));
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(refused("n"), "");
    EXPECT_THAT(refused("n - 100"), HasSubstr("mine.cu:2:15: a workspace of 0 bytes cannot be given"));
    EXPECT_THAT(refused("n * 100000000"), HasSubstr("it has 1 to 2147483648"));
    EXPECT_THAT(refused("n / 0"), HasSubstr("divides by zero"));
    EXPECT_THAT(refused("pitch"), HasSubstr("pitch"));
}

TEST(OwnFilePlaces, lay_sets_out) {
    const std::string kernel = "__global__ void mine(const float* a, int a_pitch, float* out) {}\n";
    const auto layout = [&](const std::string& line) {
        return own_file_of("mine.cu", "// workload: cross_distance\n// layout: " + line + "\n" + kernel).layout;
    };
    EXPECT_EQ(layout("a column_major, b column_major"), Layout::column_major);
    EXPECT_EQ(layout("b row_major, a row_major"), Layout::row_major);
    EXPECT_THAT(said_of_places("// workload: cross_distance\n// layout: a column_major\n" + kernel),
                HasSubstr("mine.cu:2:12: both sets of cross_distance have one layout"));
    EXPECT_THAT(said_of_places("// workload: cross_distance\n// layout: a diagonal, b diagonal\n" + kernel),
                HasSubstr("`a diagonal` is no layout of a set"));
    EXPECT_THAT(said_of_places(matrix + "// layout: points column_major\n__global__ void mine(float* out) {}\n"),
                HasSubstr("the vectors of distance_matrix lie as they do"));
}

TEST(OwnFilePlaces, take_an_output_whose_type_is_that_of_a_template) {
    const std::string kernel = "__global__ void mine(const float2* points, int n, Target out) {}\n";
    const OwnFile file = own_file_of("mine.cu", matrix + "template <class Target>\n" + kernel);
    check_parameters(file);
    EXPECT_EQ(file.kernels[0].target, "Target");
    EXPECT_TRUE(writes_texture(file));
    EXPECT_TRUE(takes_pitch(file));
    EXPECT_EQ(said_of_places(matrix + "template <typename T>__global__ void mine(T out) {}\n"), "");
    EXPECT_THAT(said_of_places(matrix + "template <class T, int n>\n" + kernel),
                HasSubstr("mine is a template over more than the type of its output"));
    EXPECT_THAT(said_of_places(matrix + "template <class T>\n__global__ void mine(float* out) {}\n"),
                HasSubstr("mine is a template over T, but no parameter has this type"));
    EXPECT_THAT(said_of_places(matrix + "template <class T>\n__global__ void mine(T points, float* out) {}\n"),
                HasSubstr("`points` cannot have the type T of a template"));
    EXPECT_THAT(said_of_places("// workload: rbf_pair\ntemplate <class T>\n__global__ void mine(T value) {}\n"),
                HasSubstr("only the output can, if it is a matrix"));
}

TEST(OwnFilePlaces, cannot_write_into_a_texture_through_a_pointer) {
    EXPECT_FALSE(writes_texture(own_file_of("mine.cu", matrix + "__global__ void mine(float* out) {}\n")));
    EXPECT_FALSE(writes_texture(
        own_file_of("mine.cu", matrix + "template <class T>\n__global__ void mine(T out, int pitch) {}\n")));
    EXPECT_FALSE(writes_texture(own_file_of(
        "mine.cu",
        matrix + "template <class T>\n__global__ void mine(T out) {}\n__global__ void second(float* out) {}\n")));
}

TEST(OwnFilePlaces, miss_the_line_about_shared_memory) {
    const std::string body = "    extern __shared__ float tile[];\n}\n";
    EXPECT_EQ(said_of_places(matrix + "// shared: 4 * block\n__global__ void mine(float* out) {\n" + body), "");
    EXPECT_EQ(said_of_places(matrix + "__global__ void mine(float* out) {\n" + body),
              "mine.cu:3:5: mine has dynamic shared memory, but no line such as `// shared: 4 * block` says how much");
    EXPECT_THAT(said_of_places(matrix + "extern __shared__ float tile[];\n__global__ void mine(float* out) {}\n"),
                HasSubstr("mine.cu:2:1: the file has dynamic shared memory"));
    EXPECT_EQ(said_of_places(matrix + "extern \"C\" __device__ void f();\n__global__ void mine(float* out) {}\n"), "");
}

TEST(OwnFilePlaces, give_a_slider_to_a_kernel) {
    const std::string slider = "// slider: K = 3 from 1 to 4\n";
    OwnFile file = own_file_of("mine.cu", matrix + slider + "__global__ void mine(float* out, int K) {}\n");
    check_parameters(file);
    set_sliders(file, {"K=4"});
    Problem problem;
    problem.out = LinearMemory{};
    EXPECT_EQ(arguments_of(file, file.kernels[0], problem)[1].integer, 4);
    EXPECT_THAT(said_of_places(matrix + slider + "__global__ void mine(float* out, float K) {}\n"),
                HasSubstr("the slider `K` has the type `float`"));
}

TEST(OwnFilePlaces, are_named_where_no_line_says_how_a_kernel_is_launched) {
    const auto notes = [](const std::string& line) {
        return usual_launches(own_file_of("mine.cu", matrix + line + "__global__ void mine(float* out) {}\n"));
    };
    EXPECT_THAT(notes("// block: 32  grid: 1\n"), ::testing::IsEmpty());
    EXPECT_THAT(
        notes("// block: 32\n"),
        ::testing::ElementsAre("mine.cu:3:1: no line says how mine is launched, so it has the usual `grid: (n + "
                               "block - 1) / block, n` of distance_matrix"));
    EXPECT_THAT(notes("").at(0), HasSubstr("`block: 256   grid: "));
}

TEST(OwnFilePlaces, know_a_file_that_describes_a_variant) {
    const std::string text = "namespace pairscope::ladder::rbf_pair {\n"
                             "template <int n> __global__ void any() {}\n"
                             "KernelVariant mine_variant() { return {}; }\n}\n";
    const OwnFile file = own_file_of("mine.cu", text);
    EXPECT_EQ(file.variant, "pairscope::ladder::rbf_pair::mine_variant");
    EXPECT_EQ(file.workload, "rbf_pair");
    EXPECT_EQ(own_file_of("mine.cu", matrix + text).workload, "distance_matrix");
    EXPECT_THAT(said_of_places("KernelVariant mine_variant() { return {}; }\n"), HasSubstr("there is no workload ``"));
}

} // namespace
} // namespace pairscope::own
