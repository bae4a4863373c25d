// SPDX-License-Identifier: MIT
// Two files on the command line, what is subtracted from their numbers, and what a user is told about it.
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class TwoFilesOfVectors : public Program {
protected:
    std::string people = file("people.csv", "mass,height,age\n70,1.8,30\n80,1.7,40\n");

    /// The lists of the nearest vector for two files.
    [[nodiscard]] Finished nearest(const std::string& a, const std::string& b,
                                   const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"neighbours", "--workload", "cross_distance", "--a", a, "--b", b,
                                           "--k",        "1",          "--csv"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
};

} // namespace

TEST_F(TwoFilesOfVectors, with_the_same_columns_are_matched_by_name) {
    const Finished done = nearest(people, file("same.csv", "age,mass,height\n30,70,1.8\n40,80,1.7\n"));
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("\n0,0,,1,0,0,,0,"));
    EXPECT_THAT(done.out, HasSubstr("\n1,1,,1,1,1,,0,"));
    EXPECT_THAT(done.err, HasSubstr("same.csv: its columns stand in another order than those of people.csv, so they "
                                    "were matched by name"));
}

TEST_F(TwoFilesOfVectors, say_whether_numbers_above_their_rows_are_a_header) {
    const std::string spectra = file("spectra.csv", "400,403,410\n1,2,3\n4,5,9\n");
    const auto rows = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"neighbours", "--a", spectra, "--metric", "manhattan", "--k", "1", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        return std::pair(json::parse(done.out).at("rows").get<int>(), done.err);
    };
    EXPECT_EQ(rows({}).first, 3);
    EXPECT_THAT(rows({}).second, HasSubstr("--header yes"));
    EXPECT_EQ(rows({"--header", "yes"}).first, 2);
    EXPECT_EQ(rows({"--header", "no"}).first, 3);
    EXPECT_THAT(rows({"--header", "no"}).second, Not(HasSubstr("--header")));
    EXPECT_EQ(run({"neighbours", "--a", spectra, "--header", "maybe"}).code, 2);
}

TEST_F(TwoFilesOfVectors, with_some_common_columns_are_refused_by_every_verb) {
    const std::string other = file("other.csv", "age,mass,width\n30,70,2\n40,80,3\n");
    for (const char* verb : {"neighbours", "bench", "check", "render"}) {
        const Finished done = run({verb, "--workload", "cross_distance", "--a", people, "--b", other});
        EXPECT_EQ(done.code, 2) << verb << done.out;
        EXPECT_THAT(done.err, HasSubstr("both have 'age', 'mass', only people.csv has 'height', only other.csv has "
                                        "'width'; choose the columns of both"));
        EXPECT_THAT(done.err, HasSubstr("--columns age,mass"));
    }
    const Finished chosen = nearest(people, other, {"--columns", "age,mass"});
    EXPECT_EQ(chosen.code, 0) << chosen.err;
    EXPECT_THAT(chosen.out, HasSubstr("\n0,0,,1,0,0,,0,"));
}

TEST_F(TwoFilesOfVectors, without_common_names_are_matched_by_position_and_say_so) {
    const Finished done = nearest(people, file("other.csv", "a,b,c\n70,1.8,30\n80,1.7,40\n"));
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("no column has the name of a column of people.csv, so the columns were matched by "
                                    "position: 'a' goes with 'mass'"));
    EXPECT_THAT(done.out, HasSubstr("\n1,1,,1,1,1,,0,"));
}

TEST_F(TwoFilesOfVectors, with_amounts_in_two_currencies_are_refused_by_every_verb) {
    const std::string dollars = file("dollars.csv", "x,y\n$1,2\n$4,5\n");
    const std::string euros = file("euros.csv", "x,y\n€1,2\n€4,5\n"), turned = file("turned.csv", "y,x\n2,€1\n5,€4\n");
    for (const char* verb : {"neighbours", "bench", "check", "render"})
        for (const std::string& other : {euros, turned}) {
            const Finished done = run({verb, "--workload", "cross_distance", "--a", dollars, "--b", other});
            EXPECT_EQ(done.code, 2) << verb << done.out;
            EXPECT_THAT(done.err, HasSubstr("column 'x' holds amounts of money in €, and column 'x' of dollars.csv "
                                            "holds amounts in $, which is another currency; convert the amounts to one "
                                            "currency"));
        }
    const Finished same = nearest(dollars, file("other.csv", "x,y\n$4,5\n$1,2\n"));
    EXPECT_EQ(same.code, 0) << same.err;
    EXPECT_THAT(same.out, HasSubstr("\n0,0,,1,1,1,,0,"));
    EXPECT_EQ(nearest(dollars, euros, {"--columns", "y"}).code, 0) << "the amounts are not used";
}

TEST_F(TwoFilesOfVectors, with_percentages_in_one_of_them_are_refused) {
    const std::string percent = file("percent.csv", "x,y\n5%,2\n7%,5\n"),
                      plain = file("plain.csv", "x,y\n.05,2\n.07,5\n");
    for (const bool is_first : {true, false}) {
        const Finished done = is_first ? nearest(percent, plain) : nearest(plain, percent);
        EXPECT_EQ(done.code, 2) << done.out;
        EXPECT_THAT(done.err, HasSubstr("column 'x' holds percentages in one of them, and other numbers in the other; "
                                        "write both as percentages, or none"));
    }
    EXPECT_EQ(nearest(percent, file("more.csv", "y,x\n2,5 %\n")).code, 0);
}

TEST_F(TwoFilesOfVectors, say_whose_mean_and_deviation_standardised_them) {
    const Finished done = nearest(people, file("more.csv", "mass,height,age\n75,1.6,35\n"), {"--standardise"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("mean and deviation are those of 2 rows of people.csv"));
}

TEST_F(TwoFilesOfVectors, of_a_survey_keep_their_centimetres) {
    const std::string lidar = file("lidar.csv", "X,Y,Z\n448262.11,5411932.10,110.02\n448262.12,5411932.34,110.00\n"
                                                "448262.30,5411932.12,110.05\n448262.31,5411932.36,110.01\n"
                                                "448262.50,5411932.60,110.09\n448262.13,5411932.58,110.03\n");
    const Finished done = nearest(lidar, lidar);
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("\n1,1,,1,3,3,,0.19131"));
    EXPECT_THAT(done.err, HasSubstr(" was subtracted from column 'X'"));
    EXPECT_THAT(done.err, Not(HasSubstr("float32 rounds the coordinates of")));
    const Finished plain = nearest(lidar, lidar, {"--origin", "none"});
    EXPECT_EQ(plain.code, 0) << plain.err;
    EXPECT_THAT(plain.err, Not(HasSubstr("subtracted")));
    EXPECT_THAT(plain.err, HasSubstr("float32 rounds the coordinates of 6 of 6 vectors by more than a millionth"));
    const Finished manhattan =
        run({"neighbours", "--workload", "manhattan_distance", "--a", lidar, "--k", "1", "--json"});
    ASSERT_EQ(manhattan.code, 0) << manhattan.err;
}

TEST_F(TwoFilesOfVectors, or_none_do_not_take_an_origin) {
    const Finished shape = run({"neighbours", "--shape", "ring", "--n", "10", "--origin", "none"});
    EXPECT_EQ(shape.code, 2);
    EXPECT_THAT(shape.err, HasSubstr("--origin belong to files, not to --shape"));
    EXPECT_EQ(run({"neighbours", people, "--origin", "mean"}).code, 2);
}

} // namespace pairscope
