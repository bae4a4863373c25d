// SPDX-License-Identifier: MIT
// Distances by other metrics on the command line.
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>
#include <string>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Metrics : public Program {
protected:
    [[nodiscard]] std::string towns() const {
        return file("towns.csv", "name,lat,lon\nA,70,20\nB,70,22\nC,71,20\nD,60,30\n");
    }
};

TEST_F(Metrics, choose_the_workload_and_its_unit) {
    const Finished done = run({"neighbours", towns(), "--order", "as_loaded", "--k", "1", "--metric", "great_circle"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("by great-circle distance"));
    EXPECT_THAT(done.out, HasSubstr(" km.\n"));
    const json found =
        json::parse(run({"neighbours", towns(), "--order", "as_loaded", "--metric", "great_circle", "--json"}).out);
    EXPECT_EQ(found.at("unit"), "km");
    EXPECT_EQ(found.at("neighbours")[0].at("neighbour"), 1);
    EXPECT_NEAR(found.at("neighbours")[0].at("distance").get<double>(), 76.06, 0.05);
}

TEST_F(Metrics, of_places_need_degrees_that_are_not_standardised) {
    const Finished done = run({"neighbours", towns(), "--metric", "great_circle", "--standardise"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("great_circle_distance needs longitude and latitude in degrees, and the columns of "
                                    "towns.csv were standardised; leave standardising out"));
    EXPECT_EQ(run({"neighbours", "--a", towns(), "--metric", "great_circle", "--standardise"}).code, 2);
    EXPECT_EQ(run({"neighbours", towns(), "--metric", "manhattan", "--standardise"}).code, 0);
}

TEST_F(Metrics, are_recommended_for_flat_degrees) {
    const Finished flat = run({"neighbours", towns(), "--order", "as_loaded", "--csv"});
    EXPECT_THAT(flat.err, HasSubstr("compared as flat degrees; --metric great_circle compares them in kilometres"));
    EXPECT_THAT(flat.out, HasSubstr("\n0,0,A,1,2,2,C,1,"));
    const auto words_of = [&](const char* metric) { return run({"neighbours", towns(), "--metric", metric}).err; };
    for (const char* metric : {"chebyshev", "minkowski"}) EXPECT_THAT(words_of(metric), HasSubstr("flat degrees"));
    for (const char* metric : {"great_circle", "mahalanobis", "canberra"})
        EXPECT_THAT(words_of(metric), Not(HasSubstr("flat"))) << metric;
}

TEST_F(Metrics, of_counts_have_an_example_of_counts) {
    const auto example_of = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"neighbours", "--k", "1", "--json"});
        const Finished done = run(options);
        EXPECT_EQ(done.code, 0) << done.err;
        const json found = json::parse(done.out);
        for (const json& one : found.at("neighbours")) EXPECT_TRUE(one.at("distance").is_number());
        return found.at("data").dump();
    };
    for (const char* metric : {"hamming", "bray_curtis", "jensen_shannon", "hellinger", "correlation", "canberra"})
        EXPECT_THAT(example_of({"--metric", metric, "--n", "200"}), HasSubstr("counts of species at sites")) << metric;
    EXPECT_THAT(example_of({"--metric", "jaccard", "--n", "200"}), HasSubstr("species seen at sites"));
    EXPECT_THAT(run({"trace", "hamming_distance/one_per_thread", "--n", "64"}).out, HasSubstr("sites 64 x 8"));
    EXPECT_THAT(example_of({"--metric", "jensen_shannon", "--n", "200", "--dims", "7"}),
                HasSubstr("counts of species"));
    EXPECT_THAT(example_of({"--metric", "minkowski", "--n", "200"}), HasSubstr("cities"));
    EXPECT_THAT(example_of({"--metric", "correlation", towns()}), HasSubstr("towns.csv"));
}

class Coordinates : public Metrics {
protected:
    /// "5 x 4" of vectors, or "5 points".
    [[nodiscard]] std::string shape(std::vector<std::string> options) {
        const std::string flowers =
            file("flowers.csv", "id,a,b,c,d,kind\n1,5,3,1,2,x\n2,4,3,2,1,x\n3,6,2,5,3,y\n4,7,1,4,3,y\n5,5,5,5,5,y\n");
        options.insert(options.begin(), {"neighbours", flowers, "--k", "1"});
        const Finished done = run(options);
        EXPECT_EQ(done.code, 0) << done.err;
        const std::size_t begin = done.out.find_first_of("0123456789");
        return begin == std::string::npos ? done.out : done.out.substr(begin, done.out.find(':') - begin);
    }
};

