// SPDX-License-Identifier: MIT
// The verb help: its pages are those of assets/help, and what they say about verbs and options is so.
#include "app/spine/files/help_pages.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::vector<app::HelpPage> pages() {
    return app::help_pages(std::filesystem::path(PAIRSCOPE_REPOSITORY) / "assets/help");
}

class Help : public Program {
protected:
    /// A command of a page: its verb exists and has these options.
    void expect_to_be_known(const std::string& command) const {
        static const std::regex option(" (--?[a-z][a-z-]*)");
        std::istringstream words(command);
        std::string verb;
        words >> verb;
        if (verb.empty() || verb == "VERB") return;
        const bool is_verb = !verb.starts_with('-') && verb.find('.') == std::string::npos && verb != "FILE";
        const Finished help =
            run(is_verb ? std::vector<std::string>{verb, "--help"} : std::vector<std::string>{"--help"});
        ASSERT_EQ(help.code, 0) << command;
        if (is_verb) {
            EXPECT_THAT(help.out, HasSubstr("Usage: pairscope " + verb)) << command;
        }
        const std::string options = is_verb ? command : " " + command;
        for (std::sregex_iterator at(options.begin(), options.end(), option), end; at != end; ++at)
            EXPECT_THAT(help.out, HasSubstr((*at)[1].str())) << command;
    }
};

TEST_F(Help, without_a_name_lists_each_page_with_what_it_says) {
    const Finished done = run({"help"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, IsEmpty());
    ASSERT_THAT(pages(), Not(IsEmpty()));
    EXPECT_EQ(pages().front().name, "window");
    for (const app::HelpPage& page : pages()) {
        EXPECT_THAT(done.out, HasSubstr("\n" + page.name + " "));
        EXPECT_LE(page.summary.size(), 66u) << page.name << " has no line of the list";
        EXPECT_THAT(done.out, HasSubstr(page.summary));
        EXPECT_THAT(page.title, Not(IsEmpty())) << page.name;
    }
}

TEST_F(Help, shows_all_words_of_a_page_in_lines_that_fit_a_terminal) {
    for (const app::HelpPage& page : pages()) {
        const Finished done = run({"help", page.name});
        EXPECT_EQ(done.code, 0);
        EXPECT_THAT(done.out, StartsWith(page.title + "\n---"));
        std::istringstream lines(done.out);
        for (std::string line; std::getline(lines, line);)
            EXPECT_LE(line.size(), 110u) << line; // a command stays whole
        std::string expected, shown;
        for (const app::HelpBlock& block : app::help_blocks(page.text)) expected += block.code + block.text;
        for (const char c : done.out)
            if (c != ' ' && c != '\n' && c != '*' && c != '-') shown += c;
        std::erase_if(expected, [](char c) { return c == ' ' || c == '*' || c == '-'; });
        EXPECT_EQ(shown, expected) << page.name;
    }
}

TEST_F(Help, refuses_an_unknown_page_and_names_the_one_that_was_meant) {
    const Finished close = run({"help", "comands"});
    EXPECT_EQ(close.code, 2);
    EXPECT_THAT(close.out, IsEmpty());
    EXPECT_THAT(close.err, HasSubstr("there is no page of help called comands; did you mean commands?"));
    const Finished far = run({"help", "xyzzy"});
    EXPECT_EQ(far.code, 2);
    EXPECT_THAT(far.err, AllOf(HasSubstr("choose one of window, commands"), Not(HasSubstr("did you mean"))));
}

TEST_F(Help, says_so_if_the_pages_are_missing) {
    std::filesystem::create_directories(folder / "bare/colormaps");
    const Finished done = run({"help"}, {.environment = {{"PAIRSCOPE_ASSETS", folder / "bare"}}});
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("has no pages; install the whole tree"));
}

TEST_F(Help, names_commands_with_verbs_and_options_that_exist) {
    static const std::regex command("`pairscope ([^`]+)`");
    int count = 0;
    for (const app::HelpPage& page : pages())
        for (std::sregex_iterator at(page.text.begin(), page.text.end(), command), end; at != end; ++at, ++count)
            expect_to_be_known(std::regex_replace((*at)[1].str(), std::regex("\\s+"), " "));
    EXPECT_GE(count, 25);
}

TEST_F(Help, has_only_the_marks_that_the_window_shows) {
    for (const app::HelpPage& page : pages()) {
        EXPECT_THAT(page.text, StartsWith("# "));
        for (const char* mark : {"```", "**", "](", "\n|", "\n1.", "\n- "})
            EXPECT_THAT(page.text, Not(HasSubstr(mark))) << page.name;
    }
}

} // namespace
} // namespace pairscope
