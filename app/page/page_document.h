// SPDX-License-Identifier: MIT
// The HTML around what a page shows.
#pragma once

#include "render/image.h"

#include <string>
#include <vector>

namespace pairscope::page {

/// A table of texts that a page shows without its script.
struct PlainTable {
    std::string title{};
    std::vector<std::string> headings{};
    std::vector<std::vector<std::string>> rows{};
};

struct Document {
    std::string title{}, origin{}; ///< the heading, and a sentence below it
    std::vector<PlainTable> tables{};
    std::string picture{};      ///< the bytes of a PNG; empty: none
    std::string picture_text{}; ///< what it shows
    std::string colours{};      ///< rules that follow the style sheet
    std::string blocks{};       ///< elements with data, as page_block() writes them
};

[[nodiscard]] std::string html_of(const Document& document);
/// For text between tags and in attributes.
[[nodiscard]] std::string escaped(std::string_view text);

} // namespace pairscope::page
