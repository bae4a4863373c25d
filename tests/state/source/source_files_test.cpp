// SPDX-License-Identifier: MIT
#include "app/spine/update/update.h"
#include "app/subjects/source/source.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/registry.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

TEST(ShownSource, of_every_variant_is_the_file_with_its_kernel_from_the_kernel_on) {
    for (const KernelVariant& variant : variants()) {
        const ShownSource shown = shown_source(State{}, variant);
        const KernelPlace kernel = kernel_place(variant);
        EXPECT_EQ(source_files(variant).front(), variant.source);
        EXPECT_EQ(shown.path, kernel.path);
        EXPECT_EQ(shown.line, kernel.line) << variant.id;
        EXPECT_EQ(shown.text, text_of_source(kernel.path));
        EXPECT_FALSE(shown.text.empty()) << variant.id;
    }
}

TEST(ShownSource, is_chosen_by_the_user_as_long_as_the_variant_has_the_file) {
    State state = laptop_with_points();
    const KernelVariant &padded = *find_variant("best_match/padded"), &naive = *find_variant("best_match/cpu_naive");
    EXPECT_THAT(source_files(padded), testing::ElementsAre(padded.source, "kernels/workloads/best_match/windows.cuh"));
    EXPECT_EQ(shown_source(state, padded).path, padded.source) << "the kernel is in the variant's own file";
    (void)update(state, command::ShowSource{"kernels/workloads/best_match/windows.cuh"});
    EXPECT_EQ(shown_source(state, padded).path, "kernels/workloads/best_match/windows.cuh");
    EXPECT_EQ(shown_source(state, naive).path, naive.source);
}

TEST(ComparedSources, of_a_variant_and_its_parent_show_every_line_of_both_kernels) {
    for (const KernelVariant& variant : variants()) {
        const KernelVariant* const parent = variant.parent.empty() ? nullptr : find_variant(variant.parent);
        if (parent == nullptr) continue;
        const auto [file, file_of_parent] = compared_sources(variant, *parent);
        EXPECT_NE(file, file_of_parent) << variant.id;
        if (kernel_place(variant).path == kernel_place(*parent).path) {
            EXPECT_EQ(file, variant.source);
            EXPECT_EQ(file_of_parent, parent->source);
        } else {
            EXPECT_EQ(file, kernel_place(variant).path);
            EXPECT_EQ(file_of_parent, kernel_place(*parent).path);
        }
    }
}

} // namespace
} // namespace pairscope::app