TEST_F(Coordinates, are_all_columns_of_numbers_for_a_metric_that_takes_them) {
    for (const char* metric : {"euclidean", "manhattan", "bray_curtis", "correlation", "jensen_shannon"})
        EXPECT_EQ(shape({"--metric", metric}), "5 x 4") << metric;
    EXPECT_EQ(shape({"--metric", "manhattan", "--dims", "3"}), "5 x 3");
    EXPECT_EQ(shape({"--metric", "manhattan", "--columns", "a,c,d"}), "5 x 3");
    EXPECT_EQ(shape({"--metric", "manhattan", "--columns", "a,c"}), "5 points");
    EXPECT_EQ(shape({"--metric", "manhattan", "--x", "a", "--y", "d"}), "5 points");
    EXPECT_EQ(shape({"--metric", "manhattan", "--order", "hilbert"}), "5 points") << "a curve needs points";
    EXPECT_EQ(shape({}), "5 x 4") << "the Euclidean distance takes them, too";
    EXPECT_EQ(shape({"--workload", "distance_matrix"}), "5 points") << "it compares points in the plane";
}

TEST_F(Metrics, without_a_plain_sum_keep_all_digits_in_lists) {
    const std::string near = file("near.csv", "name,a,b\nq,1000,1\na,1000.00003,1\nb,999.99998,1\nc,3,3\n");
    for (const char* metric : {"bray_curtis", "minkowski", "jensen_shannon"}) {
        const Finished done = run({"neighbours", near, "--metric", metric, "--k", "1", "--csv"});
        EXPECT_THAT(done.out, HasSubstr("\n0,0,q,1,2,2,b,")) << metric << ": " << done.err;
    }
    EXPECT_EQ(
        json::parse(run({"pairs", near, "--metric", "bray_curtis", "--radius", "1e-9", "--json"}).out).at("listed"), 0);
    const Finished written = run({"matrix", near, "--metric", "bray_curtis", "--format", "json"});
    const double found = json::parse(written.out).at("matrix")[0][2].get<double>();
    EXPECT_NEAR(found / (0.00002 / 2001.99998), 1.0, 1e-7) << "files keep about 14 digits";
}

TEST_F(Metrics, of_cosines_count_pairs_at_the_radius) {
    const std::string four_fifths = file("cosines.csv", "name,a,b\nx,1,2\ny,2,1\nz,1,0\n");
    const Finished done = run({"pairs", "--a", four_fifths, "--metric", "cosine", "--radius", "0.2", "--json"});
    EXPECT_EQ(json::parse(done.out).at("listed"), 2) << done.out;
    EXPECT_EQ(json::parse(done.out).at("at_radius"), 1);
}

