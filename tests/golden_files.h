// SPDX-License-Identifier: MIT
// What all comparisons with committed files have in common: the variable that writes the files anew, and how to say so.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace pairscope {

/// True if PAIRSCOPE_WRITE_GOLDEN asks for the files to be written instead of compared.
[[nodiscard]] inline bool writes_golden_files() { return std::getenv("PAIRSCOPE_WRITE_GOLDEN") != nullptr; }

[[nodiscard]] inline std::string missing_golden_file(const std::filesystem::path& path) {
    return path.string() + " is missing: write it with PAIRSCOPE_WRITE_GOLDEN=1";
}

[[nodiscard]] inline std::string differs_from_golden_file(const std::filesystem::path& path) {
    return "differs from " + path.string() + "; if the change is meant, write it anew with PAIRSCOPE_WRITE_GOLDEN=1";
}

} // namespace pairscope
