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
TEST_F(BadInput, pictures_where_points_belong) {
    expect_refused({file("pictures-idx3-ubyte", std::string("\0\0\x08\x03\0\0\0\x01\0\0\0\x02\0\0\0\x02"
                                                            "abcd",
                                                            20))},
                   "it holds an array in the idx format, whose rows are vectors");
}
TEST_F(BadInput, a_text_with_the_name_of_pictures) {
    const std::string table = file("utm_images-idx3-ubyte", "x,y\n1,2\n3,4\n");
    expect_refused({table},
                   "its name is that of pictures in the idx format, and its first bytes are not; --reader text");
    const Finished read = run({"neighbours", table, "--reader", "text", "--k", "1", "--csv"});
    EXPECT_EQ(read.code, 0) << read.err;
    EXPECT_EQ(lines_in(read.out), 3u);
    const Finished vectors = run({"neighbours", "--metric", "manhattan", "--a", table, "--reader", "text", "--csv"});
    EXPECT_EQ(vectors.code, 0) << vectors.err;
    expect_refused({file("plain.csv", "x,y\n1,2\n3,4\n"), "--reader", "npy"}, "plain.csv");
}
TEST_F(BadInput, json_of_every_kind) {
    for (const char* text : {"[{\"x\": 1}]", "{\"type\": \"FeatureCollection\", \"features\": []}", "{\n\"a\": 1}"})
        expect_refused({file("p.geojson", text)}, "it is JSON, not a table; save its numbers as CSV");
}
TEST_F(BadInput, a_column_that_is_not_there) {
    expect_refused({file("points.csv", "x,y\n1,2\n3,4\n"), "--x", "longitude"}, "longitude");
}
TEST_F(BadInput, a_name_of_a_column_that_is_missing) {
    const std::string table = file("own.csv", "x,y\n1,2\n3,4\n5,7\n");
    for (const std::string list : {",", "x,", ",y"})
        expect_refused({table, "--columns", list}, "--columns is '" + list + "', where a name is missing");
    expect_refused({"--workload", "cross_distance", "--a", table, "--columns", ","}, "where a name is missing");
}
TEST_F(BadInput, a_file_and_a_shape) {
    expect_refused({file("points.csv", "x,y\n1,2\n3,4\n"), "--shape", "ring"}, "--shape");
}
TEST_F(BadInput, a_shape_that_is_not_there) { expect_refused({"--shape", "dodecahedron"}, "dodecahedron"); }
TEST_F(BadInput, a_parameter_of_another_shape) { expect_refused({"--shape", "ring", "--turns", "3"}, "turns"); }
TEST_F(BadInput, a_parameter_out_of_range) { expect_refused({"--shape", "ring", "--radius", "7"}, "radius"); }
TEST_F(BadInput, a_workload_that_is_not_there_with_a_file) {
    const std::string table = file("own.csv", "x,y\n1,2\n3,4\n5,7\n");
    for (const std::vector<std::string>& data :
         {std::vector<std::string>{table}, {"--a", table}, {"--points", table}, {}})
        for (const std::string verb : {"check", "bench", "render", "neighbours", "record"})
            for (const std::string workload : {"foo", "rbf*"}) {
                std::vector<std::string> all{verb, "--workload", workload};
                if (verb == "record") all.insert(all.begin() + 1, "r.pairscope");
                all.insert(all.end(), data.begin(), data.end());
                const Finished done = run(all);
                EXPECT_EQ(done.code, 2) << verb << done.err;
                EXPECT_THAT(done.out, IsEmpty());
                EXPECT_THAT(done.err, HasSubstr(workload == "foo" ? "no workload matches foo; there is distance_matrix"
                                                                  : "--workload rbf* matches several workloads: "
                                                                    "choose one of rbf_"));
            }
}

TEST_F(BadInput, an_order_that_is_not_there) { expect_refused({"--order", "by_colour"}, "by_colour"); }
TEST_F(BadInput, too_many_points) { expect_refused({"--n", "2000000"}, "1 000 000"); }
TEST_F(BadInput, no_points) { expect_refused({"--n", "0"}, "--n"); }

