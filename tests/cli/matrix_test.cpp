// SPDX-License-Identifier: MIT
// The verbs matrix and pairs: distances as files for other programs, beside what SciPy and scikit-learn compute.
#include "tests/cli/distances/reference_distances.h"
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// The sets of make_reference_distances.py.
std::string vectors_csv(int rows, int dims, int seed) {
    std::string text = dims == 3 ? "a,b,c\n" : "a,b,c,d\n";
    for (int i = 0; i < rows; ++i)
        for (int k = 0; k < dims; ++k)
            text += fmt::format("{}{}", (i * 37 + k * 101 + i * i * (k + seed)) % 211 / 8.0, k + 1 < dims ? ',' : '\n');
    return text;
}

class MatrixVerb : public Program {
protected:
    static constexpr int rows = 9;
    std::string set = file("set.csv", vectors_csv(rows, 3, 1));

    [[nodiscard]] std::vector<std::string> of_vectors(const std::string& verb, std::vector<std::string> more) const {
        more.insert(more.begin(), {verb, "--workload", "cross_distance", "--a", set, "--b", set});
        return more;
    }
    [[nodiscard]] std::string in_folder(const char* name) const { return (folder / name).string(); }
    static std::string contents_of(const std::string& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    static std::vector<double> numbers_in(std::string_view bytes) {
        std::vector<double> numbers(bytes.size() / sizeof(double));
        std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
        return numbers;
    }
    /// What Python finds in the archive: the names, and for each the items.
    [[nodiscard]] Finished unzipped(const std::string& path) const {
        const std::string script =
            "import zipfile,sys,struct,ast\n"
            "z=zipfile.ZipFile(sys.argv[1])\n"
            "assert z.testzip() is None\n"
            "for name in z.namelist():\n"
            "  b=z.read(name); n=struct.unpack('<H',b[8:10])[0]; h=ast.literal_eval(b[10:10+n].decode()); d=b[10+n:]\n"
            "  t=h['descr']; f={'<i4':'i','<i8':'q','<f8':'d','<f4':'f'}.get(t)\n"
            "  print(name,t,h['shape'],d.decode() if f is None else ' '.join(repr(x[0]) for x in "
            "struct.iter_unpack(f,d)))\n";
        return run_command({"/usr/bin/env", "python3", "-c", script, path});
    }
};

template <class Numbers> std::string joined(const Numbers& numbers) {
    std::string text;
    for (const auto number : numbers) text += fmt::format("{}{}", text.empty() ? "" : " ", number);
    return text;
}

} // namespace

TEST_F(MatrixVerb, writes_the_condensed_distances_of_scipy_by_every_metric) {
    for (const ReferenceDistances& reference : reference_distances) {
        const std::string output = in_folder("d.npy");
        const bool is_euclidean = reference.metric == std::string("euclidean");
        const Finished done = run(is_euclidean ? of_vectors("matrix", {"--condensed", "-o", output})
                                               : std::vector<std::string>{"matrix", "--metric", reference.metric, "--a",
                                                                          set, "--condensed", "-o", output});
        ASSERT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.out, IsEmpty());
        const std::string bytes = contents_of(output);
        EXPECT_THAT(bytes, HasSubstr("'descr': '<f8', 'fortran_order': False, 'shape': (36,)"));
        const std::vector<double> found = numbers_in(std::string_view(bytes).substr(128));
        ASSERT_EQ(found.size(), reference.condensed.size());
        // As in the lists of neighbours, cosine distances are rounded to 40 binary digits.
        const double error = reference.metric == std::string("cosine") ? 0x1p-40 : 1e-14;
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_TRUE(std::abs(found[i] - reference.condensed[i]) <= error * (1.0 + reference.condensed[i]))
                << reference.metric << " " << i << ": " << found[i] << ", " << reference.condensed[i];
    }
}

TEST_F(MatrixVerb, writes_the_full_matrix_in_every_format) {
    const std::string npy = in_folder("d.npy"), csv = in_folder("d.csv"), text = in_folder("d.json");
    ASSERT_EQ(run(of_vectors("matrix", {"-o", npy})).code, 0);
    ASSERT_EQ(run(of_vectors("matrix", {"-o", csv})).code, 0);
    ASSERT_EQ(run(of_vectors("matrix", {"-o", text})).code, 0);
    const std::vector<double> found = numbers_in(std::string_view(contents_of(npy)).substr(128));
    ASSERT_EQ(found.size(), std::size_t(rows * rows));
    const json whole = json::parse(contents_of(text));
    std::istringstream lines(contents_of(csv));
    for (std::size_t row = 0, pair = 0; row < rows; ++row) {
        std::string line, expected;
        std::getline(lines, line);
        for (std::size_t col = 0; col < rows; ++col) {
            const double distance = found[row * rows + col];
            expected += fmt::format("{}{}", col == 0 ? "" : ",", distance);
            EXPECT_EQ(whole.at("matrix")[row][col], distance);
            EXPECT_EQ(distance, found[col * rows + row]);
            EXPECT_NEAR(distance, col > row ? reference_distances[0].condensed[pair++] : distance, 1e-13);
            EXPECT_EQ(distance == 0.0, row == col);
        }
        EXPECT_EQ(line, expected);
    }
    EXPECT_EQ(whole.at("metric"), "euclidean");
    EXPECT_EQ(whole.at("options").at("shape"), "full");
    EXPECT_TRUE(whole.contains("version"));
    EXPECT_EQ(run(of_vectors("matrix", {})).out, contents_of(csv)) << "standard output gets CSV";
    EXPECT_EQ(run(of_vectors("matrix", {"--format", "npy", "-o", "-"})).out, contents_of(npy));
}