TEST_F(Coordinates, are_the_two_that_names_say) {
    const std::string towns = file("towns.csv", "name,x,y,people\nA,7,2,100\nB,7,3,50\nC,1,0,70\nD,0,0,9\n");
    const Finished done = run({"neighbours", towns, "--metric", "manhattan", "--k", "1"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("towns.csv, 4 points"));
    EXPECT_THAT(run({"neighbours", towns, "--metric", "manhattan", "--columns", "x,y,people", "--k", "1"}).out,
                HasSubstr("4 x 3"));
}

TEST_F(Metrics, of_counts_say_that_there_are_negative_numbers) {
    const std::string negative = file("negative.csv", "a,b,c\n-1,2,3\n4,5,6\n1,1,1\n");
    for (const char* verb : {"neighbours", "matrix", "statistics"})
        EXPECT_THAT(run({verb, negative, "--metric", "bray_curtis"}).err, HasSubstr("1 row has negative numbers"))
            << verb;
    EXPECT_THAT(run({"matrix", file("counts.csv", "a,b,c\n0,2,3\n4,5,6\n"), "--metric", "bray_curtis"}).err,
                Not(HasSubstr("negative")));
}

TEST_F(Metrics, are_checked_by_name) {
    for (const char* metric : {"squared", "manhattan", "chebyshev", "cosine", "great_circle"}) {
        const Finished done = run({"check", "--metric", metric, "--device", "cpu", "--variant", "cpu_*"});
        EXPECT_EQ(done.code, 0) << metric << ": " << done.out << done.err;
        EXPECT_THAT(done.out, HasSubstr("cpu_parallel"));
    }
}

TEST_F(Metrics, have_a_limit_of_vectors_and_another_one_of_a_matrix_that_is_stored) {
    for (const char* metric : {"squared", "manhattan", "chebyshev", "cosine", "great_circle"}) {
        const Finished refused = run({"check", "--metric", metric, "--n", "1000001"});
        EXPECT_EQ(refused.code, 2) << metric;
        EXPECT_THAT(refused.err, HasSubstr("--n is 1000001: give a whole number from 1 to 1 000 000")) << metric;
        const Finished large = run({"check", "--metric", metric, "--shape", "ring", "--n", "32769", "--variant",
                                    "cpu_parallel", "--device", "cpu", "--json"});
        EXPECT_THAT(large.out, HasSubstr("it stores the whole matrix, which is possible up to 32 768 x 32 768 entries; "
                                         "this one has 32 769 x 32 769"))
            << metric;
    }
}

TEST_F(Metrics, cosine_is_checked_for_vectors_of_all_lengths_that_are_finite) {
    const std::string tiny = file("tiny.csv", "a,b,c\n1e-30,2e-30,3e-30\n3e-30,1e-30,2e-30\n1e30,1e30,0\n");
    const Finished done = run({"check", "--metric", "cosine", "--a", tiny, "-v", "cpu_naive"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, Not(HasSubstr("infinite coordinate")));
    const json found = json::parse(run({"neighbours", "--a", tiny, "--metric", "cosine", "--json"}).out);
    EXPECT_NEAR(found.at("neighbours")[0].at("distance").get<double>(), 1.0 - 11.0 / 14.0, 1e-6);
    const std::string infinite = file("infinite.csv", "a,b,c\n1,2,3\ninf,1,2\n1,1,0\n");
    EXPECT_THAT(run({"check", "--metric", "cosine", "--a", infinite, "-v", "cpu_naive"}).out,
                HasSubstr("\"Right\" says nothing about 1 vector with an infinite coordinate"));
}

TEST_F(Metrics, that_do_not_exist_are_refused) {
    const Finished done = run({"check", "--metric", "lancaster"});
    EXPECT_NE(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("lancaster"));
    EXPECT_THAT(done.err, HasSubstr("manhattan"));
    EXPECT_NE(run({"check", "--metric", "cosine", "--workload", "rbf_matrix"}).code, 0);
}

TEST_F(Metrics, compare_all_columns_of_a_file_of_vectors) {
    const std::string five = file("five.csv", "a,b,c,d,e\n1,10,5,0,2\n2,20,6,0,4\n3,30,7,0,6\n4,40,9,1,8\n");
    const json found = json::parse(run({"neighbours", "--a", five, "--metric", "manhattan", "--k", "1", "--json"}).out);
    EXPECT_EQ(found.at("neighbours")[0].at("distance"), 14.0);
}

TEST_F(Metrics, are_checked_with_longer_vectors) {
    for (const char* metric : {"squared", "manhattan", "chebyshev", "cosine"}) {
        const Finished done = run({"check", "--metric", metric, "--dims", "37", "--n", "65", "--json"});
        ASSERT_EQ(done.code, 0) << metric << ": " << done.out << done.err;
        const json found = json::parse(done.out);
        for (const json& row : found.at("results")) EXPECT_EQ(row.at("d"), 37) << metric;
        EXPECT_GE(found.at("results").size(), 2u);
    }
    std::set<int> dims;
    const Finished all = run({"check", "--metric", "cosine", "--variant", "cpu_parallel", "--json"});
    const json found = json::parse(all.out);
    for (const json& row : found.at("results")) dims.insert(row.value("d", 2)); // 2 is not told
    EXPECT_GE(dims.size(), 5u) << "without --n, lengths are swept, too";
}

TEST_F(Metrics, take_the_number_of_coordinates_instead_of_points) {
    const auto refused = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"check", "--metric", "manhattan", "--dims", "3"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 2) << done.out;
        return done.err;
    };
    EXPECT_THAT(refused({towns(), "--x", "lat", "--y", "lon"}), HasSubstr("name the file with --a"));
    EXPECT_THAT(refused({"--shape", "ring"}), HasSubstr("leave one of them out"));
    EXPECT_THAT(refused({"--order", "hilbert"}), HasSubstr("belongs to points in the plane"));
    EXPECT_THAT(run({"check", "--metric", "great_circle", "--dims", "3"}).err, HasSubstr("points in the plane"));
    const Finished long_ones = run({"check", "--metric", "manhattan", "--dims", "1025"});
    EXPECT_THAT(long_ones.err, HasSubstr("give a whole number from 1 to 1 024"));
}

