// SPDX-License-Identifier: MIT
// A saved session on the command line: the picture of its data, drawn as it was looked at.
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace pairscope {
namespace {

using testing::HasSubstr;
using testing::Not;

class SavedSession : public Program {
protected:
    std::string table = file("towns.csv", "name,a,b,c\nA,0,0,5\nB,10,4,6\nC,0,1,7\nD,10,0,8\nE,0,3,9\n");

    static std::string contents_of(const std::string& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    [[nodiscard]] std::string in_folder(const std::string& name) const { return (folder / name).string(); }
    /// A file as the window writes it.
    [[nodiscard]] std::string session(std::string_view more, int version = 2) const {
        const Finished sum = run_command(
            {"/usr/bin/env", "python3", "-c",
             "import zlib,sys; b=open(sys.argv[1],'rb').read(); print('%d crc32:%08x' % (len(b), zlib.crc32(b)))",
             table});
        const std::size_t blank = sum.out.find(' ');
        return file("s.pairscope",
                    fmt::format(R"({{"format": "pairscope recording", "version": {}, "made_by": "pairscope 0.1.0",
"when": "2026-11-21T08:36:39Z", "label": "", "host": {{"cpu": "a CPU", "threads": 2, "memory_bytes": 1}},
"devices": [], "workload": "manhattan_distance", "session": true, "ceilings": [], "runs": [],
"source": {{"files": [{{"path": "towns.csv", "absolute": "/nowhere/towns.csv", "bytes": {}, "check_sum": "{}"}}],
"columns": ["a", "c"], "label": "name", "standardise": true}}{}}}
)",
                                version, sum.out.substr(0, blank), sum.out.substr(blank + 1, 14), more));
    }
};

} // namespace

TEST_F(SavedSession, is_drawn_as_its_data_with_its_options) {
    const std::string saved = session(R"(, "view": "zoom=fit,range=0:2,colours=magma,order=spanning_tree")");
    const Finished drawn = run({"render", saved, "--cells", "-o", in_folder("session.png")});
    ASSERT_EQ(drawn.code, 0) << drawn.err;
    const Finished by_options = run({"render",
                                     "--metric",
                                     "manhattan",
                                     "--a",
                                     table,
                                     "--columns",
                                     "a,c",
                                     "--label",
                                     "name",
                                     "--standardise",
                                     "--range",
                                     "0",
                                     "2",
                                     "--colormap",
                                     "magma",
                                     "--view-order",
                                     "spanning_tree",
                                     "--cells",
                                     "-o",
                                     in_folder("options.png")});
    ASSERT_EQ(by_options.code, 0) << by_options.err;
    const Finished other = run({"render", saved, "--cells", "--colormap", "cividis", "-o", in_folder("other.png")});
    ASSERT_EQ(other.code, 0) << other.err;
    EXPECT_EQ(contents_of(in_folder("session.png")), contents_of(in_folder("options.png")));
    EXPECT_NE(contents_of(in_folder("other.png")), contents_of(in_folder("options.png"))) << "options win";
}

TEST_F(SavedSession, gives_its_data_to_other_verbs) {
    const Finished found = run({"neighbours", session(""), "--k", "1", "--csv"});
    ASSERT_EQ(found.code, 0) << found.err;
    EXPECT_EQ(found.out, run({"neighbours", "--metric", "manhattan", "--a", table, "--columns", "a,c", "--label",
                              "name", "--standardise", "--k", "1", "--csv"})
                             .out);
}

TEST_F(SavedSession, never_loses_the_file_that_it_reads) {
    const std::string saved = session(""), before = contents_of(table);
    for (const std::vector<std::string>& writing : {std::vector<std::string>{"matrix", saved, "-o", table},
                                                    {"pairs", saved, "--radius", "9", "-o", table},
                                                    {"clusters", saved, "--number", "2", "-o", table},
                                                    {"clusters", saved, "--newick", table}}) {
        const Finished done = run(writing);
        EXPECT_EQ(done.code, 2) << writing.front();
        EXPECT_THAT(done.err, HasSubstr("towns.csv"));
        EXPECT_EQ(contents_of(table), before) << writing.front();
    }
}

