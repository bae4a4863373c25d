// SPDX-License-Identifier: MIT
// What the program keeps for itself: it may be damaged, or impossible, and the window opens all the same.
#include "app/spine/files/ceiling_store.h"
#include "app/spine/files/own_files.h"
#include "app/spine/files/settings.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <fstream>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class OwnFiles : public testing::Test {
protected:
    OwnFiles() { live_in(folder_.path()); }
    ~OwnFiles() override {
        for (const char* variable : variables) ::unsetenv(variable);
    }

    static void live_in(const std::filesystem::path& home) {
        for (const char* variable : variables) ::setenv(variable, home.c_str(), 1);
    }
    [[nodiscard]] std::filesystem::path kept(const char* name) const {
        std::filesystem::create_directories(folder_.path() / "pairscope");
        return folder_.path() / "pairscope" / name;
    }

    static constexpr std::array variables{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"};
    TemporaryFolder folder_;
};

TEST_F(OwnFiles, settings_of_neighbours_are_kept_within_their_ranges) {
    std::ofstream(kept("settings.json")) << R"({"neighbours": 1000, "radius": -3.0})";
    State state;
    load_settings(state);
    EXPECT_EQ(state.neighbours.k, 64);
    EXPECT_FALSE(state.neighbours.radius);
}

TEST_F(OwnFiles, settings_come_back) {
    State before;
    before.look.theme = Theme::light;
    before.neighbours.k = 21;
    before.neighbours.radius = 0.25;
    before.order.animated = false;
    save_settings(before);
    State after;
    load_settings(after);
    EXPECT_EQ(after.look.theme, Theme::light);
    EXPECT_EQ(after.neighbours.k, 21);
    EXPECT_EQ(after.neighbours.radius, 0.25f);
    EXPECT_FALSE(after.order.animated);
    EXPECT_THAT(after.notices, IsEmpty());
}

TEST_F(OwnFiles, a_setting_of_the_wrong_type_is_named_and_the_others_apply) {
    std::ofstream(kept("settings.json")) << R"({"theme": "light", "output": 7, "recent": ["/a.csv"]})";
    State state;
    load_settings(state);
    ASSERT_EQ(state.notices.size(), 1u);
    EXPECT_THAT(state.notices[0].text, HasSubstr("the values of output are of the wrong type"));
    EXPECT_EQ(state.look.theme, Theme::light);
    EXPECT_EQ(state.data.recent, std::vector<std::filesystem::path>{"/a.csv"});
    EXPECT_TRUE(std::filesystem::exists(kept("settings.json.damaged")));
}

TEST_F(OwnFiles, damaged_settings_are_kept_beside_the_new_ones) {
    std::ofstream(kept("settings.json")) << R"({"theme": "li)";
    State state;
    load_settings(state);
    ASSERT_EQ(state.notices.size(), 1u);
    EXPECT_THAT(state.notices[0].text, HasSubstr("is damaged"));
    EXPECT_EQ(std::filesystem::file_size(kept("settings.json.damaged")), 13u);
}

TEST_F(OwnFiles, settings_that_are_a_folder_are_told_and_change_nothing) {
    std::filesystem::create_directory(kept("settings.json"));
    State state;
    load_settings(state);
    ASSERT_EQ(state.notices.size(), 1u);
    EXPECT_THAT(state.notices[0].text, HasSubstr("it is a folder, a pipe or a device, not a file"));
    save_settings(state);
    EXPECT_TRUE(std::filesystem::is_directory(kept("settings.json")));
}

TEST_F(OwnFiles, nobody_waits_for_the_other_end_of_a_pipe) {
    for (const char* name : {"settings.json", "ceilings.json"}) ASSERT_EQ(::mkfifo(kept(name).c_str(), 0600), 0);
    State state;
    load_settings(state);
    ASSERT_EQ(state.notices.size(), 1u);
    EXPECT_THAT(stored_ceilings({}).problem, HasSubstr("not a file"));
    save_settings(state);
    store_ceilings({profiling::Ceilings{}});
    EXPECT_FALSE(may_be_own_file(kept("settings.json")));
    EXPECT_TRUE(may_be_own_file(kept("none.json")));
}

TEST_F(OwnFiles, a_home_that_cannot_be_written_is_told_once) {
    std::ofstream(folder_.path() / "file") << "no folder can be made in it";
    live_in(folder_.path() / "file");
    State state;
    make_own_folders(state);
    ASSERT_EQ(state.notices.size(), 1u);
    EXPECT_THAT(state.notices[0].text, HasSubstr("will not be saved: "));
    save_settings(state);
    EXPECT_EQ(state.notices.size(), 1u);
}

TEST_F(OwnFiles, folders_that_are_missing_are_made_without_a_word) {
    State state;
    make_own_folders(state);
    EXPECT_THAT(state.notices, IsEmpty());
    EXPECT_TRUE(std::filesystem::is_directory(folder_.path() / "pairscope"));
}

} // namespace
} // namespace pairscope::app
