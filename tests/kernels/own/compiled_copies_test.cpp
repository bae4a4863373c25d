// SPDX-License-Identifier: MIT
// Copies of rungs, compiled as a user's own kernels are: they compute and touch what their rungs do.
#include "kernels/ladder/registry.h"
#include "kernels/own/copy_of_rung.h"
#include "tests/kernels/own/compiled_object.h"

#include <gtest/gtest.h>

namespace pairscope::own {
namespace {

void expect_equal_copy(const KernelVariant& rung, bool is_plain) {
    SCOPED_TRACE(std::string(rung.id));
    const CopyOfRung copy = copy_of_rung(rung, "mine");
    ASSERT_EQ(copy.is_plain, is_plain) << copy.sentence;
    const TemporaryFolder folder;
    const auto object = compiled(copy.text, folder);
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(object->variant().writes_surface, rung.writes_surface);
    expect_equal_runs(rung, object->variant(), TargetKind::linear);
    if (rung.writes_surface) expect_equal_runs(rung, object->variant(), TargetKind::surface);
}

TEST(CompiledCopies, that_are_plain_compute_and_touch_what_their_rungs_do) {
    for (const KernelVariant& rung : variants())
        if (rung.backend == Backend::cuda && copy_of_rung(rung, "mine").is_plain) expect_equal_copy(rung, true);
}

TEST(CompiledCopies, that_describe_variants_compute_and_touch_what_their_rungs_do) {
    for (const char* id : {"distance_matrix/symmetric", "cross_distance/register_tile", "rbf_pair/reduce_modulo",
                           "farthest_pair/tile_reduce", "best_match/padded"})
        expect_equal_copy(*find_variant(id), false);
}

} // namespace
} // namespace pairscope::own