TEST_F(SavedSession, says_that_its_file_was_changed_or_is_gone) {
    const std::string saved = session("");
    std::ofstream(table) << "name,a,b,c\nA,0,0,5\n";
    const Finished changed = run({"render", saved, "-o", in_folder("x.png")});
    EXPECT_EQ(changed.code, 2);
    EXPECT_THAT(changed.err, HasSubstr("towns.csv was changed since the session was saved"));
    std::filesystem::remove(table);
    const Finished gone = run({"render", saved, "-o", in_folder("x.png")});
    EXPECT_EQ(gone.code, 2);
    EXPECT_THAT(gone.err, HasSubstr("towns.csv is gone"));
    EXPECT_FALSE(std::filesystem::exists(folder / "x.png"));
}

TEST_F(SavedSession, of_a_newer_version_is_refused_in_a_sentence) {
    const Finished done = run({"render", session("", 999), "-o", in_folder("x.png")});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("newer"));
}

TEST_F(SavedSession, draws_its_second_matrix_as_it_was_seen) {
    const std::string second = R"(, "second": {"workload": "euclidean_distance", "drawn": "split", "swipe": 0.5})";
    const std::string saved = session(second);
    const std::vector<std::string> mantel{"mantel",  table,  "--metric",      "manhattan",  "--columns", "a,c",
                                          "--label", "name", "--standardise", "--metric-b", "euclidean", "--picture"};
    for (const std::string view : {"split", "beside", "difference"}) {
        std::vector<std::string> by_options = mantel;
        by_options.insert(by_options.end(), {in_folder("options.png"), "--picture-view", view});
        const Finished expected = run(by_options);
        ASSERT_EQ(expected.code, 0) << expected.err;
        std::vector<std::string> by_session{"render", saved, "-o", in_folder("session.png")};
        if (view != "split") by_session.insert(by_session.end(), {"--second", view});
        const Finished drawn = run(by_session);
        ASSERT_EQ(drawn.code, 0) << drawn.err;
        EXPECT_EQ(contents_of(in_folder("session.png")), contents_of(in_folder("options.png"))) << view;
    }
    ASSERT_EQ(run({"render", saved, "--second", "none", "-o", in_folder("one.png")}).code, 0);
    ASSERT_EQ(run({"render", session(""), "-o", in_folder("alone.png")}).code, 0);
    EXPECT_EQ(contents_of(in_folder("one.png")), contents_of(in_folder("alone.png")));
}

TEST_F(SavedSession, whose_file_of_tracks_is_gone_is_drawn_with_the_columns_of_its_own_file) {
    const std::string saved = session(R"(, "view": "zoom=fit,order=class")");
    const auto drawn = [&](const std::string& chosen) {
        std::string text = contents_of(saved);
        text.insert(text.find("\"label\": \"name\""), chosen + R"("tracks_files": [{"path": "gone.csv",
"absolute": "/nowhere/gone.csv", "bytes": 3, "check_sum": "crc32:00000000"}], )");
        const std::string changed = file("changed.pairscope", text);
        const Finished done = run({"render", changed, "--figure", "-o", in_folder("f.svg")});
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, HasSubstr("/nowhere/gone.csv is gone"));
        return std::pair(contents_of(in_folder("f.svg")), done.err);
    };
    const auto [own, told] = drawn(R"("class": "b", "tracks": ["ph"], )");
    EXPECT_THAT(own, HasSubstr("ordered by class"));
    EXPECT_THAT(told, HasSubstr("so the column 'ph' is not shown; put that file back"));
    EXPECT_THAT(told, Not(HasSubstr("not ordered")));
    const auto [none, lost] = drawn(R"("class": "ph", "tracks": ["b"], )");
    EXPECT_THAT(none, Not(HasSubstr("ordered by class")));
    EXPECT_THAT(none, HasSubstr("b:")) << "the legend of the track that is still there";
    EXPECT_THAT(lost, HasSubstr("so the class 'ph' is not shown"));
    EXPECT_THAT(lost, HasSubstr("the rows are not ordered by class"));
}

