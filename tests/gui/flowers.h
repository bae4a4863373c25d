// SPDX-License-Identifier: MIT
// A file of vectors with categories, for tests about classes, clusters and sessions.
#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace pairscope::app {

/// Writes flowers.csv into the folder: three kinds of flowers, twenty of each, that lie far apart.
inline std::filesystem::path write_flowers(const std::filesystem::path& folder) {
    std::filesystem::path path = folder / "flowers.csv";
    std::ofstream file(path);
    file << "a,b,c,kind\n";
    for (int i = 0; i < 60; ++i) {
        const char* const kind = i / 20 == 0 ? "setosa" : i / 20 == 1 ? "versicolor" : "virginica";
        file << fmt::format("{}.{},{}.{},{}.{},{}\n", 5 + 5 * (i / 20), i * 7 % 10, 3 + i % 2, i * 3 % 10,
                            1 + 4 * (i / 20), i % 10, kind);
    }
    return path;
}

} // namespace pairscope::app
