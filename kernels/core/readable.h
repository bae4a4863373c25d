// SPDX-License-Identifier: MIT
// Bytes of files made fit to be shown to a person.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace pairscope {

/// The text as UTF-8. Bytes that are not UTF-8 are taken for Windows-1252, which is what old spreadsheets write.
[[nodiscard]] std::string readable(std::string_view bytes);

/// A cell of a file in quotes, for a message: one line, at most 40 characters.
[[nodiscard]] std::string excerpt(std::string_view bytes);

/// A path for a message; bytes that are not UTF-8 become U+FFFD, as the screen would draw them.
[[nodiscard]] std::string shown(const std::filesystem::path& path);

} // namespace pairscope
