// SPDX-License-Identifier: MIT
// README.md is up to date: its tables name variants that there are, and its commands have the options that they use.
#include "kernels/ladder/registry.h"
#include "kernels/ladder/workload.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using ReadmeRow = std::vector<std::string>; // the cells

std::vector<std::string> readme_lines() {
    std::ifstream stream(std::filesystem::path(PAIRSCOPE_REPOSITORY) / "README.md");
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

ReadmeRow readme_row(const std::string& line) {
    static const std::regex cell("\\| ([^|]*?) *(?=\\|)");
    ReadmeRow row;
    for (std::sregex_iterator at(line.begin(), line.end(), cell), end; at != end; ++at) row.push_back((*at)[1]);
    return row;
}

/// The rows of all tables whose first column has this heading, table by table.
std::vector<std::vector<ReadmeRow>> readme_tables(const std::string& heading) {
    std::vector<std::vector<ReadmeRow>> tables;
    const std::vector<std::string> lines = readme_lines();
    for (std::size_t at = 0; at < lines.size(); ++at) {
        if (!lines[at].starts_with("| " + heading + " |")) continue;
        std::vector<ReadmeRow> rows;
        for (at += 2; at < lines.size() && lines[at].starts_with("|"); ++at) rows.push_back(readme_row(lines[at]));
        tables.push_back(rows);
    }
    return tables;
}

std::vector<std::string> first_cells(const std::vector<ReadmeRow>& table) {
    std::vector<std::string> cells;
    for (const ReadmeRow& row : table) cells.push_back(row.front());
    return cells;
}

/// What `list` names, as the README writes names: the variants of each workload.
std::map<std::string, std::vector<std::string>> listed_variants(const std::string& json_text) {
    std::map<std::string, std::vector<std::string>> found;
    for (const nlohmann::json& entry : nlohmann::json::parse(json_text)) {
        const auto id = entry.at("id").get<std::string>();
        const std::size_t slash = id.find('/');
        found[id.substr(0, slash)].push_back("`" + id.substr(slash + 1) + "`");
    }
    return found;
}

class Readme : public Program {};

/// The table holds what the shipped recordings hold: a new variant is in it once it is recorded.
TEST_F(Readme, names_in_each_table_of_variants_some_of_one_workload) {
    const auto tables = readme_tables("variant");
    ASSERT_THAT(tables, Not(IsEmpty()));
    const auto listed = listed_variants(run({"list", "--json"}).out);
    for (const auto& table : tables) {
        ASSERT_THAT(table, Not(IsEmpty()));
        EXPECT_TRUE(std::ranges::any_of(listed, [&](const auto& workload) {
            return std::ranges::all_of(first_cells(table), [&](const std::string& name) {
                return std::ranges::find(workload.second, name) != workload.second.end();
            });
        })) << table.front().front();
    }
}

TEST_F(Readme, names_only_variants_and_workloads_that_exist) {
    std::set<std::string> known;
    for (const WorkloadType& type : workload_types()) known.insert(std::string(type.id));
    for (const KernelVariant& variant : variants())
        known.insert(std::string(variant.id.substr(variant.id.find('/') + 1)));
    for (const LeftOut& entry : left_out()) known.insert(std::string(entry.id.substr(entry.id.find('/') + 1)));
    static const std::regex name("`([a-z0-9]+(?:_[a-z0-9]+)+)`");
    for (const std::string& line : readme_lines())
        for (std::sregex_iterator at(line.begin(), line.end(), name), end; at != end; ++at)
            EXPECT_THAT(known, Contains((*at)[1].str())) << line;
}

TEST_F(Readme, shows_commands_with_verbs_and_options_that_exist) {
    static const std::regex option(" (--?[a-z][a-z-]*)");
    int commands = 0;
    for (const std::string& line : readme_lines()) {
        if (!line.starts_with("./run ")) continue;
        std::string command = line.substr(0, line.find(" #")).substr(5);
        if (command.starts_with(" --cpu-only")) command = command.substr(11); // for the script, which builds first
        std::istringstream words(command);
        std::string verb;
        words >> verb;
        if (verb.starts_with("#") || verb.empty()) continue;
        const Finished help = run({verb, "--help"});
        ASSERT_EQ(help.code, 0) << line;
        ASSERT_THAT(help.out, HasSubstr("Usage: pairscope " + verb)) << line;
        for (std::sregex_iterator at(command.begin(), command.end(), option), end; at != end; ++at)
            EXPECT_THAT(help.out, HasSubstr((*at)[1].str())) << line;
        ++commands;
    }
    EXPECT_GE(commands, 8);
}

} // namespace
} // namespace pairscope