TEST_F(BadInput, too_few_threads_are_told_in_a_sentence) {
    const std::string script = "ulimit -u 1 && exec " PAIRSCOPE_PROGRAM " neighbours --shape ring --n 8";
    std::vector<std::string> command{"/bin/bash", "-c", script};
    if (::geteuid() == 0) { // root has no limit
        if (!std::filesystem::exists("/usr/bin/setpriv")) GTEST_SKIP() << "setpriv is missing";
        command.insert(command.begin(), {"/usr/bin/setpriv", "--reuid=65534", "--clear-groups"});
    }
    const Finished done = run_command(command);
    if (done.code == 0 || done.err.find("Permission denied") != std::string::npos)
        GTEST_SKIP() << "this user cannot be limited, or cannot start the program";
    EXPECT_EQ(done.code, 1) << done.err;
    EXPECT_THAT(done.err, HasSubstr("pairscope: the system lets this process start no more threads: end other"));
    EXPECT_EQ(lines_in(done.err), 1u) << done.err;
}

TEST_F(BadInput, a_file_that_may_not_be_read) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
    const std::string path = file("secret.csv", "x,y\n1,2\n3,4\n");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    expect_refused({path}, "secret.csv");
}

/// Sets of vectors that a workload cannot be asked about.
class BadVectors : public Program {
protected:
    void expect_refused(const std::string& workload, const std::vector<std::string>& arguments,
                        const std::vector<std::string>& parts) {
        for (const std::string verb : {"check", "bench"}) {
            std::vector<std::string> all{verb, "--workload", workload};
            all.insert(all.end(), arguments.begin(), arguments.end());
            const Finished done = run(all);
            EXPECT_EQ(done.code, 2) << verb << ": " << done.err;
            EXPECT_THAT(done.out, IsEmpty()) << verb;
            EXPECT_THAT(done.err, StartsWith("pairscope: "));
            EXPECT_EQ(lines_in(done.err), 1u) << done.err;
            for (const std::string& part : parts) EXPECT_THAT(done.err, HasSubstr(part)) << verb;
        }
    }
    /// A NumPy file of bytes, all of them 0 but the last one.
    std::string bytes_file(const std::string& name, std::int64_t rows, std::int64_t dims) {
        std::string shape = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                            std::to_string(dims) + "), }";
        shape.resize(117, ' ');
        return file(name, std::string("\x93NUMPY\x01\x00\x76\x00", 10) + shape + "\n" +
                              std::string(std::size_t(rows * dims) - 1, '\0') + "\x07");
    }
};

