// SPDX-License-Identifier: MIT
#include "app/spine/files/help_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::IsEmpty;

TEST(HelpPages, have_headings_paragraphs_and_bullets_whose_lines_are_joined) {
    const auto blocks = help_blocks("# Title\n\nOne line\nand `another`.\n* a bullet\n  goes on\n* the next\n\nEnd.\n");
    ASSERT_EQ(blocks.size(), 5u);
    EXPECT_EQ(blocks[0].part, HelpPart::heading);
    EXPECT_EQ(blocks[0].text, "Title");
    EXPECT_EQ(blocks[1].part, HelpPart::paragraph);
    EXPECT_EQ(blocks[1].text, "One line and another.");
    EXPECT_EQ(blocks[2].part, HelpPart::bullet);
    EXPECT_EQ(blocks[2].text, "a bullet goes on");
    EXPECT_EQ(blocks[3].text, "the next");
    EXPECT_EQ(blocks[4].part, HelpPart::paragraph);
}

TEST(HelpPages, set_the_code_apart_with_which_a_bullet_begins) {
    const auto blocks = help_blocks("* `pairscope list --json`\n  tells `all` variants\n* `a`, `b` or c\n");
    ASSERT_EQ(blocks.size(), 2u);
    EXPECT_EQ(blocks[0].code, "pairscope list --json");
    EXPECT_EQ(blocks[0].text, "tells all variants");
    EXPECT_EQ(blocks[1].code, "");
    EXPECT_EQ(blocks[1].text, "a, b or c");
}

TEST(HelpPages, are_absent_where_there_is_no_folder) { EXPECT_THAT(help_pages("/no/such/folder"), IsEmpty()); }

} // namespace
} // namespace pairscope::app
