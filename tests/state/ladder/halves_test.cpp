// SPDX-License-Identifier: MIT
// Variants whose output has entries of 16 bits: labelled wherever their figures stand beside those of others.
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/ladder/results_table.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

State state_on_cpu() {
    State state;
    Dataset data;
    data.rows = 64;
    data.dims = 2;
    data.values = std::vector<float>(128);
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
    state.data.revision = 1;
    state.run.devices = {devices().back()};
    return state;
}

TEST(Halves, are_labelled_in_the_ladder_and_in_the_table) {
    const State state = state_on_cpu();
    for (const LadderSection& section : ladder_sections(state))
        for (const LadderRow& row : section.rows) {
            const KernelVariant* variant = find_variant(row.id);
            const bool halves = variant != nullptr && variant->entry == Entry::float16;
            EXPECT_EQ(row.output, halves ? "fp16 output" : "") << row.id;
        }
    const std::vector<ResultRow> rows = result_rows(state);
    EXPECT_TRUE(std::ranges::any_of(rows, [](const ResultRow& row) { return row.output_bits == 16; }));
    for (const ResultRow& row : rows) {
        const KernelVariant* variant = find_variant(row.variant);
        const Entry entry = variant == nullptr ? Entry::float32 : variant->entry;
        EXPECT_EQ(row.output_bits, 8 * bytes_of(entry)) << row.variant;
    }
}

TEST(Halves, have_compulsory_bytes_of_their_own) {
    const KernelVariant& variant = *find_variant("half_output");
    const Workload workload{.type = variant.workload, .rows = 1000, .cols = 1000, .dims = 2};
    EXPECT_DOUBLE_EQ(predicted_bytes(variant, workload), 2e6 + 8e3);
    EXPECT_DOUBLE_EQ(work_of(workload, variant.entry).compulsory_bytes, 2e6 + 8e3);
    EXPECT_DOUBLE_EQ(work_of(workload).compulsory_bytes, 4e6 + 8e3);
}

} // namespace
} // namespace pairscope::app
