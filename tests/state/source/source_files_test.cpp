// SPDX-License-Identifier: MIT
#include "app/spine/update/update.h"
#include "app/subjects/source/source.h"
#include "kernels/ladder/registry.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

/// The line of a text, from 1.
std::string_view line_of(std::string_view text, int line) {
    for (int i = 1; i < line; ++i) text.remove_prefix(text.find('\n') + 1);
    return text.substr(0, text.find('\n'));
}

TEST(SourceFiles, of_every_variant_on_a_gpu_begin_with_its_own_and_show_a_kernel) {
    for (const KernelVariant& variant : variants()) {
        EXPECT_EQ(source_files(variant).front(), variant.source);
        const ShownSource shown = shown_source(State{}, variant);
        EXPECT_FALSE(shown.text.empty()) << variant.id;
        if (variant.backend != Backend::cuda) {
            EXPECT_EQ(shown.path, variant.source);
            continue;
        }
        const bool has_kernel = shown.text.find("__global__") != std::string_view::npos;
        EXPECT_TRUE(has_kernel || short_name(variant.id) == "library") << variant.id;
        if (shown.path == variant.source) continue;
        EXPECT_THAT(std::string(line_of(shown.text, shown.line)), testing::HasSubstr("__global__")) << variant.id;
    }
}

TEST(SourceFiles, are_chosen_by_the_user_as_long_as_the_variant_has_them) {
    State state = laptop_with_points();
    const KernelVariant &padded = *find_variant("best_match/padded"), &naive = *find_variant("best_match/cpu_naive");
    EXPECT_THAT(source_files(padded), testing::ElementsAre(padded.source, "kernels/workloads/best_match/windows.cuh"));
    EXPECT_EQ(shown_source(state, padded).path, padded.source) << "the kernel is in the variant's own file";
    (void)update(state, command::ShowSource{"kernels/workloads/best_match/windows.cuh"});
    EXPECT_EQ(shown_source(state, padded).path, "kernels/workloads/best_match/windows.cuh");
    EXPECT_EQ(shown_source(state, naive).path, naive.source);
    EXPECT_EQ(shown_source(state, naive).line, 0);
}

} // namespace
} // namespace pairscope::app
