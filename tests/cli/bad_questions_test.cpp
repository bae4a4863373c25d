// SPDX-License-Identifier: MIT
// Questions that cannot be asked: parameters, sizes and sets outside of what a workload takes are refused in a
// sentence. Those that only look impossible are answered.
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class BadQuestion : public Program {
protected:
    /// Exit code 2, and one sentence on standard error that has these parts.
    void expect_refused(const std::string& workload, const std::vector<std::string>& arguments,
                        const std::vector<std::string>& parts) {
        std::vector<std::string> all{"check", "--workload", workload};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const Finished done = run(all);
        EXPECT_EQ(done.code, 2) << done.err;
        EXPECT_THAT(done.out, IsEmpty());
        EXPECT_THAT(done.err, StartsWith("pairscope: "));
        EXPECT_EQ(lines_in(done.err), 1u) << done.err;
        for (const std::string& part : parts) EXPECT_THAT(done.err, HasSubstr(part));
    }
    /// Every CPU variant of the workload that runs here gives the right output.
    void expect_right(const std::string& workload, const std::vector<std::string>& arguments) {
        std::vector<std::string> all{"check", "--workload", workload, "--variant", workload + "/cpu_*", "--json"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const Finished done = run(all);
        ASSERT_EQ(done.code, 0) << done.err << done.out;
        int right = 0;
        const json results = json::parse(done.out).at("results");
        for (const json& result : results) {
            EXPECT_THAT(result.at("verdict").get<std::string>(), testing::AnyOf("right", "skipped")) << result.dump();
            right += result.at("verdict") == "right" ? 1 : 0;
        }
        EXPECT_GE(right, 3) << done.out;
    }
    /// A NumPy file of such numbers: "<f4" is float32, "|u1" bytes.
    std::string npy_file(const std::string& name, const std::string& kind, const std::string& shape,
                         const std::string& bytes) {
        std::string header = "{'descr': '" + kind + "', 'fortran_order': False, 'shape': (" + shape + "), }";
        header.resize(117, ' ');
        return file(name, std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + bytes);
    }
    std::string floats_file(const std::string& name, const std::string& shape, const std::vector<float>& values) {
        std::string bytes(sizeof(float) * values.size(), '\0');
        std::memcpy(bytes.data(), values.data(), bytes.size());
        return npy_file(name, "<f4", shape, bytes);
    }
};

TEST_F(BadQuestion, a_sigma_that_is_zero_negative_or_tiny) {
    for (const std::string workload : {"rbf_matrix", "rbf_density", "rbf_pair"})
        for (const std::string sigma : {"0", "-1", "1e-09", "1e+300"})
            expect_refused(workload, {"--sigma", sigma}, {"--sigma is " + sigma, "choose from"});
    expect_refused("rbf_pair", {"--sigma", "nan"}, {"--sigma is nan: give a number"});
    expect_refused("rbf_matrix", {"--sigma", "wide"}, {"--sigma is wide: give a number"});
}
TEST_F(BadQuestion, vectors_without_coordinates) {
    expect_refused("cross_distance", {"--dims", "0"}, {"--dims is 0", "from 1 to 1 024"});
    expect_refused("cross_distance", {"--a", floats_file("flat.npy", "3, 0", {})}, {"flat.npy", "shape (3, 0)"});
}
TEST_F(BadQuestion, an_empty_set) {
    expect_refused("cross_distance", {"--n", "0"}, {"--n is 0", "give a whole number from 1"});
    expect_refused("best_match", {"--m", "0"}, {"--m is 0", "give a whole number from 1"});
    expect_refused("cross_distance",
                   {"--a", floats_file("none.npy", "0, 4", {}), "--b", floats_file("one.npy", "1, 4", {1, 2, 3, 4})},
                   {"none.npy", "shape (0, 4)"});
    expect_refused("farthest_pair", {"--a", file("empty.csv", "")}, {"empty.csv", "it is empty"});
}
TEST_F(BadQuestion, sets_of_different_dimensions) {
    const std::string four = floats_file("four.npy", "2, 4", std::vector<float>(8, 1.0f));
    const std::string five = floats_file("five.npy", "2, 5", std::vector<float>(10, 1.0f));
    for (const std::string workload : {"cross_distance", "best_match"})
        expect_refused(workload, {"--a", four, "--b", five},
                       {"four.npy have 4 coordinates", "five.npy have 5", "the same number of coordinates"});
    expect_refused("rbf_pair",
                   {"--a", floats_file("x.npy", "5,", std::vector<float>(5, 1.0f)), "--b",
                    floats_file("y.npy", "6,", std::vector<float>(6, 1.0f))},
                   {"x.npy have 5 coordinates", "y.npy have 6"});
}
TEST_F(BadQuestion, more_vectors_or_coordinates_than_32_bits_count) {
    for (const std::string workload : {"cross_distance", "rbf_pair", "farthest_pair", "best_match", "rbf_matrix"})
        for (const std::string n : {"4294967297", "9223372036854775807"})
            expect_refused(workload, {"--n", n}, {"--n is " + n});
    expect_refused("rbf_pair", {"--n", "99999999999999999999"}, {"--n is 99999999999999999999"});
}
TEST_F(BadQuestion, a_pair_of_vectors_that_are_not_finite) {
    const std::string zeros = floats_file("zeros.npy", "3,", {0, 0, 0});
    for (const float bad : {NAN, INFINITY, -INFINITY})
        expect_refused("rbf_pair", {"--a", floats_file("bad.npy", "3,", {1, bad, 3}), "--b", zeros},
                       {"rbf_pair takes finite numbers only", "coordinate 1 in row 0 (counted from 0) of bad.npy",
                        "replace that number"});
}

class GoodQuestion : public BadQuestion {};

TEST_F(GoodQuestion, distances_of_vectors_that_are_not_finite) {
    const std::string odd = floats_file("odd.npy", "4, 3", {1, 2, NAN, 1, 2, 3, INFINITY, 0, 1, -INFINITY, 0, 1});
    expect_right("cross_distance", {"--a", odd, "--b", odd});
}
TEST_F(GoodQuestion, rows_without_a_finite_coordinate_are_told) {
    const std::string points = file("points.csv", "x,y\nnan,1\n2,nan\ninf,3\n");
    const std::string vectors = floats_file("vectors.npy", "2, 3", {1, 2, NAN, INFINITY, 0, 1});
    const std::string good = floats_file("good.npy", "2, 3", {1, 2, 3, 4, 5, 6});
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"check", points, "-v", "cpu_naive"},
             {"bench", points, "-v", "cpu_naive", "--seconds", "0.01"},
             {"render", points},
             {"check", "--workload", "cross_distance", "--a", vectors, "--b", good, "-v", "cpu_naive"},
             {"check", "--workload", "cross_distance", "--a", good, "--b", vectors, "-v", "cpu_naive"}}) {
        const Finished done = run(command);
        EXPECT_THAT(done.err, HasSubstr(": no row has coordinates that are all finite, so none has a distance"))
            << command.front();
    }
    const Finished some = run({"check", file("some.csv", "x,y\nnan,1\n2,3\n"), "-v", "cpu_naive"});
    EXPECT_THAT(some.err, testing::Not(HasSubstr("no row has coordinates")));
}
TEST_F(GoodQuestion, an_array_of_three_dimensions_says_what_became_a_vector) {
    const std::string cube = floats_file("cube.npy", "2, 5, 3", std::vector<float>(30, 1.5f));
    const Finished done = run({"neighbours", "--workload", "cross_distance", "--a", cube, "--b", cube});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err,
                HasSubstr("cube.npy: its array has 3 dimensions, 2 x 5 x 3, and each of the 2 parts along the first "
                          "one is read as one vector of 15 numbers; reshape the array if you meant others"));
}
TEST_F(GoodQuestion, sums_that_overflow_float32) {
    const std::string large = floats_file("large.npy", "3, 2", {3e38f, 3e38f, -3e38f, 1e20f, 0, 0});
    expect_right("cross_distance", {"--a", large, "--b", large});
    const std::string zeros = floats_file("zeros.npy", "300,", std::vector<float>(300, 0.0f));
    for (const float value : {1e20f, 3e38f, 1.8e19f})
        expect_right("rbf_pair", {"--a", floats_file("far.npy", "300,", std::vector<float>(300, value)), "--b", zeros});
}
TEST_F(GoodQuestion, long_vectors_that_are_scaled_have_no_note_on_squares) {
    const std::string large = floats_file("large.npy", "4, 2", {3e38f, 3e38f, -3e38f, 1e20f, 0, 1, 1, 0});
    const Finished done = run({"check", "--workload", "best_match", "--a", large, "--variant", "cpu_naive"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("scaled to length 1"));
    EXPECT_THAT(done.err, testing::Not(HasSubstr("float32"))) << "no distance is computed";
}
TEST_F(GoodQuestion, vectors_that_are_all_equal) {
    std::string rows;
    for (int row = 0; row < 40; ++row) rows += "9,9,9,9,9\n";
    const std::string equal = file("equal.csv", rows);
    for (const std::string workload : {"cross_distance", "farthest_pair", "best_match"})
        expect_right(workload, {"--a", equal});
}
TEST_F(GoodQuestion, farthest_of_more_than_65536_vectors) {
    constexpr std::size_t vectors = 65'600;
    std::string bytes(vectors, '\x07');
    bytes.back() = '\xff';
    const Finished done =
        run({"check", "--workload", "farthest_pair", "--a", npy_file("many.npy", "|u1", "65600, 1", bytes), "--variant",
             "farthest_pair/cpu_parallel", "--json"});
    ASSERT_EQ(done.code, 0) << done.err << done.out;
    EXPECT_THAT(done.out, HasSubstr("rows 0 and 65599")) << "the last row is not cut to 16 bits";
}

} // namespace
} // namespace pairscope
