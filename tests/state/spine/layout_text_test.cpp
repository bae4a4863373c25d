// SPDX-License-Identifier: MIT
#include "app/spine/files/layout_text.h"

#include <gtest/gtest.h>

#include <string>

namespace pairscope::app {
namespace {

/// As the toolkit writes it: two panels side by side.
const std::string sound = "[Window][Data]\nPos=0,19\nSize=304,860\nCollapsed=0\nDockId=0x00000001,0\n\n"
                          "[Window][Matrix]\nPos=306,19\nSize=1294,860\nCollapsed=0\nDockId=0x00000002,0\n\n"
                          "[Docking][Data]\n"
                          "DockSpace   ID=0x0F0F0F0F Window=0x0A0A0A0A Pos=0,19 Size=1600,860 Split=X\n"
                          "  DockNode  ID=0x00000001 Parent=0x0F0F0F0F SizeRef=304,860 HiddenTabBar=1 Selected=0x11\n"
                          "  DockNode  ID=0x00000002 Parent=0x0F0F0F0F SizeRef=1294,860 CentralNode=1\n\n";

std::string changed(const std::string& what, const std::string& to) {
    std::string text = sound;
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), to);
}

TEST(LayoutText, what_the_toolkit_wrote_and_nothing_at_all_are_sound) {
    EXPECT_TRUE(is_sound_layout(sound));
    EXPECT_TRUE(is_sound_layout(""));
    EXPECT_TRUE(is_sound_layout(changed("Matrix", "Matrix###Matrix, narrow")));
}

TEST(LayoutText, unreadable_bytes_are_damage) {
    EXPECT_FALSE(is_sound_layout(changed("Collapsed=0", std::string("Coll\0psed", 9))));
    EXPECT_FALSE(is_sound_layout("\x7f"
                                 "ELF\x02\x01\x01"));
    EXPECT_FALSE(is_sound_layout(sound.substr(0, sound.size() / 2) + "\x01\x02"));
}

TEST(LayoutText, a_node_without_size_is_damage) {
    EXPECT_FALSE(is_sound_layout(changed("SizeRef=304,860", "SizeRef=0,0")));
    EXPECT_FALSE(is_sound_layout(changed("SizeRef=304,860", "SizeRef=-5,860")));
    EXPECT_FALSE(is_sound_layout(changed("Size=1600,860", "Size=0,0")));
    EXPECT_FALSE(is_sound_layout(changed("Size=1600,860", "Size=99999,860")));
    EXPECT_FALSE(is_sound_layout(changed(" SizeRef=304,860", "")));
}

TEST(LayoutText, a_tree_that_is_none_is_damage) {
    EXPECT_FALSE(is_sound_layout(changed("ID=0x00000002", "ID=0x00000001"))) << "defined twice";
    EXPECT_FALSE(is_sound_layout(changed("Parent=0x0F0F0F0F", "Parent=0x00000001"))) << "its own parent";
    EXPECT_FALSE(is_sound_layout(changed("Parent=0x0F0F0F0F", "Parent=0x00000009"))) << "no such parent";
    EXPECT_FALSE(is_sound_layout(changed(" Split=X", ""))) << "children without a split";
    EXPECT_FALSE(is_sound_layout(sound + "  DockNode  ID=0x00000003 Parent=0x0F0F0F0F SizeRef=1,1\n")) << "three";
    EXPECT_FALSE(is_sound_layout(sound.substr(0, sound.rfind("  DockNode")))) << "cut: one child only";
}

} // namespace
} // namespace pairscope::app
