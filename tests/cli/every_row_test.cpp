// SPDX-License-Identifier: MIT
// Every row of a file reaches every answer: lists, matrices, trees, pictures, recordings and what is made of them
// again.
#include "render/png.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

struct Rows {
    const char* name;
    const char* text;
    int rows;         ///< of the file
    int compared;     ///< that have all coordinates
    bool have_names;  ///< a matrix begins with them
    const char* told; ///< of what was no row, or lacks a coordinate; empty: nothing
};

class EveryRow : public Program, public testing::WithParamInterface<Rows> {
protected:
    [[nodiscard]] Finished done(const std::vector<std::string>& arguments) const {
        Finished finished = run(arguments);
        EXPECT_EQ(finished.code, 0) << arguments.front() << ": " << finished.err;
        return finished;
    }
};

const Rows cases[] = {
    {"words", "the 0.1 0.2\n\" 0.3 0.4\n# 0.35 0.45\n#1 0.5 0.6\nof 0.7 0.8\n", 5, 5, true,
     "quotation marks on 1 line"},
    {"word2vec", "4 2\nthe 0.1 0.2\nof 0.7 0.8\nand 1.3 1.4\nto 1.6 1.7\n", 4, 4, true,
     "line 1, '4 2', tells how many rows"},
    {"notations", "x;y\n\u22121,5;1D2\n1,25;2\n2;\u20ac 3\n4,5;1e-1\n", 4, 4, false, "were read as exponents"},
    {"errors", "x,y\n1,2\n#N/A,4\n5,6\n7,8\n", 4, 3, false, "1 row lacks x or y"},
};

} // namespace

TEST_P(EveryRow, is_in_every_answer_and_what_is_none_is_said) {
    const Rows& rows = GetParam();
    const std::string data = file("data.csv", rows.text);
    const auto all = static_cast<std::size_t>(rows.rows), n = static_cast<std::size_t>(rows.compared);
    const Finished list = done({"neighbours", data, "--k", "1", "--csv"});
    EXPECT_EQ(lines_in(list.out), n + 1) << list.out;
    EXPECT_THAT(list.err, HasSubstr(rows.told));
    EXPECT_EQ(json::parse(done({"neighbours", data, "--k", "1", "--json"}).out).at("neighbours").size(), n);
    EXPECT_EQ(lines_in(done({"matrix", data, "-o", "-"}).out), all + (rows.have_names ? 1 : 0));
    EXPECT_EQ(lines_in(done({"pairs", data, "--radius", "1e6", "--csv"}).out), n * (n - 1) / 2 + 1);
    EXPECT_EQ(lines_in(done({"clusters", data, "--number", "2", "--csv"}).out), all + 1);
    const Finished picture = done({"render", data, "--cells", "-o", "cells.png"});
    EXPECT_EQ(load_png(folder / "cells.png").image.width, rows.rows);
    EXPECT_THAT(picture.err, HasSubstr(rows.told));
    static_cast<void>(done({"render", data, "--figure", "-o", "figure.svg"}));
    if (n < all) { // the JSON of a recording has no NaN
        EXPECT_THAT(run({"record", "rows.pairscope", data, "--variant", "cpu_naive"}).err,
                    HasSubstr("delete row 1 of the file"));
        return;
    }
    static_cast<void>(done({"record", "rows.pairscope", data, "--variant", "cpu_naive"}));
    EXPECT_EQ(lines_in(done({"neighbours", "rows.pairscope", "--k", "1", "--csv"}).out), n + 1);
    static_cast<void>(done({"render", "rows.pairscope", "--cells", "-o", "again.png"}));
    EXPECT_EQ(load_png(folder / "again.png").image.width, rows.rows);
}

INSTANTIATE_TEST_SUITE_P(Files, EveryRow, testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

} // namespace pairscope