TEST_F(SavedSession, whose_data_is_gone_keeps_the_tracks_and_the_columns_that_it_holds) {
    const std::string saved = session(R"(, "view": "zoom=fit,order=class", "sets": [{"name": "towns.csv", "rows": 5,
"dims": 2, "element": "float32", "unit": "", "credit": "", "note": "", "axes": ["a", "c"], "values": [0, 5, 10, 6, 0, 7,
10, 8, 0, 9]}], "tracks": [{"name": "kind", "class": true, "categories": ["big", "small"],
"sets": [{"values": [0, 1, 0, 1, 0]}]}])");
    std::filesystem::remove(table);
    const Finished done = run({"render", saved, "--figure", "-o", in_folder("f.svg")});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("saved with the session are used; put that file back, or beside the session"));
    const std::string figure = contents_of(in_folder("f.svg"));
    for (const char* words : {"kind:", "small", "of the columns a, c", "ordered by class"})
        EXPECT_THAT(figure, HasSubstr(words));
}

TEST_F(SavedSession, is_described_by_info) {
    const std::string saved = session(R"(, "view": "zoom=fit,order=class",
"second": {"workload": "euclidean_distance", "drawn": "split"})");
    const std::string told = run({"info", saved}).out;
    for (const char* line :
         {"session       ", "workload      manhattan_distance\n", "data          in the files that follow",
          "file          /nowhere/towns.csv, ", "columns       a, c\n", "view          zoom=fit,order=class\n",
          "second matrix the same data, euclidean_distance, drawn as split\n"})
        EXPECT_THAT(told, HasSubstr(line));
    EXPECT_THAT(told, Not(HasSubstr("measured")));
    const std::string json = run({"info", saved, "--json"}).out;
    for (const char* part : {R"("session": true)", R"("path": "/nowhere/towns.csv")", R"("view": "zoom=fit,)"})
        EXPECT_THAT(json, HasSubstr(part));
}

TEST_F(SavedSession, gives_its_tree_and_its_cut_to_clusters) {
    const auto of_session = [&](const std::string& view, std::vector<std::string> more) {
        more.insert(more.begin(), {"clusters", session(R"(, "view": ")" + view + "\""), "--csv"});
        return run(more);
    };
    const auto by_options = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"clusters", "--metric", "manhattan", "--a", table, "--columns", "a,c", "--label",
                                   "name", "--standardise", "--csv"});
        return run(more).out;
    };
    const Finished height = of_session("order=clusters:single,cut=height:2.5", {});
    ASSERT_EQ(height.code, 0) << height.err;
    EXPECT_EQ(height.out, by_options({"--linkage", "single", "--cut-height", "2.5"}));
    EXPECT_THAT(height.err, HasSubstr("cut as in the session, at height 2.5"));
    const std::string three = "order=clusters:complete,cut=number:3";
    EXPECT_EQ(of_session(three, {}).out, by_options({"--linkage", "complete", "--number", "3"}));
    EXPECT_EQ(of_session(three, {"--number", "2"}).out, by_options({"--linkage", "complete", "--number", "2"}));
    EXPECT_EQ(of_session(three, {"--linkage", "average"}).out, by_options({"--linkage", "average", "--number", "3"}));
    EXPECT_EQ(of_session("order=clusters:complete,cut=height:2.5", {"--linkage", "average"}).out, by_options({}))
        << "a height belongs to one linkage";
    EXPECT_EQ(of_session("zoom=fit", {}).err, run({"clusters", session(""), "--csv"}).err);
}

