// SPDX-License-Identifier: MIT
// Which letters an undo takes back together.
#include "app/window/widgets/undo_words.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pairscope::app {
namespace {

/// What is left of a text that was typed letter by letter, after one undo by words.
std::string after_undo(std::string_view typed) {
    UndoWords words;
    for (int i = 0; i < int(typed.size()); ++i)
        words.note(std::size_t(i) + 1, TextChange{.is_insert = true,
                                                  .begin = i,
                                                  .end = i + 1,
                                                  .text = std::string(typed.substr(std::size_t(i), 1))});
    std::size_t steps = typed.size() - 1;
    while (words.continues(steps)) --steps;
    return std::string(typed.substr(0, steps));
}

TEST(UndoWords, take_back_a_word_with_the_blanks_behind_it) {
    EXPECT_EQ(after_undo("int rows"), "int ");
    EXPECT_EQ(after_undo("int rows  "), "int ");
    EXPECT_EQ(after_undo("a_name2"), "");
    EXPECT_EQ(after_undo("rows += "), "rows ");
    EXPECT_EQ(after_undo("f(x"), "f(");
}

TEST(UndoWords, keep_what_was_typed_elsewhere_or_pasted_as_a_step_of_its_own) {
    UndoWords words;
    words.note(1, TextChange{.is_insert = true, .begin = 0, .end = 1, .text = "a"});
    words.note(2, TextChange{.is_insert = true, .begin = 5, .end = 6, .text = "b"});
    words.note(3, TextChange{.is_insert = true, .begin = 6, .end = 16, .text = "0123456789"});
    words.note(4, TextChange{.is_insert = true, .begin = 16, .end = 17, .text = "c"});
    words.note(5, std::nullopt);
    words.note(6, TextChange{.is_insert = false, .begin = 16, .end = 17, .text = "c"});
    words.note(7, TextChange{.is_insert = false, .begin = 15, .end = 16, .text = "9"});
    for (const std::size_t step : {0u, 1u, 2u, 3u, 4u, 5u, 7u}) EXPECT_FALSE(words.continues(step)) << step;
    EXPECT_TRUE(words.continues(6)) << "two letters were deleted one after the other";
}

TEST(UndoWords, know_steps_after_they_were_undone_and_forget_them_when_others_take_their_place) {
    UndoWords words;
    const auto letter = [](int at, const char* text) {
        return TextChange{.is_insert = true, .begin = at, .end = at + 1, .text = text};
    };
    words.note(1, letter(0, "a"));
    words.note(2, letter(1, "b"));
    words.note(1, std::nullopt);
    EXPECT_TRUE(words.continues(1)) << "redo goes by words, too";
    words.note(2, letter(1, "b"));
    EXPECT_TRUE(words.continues(1));
    words.note(1, std::nullopt);
    words.note(2, letter(1, ";"));
    EXPECT_FALSE(words.continues(1));
}

} // namespace
} // namespace pairscope::app
