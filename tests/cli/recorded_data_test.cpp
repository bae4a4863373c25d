// SPDX-License-Identifier: MIT
// A recording opens in a terminal as what it is: one set, given distances or points, whatever the program starts with.
#include "profiling/recording/file.h"
#include "tests/cli/program.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <utility>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class RecordedData : public Program {
protected:
    static profiling::Recording of(const char* workload) {
        profiling::Recording recording = profiling::sample_recording();
        recording.runs.clear();
        recording.points = {};
        recording.workload = workload;
        return recording;
    }
    static std::shared_ptr<Dataset> four_rows() {
        auto set = std::make_shared<Dataset>(Dataset{.name = "four.csv", .rows = 4, .dims = 3});
        set->values = std::vector<float>{0, 0, 0, 10, 10, 0, 1, 0, 0, 9, 10, 0};
        set->axes = {"a", "b", "c"};
        set->labels = {"first", "second", "third", "fourth"};
        return set;
    }
    void save(const char* name, const profiling::Recording& recording) const {
        profiling::save_recording(folder / name, recording);
    }
    [[nodiscard]] std::string file_text(const char* name) const {
        std::ifstream stream(folder / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// The nearest neighbour of each row.
    [[nodiscard]] std::vector<int> nearest(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "neighbours");
        arguments.insert(arguments.end(), {"--k", "1", "--json"});
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        std::vector<int> found;
        const json table = json::parse(done.out);
        for (const json& pair : table.at("neighbours")) found.push_back(pair.at("neighbour"));
        return found;
    }
};

const std::vector<int> right{2, 3, 0, 1};

} // namespace

TEST_F(RecordedData, one_set_stays_one_so_that_no_row_is_its_own_neighbour) {
    profiling::Recording recording = of("cross_distance");
    recording.sets = {four_rows()};
    save("four.pairscope", recording);
    EXPECT_EQ(nearest({"four.pairscope"}), right);
    EXPECT_EQ(nearest({"--points", "four.pairscope"}), right);
    EXPECT_EQ(nearest({"--a", "four.pairscope"}), right);
    EXPECT_EQ(nearest({"--workload", "cross_distance", "--points", "four.pairscope"}), right);
    EXPECT_EQ(nearest({"--metric", "manhattan", "--a", "four.pairscope"}), right) << "a workload of one set";
}

TEST_F(RecordedData, opens_for_its_own_workload_if_that_is_named) {
    profiling::Recording recording = of("manhattan_distance");
    recording.sets = {four_rows()};
    save("four.pairscope", recording);
    EXPECT_EQ(nearest({"--metric", "manhattan", "four.pairscope"}), right);
    EXPECT_EQ(nearest({"--workload", "manhattan_distance", "--points", "four.pairscope"}), right);
    EXPECT_EQ(nearest({"four.pairscope"}), right);
}

TEST_F(RecordedData, of_the_first_format_does_too_although_it_holds_the_set_twice) {
    profiling::Recording recording = of("cross_distance");
    recording.sets = {four_rows(), four_rows()};
    json tree = json::parse(text_of(recording));
    tree["version"] = 1;
    file("old.pairscope", tree.dump());
    EXPECT_EQ(nearest({"--workload", "cross_distance", "--points", "old.pairscope"}), right);
}

