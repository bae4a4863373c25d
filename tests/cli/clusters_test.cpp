// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

class ClustersVerb : public Program {
protected:
    [[nodiscard]] std::string towns() const {
        return file("towns.csv", "name,x,y\nA,0,0\nB,10,4\nC,0,1\nD,10,0\n'E,0,3\n");
    }
    static std::string contents_of(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    [[nodiscard]] std::string distances() const { return file("d.csv", ",a,b,c\na,0,1,5\nb,1,0,4\nc,5,4,0\n"); }
};

TEST_F(ClustersVerb, gives_each_output_a_file_of_its_own) {
    const std::string path = (folder / "x.csv").string();
    const Finished twice =
        run({"clusters", towns(), "--number", "2", "-o", path, "--newick", (folder / "." / "x.csv").string()});
    EXPECT_EQ(twice.code, 2);
    EXPECT_THAT(twice.err, HasSubstr("named for two outputs"));
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_EQ(run({"clusters", towns(), "--number", "2", "--newick", "-"}).code, 2);
    EXPECT_EQ(run({"matrix", towns(), "-o", (folder / "x.npy").string(), "--format", "csv"}).code, 2);
}

TEST_F(ClustersVerb, writes_row_label_cluster_place_and_silhouette_as_csv) {
    const Finished done = run({"clusters", towns(), "--number", "2", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(lines_in(done.out), 6u);
    EXPECT_THAT(done.out, HasSubstr("row,id,label,cluster,place,silhouette\n0,0,A,"));
    const json found = json::parse(run({"clusters", towns(), "--number", "2", "--json"}).out);
    const json& members = found.at("members");
    EXPECT_EQ(members[0].at("cluster"), members[2].at("cluster"));
    EXPECT_EQ(members[0].at("cluster"), members[4].at("cluster"));
    EXPECT_NE(members[0].at("cluster"), members[1].at("cluster"));
    EXPECT_EQ(found.at("linkage"), "average");
    EXPECT_EQ(found.at("metric"), "euclidean");
    EXPECT_EQ(found.at("cut").at("number"), 2);
    EXPECT_EQ(found.at("clusters").size(), 2u);
    EXPECT_TRUE(found.contains("version"));
}

TEST_F(ClustersVerb, have_a_place_for_one_empty_row_and_leave_two_out) {
    using Told = testing::Matcher<const std::string&>;
    const auto members = [&](const std::string& sites, const char* metric, const Told& told) {
        const Finished done =
            run({"clusters", file("sites.csv", "a,b,c\n" + sites), "--metric", metric, "--number", "2", "--json"});
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, told);
        return json::parse(done.out).at("members");
    };
    const std::string full = "1,1,0\n1,1,1\n0,0,1\n";
    for (const char* metric : {"bray_curtis", "jaccard"}) { // an empty row has the distance 1 from all others
        SCOPED_TRACE(metric);
        for (const std::string& one : {"0,0,0\n" + full, full + "0,0,0\n"})
            for (const json& member : members(one, metric, testing::Not(HasSubstr("left out")))) {
                EXPECT_TRUE(member.at("cluster").is_number()) << member;
                EXPECT_LE(std::abs(member.at("silhouette").get<double>()), 1.0) << member;
            }
        const json two =
            members(full + "0,0,0\n0,0,0\n", metric, HasSubstr("2 vectors without distances are left out"));
        EXPECT_TRUE(two[3].at("cluster").is_null() && two[4].at("cluster").is_null());
    }
    const Told one_left_out = HasSubstr("1 vector without distances is left out");
    EXPECT_TRUE(members(full + "0,0,0\n", "jensen_shannon", one_left_out)[3].at("cluster").is_null());
}

TEST_F(ClustersVerb, cuts_by_height_in_the_unit_of_the_metric) {
    const auto number_at = [&](const std::string& height, const std::string& metric) {
        const Finished done =
            run({"clusters", towns(), "--cut-height", height, "--linkage", "single", "--metric", metric, "--json"});
        EXPECT_EQ(done.code, 0) << done.err;
        return json::parse(done.out).at("clusters").size();
    };
    EXPECT_EQ(number_at("0", "euclidean"), 5u);
    EXPECT_EQ(number_at("1", "euclidean"), 4u);
    EXPECT_EQ(number_at("4", "euclidean"), 2u);
    EXPECT_EQ(number_at("4", "squared"), 3u);
    EXPECT_EQ(number_at("1e300", "squared"), 1u);
}

TEST_F(ClustersVerb, writes_the_tree_as_newick_and_as_linkage_matrix) {
    const std::string newick = (folder / "tree.nwk").string(), matrix = (folder / "tree.npy").string();
    const Finished done =
        run({"clusters", towns(), "--linkage", "single", "--newick", newick, "--linkage-matrix", matrix});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(contents_of(newick), "(('''E':2,('C':1,'A':1):1):8,('D':4,'B':4):6);\n");
    const std::string bytes = contents_of(matrix);
    ASSERT_EQ(bytes.size(), 128u + 4 * 4 * sizeof(double));
    EXPECT_THAT(bytes, HasSubstr("'descr': '<f8', 'fortran_order': False, 'shape': (4, 4)"));
    std::vector<double> numbers(16);
    std::memcpy(numbers.data(), bytes.data() + 128, 16 * sizeof(double));
    EXPECT_THAT(numbers, testing::ElementsAre(0, 2, 1, 2, 4, 5, 2, 3, 1, 3, 4, 2, 6, 7, 10, 5));
}

TEST_F(ClustersVerb, writes_the_table_into_a_file_by_its_ending) {
    const std::string table = (folder / "clusters.json").string();
    const Finished done = run({"clusters", towns(), "--number", "3", "-o", table});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, IsEmpty());
    EXPECT_EQ(json::parse(contents_of(table)).at("clusters").size(), 3u);
    EXPECT_THAT(run({"clusters", towns(), "-o", (folder / "clusters.xls").string()}).err, HasSubstr("--csv or --json"));
    EXPECT_THAT(run({"clusters", towns(), "-o", towns(), "--csv"}).err, HasSubstr("towns.csv"));
}

TEST_F(ClustersVerb, refuses_cuts_that_cannot_be_made) {
    const auto expect = [&](std::vector<std::string> options, const std::string& words) {
        options.insert(options.begin(), {"clusters", towns()});
        const Finished done = run(options);
        EXPECT_EQ(done.code, 2) << words;
        EXPECT_THAT(done.err, HasSubstr(words));
        EXPECT_THAT(done.out, IsEmpty());
    };
    expect({"--cut-height", "-1"}, "--cut-height");
    expect({"--number", "0"}, "--number");
    expect({"--number", "6"}, "The tree has 5 vectors, so it cannot be cut into 6 clusters.");
    expect({"--number", "2", "--cut-height", "1"}, "give one of them");
    expect({"--linkage", "ward", "--metric", "manhattan"}, "Ward's linkage is only right for Euclidean distances");
    expect({"--linkage", "nearest"}, "--linkage");
}

TEST_F(ClustersVerb, refuses_a_height_where_heights_invert) {
    const std::string triangle = file("triangle.csv", "x,y\n0,0\n4,0\n2,3.6\n");
    const Finished done = run({"clusters", triangle, "--linkage", "centroid", "--cut-height", "3.8"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("join at a lower height than their parts did"));
    EXPECT_EQ(run({"clusters", triangle, "--linkage", "centroid", "--number", "2"}).code, 0);
}

TEST_F(ClustersVerb, takes_distances_that_were_given) {
    const Finished done = run({"clusters", distances(), "--number", "2", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("0,0,a,2,2,0.8\n1,1,b,2,1,0.75\n2,2,c,1,0,0\n"));
    EXPECT_THAT(run({"clusters", distances(), "--linkage", "ward"}).err, HasSubstr("were given without vectors"));
}

TEST_F(ClustersVerb, tells_people_how_large_the_clusters_are) {
    const Finished done = run({"clusters", towns(), "--number", "2"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.out, HasSubstr("silhouette"));
    EXPECT_THAT(done.out, HasSubstr("'E (4), C (2), A (0)"));
    EXPECT_THAT(run({"clusters", towns()}).out, HasSubstr("The tree is not cut"));
}

TEST_F(ClustersVerb, leaves_out_rows_without_distances_and_takes_one_row) {
    const Finished done = run({"clusters", file("gap.csv", "x,y\n0,0\nnan,1\n1,1\n"), "--number", "1", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("1 "));
    const Finished one = run({"clusters", file("one.csv", "x,y\n3,4\n"), "--number", "1", "--csv"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_THAT(one.out, HasSubstr("0,0,,1,0,\n"));
}

} // namespace
} // namespace pairscope
