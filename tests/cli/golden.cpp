// SPDX-License-Identifier: MIT
#include "tests/cli/golden.h"

#include "tests/golden_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace pairscope {

void expect_golden(std::string_view name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::current_path() / "tests/cli/golden" / name;
    if (writes_golden_files()) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return;
    }
    std::ifstream stream(path, std::ios::binary);
    ASSERT_TRUE(stream) << missing_golden_file(path);
    const std::string wanted{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(text, wanted) << differs_from_golden_file(path);
}

} // namespace pairscope