TEST_F(BadVectors, one_vector_is_no_pair) {
    expect_refused("farthest_pair", {"--a", file("one.csv", "3,4,5\n")},
                   {"one.csv has only 1 vector, and farthest_pair needs at least 2: give a file"});
}
TEST_F(BadVectors, one_file_with_one_vector_is_not_two_sets) {
    expect_refused("best_match", {"--a", file("one.csv", "3,4,5\n")}, {"one.csv", "give a second file"});
}
TEST_F(BadVectors, numbers_that_are_no_bytes) {
    expect_refused("farthest_pair", {"--a", file("half.csv", "1,2\n3,4.5\n")},
                   {"half.csv", "in column 'column 2', line 2 has 4.5, but this workload takes whole numbers"});
    expect_refused("farthest_pair", {"--a", file("large.csv", "1,2\n3,256\n")}, {"256", "whole numbers from 0 to 255"});
}
TEST_F(BadVectors, what_is_no_number_has_no_sign) {
    const std::string header("\0\0\x0d\x02\0\0\0\x02\0\0\0\x01", 12); // two floats
    expect_refused("farthest_pair", {"--a", file("nan-idx2-float", header + std::string("\xff\xc0\0\0\0\0\0\0", 8))},
                   {"row 0, coordinate 0 (counted from 0) has no number (nan), but this workload takes whole numbers",
                    "leave that row out"});
}
TEST_F(BadVectors, a_table_without_numbers) {
    expect_refused(
        "cross_distance", {"--a", file("text.csv", "x,y\na,b\nc,d\n")},
        {"cannot use text.csv: no column has numbers; column 'x' holds text: line 2 has 'a'; write numbers there, "
         "or open a table with some"});
    expect_refused(
        "cross_distance", {"--a", file("commas.csv", "x,y\n\"1,234\",\"2,345\"\n\"3,456\",\"4,567\"\n")},
        {"no column has numbers; line 2 has '1,234', which may have a decimal comma or a thousands separator"});
}
TEST_F(BadVectors, an_array_that_is_shorter_than_its_header_says) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967297, 2), }";
    header.resize(117, ' ');
    const std::string array = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + std::string(160, '\0');
    expect_refused("cross_distance", {"--a", file("huge.npy", array)},
                   {"promises 34 359 738 376 bytes of numbers (4 294 967 297 x 2, <f4), but the whole file has only"});
}
TEST_F(BadVectors, a_second_set_where_there_is_one) {
    expect_refused("farthest_pair", {"--n", "10", "--m", "3"}, {"farthest_pair asks about one set: leave --m out"});
}
TEST_F(BadVectors, more_coordinates_than_sums_have_room_for) {
    expect_refused("farthest_pair", {"--a", bytes_file("long.npy", 3, 65536)},
                   {"long.npy", "65 536 coordinates", "1 to 65 535"});
    expect_refused("best_match", {"--a", bytes_file("long.npy", 3, 4097)},
                   {"long.npy", "4 097 coordinates", "1 to 4 096"});
}
TEST_F(BadVectors, sets_of_different_length) {
    expect_refused("best_match", {"--a", file("three.csv", "1,2,3\n4,5,6\n"), "--b", file("two.csv", "1,2\n3,4\n")},
                   {"three.csv", "3 coordinates", "two.csv", "the same number of coordinates: give"});
}
TEST_F(BadVectors, an_idx_file_that_is_none) {
    expect_refused("farthest_pair", {"--a", file("train-images-idx3-ubyte", "<html>not found</html>")},
                   {"train-images-idx3-ubyte", "begins with the bytes 3c 68 74 6d", "download the file again"});
    expect_refused("farthest_pair",
                   {"--a", file("short-images-idx3-ubyte", std::string("\0\0\x08\x03\0\0\0\x09\0\0\0\x02\0\0\0\x02"
                                                                       "abcdef",
                                                                       22))},
                   {"promises 36 bytes of numbers (9 x 2 x 2)", "only 6 follow"});
}
TEST_F(BadVectors, a_coordinate_that_is_no_number) {
    expect_refused("best_match", {"--a", file("nan.csv", "1,2\n3,nan\n5,6\n"), "--b", file("b.csv", "1,2\n3,4\n")},
                   {"best_match takes finite numbers only", "nan.csv", "leave that row out"});
}

class GoodVectors : public BadVectors {};

TEST_F(GoodVectors, as_long_as_sums_have_room_for_are_exact) {
    const Finished done = run({"check", "--workload", "farthest_pair", "--a", bytes_file("long.npy", 3, 65535),
                               "--variant", "farthest_pair/cpu_*", "--json"});
    EXPECT_EQ(done.code, 0) << done.err << done.out;
}
TEST_F(GoodVectors, one_on_each_side_are_a_match_without_a_second_best) {
    const Finished done = run({"check", "--workload", "best_match", "--a", file("a.csv", "3,4\n"), "--b",
                               file("b.csv", "4,3\n"), "--variant", "best_match/cpu_*", "--json"});
    EXPECT_EQ(done.code, 0) << done.err << done.out;
}

class GoodInput : public Program {};

TEST_F(GoodInput, a_pattern_names_a_workload_with_a_file_as_without_one) {
    const std::string table = file("own.csv", "x,y\n1,2\n3,4\n5,7\n");
    for (const std::string& data : {table, "--a=" + table, "--points=" + table}) {
        const Finished checked = run({"check", data, "--workload", "rbf_mat*", "-v", "cpu_naive", "--json"});
        EXPECT_EQ(checked.code, 0) << data << checked.err;
        EXPECT_THAT(checked.out, HasSubstr("\"rbf_matrix/cpu_naive\"")) << data;
        EXPECT_EQ(run({"neighbours", data, "--workload", "rbf_mat*"}).code, 0) << data;
        EXPECT_EQ(run({"render", data, "--workload", "rbf_mat*"}).code, 0) << data;
    }
}

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