TEST_F(SavedSession, says_where_the_second_of_its_matrices_is_not_drawn) {
    const std::string saved = session(R"(, "second": {"workload": "euclidean_distance"})");
    for (const std::string option : {"--cells", "--errors"}) {
        const Finished one = run({"render", saved, option, "-o", in_folder("one.png")});
        EXPECT_EQ(one.code, 0) << one.err;
        EXPECT_THAT(one.err, HasSubstr("only the first one is drawn, because " + option)) << option;
        EXPECT_THAT(run({"render", saved, option, "--second", "none", "-o", in_folder("one.png")}).err,
                    Not(HasSubstr("only the first one")));
    }
    EXPECT_THAT(run({"render", session(""), "--cells", "-o", in_folder("one.png")}).err,
                Not(HasSubstr("only the first one")));
}

TEST_F(SavedSession, draws_both_of_its_matrices_as_a_figure) {
    const std::string saved =
        session(R"(, "second": {"workload": "euclidean_distance", "drawn": "split", "swipe": 0.5})");
    const auto figure = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"render", saved, "--figure", "-o", in_folder("two.svg")});
        const Finished done = run(more);
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, Not(HasSubstr("only the first one")));
        std::ifstream svg(in_folder("two.svg"));
        std::string texts;
        for (std::string line; std::getline(svg, line);)
            if (line.starts_with("<text")) texts += line + "\n";
        return texts;
    };
    using testing::AllOf;
    const std::string names = ">E<"; // the last of the towns
    EXPECT_THAT(figure({}),
                AllOf(HasSubstr("Above the diagonal and on it: towns.csv"), HasSubstr("above: Manhattan distances"),
                      HasSubstr("below: distances"), HasSubstr(names), HasSubstr("Common items: 5.")));
    const std::string beside = figure({"--second", "beside", "--caption", "Two ways", "--title", "Towns"});
    EXPECT_THAT(beside,
                AllOf(HasSubstr(">Left: "), HasSubstr(">Manhattan distances [SD]<"), HasSubstr(">distances [SD]<"),
                      HasSubstr(">Two ways<"), HasSubstr(">Towns<"), HasSubstr(names)));
    EXPECT_THAT(figure({"--second", "difference"}), HasSubstr("first minus second"));
    EXPECT_THAT(figure({"--second", "none"}), HasSubstr("5 x 5 Manhattan distances of towns.csv"));
    EXPECT_THAT(run({"render", saved, "--figure", "--size", "200x200", "-o", in_folder("two.svg")}).err,
                HasSubstr("no room for its labels"));
}

TEST_F(SavedSession, says_what_became_of_the_file_of_its_second_matrix) {
    const std::string saved = session(R"(, "second": {"source": {"files": [{"path": "gone.csv",
"absolute": "/nowhere/gone.csv", "bytes": 3, "check_sum": "crc32:00000000"}]}})");
    const Finished drawn = run({"render", saved, "-o", in_folder("one.png")});
    EXPECT_EQ(drawn.code, 0);
    EXPECT_THAT(drawn.err, HasSubstr("the second matrix is not shown, because its file /nowhere/gone.csv is gone"));
    const Finished asked = run({"render", saved, "--second", "split", "-o", in_folder("two.png")});
    EXPECT_EQ(asked.code, 2);
    EXPECT_THAT(run({"render", session(""), "--second", "split", "-o", in_folder("two.png")}).err,
                HasSubstr("there is none"));
}

TEST_F(SavedSession, of_a_workload_that_this_version_lacks_is_refused_in_a_sentence) {
    std::ifstream stream(session(""));
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    text.replace(text.find("manhattan_distance"), 18, "distances_of_2099");
    const Finished done = run({"render", file("later.pairscope", text), "-o", in_folder("x.png")});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("this version does not have its workload 'distances_of_2099'; open it with a newer "
                                    "Pairscope"));
}

} // namespace pairscope