TEST_F(RecordedData, given_distances_open_as_given_distances) {
    profiling::Recording recording = of("given_matrix");
    auto set = std::make_shared<Dataset>(Dataset{.name = "sq.csv", .rows = 3, .dims = 3});
    set->values = std::vector<float>{0, 5, 1, 5, 0, 7, 1, 7, 0};
    set->holds_distances = true;
    recording.sets = {set};
    save("sq.pairscope", recording);
    EXPECT_EQ(nearest({"sq.pairscope"}), (std::vector{2, 0, 0}));
    const Finished refused = run({"neighbours", "--workload", "cross_distance", "--a", "sq.pairscope"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("it holds distances that were given"));
    EXPECT_THAT(run({"neighbours", "--as", "vectors", "sq.pairscope", "--csv"}).out, HasSubstr("2.449489742783178"))
        << "the distance of the rows 0 5 1 and 1 7 0";
    EXPECT_EQ(run({"bench", "sq.pairscope"}).code, 2) << "there is nothing to measure";
}

TEST_F(RecordedData, points_open_as_points_of_the_recorded_columns_and_order) {
    profiling::Recording recording = of("rbf_matrix");
    recording.parameters = {0.25};
    auto points = std::make_shared<Dataset>(Dataset{.name = "towns.csv", .rows = 4, .dims = 2});
    points->values = std::vector<float>{0, 0, 10, 10, 0, 1, 10, 9};
    points->axes = {"latitude", "longitude"}; // a user chose them in this order
    points->source_rows = {3, 2, 1, 0};
    points->labels = {"a", "b", "c", "d"};
    recording.points = points;
    save("towns.pairscope", recording);
    const Finished done = run({"neighbours", "towns.pairscope", "--k", "1", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("\n0,3,a,1,")) << "the order of the recording, with the rows of the file";
    EXPECT_THAT(done.out, HasSubstr("\n1,2,b,1,"));
    const Finished vectors = run({"neighbours", "--workload", "cross_distance", "--a", "towns.pairscope", "--csv"});
    EXPECT_EQ(vectors.code, 0) << "points are vectors, too: " << vectors.err;
}

TEST_F(RecordedData, far_coordinates_are_those_that_were_recorded) {
    profiling::Recording recording = of("distance_matrix");
    auto points = std::make_shared<Dataset>(Dataset{.name = "utm.csv", .rows = 3, .dims = 2});
    points->values = std::vector<float>{0.0f, 0.0f, 0.25f, 0.0f, 1000.0f, 0.0f};
    points->origin = {500'000.0, 4'000'000.0};
    points->axes = {"easting", "northing"};
    recording.points = points;
    save("utm.pairscope", recording);
    EXPECT_EQ(nearest({"utm.pairscope"}), (std::vector{1, 0, 1}));
}

TEST_F(RecordedData, two_copies_of_a_file_are_two_sets_and_the_program_says_so) {
    file("one.csv", "a,b,c\n1,2,3\n4,5,7\n8,8,9\n");
    file("two.csv", "a,b,c\n1,2,3\n4,5,7\n8,8,9\n");
    const Finished done = run({"neighbours", "--workload", "cross_distance", "--a", "one.csv", "--b", "two.csv"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("one.csv and two.csv hold the same rows"));
    EXPECT_THAT(run({"neighbours", "--workload", "cross_distance", "--a", "one.csv", "--b", "one.csv"}).err,
                Not(HasSubstr("hold the same rows")));
}

TEST_F(RecordedData, first_rows_of_one_file_are_no_neighbours_of_themselves_also_in_different_numbers) {
    file("v.csv", "a,b,c\n0,0,0\n10,10,0\n1,0,0\n9,10,0\n");
    for (const auto& [n, m] : {std::pair("3", "4"), std::pair("4", "3")}) {
        const std::vector<int> found =
            nearest({"--workload", "cross_distance", "--a", "v.csv", "--b", "v.csv", "--n", n, "--m", m});
        EXPECT_EQ(found.at(0), 2);
        EXPECT_EQ(found.at(2), 0);
        EXPECT_NE(found.at(1), 1);
    }
    EXPECT_THAT(run({"neighbours", "--workload", "cross_distance", "--a", "v.csv", "--b", "v.csv", "--n", "3"}).err,
                HasSubstr("Both sets are first rows of v.csv, so no row is its own neighbour."));
}

TEST_F(RecordedData, pictures_keep_the_order_of_the_file_or_say_theirs) {
    file("order4.csv", "name,x,y\nfirst,0,0\nsecond,10,10\nthird,1,0\nfourth,9,10\n");
    const Finished cells = run({"render", "--cells", "order4.csv", "-o", "cells.png"});
    EXPECT_EQ(cells.code, 0) << cells.err;
    EXPECT_THAT(cells.err, Not(HasSubstr("sorted")));
    const Finished kept = run({"render", "--cells", "order4.csv", "--order", "as_loaded", "-o", "kept.png"});
    EXPECT_EQ(kept.code, 0);
    EXPECT_EQ(file_text("cells.png"), file_text("kept.png"));
    const Finished sorted = run({"render", "order4.csv", "-o", "heatmap.png"});
    EXPECT_THAT(sorted.err, HasSubstr("rows and columns are sorted along a Hilbert curve"));
    EXPECT_THAT(file_text("heatmap.png"), HasSubstr("Sorted"));
}

TEST_F(RecordedData, with_the_name_of_other_files_are_refused_until_an_option_says_what_they_are) {
    profiling::Recording recording = of("distance_matrix");
    recording.points = default_settings(Shape::ring, 30, 7);
    profiling::save_recording(folder / "odd-idx3-ubyte", recording);
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
             {"neighbours", "odd-idx3-ubyte"}, {"render", "--points", "odd-idx3-ubyte"}, {"bench", "odd-idx3-ubyte"}}) {
        const Finished refused = run(verb);
        EXPECT_EQ(refused.code, 2) << verb.front();
        EXPECT_THAT(refused.err, HasSubstr("cannot read odd-idx3-ubyte: by its name and its first bytes it is pictures "
                                           "in the idx format and a recording at once; say which it is with --reader "
                                           "idx or --reader recording"));
    }
    const Finished read = run({"neighbours", "--points", "odd-idx3-ubyte", "--reader", "recording", "--json"});
    EXPECT_EQ(read.code, 0) << read.err;
    EXPECT_EQ(json::parse(read.out).at("rows"), 30) << read.out;
    const Finished other = run({"neighbours", "--points", "odd-idx3-ubyte", "--reader", "npy"});
    EXPECT_EQ(other.code, 2) << "it is not even said to be one";
    EXPECT_THAT(other.err, HasSubstr("--reader idx or --reader recording"));
    EXPECT_EQ(run({"neighbours", "--reader", "json"}).code, 2);
}

} // namespace pairscope
