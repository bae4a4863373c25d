// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Bad input: exit code 2, one sentence on standard error that names `subject`, nothing on standard output.
class BadInput : public Program {
protected:
    void expect_refused(const std::vector<std::string>& arguments, const std::string& subject) {
        for (const std::string verb : {"check", "bench", "render"}) {
            std::vector<std::string> all{verb};
            all.insert(all.end(), arguments.begin(), arguments.end());
            const Finished done = run(all);
            EXPECT_EQ(done.code, 2) << verb << ": " << done.err;
            EXPECT_THAT(done.out, IsEmpty()) << verb;
            EXPECT_THAT(done.err, StartsWith("pairscope: "));
            EXPECT_THAT(done.err, HasSubstr(subject));
            EXPECT_EQ(lines_in(done.err), 1u) << done.err;
        }
    }
};

TEST_F(BadInput, a_file_that_is_not_there) { expect_refused({"nowhere.csv"}, "nowhere.csv"); }
TEST_F(BadInput, a_folder) { expect_refused({folder.string()}, folder.filename().string()); }
TEST_F(BadInput, an_empty_file) { expect_refused({file("empty.csv", "")}, "empty.csv"); }
TEST_F(BadInput, a_pdf) { expect_refused({file("paper.pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")}, "paper.pdf"); }
TEST_F(BadInput, one_column) { expect_refused({file("one.csv", "x\n1\n2\n")}, "one.csv"); }
TEST_F(BadInput, words_where_numbers_belong) {
    expect_refused({file("words.csv", "x,y\n1,2\n3,4\n5,six\n")}, "words.csv");
}
TEST_F(BadInput, numbers_with_units) {
    expect_refused({file("units.csv", "x,y\n1,2 km\n3,4 km\n")}, "line 2 has '2 km', a number with a unit; write");
}
TEST_F(BadInput, a_table_where_a_recording_belongs) {
    const Finished done = run({"chart", "roofline", file("points.csv", "x,y\n1,2\n3,4\n"), "-o", "chart.svg"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("points.csv: it is a table of 2 columns, not a recording; give a file"));
}
TEST_F(BadInput, a_column_that_is_not_there) {
    expect_refused({file("points.csv", "x,y\n1,2\n3,4\n"), "--x", "longitude"}, "longitude");
}
TEST_F(BadInput, a_file_and_a_shape) {
    expect_refused({file("points.csv", "x,y\n1,2\n3,4\n"), "--shape", "ring"}, "--shape");
}
TEST_F(BadInput, a_shape_that_is_not_there) { expect_refused({"--shape", "dodecahedron"}, "dodecahedron"); }
TEST_F(BadInput, a_parameter_of_another_shape) { expect_refused({"--shape", "ring", "--turns", "3"}, "turns"); }
TEST_F(BadInput, a_parameter_out_of_range) { expect_refused({"--shape", "ring", "--radius", "7"}, "radius"); }
TEST_F(BadInput, an_order_that_is_not_there) { expect_refused({"--order", "by_colour"}, "by_colour"); }
TEST_F(BadInput, too_many_points) { expect_refused({"--n", "40000"}, "32 768"); }
TEST_F(BadInput, no_points) { expect_refused({"--n", "0"}, "--n"); }

TEST_F(BadInput, a_file_that_may_not_be_read) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
    const std::string path = file("secret.csv", "x,y\n1,2\n3,4\n");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    expect_refused({path}, "secret.csv");
}

class GoodInput : public Program {};

TEST_F(GoodInput, a_name_that_is_not_utf8_is_read_all_the_same) {
    const Finished done = run({"check", file("caf\xe9.csv", "x,y\n1,2\n3,4\n"), "--variant", "cpu_naive", "--json"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_TRUE(json::accept(done.out));
}

TEST_F(GoodInput, fewer_rows_than_asked_for_is_said_and_is_no_error) {
    const Finished done = run({"check", file("two.csv", "x,y\n1,2\n3,4\n"), "--n", "100", "--variant", "cpu_naive"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("2 rows"));
}

TEST_F(GoodInput, more_rows_than_are_used_is_said_and_is_no_error) {
    const Finished done = run({"check", "--n", "20", "--variant", "cpu_naive"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("first 20 of 34 006 rows"));
}

TEST_F(GoodInput, columns_can_be_chosen_by_name) {
    const std::string path = file("many.csv", "a,b,c,name\n1,2,3,first\n4,5,6,second\n");
    const Finished done =
        run({"check", path, "--x", "c", "--y", "a", "--label", "name", "--variant", "cpu_naive", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(json::parse(done.out).at("data").at("x"), "c");
}

} // namespace
} // namespace pairscope
