// SPDX-License-Identifier: MIT
// The rules of the house that can be read off the sources: who may include whom, and how long a file may be.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pairscope::architecture {

struct SourceFile {
    std::string path; ///< from the root, with slashes: "kernels/ladder/variant.h"
    std::string text;
};

/// Every C++ and CUDA source under the folders of the house.
[[nodiscard]] std::vector<SourceFile> sources_of(const std::filesystem::path& root);

/// One sentence for each broken rule, "render/a.cpp:12 includes ...", in the order of the files.
[[nodiscard]] std::vector<std::string> complaints(const std::vector<SourceFile>& sources);

} // namespace pairscope::architecture
