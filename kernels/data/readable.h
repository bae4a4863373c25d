// SPDX-License-Identifier: MIT
// Makes bytes of files readable for a user.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace pairscope {

/// The text as UTF-8. Bytes that are not UTF-8 are taken for Windows-1252, which is what old spreadsheets write.
[[nodiscard]] std::string readable(std::string_view bytes);
[[nodiscard]] bool is_ascii(std::string_view bytes);

/// A cell of a file in quotes, for a message: one line, at most 40 characters.
[[nodiscard]] std::string excerpt(std::string_view bytes);

/// The text with its control characters spelled out, "\x1b", as no terminal obeys them; line feeds and the sequences
/// in `kept` stay.
[[nodiscard]] std::string legible(std::string_view text, std::initializer_list<std::string_view> kept = {});

/// A path for a message; bytes that are not UTF-8 become U+FFFD, as the screen would draw them.
[[nodiscard]] std::string shown(const std::filesystem::path& path);

} // namespace pairscope
