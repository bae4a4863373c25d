// SPDX-License-Identifier: MIT
// Rungs of the ladders as files of a user's own.
#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/copy_of_rung.h"
#include "kernels/own/own_file.h"
#include "kernels/own/rung_kernel.h"
#include "kernels/own/rung_tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::own {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

CopyOfRung copy_of(std::string_view id, std::string_view name = "mine") {
    return copy_of_rung(*find_variant(id), name);
}

TEST(CopyOfRung, is_plain_for_most_rungs_that_launch_each_kernel_once) {
    int plain = 0;
    for (const KernelVariant& rung : variants()) {
        if (rung.backend != Backend::cuda) continue;
        SCOPED_TRACE(std::string(rung.id));
        const CopyOfRung copy = copy_of_rung(rung, "mine");
        plain += copy.is_plain ? 1 : 0;
        EXPECT_THAT(copy.sentence, StartsWith(std::string(rung.id)));
        EXPECT_THAT(copy.text, HasSubstr("// workload: " + std::string(rung.workload)));
        const OwnFile file = own_file_of("mine.cu", copy.text);
        EXPECT_EQ(file.variant.empty(), copy.is_plain);
    }
    EXPECT_GE(plain, 25);
}

TEST(CopyOfRung, is_plain_for_the_six_published_kernels) {
    for (const char* name :
         {"row_per_thread", "coalesced", "shared_tile", "no_division", "pipeline_dynamic", "pipeline_static"}) {
        const CopyOfRung copy = copy_of(std::string("distance_matrix/") + name);
        EXPECT_TRUE(copy.is_plain) << copy.sentence;
        EXPECT_THAT(copy.text, AllOf(HasSubstr("void mine(const float2* __restrict__ points, int n"),
                                     Not(HasSubstr("pairscope::")), Not(HasSubstr("KernelVariant"))));
    }
}

TEST(CopyOfRung, makes_sliders_of_the_constants_in_its_launch_lines) {
    const CopyOfRung copy = copy_of("distance_matrix/shared_tile");
    EXPECT_THAT(copy.text,
                AllOf(HasSubstr("// slider: rows_per_block = 256 from 1 to 1024\n"),
                      HasSubstr("// slider: threads = 256 from 32 to 1024\n"),
                      HasSubstr("// block: threads   grid: (n + rows_per_block - 1) / rows_per_block   shared: "
                                "(rows_per_block + tile_width) * 8\n"),
                      HasSubstr("extern __shared__ float2 row_points[];")));
}

TEST(CopyOfRung, has_the_workspace_and_the_layout_of_its_rung) {
    EXPECT_THAT(copy_of("rbf_density/fused_row_sum").text,
                HasSubstr("// workspace: 4 * n * ((n + columns_at_once - 1) / columns_at_once)\n"));
    EXPECT_THAT(copy_of("cross_distance/transposed_input").text,
                HasSubstr("// layout: a column_major, b column_major\n"));
}

TEST(CopyOfRung, says_why_it_describes_a_whole_variant) {
    const CopyOfRung copy = copy_of("distance_matrix/half_output", "smaller");
    EXPECT_FALSE(copy.is_plain);
    EXPECT_EQ(copy.sentence, "distance_matrix/half_output cannot be written as a plain file, because it writes numbers "
                             "of 16 bits, and plain kernels write float32; the file describes a whole variant.");
    EXPECT_THAT(copy.text, HasSubstr("KernelVariant smaller_variant() {"));
    EXPECT_EQ(own_file_of("smaller.cu", copy.text).variant, "pairscope::ladder::distance_matrix::smaller_variant");
}

TEST(CopyOfRung, keeps_the_name_of_the_kernel_where_the_new_one_is_taken) {
    EXPECT_THAT(copy_of("distance_matrix/tile16", "distance").text, HasSubstr("void tile16("));
    EXPECT_THAT(copy_of("distance_matrix/tile16", "threads").text, HasSubstr("void tile16("));
}

TEST(RungKernel, decides_what_the_workload_decides) {
    const std::string text = "a;\nif constexpr (F::x) {\n    b;\n}\nif constexpr (F::x)\n    c(1);\nelse\n    d;\n";
    EXPECT_EQ(decided(text, "F::x", true), "a;\nb;\nc(1);\n");
    EXPECT_EQ(decided(text, "F::x", false), "a;\n\nd;\n");
    EXPECT_EQ(decided(text, "F::y", false), text);
    EXPECT_EQ(renamed("n = a.n + n->n + an + x::n;", "n", "m"), "m = a.n + m->n + an + x::n;");
}

TEST(RungTokens, write_out_tiles_and_formulas) {
    Meanings meanings;
    meanings.values["problem.n"] = {"n"};
    meanings.values["columns"] = tokens_in("n + 7");
    meanings.formulas["rows_of"] = {{"threads"}, tokens_in("8 * threads")};
    const auto written = [&](std::string_view code) { return text_of(for_line(resolved(tokens_in(code), meanings))); };
    EXPECT_EQ(written("cuda::tiles(problem.n, 32)"), "(n + 32 - 1) / 32");
    EXPECT_EQ(written("cuda::tiles(columns, 4 * lanes)"), "(n + 7 + (4 * lanes) - 1) / (4 * lanes)");
    EXPECT_EQ(written("rows_of(problem.n + 1)"), "8 * (n + 1)");
    EXPECT_EQ(written("std::min<unsigned>(problem.n, 65535)"), "min(n, 65535)");
    EXPECT_EQ(written("2 * sizeof(float2) * static_cast<int>(problem.n)"), "2 * 8 * n");
    EXPECT_EQ(written("most * std::int64_t{sizeof(float)}"), "most * 4");
    EXPECT_EQ(list_of(tokens_in("f(a, b), static_cast<T<int, 2>>(c), d")).size(), 3u);
    EXPECT_THROW(static_cast<void>(for_line(tokens_in("sizeof(Shared)"))), NotPlain);
}

} // namespace
} // namespace pairscope::own
