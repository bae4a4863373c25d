// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/caches.h"
#include "tests/kernels/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace pairscope::cpu {
namespace {

namespace fs = std::filesystem;

class CacheFolder : public testing::Test {
protected:
    void write(int index, const char* level, const char* type, const char* size, const char* threads,
               const char* processor = "cpu0") const {
        const fs::path cache = folder_ / processor / "cache" / ("index" + std::to_string(index));
        fs::create_directories(cache);
        std::ofstream(cache / "level") << level << '\n';
        std::ofstream(cache / "type") << type << '\n';
        std::ofstream(cache / "size") << size << '\n';
        std::ofstream(cache / "shared_cpu_list") << threads << '\n';
    }
    TemporaryFolder temporary_;
    fs::path folder_ = temporary_.path();
};

TEST_F(CacheFolder, a_thread_has_its_share_of_each_cache) {
    write(0, "1", "Data", "48K", "0,64");
    write(1, "1", "Instruction", "32K", "0,64");
    write(2, "2", "Unified", "2048K", "0,64");
    write(3, "3", "Unified", "96M", "0-7,64-71");
    const CacheShares shares = cache_shares(folder_ / "cpu0" / "cache");
    EXPECT_EQ(shares.l1, 24 << 10);
    EXPECT_EQ(shares.l2, 1 << 20);
    EXPECT_EQ(shares.l3, 6 << 20);
}

TEST_F(CacheFolder, what_is_not_told_or_not_understood_is_absent) {
    write(0, "1", "Data", "48K", "");
    write(1, "2", "Unified", "much", "0");
    write(2, "3", "Unified", "0K", "0-x");
    const CacheShares shares = cache_shares(folder_ / "cpu0" / "cache");
    EXPECT_FALSE(shares.l1 || shares.l2 || shares.l3);
    EXPECT_FALSE(cache_shares(folder_ / "nowhere").l1);
}

TEST_F(CacheFolder, the_last_caches_of_all_processors_count_together_and_each_once) {
    for (const char* processor : {"cpu0", "cpu1"}) write(3, "3", "Unified", "32M", "0-1", processor);
    write(2, "2", "Unified", "1M", "0");
    write(3, "3", "Unified", "16M", "2-3", "cpu2");
    EXPECT_EQ(last_cache_bytes(folder_), std::int64_t{48} << 20);
}

TEST_F(CacheFolder, a_machine_without_a_third_level_has_its_second) {
    write(0, "1", "Data", "32K", "0");
    write(2, "2", "Unified", "2M", "0-3");
    EXPECT_EQ(last_cache_bytes(folder_), 2 << 20);
    EXPECT_EQ(last_cache_bytes(folder_ / "nowhere"), 0);
}

} // namespace
} // namespace pairscope::cpu