TEST_F(MatrixVerb, writes_near_pairs_as_the_sparse_matrix_of_scikit_learn) {
    const std::string output = in_folder("d.npz");
    const Finished done = run(of_vectors("matrix", {"--radius", "9", "-o", output, "--json"}));
    ASSERT_EQ(done.code, 0) << done.err;
    const Finished found = unzipped(output);
    ASSERT_EQ(found.code, 0) << found.err;
    EXPECT_THAT(found.out, HasSubstr("indices.npy <i4 (6,) " + joined(reference_indices) + "\n"));
    EXPECT_THAT(found.out, HasSubstr("indptr.npy <i4 (10,) " + joined(reference_indptr) + "\n"));
    EXPECT_THAT(found.out, HasSubstr("data.npy <f8 (6,) " + joined(reference_data) + "\n"));
    EXPECT_THAT(found.out, HasSubstr("shape.npy <i8 (2,) 9 9\n"));
    EXPECT_THAT(found.out, HasSubstr("format.npy |S3 () csr\n"));
    const json told = json::parse(done.out);
    EXPECT_EQ(told.at("entries"), 6);
    EXPECT_EQ(told.at("options").at("radius"), 9.0);
    EXPECT_EQ(told.at("file"), output);
    const Finished none = run(of_vectors("matrix", {"--radius", "1", "-o", output}));
    EXPECT_EQ(none.code, 0) << none.err;
    EXPECT_THAT(unzipped(output).out, HasSubstr("indptr.npy <i4 (10,) 0 0 0 0 0 0 0 0 0 0\n"));
}

TEST_F(MatrixVerb, gives_rows_without_distances_nan_and_names_to_its_edges) {
    const std::string gap = file("gap.csv", "name,x,y\nA,0,0\nB,nan,1\nC,3,4\n");
    const Finished done = run({"matrix", gap});
    EXPECT_EQ(done.out, "name,A,B,C\nA,0,NaN,5\nB,NaN,NaN,NaN\nC,5,NaN,0\n");
    EXPECT_THAT(done.err, HasSubstr("1 point"));
    EXPECT_EQ(json::parse(run({"matrix", gap, "--json"}).out).at("matrix")[1][1], json());
    EXPECT_EQ(run({"matrix", gap, "--condensed"}).out, "NaN\n5\nNaN\n");
    EXPECT_EQ(run({"matrix", gap, "--entry", "float32", "--metric", "manhattan", "--condensed"}).out, "NaN\n7\nNaN\n");
}

