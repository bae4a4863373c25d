// SPDX-License-Identifier: MIT
#include "app/subjects/compare/line_diff.h"
#include "kernels/ladder/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace pairscope::app {
namespace {

std::string kinds(const std::vector<DiffRow>& rows) {
    std::string text;
    for (const DiffRow& row : rows) text += "=~-+"[int(row.kind)];
    return text;
}

std::string changed_words(const DiffSide& side) {
    std::string text;
    for (const TextRange& range : side.changed)
        text += (text.empty() ? "" : "|") + std::string(side.text.substr(range.begin, range.end - range.begin));
    return text;
}

TEST(LineDiff, of_equal_texts_has_only_same_lines) {
    EXPECT_EQ(kinds(line_diff("a\nb\n\nc\n", "a\nb\n\nc\n")), "====");
    EXPECT_EQ(kinds(line_diff("", "")), "");
}

TEST(LineDiff, finds_added_and_removed_lines) {
    EXPECT_EQ(kinds(line_diff("a\nb\nc\n", "a\nc\n")), "=-=");
    EXPECT_EQ(kinds(line_diff("a\nc\n", "a\nb\nc\n")), "=+=");
    EXPECT_EQ(kinds(line_diff("", "x\ny\n")), "++");
}

TEST(LineDiff, sets_a_changed_line_beside_its_old_one_and_marks_the_words) {
    const auto rows =
        line_diff("int i = 0;\nout[row * n + col] = sqrtf(d);\n", "int i = 0;\nout[row + col] = sqrtf(d);\n");
    ASSERT_EQ(kinds(rows), "=~");
    EXPECT_EQ(changed_words(rows[1].a), "* n");
    EXPECT_EQ(changed_words(rows[1].b), "");
    EXPECT_EQ(rows[1].a.number, 2);
}

TEST(LineDiff, does_not_pair_lines_that_have_little_in_common) {
    EXPECT_EQ(kinds(line_diff("for (int i = 0; i < n; ++i)\n", "__syncthreads();\n")), "-+");
}

TEST(LineDiff, holds_every_line_of_both_files_once_and_in_order) {
    const KernelVariant *a = find_variant("row_per_thread"), *b = find_variant("coalesced");
    ASSERT_NE(a, nullptr);
    ASSERT_NE(b, nullptr);
    const auto rows = line_diff(a->source_text, b->source_text);
    std::string text_a, text_b;
    int next_a = 0, next_b = 0;
    for (const DiffRow& row : rows) {
        if (row.a.number > 0) {
            EXPECT_EQ(row.a.number, ++next_a);
            text_a += std::string(row.a.text) + "\n";
        }
        if (row.b.number > 0) {
            EXPECT_EQ(row.b.number, ++next_b);
            text_b += std::string(row.b.text) + "\n";
        }
        EXPECT_EQ(row.kind == DiffKind::same, row.a.number > 0 && row.b.number > 0 && row.a.text == row.b.text);
    }
    EXPECT_EQ(text_a, a->source_text);
    EXPECT_EQ(text_b, b->source_text);
    EXPECT_GT(rows_of_kind(rows, DiffKind::same), 10u);
}

} // namespace
} // namespace pairscope::app
