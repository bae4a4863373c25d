// SPDX-License-Identifier: MIT
// The headers of own kernels are compiled once, in the user's cache, from the second try on.
#include "tests/cli/program.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <fstream>

namespace pairscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TryPrecompiled : public Program {
protected:
    /// It is faulty, so that there is no full check.
    [[nodiscard]] Finished tried() const {
        return run({"try", std::string(PAIRSCOPE_REPOSITORY) + "/tests/cli/own/race.cu"});
    }
    [[nodiscard]] fs::path cache() const { return home / ".cache/pairscope/headers"; }
    [[nodiscard]] std::vector<fs::path> ending_in(const std::string& ending) const {
        std::vector<fs::path> found;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(cache(), none))
            if (entry.path().string().ends_with(ending)) found.push_back(entry.path());
        return found;
    }
    [[nodiscard]] std::vector<fs::path> made() const {
        std::vector<fs::path> found = ending_in(".gch"), of_clang = ending_in(".pch");
        found.insert(found.end(), of_clang.begin(), of_clang.end());
        return found;
    }
};

TEST_F(TryPrecompiled, are_made_by_the_second_try_and_say_the_same) {
    const Finished first = tried();
    EXPECT_EQ(made().size(), 0u) << "who tries once does not wait for them";
    const Finished second = tried();
    ASSERT_EQ(made().size(), 1u);
    const auto when = fs::last_write_time(made().front());
    const Finished third = tried();
    EXPECT_EQ(fs::last_write_time(made().front()), when) << "they are used again";
    EXPECT_EQ(first.code, 1) << first.err;
    EXPECT_THAT(first.out, HasSubstr("race.cu:"));
    EXPECT_EQ(second.out, first.out);
    EXPECT_EQ(third.out, first.out);
    EXPECT_EQ(ending_in(".making").size(), 0u);
}

TEST_F(TryPrecompiled, are_made_again_where_they_are_damaged) {
    static_cast<void>(tried());
    static_cast<void>(tried());
    ASSERT_EQ(made().size(), 1u);
    const auto size = fs::file_size(made().front());
    fs::resize_file(made().front(), size / 2);
    const Finished done = tried();
    EXPECT_THAT(done.out, HasSubstr("race.cu:")) << done.err;
    EXPECT_GT(fs::file_size(made().front()), size * 9 / 10) << "the size of two that are made is not quite the same";
}

TEST_F(TryPrecompiled, of_other_compilers_and_versions_are_removed_but_for_the_latest) {
    fs::create_directories(cache());
    for (const char* const name : {"a.h", "a.h.gch", "a.stamps", "b.h", "c.h", "d.h", "d.h.gch", "left.h.making"})
        std::ofstream(cache() / name) << "old";
    const auto now = fs::last_write_time(cache() / "a.h");
    int hours = 5;
    for (const char* const name : {"a.h", "a.stamps", "b.h", "c.h", "d.h"})
        fs::last_write_time(cache() / name, now - std::chrono::hours(hours--));
    static_cast<void>(tried());
    EXPECT_EQ(ending_in(".h").size(), 3u) << "the new one, and the two that were used last";
    EXPECT_FALSE(fs::exists(cache() / "a.h.gch"));
    EXPECT_FALSE(fs::exists(cache() / "a.stamps"));
    EXPECT_TRUE(fs::exists(cache() / "d.h.gch"));
    EXPECT_FALSE(fs::exists(cache() / "left.h.making")) << "a try that was killed has left it";
}

TEST_F(TryPrecompiled, are_done_without_where_the_cache_cannot_be_written) {
    fs::create_directories(home / ".cache");
    std::ofstream(home / ".cache/pairscope") << "a file where the folder should be";
    const Finished first = tried(), second = tried();
    EXPECT_THAT(first.out, HasSubstr("race.cu:")) << first.err;
    EXPECT_EQ(second.out, first.out);
}

TEST_F(TryPrecompiled, are_not_taken_from_a_folder_in_which_others_write) {
    static_cast<void>(tried());
    fs::permissions(cache(), fs::perms::others_write, fs::perm_options::add);
    EXPECT_THAT(tried().out, HasSubstr("race.cu:"));
    EXPECT_EQ(made().size(), 0u);
}

} // namespace
} // namespace pairscope
