// SPDX-License-Identifier: MIT
// Files of somebody's own that pairscope try is given, alone or as a folder of submissions.
#pragma once

#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace pairscope {

/// A right function for the CPU, with more lines before it computes an entry.
inline std::string cpu_function(const std::string& before_entry) {
    return "// workload: distance_matrix\n"
           "void mine(const float2* points, int n, float* out, size_t pitch) {\n"
           "    for (int row = 0; row < n; ++row)\n"
           "        for (int col = 0; col < n; ++col) {\n" +
           before_entry +
           "            const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;\n"
           "            out[row * pitch + col] = sqrtf(dx * dx + dy * dy);\n"
           "        }\n"
           "}\n";
}

/// A folder of submissions, which is ranked.
class RankFolder : public Program {
protected:
    RankFolder() { std::filesystem::create_directories(folder / "class"); }
    void submit(const std::string& name, const std::string& text) const { file("class/" + name, text); }
    [[nodiscard]] nlohmann::json ranked(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"try", "class", "--rank", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        return nlohmann::json::parse(done.out).at("files");
    }
    static nlohmann::json named(const nlohmann::json& rows, const std::string& name) {
        for (const nlohmann::json& row : rows)
            if (row.at("file") == name) return row;
        ADD_FAILURE() << "no row for " << name;
        return {};
    }
};

} // namespace pairscope
