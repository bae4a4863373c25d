// SPDX-License-Identifier: MIT
#include "tests/cli/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace pairscope {

void expect_golden(std::string_view name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::current_path() / "tests/cli/golden" / name;
    if (std::getenv("PAIRSCOPE_WRITE_GOLDEN") != nullptr) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return;
    }
    std::ifstream stream(path, std::ios::binary);
    ASSERT_TRUE(stream) << path << " is missing: write it with PAIRSCOPE_WRITE_GOLDEN=1";
    const std::string wanted{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(text, wanted) << "differs from " << path
                            << "; if the change is meant, write it anew with PAIRSCOPE_WRITE_GOLDEN=1";
}

} // namespace pairscope
