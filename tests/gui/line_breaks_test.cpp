// SPDX-License-Identifier: MIT
// No line on the screen ends inside of a number, or between a number and its unit.
#include "tests/gui/gui.h"

#include <line_breaks.h>

#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <string>
#include <vector>

namespace pairscope::app {
namespace {

/// The text with a mark for each blank at which a line must not end.
std::string marked(std::string text) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == ' ' && toolkit::stays_on_line(text, i)) text[i] = '_';
    return text;
}

TEST(LineBreaks, keep_the_parts_of_a_number_together) {
    EXPECT_EQ(marked("n = 16 384, m = 1 024"), "n_=_16_384, m_=_1_024");
    EXPECT_EQ(marked("0.800 ms ± 0.004, median of 40 runs"), "0.800_ms ±_0.004, median of 40 runs");
    EXPECT_EQ(marked("12 % of 3 rows take 3.68 GB."), "12_% of 3 rows take 3.68_GB.");
    EXPECT_EQ(marked("row 12 3456 is no number, and a = b"), "row 12 3456 is no number, and a = b");
    EXPECT_EQ(marked("at the end 1 "), "at the end 1 ");
}

TEST(LineBreaks, hold_for_text_of_any_width) {
    if (const std::string reason = why_no_window(); !reason.empty()) GTEST_SKIP() << reason;
    const std::string text = "The shapes are n = 16 384 and 60 000 x 784, which is 12 % of 3 600 000 kB per run.";
    std::vector<std::string> faults;
    int lines = 0;
    Gui gui;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        person.Yield();
        ImFont* const font = ImGui::GetFont();
        const float size = ImGui::GetFontSize();
        const char* const last = text.data() + text.size();
        for (float width = 110.0f; width < 500.0f; width += 1.0f)
            for (const char* from = text.data(); from < last; ++lines) {
                const char* to = font->CalcWordWrapPosition(size, from, last, width);
                if (to < last && *to == ' ' && toolkit::stays_on_line(text, std::size_t(to - text.data())))
                    faults.emplace_back(from, to);
                while (to < last && *to == ' ') ++to;
                from = to;
            }
    }));
    EXPECT_GT(lines, 390) << "the text was wrapped";
    EXPECT_EQ(faults, std::vector<std::string>{}) << "these lines end inside of a number";
}

} // namespace
} // namespace pairscope::app
