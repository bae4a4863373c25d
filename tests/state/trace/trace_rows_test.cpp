// SPDX-License-Identifier: MIT
// The table of a trace: what each line of the source touches, in numbers and in words.
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_words.h"
#include "kernels/ladder/registry.h"

#include <gtest/gtest.h>

#include <optional>

namespace pairscope::app {
namespace {

const KernelVariant& traced_variant() {
    for (const KernelVariant& variant : variants())
        if (variant.backend == Backend::cuda && variant.simulate != nullptr && variant.writes_linear) return variant;
    throw std::logic_error("there is no CUDA variant that can be simulated");
}

TEST(TraceRows, a_line_of_a_header_stands_behind_the_name_of_its_file) {
    simt::Trace trace;
    trace.lines.resize(3);
    trace.lines[0].file = "kernels/workloads/rbf_pair/squares.cuh";
    trace.lines[0].line = 1;
    trace.lines[1].file = traced_variant().source;
    trace.lines[1].line = 1;
    trace.lines[2].file = "kernels/matrix/unknown.cuh";
    trace.lines[2].line = 7;
    const auto rows = trace_rows(trace, traced_variant());
    EXPECT_EQ(code_text(rows[0]), "squares.cuh: // SPDX-License-Identifier: MIT");
    EXPECT_EQ(code_text(rows[1]), "// SPDX-License-Identifier: MIT");
    EXPECT_EQ(code_text(rows[2]), "a line of kernels/matrix/unknown.cuh");
}

TEST(TraceRows, of_shared_memory_the_conflicts_are_the_wavefronts_beyond_those_needed) {
    simt::Trace trace;
    simt::TraceLine line;
    line.kind = simt::AccessKind::shared_load;
    line.requests = 10;
    line.wavefronts = 40;
    line.needed = 20;
    trace.lines = {line};
    const auto rows = trace_rows(trace, traced_variant());
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].conflicts, 20.0);
    EXPECT_EQ(rows[0].ways, 4.0);
    EXPECT_FALSE(rows[0].bytes) << "shared memory has no sectors";
    EXPECT_EQ(conflict_text(rows[0]), "2-way conflict");
    EXPECT_EQ(brief_conflict_text(rows[0]), "2-way") << "a narrow column has no room for the noun";
}

TEST(TraceRows, conflicts_are_told_by_how_many_passes_take_the_place_of_one) {
    const auto text = [](std::optional<double> ways, std::optional<double> needed, std::optional<double> conflicts) {
        TraceRow row{};
        row.ways = ways, row.needed = needed, row.conflicts = conflicts;
        return conflict_text(row);
    };
    EXPECT_EQ(text(4.0, 4.0, 0.0), "no conflict") << "16 bytes per lane";
    EXPECT_EQ(text(32.0, 1.0, 310.0), "32-way conflict");
    EXPECT_EQ(text(1.5, 1.0, 5.0), "1.5-way conflict");
    EXPECT_EQ(text({}, {}, {}), "") << "global memory";
}

TEST(TraceRows, of_a_broadcast_the_least_is_one_sector) {
    simt::Trace trace;
    simt::TraceLine line;
    line.kind = simt::AccessKind::global_load;
    line.requests = 10;
    line.sectors = 10;
    line.useful_bytes = 80;
    trace.lines = {line};
    EXPECT_DOUBLE_EQ(trace_rows(trace, traced_variant())[0].least.value(), 1.0);
}

} // namespace
} // namespace pairscope::app