TEST_F(MatrixVerb, compares_two_files_and_reads_given_distances) {
    const std::string other = file("other.csv", "a,b,c\n0,0,0\n");
    const Finished done = run({"matrix", "--workload", "cross_distance", "--a", set, "--b", other, "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(json::parse(done.out).at("cols"), 1);
    EXPECT_EQ(run({"matrix", "--workload", "cross_distance", "--a", set, "--b", other, "--condensed"}).code, 2);
    const std::string given = file("d.csv", ",a,b,c\na,0,1.25,1\nb,1.25,0,2\nc,1,2,0\n");
    EXPECT_EQ(run({"matrix", given}).out, "name,a,b,c\na,0,1.25,1\nb,1.25,0,2\nc,1,2,0\n");
}

TEST_F(MatrixVerb, reads_standard_input_as_the_other_verbs_do) {
    const std::string csv = file("towns.csv", "name,x,y\nA,0,0\nB,3,4\nC,0,1\n");
    for (const std::string verb : {"matrix - --json", "pairs - --radius 2 --json", "neighbours - --k 1 --json",
                                   "clusters - --number 2 --json"}) {
        const auto by = [&](const std::string& how) { return run_command({"/bin/sh", "-c", how}); };
        const Finished piped = by("cat " + csv + " | " PAIRSCOPE_PROGRAM " " + verb);
        ASSERT_EQ(piped.code, 0) << verb << piped.err;
        EXPECT_TRUE(json::parse(piped.out).contains("version")) << verb;
        EXPECT_EQ(by(PAIRSCOPE_PROGRAM " " + verb + " < " + csv).out, piped.out);
        EXPECT_EQ(by("gzip -c " + csv + " | " PAIRSCOPE_PROGRAM " " + verb).out, piped.out);
    }
    EXPECT_THAT(run({"matrix", "-"}).err, HasSubstr("cannot read standard input: it is empty"))
        << "its standard input is /dev/null";
}

TEST_F(MatrixVerb, refuses_what_would_fill_the_disk_and_options_that_contradict) {
    const auto expect = [&](std::vector<std::string> options, const std::string& words) {
        const Finished done = run(of_vectors("matrix", std::move(options)));
        EXPECT_EQ(done.code, 2) << words;
        EXPECT_THAT(done.err, HasSubstr(words));
        EXPECT_THAT(done.out, IsEmpty());
    };
    expect({"-o", in_folder("d.xls")}, "end the name in .npy, .csv, .npz or .json");
    expect({"-o", in_folder("d.npz")}, "say with --radius which pairs it has");
    expect({"-o", in_folder("d.csv"), "--radius", "1"}, "end the name in .npz");
    expect({"-o", in_folder("d.npz"), "--radius", "1", "--condensed"}, "give one of them");
    expect({"--radius", "-1"}, "--radius");
    expect({"-o", set}, "it is the file that is read");
    const Finished large = run({"matrix", "--shape", "ring", "--n", "200000", "-o", in_folder("d.npy")});
    EXPECT_EQ(large.code, 2);
    EXPECT_THAT(large.err, HasSubstr("320 GB"));
    EXPECT_THAT(large.err, HasSubstr("choose fewer rows with --n"));
    EXPECT_THAT(files(), Not(testing::Contains("d.npy")));
}

TEST_F(MatrixVerb, interrupted_leaves_no_file_and_ends_with_130) {
    const Finished done = run({"matrix", "--shape", "ring", "--n", "30000", "-o", in_folder("d.csv"), "--yes"},
                              {.interrupt_after = std::chrono::milliseconds(1500)});
    EXPECT_EQ(done.code, 130) << done.err;
    EXPECT_THAT(files(), ElementsAre("set.csv"));
}

TEST_F(MatrixVerb, says_what_stands_for_a_vector_without_distances) {
    const std::string equal = file("equal.csv", "a,b,c\n1,2,4\n3,3,3\n2,1,5\n"); // a constant row has no correlation
    const auto told = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"matrix", equal, "--metric", "correlation"});
        const Finished done = run(more);
        EXPECT_EQ(done.code, 0) << done.err;
        return done;
    };
    const Finished full = told({});
    EXPECT_THAT(full.err, HasSubstr("there is 1 vector without distances, and NaN is written in their place"));
    EXPECT_THAT(full.out, HasSubstr("NaN,NaN,NaN"));
    EXPECT_THAT(told({"--condensed"}).err, HasSubstr("NaN is written in their place"));
    EXPECT_THAT(told({"--json"}).err, HasSubstr("null is written in their place"));
    const std::string sparse = in_folder("near.npz");
    EXPECT_THAT(told({"--radius", "1", "-o", sparse}).err, HasSubstr("1 vector without distances is left out"));
}

TEST_F(MatrixVerb, pairs_lists_each_near_pair_once) {
    const Finished done = run(of_vectors("pairs", {"--radius", "9", "--csv"}));
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, "row,id,label,neighbour,neighbour_id,neighbour_label,distance\n"
                        "2,2,,6,6,,5.660995937112126\n3,3,,7,7,,7.971629381751262\n5,5,,8,8,,8.379662881047185\n");
    const json found = json::parse(run(of_vectors("pairs", {"--radius", "9", "--json"})).out);
    EXPECT_EQ(found.at("listed"), 3);
    EXPECT_EQ(found.at("metric"), "euclidean");
    EXPECT_EQ(found.at("options").at("radius"), 9.0);
    EXPECT_EQ(found.at("pairs")[1].at("neighbour"), 7);
    EXPECT_THAT(run(of_vectors("pairs", {"--radius", "9"})).out, HasSubstr("3 of 36 pairs are closer than 9"));
    EXPECT_THAT(run(of_vectors("pairs", {"--csv"})).err, HasSubstr("--radius is missing"));
    EXPECT_EQ(run(of_vectors("pairs", {"--radius", "0", "--csv"})).out,
              "row,id,label,neighbour,neighbour_id,neighbour_label,distance\n");
}

TEST_F(MatrixVerb, pairs_lists_those_at_the_radius_and_says_so) {
    const std::string square = file("square.csv", "name,x,y\nA,0,0\nB,0,1\nC,1,0\n'D,1,1\n");
    const Finished done = run({"pairs", square, "--radius", "1", "--csv"});
    EXPECT_EQ(lines_in(done.out), 5u);
    EXPECT_THAT(done.out, HasSubstr("2,2,C,3,3,'D,1\n"));
    EXPECT_THAT(done.err, HasSubstr("4 pairs at the radius"));
}

} // namespace pairscope
