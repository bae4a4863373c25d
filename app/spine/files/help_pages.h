// SPDX-License-Identifier: MIT
// The pages of help: one file in assets/help for each, which the verb help prints and the menu Help shows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// A page begins with a heading "# Title", and its first paragraph is one line that says what it is about.
struct HelpPage {
    std::string name; ///< the name of the file, without its ending: "window"
    std::string title, summary;
    std::string text; ///< all of it, in Markdown
};

/// Every .md file of the folder: the page about the window first, then by name. Empty if there is no such folder.
[[nodiscard]] std::vector<HelpPage> help_pages(const std::filesystem::path& folder);

enum class HelpPart : std::uint8_t { heading, paragraph, bullet };
struct HelpBlock {
    HelpPart part = HelpPart::paragraph;
    std::string code; ///< with which a bullet begins, such as a command
    std::string text; ///< the rest, on one line, without marks
};
/// A page may have headings, paragraphs, bullets and `code`, and nothing else of Markdown.
[[nodiscard]] std::vector<HelpBlock> help_blocks(std::string_view page);

} // namespace pairscope::app
