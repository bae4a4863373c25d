// SPDX-License-Identifier: MIT
#include "app/spine/files/help_pages.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <tuple>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

HelpPage page_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    HelpPage page{.name = file.stem().string(), .title = {}, .summary = {}, .text = {}};
    page.text.assign(std::istreambuf_iterator<char>(stream), {});
    const std::vector<HelpBlock> blocks = help_blocks(page.text);
    if (!blocks.empty()) page.title = blocks[0].text;
    if (blocks.size() > 1) page.summary = blocks[1].text;
    return page;
}

/// "## What a heading says" begins a block, and so does "* What a bullet says".
HelpBlock begun_block(const std::string& line) {
    const std::size_t marks = line.find_first_not_of('#');
    if (line.starts_with('#') && marks != std::string::npos)
        return {HelpPart::heading, {}, line.substr(std::min(marks + 1, line.size()))};
    if (line.starts_with("* ")) return {HelpPart::bullet, {}, line.substr(2)};
    return {HelpPart::paragraph, {}, line};
}

/// A bullet such as "`pairscope info` shows devices" begins with code, which stands apart.
void take_out_marks(HelpBlock& block) {
    const std::size_t end = block.text.find('`', 1);
    if (block.part == HelpPart::bullet && block.text.starts_with('`') && block.text.find("` ", 1) == end &&
        end != std::string::npos) {
        block.code = block.text.substr(1, end - 1);
        block.text.erase(0, end + 2);
    }
    std::erase(block.text, '`');
}

} // namespace

std::vector<HelpPage> help_pages(const fs::path& folder) {
    std::vector<HelpPage> pages;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none))
        if (entry.path().extension() == ".md") pages.push_back(page_of(entry.path()));
    std::ranges::sort(pages, [](const HelpPage& a, const HelpPage& b) {
        const bool a_later = a.name != "window", b_later = b.name != "window";
        return std::tie(a_later, a.name) < std::tie(b_later, b.name);
    });
    return pages;
}

std::vector<HelpBlock> help_blocks(std::string_view page) {
    std::vector<HelpBlock> blocks;
    bool is_open = false; // a line without a mark continues the block
    std::istringstream lines{std::string(page)};
    for (std::string line; std::getline(lines, line);) {
        line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
        HelpBlock begun = begun_block(line);
        if (is_open && begun.part == HelpPart::paragraph && !line.empty())
            blocks.back().text += " " + line;
        else if (!line.empty())
            blocks.push_back(std::move(begun));
        is_open = !line.empty() && blocks.back().part != HelpPart::heading;
    }
    std::ranges::for_each(blocks, take_out_marks);
    return blocks;
}

} // namespace pairscope::app
