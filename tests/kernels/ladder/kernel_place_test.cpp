// SPDX-License-Identifier: MIT
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_in(std::string_view text) {
    std::vector<std::string> names;
    for (const DefinedFunction& function : functions_in(text)) names.emplace_back(function.name);
    return names;
}

/// The lines of a text from this one on, from 1.
std::string_view from_line(std::string_view text, int line) {
    for (int i = 1; i < line; ++i) text.remove_prefix(text.find('\n') + 1);
    return text;
}

TEST(KernelPlace, of_every_variant_is_a_function_that_does_the_work_and_stands_where_it_is_said_to) {
    for (const KernelVariant& variant : variants()) {
        const KernelPlace place = kernel_place(variant);
        EXPECT_EQ(std::ranges::count(source_files(variant), place.path), 1) << variant.id;
        const std::string_view text = text_of_source(place.path);
        const auto functions = functions_in(text);
        const auto kernel = std::ranges::find(functions, place.line, &DefinedFunction::line);
        ASSERT_NE(kernel, functions.end()) << variant.id << " shows no kernel";
        EXPECT_EQ(kernel->name, place.name) << variant.id;
        const std::string shown(from_line(text, place.line));
        EXPECT_EQ(shown.substr(shown.find(kernel->text), kernel->text.size()), kernel->text) << variant.id;
        for (std::string_view above = std::string_view(shown).substr(0, shown.find(kernel->text)); !above.empty();
             above.remove_prefix(above.find('\n') + 1))
            EXPECT_TRUE(above.starts_with("//")) << variant.id << ": only its comment stands above a kernel";
        if (variant.backend == Backend::cuda)
            EXPECT_THAT(std::string(kernel->text), HasSubstr("__global__")) << variant.id;
        else
            EXPECT_THAT(std::string(kernel->text), testing::ContainsRegex("for |while |for_rows")) << variant.id;
        EXPECT_EQ(line_to_read(variant, place.path), place.line);
    }
}

TEST(KernelPlace, is_the_kernel_that_does_the_most_where_a_file_has_several) {
    const auto name_of_kernel = [](std::string_view id) { return kernel_place(*find_variant(id)).name; };
    if (find_variant("best_match/tensor_tf32") != nullptr) { // a build without CUDA has no kernels for tensor cores
        EXPECT_EQ(name_of_kernel("best_match/tensor_tf32"), "tensor_tf32") << "it has the name of the variant";
    }
    EXPECT_EQ(name_of_kernel("rbf_pair/two_kernels"), "square_differences") << "the first one";
    EXPECT_EQ(name_of_kernel("farthest_pair/dp4a_tile"), "find_best") << "square_lengths is much shorter";
    EXPECT_EQ(name_of_kernel("farthest_pair/pair_per_thread"), "find_largest") << "begin has four short lines";
}

TEST(KernelPlace, is_in_a_shared_file_where_the_own_file_only_calls_it) {
    const KernelVariant& panels = *find_variant("best_match/cpu_parallel");
    const KernelPlace place = kernel_place(panels);
    EXPECT_EQ(place.path, "kernels/workloads/best_match/panels.cpp");
    EXPECT_EQ(place.name, "match_with_panels");
    EXPECT_THAT(source_files(panels), ElementsAre(panels.source, place.path));
    EXPECT_EQ(line_to_read(panels, panels.source), 0) << "the own file is read from its beginning";
    const KernelVariant& padded = *find_variant("best_match/padded");
    const std::string_view windows = "kernels/workloads/best_match/windows.cuh";
    EXPECT_EQ(kernel_place(padded).path, padded.source);
    EXPECT_THAT(std::string(from_line(text_of_source(windows), line_to_read(padded, windows)).substr(0, 600)),
                HasSubstr(" match_windows("))
        << "what its kernel calls";
}

TEST(FunctionsIn, finds_definitions_with_their_comments_and_leaves_out_everything_else) {
    constexpr std::string_view text = R"(// SPDX
#include <vector>
namespace a {
constexpr int side = 4; // {
using Blocks = Sizes<side>;
struct Sums {
    float values[side];
    void add() { ++values[0]; }
};
void declared(int n);
const auto table = made({1, 2});
/// Adds.
// And stores.
template <class T>
__global__ void __launch_bounds__(side, 2)
    add_up(const T (&x)[side], Sums to = {}) {
    if (x[0] > 0) { to.add(); }
}
float Panels::sum() const { return 0; }
} // namespace a
)";
    EXPECT_THAT(names_in(text), ElementsAre("add_up", "sum"));
    const DefinedFunction first = functions_in(text).front();
    EXPECT_EQ(first.line, 12);
    EXPECT_TRUE(first.text.starts_with("template <class T>") && first.text.ends_with("\n}")) << first.text;
    EXPECT_THAT(names_in(""), testing::IsEmpty());
    EXPECT_THAT(names_in("void f() {"), testing::IsEmpty()) << "it does not end";
    EXPECT_THAT(names_in("} ) {\nint ) {}\n("), testing::IsEmpty());
}

} // namespace
} // namespace pairscope
