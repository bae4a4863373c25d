// SPDX-License-Identifier: MIT
// Recordings inside of a page: `pairscope page` writes an HTML file that holds the JSON of each recording as an element
// that holds nothing else, gzipped and in base64. Readers take this element and nothing else of the page.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

namespace pairscope::profiling {

/// It grows when an old reader would misunderstand the element.
inline constexpr int page_format = 1;

/// "crc32:1c291ca3"
[[nodiscard]] std::string check_sum_text(std::string_view bytes);
/// The same bytes for the same input: without a time, and with one level of compression. Throws std::bad_alloc.
[[nodiscard]] std::string gzipped(std::string_view bytes);
[[nodiscard]] std::string in_base64(std::string_view bytes);

/// An element that holds these bytes, with its version and the check sum of its text. The id is a word.
[[nodiscard]] std::string page_block(std::string_view id, std::string_view bytes);
/// The id of the element with the recording of this place, from 1: "recording-1".
[[nodiscard]] std::string recording_block_id(int place);

/// The JSON of the recording that a page holds. Throws InputError, "WHERE AND WHAT; WHAT TO DO", for a page without a
/// recording or with several ones, for one that is cut short or was changed, and when it was cancelled.
[[nodiscard]] std::string recording_in_page(std::string_view page, const std::stop_token& stop = {});

} // namespace pairscope::profiling
