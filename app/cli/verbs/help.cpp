// SPDX-License-Identifier: MIT
// pairscope help: the pages of help, which the window shows, too.
#include "app/cli/options/spelling.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/files/help_pages.h"
#include "app/spine/files/paths.h"
#include "kernels/data/errors.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::cli {
namespace {

constexpr std::size_t page_columns = 80;

std::vector<app::HelpPage> shipped_pages() {
    const auto folder = app::assets_folder() / "help";
    std::vector<app::HelpPage> pages = app::help_pages(folder);
    if (pages.empty())
        throw std::runtime_error(
            fmt::format("cannot show help: {} has no pages; install the whole tree", folder.string()));
    return pages;
}

std::string list_of(const std::vector<app::HelpPage>& pages) {
    TextTable table({{"page", app::Align::left}, {"what it says", app::Align::left}});
    for (const app::HelpPage& page : pages) table.add({page.name, page.summary});
    return table.text(page_columns) +
           "\npairscope help PAGE shows one of them. pairscope VERB --help lists the options "
           "of a verb.\n";
}

std::string text_of(const app::HelpBlock& block) {
    switch (block.part) {
    case app::HelpPart::heading:
        return fmt::format("{}\n{}\n\n", block.text, std::string(block.text.size(), '-'));
    case app::HelpPart::paragraph:
        return folded(block.text, page_columns) + "\n\n";
    case app::HelpPart::bullet:
        return block.code.empty() ? "* " + folded(block.text, page_columns, 2) + "\n"
                                  : fmt::format("* {}\n      {}\n", block.code, folded(block.text, page_columns, 6));
    }
    return {};
}

std::string text_of(const app::HelpPage& page) {
    std::string text;
    bool after_bullet = false;
    for (const app::HelpBlock& block : app::help_blocks(page.text)) {
        const bool is_bullet = block.part == app::HelpPart::bullet;
        if (after_bullet && !is_bullet) text += '\n';
        text += text_of(block);
        after_bullet = is_bullet;
    }
    text.erase(text.find_last_not_of('\n') + 1);
    return text + "\n";
}

ExitCode help(const std::string& name) {
    const std::vector<app::HelpPage> pages = shipped_pages();
    if (name.empty()) {
        print_text(list_of(pages));
        return ExitCode::ok;
    }
    const auto found = std::ranges::find(pages, name, &app::HelpPage::name);
    if (found == pages.end()) {
        std::vector<std::string_view> names;
        for (const app::HelpPage& page : pages) names.push_back(page.name);
        throw InputError(
            fmt::format("there is no page of help called {}; {}", name,
                        did_you_mean(name, names, fmt::format("choose one of {}", fmt::join(names, ", ")))));
    }
    print_text(text_of(*found));
    return ExitCode::ok;
}

} // namespace

void add_help(CLI::App& program, Verb& chosen) {
    const auto name = std::make_shared<std::string>();
    CLI::App* verb =
        program.add_subcommand("help", "Show a page of help, or list the pages: the window, the verbs, data, numbers");
    verb->footer(std::string(exit_code_help));
    verb->add_option("PAGE", *name, "The page to show [the list of pages]")->type_name("");
    verb->callback([&chosen, name] { chosen = [name] { return help(*name); }; });
}

} // namespace pairscope::cli
