// SPDX-License-Identifier: MIT
// Folders of killed processes are removed, and no other ones.
#include "app/spine/files/left_folders.h"

#include "tests/kernels/temporary_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

class LeftFolders : public testing::Test {
protected:
    /// With a file in it, written so long ago.
    [[nodiscard]] fs::path made(const std::string& name, std::chrono::minutes age) const {
        const fs::path folder = folder_.path() / name;
        fs::create_directory(folder);
        std::ofstream(folder / "text.cu") << "text";
        fs::last_write_time(folder, fs::file_time_type::clock::now() - age);
        return folder;
    }
    void remove_left() const { remove_left_folders(folder_.path()); }

private:
    TemporaryFolder folder_;
};

TEST_F(LeftFolders, are_removed_with_what_is_in_them) {
    const fs::path left = made(std::string(name_of_folders) + "a1", std::chrono::minutes(5));
    remove_left();
    EXPECT_FALSE(fs::exists(left));
}

TEST_F(LeftFolders, that_somebody_has_or_may_just_have_made_stay) {
    const fs::path used = made(std::string(name_of_folders) + "used", std::chrono::minutes(5)),
                   young = made(std::string(name_of_folders) + "young", std::chrono::minutes(0)),
                   other = made("other-folder", std::chrono::minutes(5));
    const FolderLock lock(used);
    ASSERT_TRUE(lock.has_it());
    EXPECT_FALSE(FolderLock(used).has_it()) << "it is locked once";
    remove_left();
    EXPECT_TRUE(fs::exists(used));
    EXPECT_TRUE(fs::exists(young));
    EXPECT_TRUE(fs::exists(other));
}

TEST_F(LeftFolders, behind_a_link_stay) {
    const fs::path target = made("target", std::chrono::minutes(5));
    fs::create_directory_symlink(target, target.parent_path() / (std::string(name_of_folders) + "link"));
    remove_left();
    EXPECT_TRUE(fs::exists(target / "text.cu"));
}

} // namespace
} // namespace pairscope::app