TEST_F(Metrics, say_which_places_are_not_on_the_earth) {
    std::string rows = "name,lat,lon\nA,91,20\nB,70,22\nC,71,400\n";
    for (int i = 0; i < 200; ++i) rows += "D,60,30\n";
    const std::string wrong = file("wrong.csv", rows);
    for (const char* verb : {"neighbours", "check"}) {
        const Finished done = run({verb, wrong, "--metric", "great_circle"});
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, HasSubstr("wrong.csv: 2 places have no distances: a latitude lies between -90 and 90"));
        EXPECT_THAT(done.err, Not(HasSubstr("not finite"))) << "all of these coordinates are finite";
    }
    EXPECT_THAT(run({"neighbours", towns(), "--metric", "great_circle"}).err, Not(HasSubstr("no distances")));
}

TEST_F(Metrics, say_which_places_are_empty) {
    std::string rows = "geo_lat,geo_lng\n,\n,20\n91,20\n";
    for (int i = 0; i < 200; ++i) rows += "60,30\n";
    const Finished done = run({"neighbours", file("empty.csv", rows), "--metric", "great_circle"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("2 places have no latitude or longitude, and so no distances."));
    EXPECT_THAT(done.err, HasSubstr("1 place has no distances: a latitude lies between -90 and 90"));
}

TEST_F(Metrics, are_proposed_for_all_columns_of_a_file) {
    const std::string five = file("five.csv", "a,b,c,d,e\n1,10,5,0,2\n2,20,6,0,4\n3,30,7,0,6\n4,40,9,1,8\n");
    EXPECT_THAT(run({"neighbours", five, "--metric", "manhattan", "--order", "by_x"}).err,
                HasSubstr("--workload manhattan_distance --a " + five + " takes all 5 columns"));
    const std::string proposed = "--workload euclidean_distance --a " + five + " takes all 5 columns";
    EXPECT_THAT(run({"neighbours", five, "--workload", "distance_matrix"}).err, HasSubstr(proposed));
    EXPECT_THAT(run({"neighbours", five}).err, HasSubstr("all 5 columns of numbers are compared by their Euclidean"));
    EXPECT_THAT(run({"neighbours", five, "--metric", "great_circle"}).err, HasSubstr("--longitude COL --latitude COL"));
    EXPECT_THAT(run({"neighbours", five, "--columns", "a,c"}).err, Not(HasSubstr("is not used")));
}

TEST_F(Metrics, are_kept_in_recordings) {
    const std::string recording = (folder / "km.pairscope").string();
    const Finished done = run({"record", recording, "--points", towns(), "--order", "as_loaded", "--metric",
                               "great_circle", "--variant", "cpu_naive"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(run({"info", recording}).out, HasSubstr("great_circle"));
    const Finished again = run({"neighbours", "--points", recording, "--metric", "great_circle", "--k", "1", "--json"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(json::parse(again.out).at("unit"), "km");
}

TEST_F(Metrics, whose_recordings_hold_no_points_are_drawn_as_what_they_are) {
    const std::string five = file("five.csv", "a,b,c,d,e\n1,10,5,0,2\n2,20,6,0,4\n3,30,7,0,6\n4,40,9,1,8\n");
    const Finished done = run(
        {"record", "five.pairscope", "--metric", "cosine", "--a", five, "--variant", "cpu_naive", "--seconds", "0.01"});
    ASSERT_EQ(done.code, 0) << done.err;
    const Finished drawn = run({"render", "--points", "five.pairscope", "-o", "five.png"});
    EXPECT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_THAT(drawn.out, HasSubstr("five.png"));
}

/// Counts of species at sites: the sixth one has nothing.
constexpr const char* sites =
    "site,oak,beech,pine,fern\nA,3,0,1,9\nB,3,1,0,8\nC,0,7,2,1\nD,1,6,2,0\nE,2,2,2,3\nF,0,0,0,0\n";

TEST_F(Metrics, all_answer_at_every_door) {
    const std::string table = file("sites.csv", sites);
    for (const char* metric : {"euclidean", "canberra", "hamming", "standardised_euclidean", "mahalanobis", "hellinger",
                               "correlation", "bray_curtis", "minkowski", "jaccard", "jensen_shannon"}) {
        SCOPED_TRACE(metric);
        const Finished near = run({"neighbours", "--a", table, "--metric", metric, "--k", "1", "--json"});
        ASSERT_EQ(near.code, 0) << near.err;
        EXPECT_EQ(json::parse(near.out).at("metric"), metric);
        const Finished tree = run({"clusters", "--a", table, "--metric", metric, "--number", "2", "--json"});
        ASSERT_EQ(tree.code, 0) << tree.err;
        EXPECT_EQ(json::parse(tree.out).at("metric"), metric);
        EXPECT_EQ(run({"check", "--metric", metric, "--n", "33", "--dims", "5", "--device", "cpu", "-v", "cpu_*"}).code,
                  0);
        const Finished picture = run({"render", "--a", table, "--metric", metric, "-o", "m.png"});
        EXPECT_EQ(picture.code, 0) << picture.err;
    }
}

TEST_F(Metrics, keep_near_rows_apart_beside_one_that_is_far_away) {
    const std::string table = file("far.csv", "u,v\n0,0\n3e-8,0\n1e-8,0\n1e9,0\n0,1\n");
    const Finished near =
        run({"neighbours", table, "--metric", "standardised_euclidean", "--columns", "u,v", "--k", "2", "--json"});
    ASSERT_EQ(near.code, 0) << near.err;
    const json found = json::parse(near.out).at("neighbours"); // the first two are those of row 0
    EXPECT_EQ(found.at(0).at("neighbour"), 2);
    EXPECT_EQ(found.at(1).at("neighbour"), 1);
    const double first = found.at(0).at("distance"), second = found.at(1).at("distance");
    EXPECT_GT(first, 0.0);
    EXPECT_NEAR(second / first, 3.0, 1e-6);
}

TEST_F(Metrics, of_rows_of_zeros_are_told_once) {
    const std::string table = file("zeros.csv", "a,b,c\n0,0,0\n1,2,3\n0,0,0\n4,1,2\n");
    const auto notes = [&](const char* metric) { return run({"matrix", table, "--metric", metric, "-o", "-"}).err; };
    EXPECT_THAT(notes("cosine"),
                HasSubstr("2 rows have only zeros and so no direction; their cosine distance from every row is 1"));
    EXPECT_THAT(
        notes("bray_curtis"),
        HasSubstr("2 rows have only zeros; the Bray-Curtis dissimilarity of two such rows is not defined, and is NaN"));
    EXPECT_THAT(notes("jaccard"),
                HasSubstr("2 rows are empty sets; the distance of two such rows is not defined, and is NaN"));
    for (const char* metric : {"euclidean", "manhattan", "canberra"})
        EXPECT_THAT(notes(metric), testing::Not(HasSubstr("zeros;"))) << metric;
}

TEST_F(Metrics, of_rows_that_have_none_are_left_out_and_counted) {
    const std::string table = file("sites.csv", sites);
    const Finished done = run({"neighbours", "--a", table, "--metric", "correlation", "--k", "1"});
    EXPECT_THAT(done.err,
                HasSubstr("1 row has no correlation, because a row of equal numbers has none; its distances are NaN"));
    EXPECT_THAT(done.err, HasSubstr("1 vector without distances is left out"));
    EXPECT_THAT(done.out, HasSubstr("by correlation distance"));
    const Finished ward = run({"clusters", "--a", table, "--metric", "correlation", "--linkage", "ward"});
    EXPECT_EQ(ward.code, 2);
    EXPECT_THAT(ward.err, HasSubstr("compared by the correlation distance"));
}

TEST_F(Metrics, of_empty_rows_have_no_place_in_a_tree) {
    const std::string table = file("empty.csv", "a,b,c\n3,0,1\n0,0,0\n2,1,1\n0,0,0\n0,4,4\n");
    for (const char* metric : {"bray_curtis", "jaccard"}) {
        const Finished tree = run({"clusters", "--a", table, "--metric", metric, "--number", "2", "--csv"});
        ASSERT_EQ(tree.code, 0) << tree.err;
        EXPECT_THAT(tree.err, HasSubstr("2 vectors without distances are left out")) << metric;
        EXPECT_THAT(tree.out, HasSubstr("\n1,1,,,3,\n2,2,")) << "listed without a cluster";
    }
}

TEST_F(Metrics, mahalanobis_is_refused_for_columns_that_depend_on_each_other) {
    const std::string table = file("sums.csv", "a,b,c\n1,2,3\n4,1,5\n2,2,4\n7,3,10\n5,0,5\n");
    const Finished done = run({"neighbours", "--a", table, "--metric", "mahalanobis"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err,
                HasSubstr("cannot compare the rows of sums.csv by the Mahalanobis distance: its columns depend "
                          "on each other"));
}

TEST_F(Metrics, compare_two_sets_where_there_are_two_files) {
    const std::string table = file("sites.csv", sites);
    const std::string other = file("others.csv", "site,oak,beech,pine,fern\nX,1,6,2,0\nY,3,0,1,9\n");
    const Finished done =
        run({"neighbours", "--a", table, "--b", other, "--metric", "bray_curtis", "--k", "1", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json found = json::parse(done.out);
    EXPECT_EQ(found.at("metric"), "bray_curtis");
    EXPECT_EQ(found.at("neighbours")[0].at("neighbour"), 1);
    EXPECT_EQ(found.at("neighbours")[0].at("distance"), 0.0);
    EXPECT_EQ(run({"neighbours", "--a", table, "--b", other, "--metric", "great_circle"}).code, 2);
}

TEST_F(Metrics, minkowski_takes_its_exponent) {
    const std::string table = file("two.csv", "a,b,c\n0,0,0\n1,2,2\n9,9,9\n");
    const auto nearest = [&](const char* exponent) {
        const Finished done =
            run({"neighbours", "--a", table, "--metric", "minkowski", "--exponent", exponent, "--json"});
        return json::parse(done.out).at("neighbours")[0].at("distance").get<double>();
    };
    EXPECT_NEAR(nearest("1"), 5.0, 1e-9);
    EXPECT_NEAR(nearest("2"), 3.0, 1e-9);
    EXPECT_EQ(run({"neighbours", "--a", table, "--metric", "minkowski", "--exponent", "0.5"}).code, 2);
}

TEST_F(Metrics, bytes_are_compared_as_bits_only_if_that_is_asked) {
    std::string text = "b0";
    for (int k = 1; k < 32; ++k) text += ",b" + std::to_string(k);
    unsigned state = 7;
    for (int row = 0; row < 20; ++row)
        for (int k = 0; k < 32; ++k) {
            state = state * 1664525u + 1013904223u;
            text += (k == 0 ? "\n" : ",") + std::to_string(state >> 24);
        }
    const std::string codes = file("codes.csv", text + "\n");
    const Finished numbers = run({"neighbours", "--a", codes, "--metric", "manhattan", "--k", "1"});
    EXPECT_THAT(numbers.err, HasSubstr("--metric hamming_bits counts the bits that differ"));
    const Finished bits = run({"neighbours", "--a", codes, "--metric", "hamming_bits", "--k", "1", "--json"});
    ASSERT_EQ(bits.code, 0) << bits.err;
    EXPECT_THAT(bits.err, Not(HasSubstr("counts the bits")));
    const double distance = json::parse(bits.out).at("neighbours")[0].at("distance").get<double>();
    EXPECT_EQ(distance, std::floor(distance));
    EXPECT_GT(distance, 60.0);
    EXPECT_LT(distance, 128.0);
}

} // namespace
} // namespace pairscope
