// SPDX-License-Identifier: MIT
// Columns on the command line, and figures.
#include "render/png.h"
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class Columns : public Program {
protected:
    [[nodiscard]] std::string people() const {
        return file("people.csv", "name,id,mass,height,age\nann,7,60,1.6,30\nbob,8,80,1.8,40\neve,9,70,1.7,80\n"
                                  "ian,10,90,1.5,20\n");
    }
};

TEST_F(Columns, of_points_are_two_and_can_be_standardised) {
    const Finished done = run({"neighbours", people(), "--columns", "mass,height", "--standardise", "--k", "1",
                               "--order", "as_loaded", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(json::parse(done.out).at("unit"), "SD");
    EXPECT_THAT(done.err, HasSubstr("each column was standardised"));
}

TEST_F(Columns, of_vectors_are_as_many_as_are_named) {
    const Finished done = run({"neighbours", "--workload", "cross_distance", "--a", people(), "--b", people(),
                               "--columns", "mass,height,age", "--standardise", "--k", "1", "--csv"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(lines_in(done.out), 5u);
    const Finished all = run({"neighbours", "--workload", "cross_distance", "--a", people(), "--k", "1", "--csv"});
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_THAT(all.err, HasSubstr("column 'id' is not a coordinate"));
}

TEST_F(Columns, are_all_compared_also_where_a_user_says_that_rows_are_vectors) {
    const std::string sites = file("sites.csv", "name,c1,c2,c3\nA,1,2,3\nB,4,0,6\nC,7,8,1\nD,2,2,9\n");
    for (const char* verb : {"matrix", "statistics", "neighbours", "clusters"}) {
        const auto out_of = [&](std::vector<std::string> more) {
            more.insert(more.begin(), {verb, sites, "--json"});
            if (std::string(verb) == "neighbours") more.insert(more.end(), {"--k", "1"});
            const Finished done = run(more);
            EXPECT_EQ(done.code, 0) << verb << done.err;
            return done.out;
        };
        EXPECT_EQ(out_of({"--as", "vectors"}), out_of({})) << verb;
    }
}

TEST_F(Columns, of_texts_can_be_chosen_as_the_labels_of_vectors) {
    const std::string pets = file("pets.csv", "name,kind,a,b,c\np,cat,1,10,5\nq,dog,2,20,6\nr,cow,3,30,7\n");
    std::vector<std::string> arguments{"neighbours", "--workload", "cross_distance", "--a", pets, "--b", pets,
                                       "--k",        "1",          "--csv"};
    const Finished usual = run(arguments);
    EXPECT_THAT(usual.out, HasSubstr("p")) << usual.err;
    EXPECT_THAT(usual.out, testing::Not(HasSubstr("dog")));
    arguments.insert(arguments.end(), {"--label", "kind"});
    const Finished done = run(arguments);
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("dog"));
    arguments.back() = "colour";
    EXPECT_THAT(run(arguments).err,
                HasSubstr("there is no such column; its columns are 'name', 'kind', 'a', 'b', 'c'"));
    EXPECT_THAT(run({"neighbours", "--workload", "cross_distance", "--label", "kind"}).err,
                HasSubstr("--label belongs to files"));
}

TEST_F(Columns, of_numbers_are_labels_as_the_file_writes_them) {
    const std::string codes = file("codes.csv", "code,x,y\n007,2,1\n1E3,1,2\n1234567890123456789,3,5\n012,8,9\n");
    const std::vector<std::vector<std::string>> doors{{codes},
                                                      {"--a", codes, "--metric", "manhattan"},
                                                      {"--workload", "best_match", "--a", codes, "--b", codes},
                                                      {"--workload", "cross_distance", "--a", codes, "--b", codes}};
    for (const std::vector<std::string>& door : doors) {
        std::vector<std::string> arguments{"neighbours"};
        arguments.insert(arguments.end(), door.begin(), door.end());
        arguments.insert(arguments.end(), {"--label", "code", "--k", "1", "--csv"});
        const Finished done = run(arguments);
        ASSERT_EQ(done.code, 0) << done.err;
        for (const char* name : {"007", "1E3", "1234567890123456789"})
            EXPECT_THAT(done.out, HasSubstr(name)) << door.back() << done.out;
    }
    const std::string named = "name,group,A,B,C\nA,r1,0,1,2\nB,r2,1,0,3\nC,r3,2,3,0\n";
    const Finished given = run({"neighbours", file("d.csv", named), "--label", "group", "--k", "1", "--csv"});
    EXPECT_EQ(given.code, 0) << given.err;
    EXPECT_THAT(given.out, HasSubstr("r3")) << given.out;
    const std::string numbered = ",007,1E3,0E8\n007,0,1,2\n1E3,1,0,3\n0E8,2,3,0\n";
    const Finished numbers = run({"neighbours", file("n.csv", numbered), "--k", "1", "--csv"});
    EXPECT_EQ(numbers.code, 0) << numbers.err;
    EXPECT_THAT(numbers.out, HasSubstr("0E8")) << numbers.out;
}

TEST_F(Columns, of_identifiers_and_lost_rows_are_told_at_every_door) {
    const std::string table = file("t.csv", "entrez,s1,s2,species\n7157,5.1,2,0\n# lost\n672,5,2.1,1\n675,0.3,8.8,1\n");
    const Finished vectors = run({"neighbours", "--a", table, "--metric", "manhattan", "--k", "1", "--csv"});
    ASSERT_EQ(vectors.code, 0) << vectors.err;
    EXPECT_THAT(vectors.err,
                HasSubstr("column 'entrez' is not a coordinate, because its name looks like an identifier"));
    EXPECT_THAT(vectors.err,
                HasSubstr("'species', because its name looks like a group); to leave it out, use --columns s1,s2"));
    EXPECT_THAT(vectors.err, HasSubstr("1 line that begins with # was taken for a comment"));
    const Finished points = run({"neighbours", table, "--x", "s1", "--y", "s2", "--k", "1", "--csv"});
    EXPECT_THAT(points.err, HasSubstr("1 line that begins with # was taken for a comment"));
    const std::string distances = file("d.csv", "name,A,B,C\nA,0,1,2\n# lost\nB,1,0,3\nC,2,3,0\n");
    EXPECT_THAT(run({"neighbours", distances, "--k", "1", "--csv"}).err,
                HasSubstr("1 line that begins with # was taken for a comment"));
}

TEST_F(Columns, that_count_the_rows_are_left_out_of_both_files) {
    const auto counting = [](int rows) {
        std::string text = "sample,a,b\n";
        for (int i = 1; i <= rows; ++i) text += fmt::format("{},{}.5,{}\n", i, 7 * i % 5, i % 3);
        return text;
    };
    const std::string large = file("large.csv", counting(10)), small = file("small.csv", counting(3));
    for (const auto& [a, b] : {std::pair(large, small), std::pair(small, large)}) {
        const Finished done =
            run({"neighbours", "--workload", "cross_distance", "--a", a, "--b", b, "--k", "1", "--csv"});
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, HasSubstr("its coordinates are the columns that")) << done.err;
    }
}

TEST_F(Columns, one_that_is_named_leaves_the_other_likely_one_for_the_other_coordinate) {
    const std::string table = file("three.csv", "x,y\n0,0\n3,0\n9,8\n");
    for (const std::vector<std::string>& more : {std::vector<std::string>{"--x", "y"}, {"--y", "x"}}) {
        std::vector<std::string> arguments{"neighbours", table, "--k", "1", "--order", "as_loaded", "--csv"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.out, HasSubstr("\n0,0,,1,1,1,,3,")) << "3 apart, and not 0";
    }
}

TEST_F(Columns, are_said_to_be_fewer_once_for_both_parts_of_a_file) {
    const Finished done = run({"neighbours", "--workload", "cross_distance", "--a", people(), "--dims", "99"});
    EXPECT_EQ(done.code, 0) << done.err;
    const std::size_t first = done.err.find("have only ");
    ASSERT_NE(first, std::string::npos) << done.err;
    EXPECT_EQ(done.err.find("have only ", first + 1), std::string::npos) << done.err;
}

TEST_F(Columns, too_many_for_points_name_the_workload_that_takes_them) {
    const Finished done = run({"check", people(), "--columns", "mass,height,age"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("--columns names 3 columns: name two, or ask about vectors with --workload "));
}

TEST_F(Columns, of_another_number_are_vectors_for_a_metric_that_takes_them) {
    const Finished done = run({"neighbours", people(), "--columns", "mass", "--metric", "manhattan"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out.substr(0, done.out.find(" by ")), [&](const std::string& text) {
        return text.substr(0, text.find(" by "));
    }(run({"neighbours", "--a", people(), "--columns", "mass", "--metric", "manhattan"}).out));
    for (const char* columns : {"mass", "mass,height,age"}) {
        const Finished euclidean = run({"neighbours", people(), "--columns", columns, "--k", "1", "--csv"});
        EXPECT_EQ(euclidean.code, 0) << "questions about rows take any number: " << euclidean.err;
        EXPECT_EQ(
            euclidean.out,
            run({"neighbours", people(), "--columns", columns, "--metric", "euclidean", "--k", "1", "--csv"}).out);
    }
    const Finished points = run({"check", people(), "--columns", "mass"});
    EXPECT_EQ(points.code, 2);
    EXPECT_THAT(points.err, HasSubstr("--columns names 1 column: name two, or ask about vectors with --workload "));
}

TEST_F(Columns, that_make_no_sense_are_refused) {
    const auto refused = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "neighbours");
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 2) << done.out;
        return done.err;
    };
    EXPECT_THAT(refused({people(), "--columns", "mass,weight"}), HasSubstr("there is no such column"));
    EXPECT_THAT(refused({people(), "--columns", "mass,name"}), HasSubstr("holds text"));
    EXPECT_THAT(refused({people(), "--columns", "mass,mass"}), HasSubstr("column 'mass' was named twice"));
    EXPECT_THAT(refused({people(), "--x", "mass", "--y", "mass"}), HasSubstr("column 'mass' was named twice"));
    EXPECT_THAT(refused({people(), "--columns", "mass,age", "--x", "id"}), HasSubstr("leave the other option out"));
    EXPECT_THAT(refused({"--shape", "ring", "--standardise"}), HasSubstr("belong to files"));
    EXPECT_THAT(refused({"--workload", "cross_distance", "--standardise"}), HasSubstr("belong to files"));
}

TEST_F(Columns, are_in_the_report_of_a_run) {
    const Finished done =
        run({"bench", "--workload", "cross_distance", "--a", people(), "--b", people(), "--columns", "mass,age",
             "--standardise", "--variant", "cross_distance/cpu_naive", "--device", "cpu", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("\"columns\""));
    EXPECT_THAT(done.out, HasSubstr("\"standardised\": true"));
}

TEST_F(Columns, figures_have_a_colour_bar_in_three_formats) {
    for (const char* name : {"figure.svg", "figure.pdf", "figure.png"}) {
        const Finished done = run({"render", people(), "--figure", "--title", "Four people", "-o", name});
        ASSERT_EQ(done.code, 0) << name << ": " << done.err;
    }
    const Finished text = run_command({"/bin/cat", (folder / "figure.svg").string()});
    for (const char* words : {"Four people", "column", "row", "distances", "Colours: viridis, linear scale."})
        EXPECT_THAT(text.out, HasSubstr(words));
    EXPECT_THAT(run_command({"/bin/cat", (folder / "figure.pdf").string()}).out, StartsWith("%PDF"));
    EXPECT_GT(load_png(folder / "figure.png").image.width, 1000);
}

TEST_F(Columns, a_figure_needs_a_name_that_says_its_format) {
    const Finished done = run({"render", people(), "--figure", "-o", "figure.gif"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("end its name in .pdf, .svg or .png"));
    EXPECT_THAT(run({"render", people(), "--title", "T", "-o", "a.png"}).err, HasSubstr("add --figure"));
}

} // namespace
} // namespace pairscope
