// SPDX-License-Identifier: MIT
// The files with own kernels that a user lets the program compile and run, from one start to the next: those that the
// user has agreed to, and those that the program has written.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace pairscope::app {

/// Absolute paths. What cannot be read is an empty list.
[[nodiscard]] std::set<std::string> trusted_kernels();
/// Keeps the list. If it cannot be written, nothing happens, and the user is asked again.
void keep_trusted_kernels(const std::set<std::string>& paths);
/// Adds a file that the program has just written.
void trust_new_kernel(const std::filesystem::path& path);

} // namespace pairscope::app
