// SPDX-License-Identifier: MIT
// Names, classes and tracks on the command line, and the figure for a paper that shows them.
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdint>
#include <fstream>
#include <iterator>

namespace pairscope {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class TracksOption : public Program {
protected:
    std::string plants = file("plants.csv", "specimen,species,weight,a,b,c\np1,rosa,2.5,0,0,5\np2,malus,1.5,10,4,6\n"
                                            "p3,rosa,3.5,0,1,7\np4,malus,4.25,10,0,8\np5,rosa,0.5,0,3,9\n");

    static std::string contents_of(const std::string& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    [[nodiscard]] std::string in_folder(const std::string& name) const { return (folder / name).string(); }
    /// Draws the plants into this file.
    [[nodiscard]] Finished draw(const std::string& name, std::vector<std::string> more) const {
        std::vector<std::string> arguments{"render",    "--metric", "manhattan", "--a",          plants,
                                           "--columns", "a,b,c",    "-o",        in_folder(name)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
};

/// All words of an SVG, with blanks between them.
std::string words_in(const std::string& svg) {
    std::string words;
    for (std::size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at)) {
        const std::size_t begin = svg.find('>', at) + 1;
        at = svg.find("</text>", begin);
        words += svg.substr(begin, at - begin) + " ";
    }
    return words;
}

/// The width or the height in an SVG's head, or a field of a PNG's.
std::uint32_t number_at(const std::string& bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
    return number;
}

} // namespace

TEST_F(TracksOption, figure_has_tree_tracks_legend_names_metric_and_caption) {
    const Finished done = draw("f.svg", {"--figure", "--names", "specimen", "--class", "species", "--track", "weight",
                                         "--view-order", "clusters", "--cut-number", "2", "--caption", "Our plants."});
    ASSERT_EQ(done.code, 0) << done.err;
    const auto words = words_in(contents_of(in_folder("f.svg")));
    for (const char* word : {"species:", "weight:", "malus", "rosa", "0.5", "4.25", "p1", "p5", "species", "weight"})
        EXPECT_THAT(words, HasSubstr(word));
    EXPECT_THAT(words, HasSubstr("Our plants."));
    EXPECT_THAT(words, HasSubstr("Metric: Manhattan distance of the columns a, b, c."));
    EXPECT_THAT(words, HasSubstr("by clusters, average linkage, cut into 2 clusters"));
}

TEST_F(TracksOption, figure_is_as_wide_as_asked_for_in_every_format) {
    for (const char* name : {"f.svg", "f.pdf", "f.png"}) {
        const Finished done =
            draw(name, {"--figure", "--class", "species", "--width-mm", "127", "--font-size", "7", "--dpi", "200"});
        ASSERT_EQ(done.code, 0) << done.err;
    }
    EXPECT_THAT(contents_of(in_folder("f.svg")), HasSubstr("width=\"480px\"")); // 5 inches
    EXPECT_THAT(contents_of(in_folder("f.pdf")), HasSubstr("MediaBox [ 0 0 360 "));
    const std::string png = contents_of(in_folder("f.png"));
    EXPECT_EQ(number_at(png, 16), 1000u);
    const std::size_t resolution = png.find("pHYs");
    ASSERT_NE(resolution, std::string::npos);
    EXPECT_EQ(number_at(png, resolution + 4), 7874u) << "pixels per metre";
    const Finished other = draw("g.png", {"--figure", "--width-mm", "127", "--dpi", "400"});
    ASSERT_EQ(other.code, 0) << other.err;
    EXPECT_EQ(number_at(contents_of(in_folder("g.png")), 16), 2000u);
}

TEST_F(TracksOption, figure_that_is_too_narrow_says_so_in_millimetres) {
    const Finished done = draw("f.pdf", {"--figure", "--width-mm", "30", "--font-size", "12"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("30 mm"));
    EXPECT_FALSE(std::filesystem::exists(folder / "f.pdf"));
}

TEST_F(TracksOption, options_of_figures_need_a_figure) {
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{"--width-mm", "85"}, {"--dpi", "300"}, {"--caption", "A"}, {"--font-size", "8"}})
        EXPECT_EQ(draw("f.png", options).code, 2) << options.front();
    EXPECT_THAT(draw("f.png", {"--figure", "--width-mm", "85", "--size", "900x900"}).err, HasSubstr("--size"));
    EXPECT_THAT(files(), Not(Contains("f.png")));
}

TEST_F(TracksOption, picture_is_ordered_by_a_class_or_a_column) {
    const auto drawn = [&](const std::string& name, std::vector<std::string> more) {
        more.insert(more.end(), {"--cells", "--range", "0", "30"});
        const Finished done = draw(name, std::move(more));
        EXPECT_EQ(done.code, 0) << done.err;
        return contents_of(in_folder(name));
    };
    const std::string by_class = drawn("a.png", {"--class", "species", "--view-order", "class"});
    const std::string by_column = drawn("b.png", {"--view-order", "column:species"});
    const std::string loaded = drawn("c.png", {});
    EXPECT_NE(by_class, loaded);
    EXPECT_NE(by_column, loaded);
    const std::string sorted =
        file("sorted.csv", "specimen,species,weight,a,b,c\np2,malus,1.5,10,4,6\np4,malus,4.25,10,0,8\n"
                           "p1,rosa,2.5,0,0,5\np3,rosa,3.5,0,1,7\np5,rosa,0.5,0,3,9\n");
    const Finished by_hand =
        run({"neighbours", "--metric", "manhattan", "--a", sorted, "--columns", "a,b,c", "--k", "1", "--csv"});
    EXPECT_EQ(by_hand.code, 0) << by_hand.err;
    for (const auto& [option, words] :
         {std::pair{"class", "no class"}, {"column", "column:NAME"}, {"column:weigth", "weigth"}}) {
        const Finished refused = draw("d.png", {"--view-order", option});
        EXPECT_EQ(refused.code, 2) << option;
        EXPECT_THAT(refused.err, HasSubstr(words));
    }
}

TEST_F(TracksOption, second_table_is_joined_by_name_and_what_does_not_match_is_said) {
    const std::string soil = file("soil.csv", "plant,ph\np3,5.5\np1,7\nq9,6\n");
    const Finished done = draw("f.svg", {"--figure", "--names", "specimen", "--tracks", soil});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("3 of the 5 rows of plants.csv, such as 'p2', are not in column 'plant' of "
                                    "soil.csv"));
    EXPECT_THAT(done.err, HasSubstr("1 of the 3 names in soil.csv, such as 'q9', belongs to no row of plants.csv"));
    EXPECT_THAT(words_in(contents_of(in_folder("f.svg"))), HasSubstr("ph:"));
}

TEST_F(TracksOption, reach_the_window_also_of_two_columns) {
    const std::string points = file("pts.csv", "name,cls,x,y\np,a,0,1\nq,b,2,5\nr,a,3,3\n");
    for (const std::string option : {"--class", "--track"}) {
        const Finished done = run({"render", "--screen", points, option, "sort", "--device", "cpu", "--size", "400x300",
                                   "-o", in_folder("w.png")});
        EXPECT_THAT(done.err, HasSubstr("take column 'sort' of pts.csv")) << option << " was passed over";
    }
}

TEST_F(TracksOption, bad_ones_are_refused_in_a_sentence) {
    const auto error_of = [&](std::vector<std::string> more) {
        const Finished done = draw("f.svg", std::move(more));
        EXPECT_EQ(done.code, 2);
        return done.err;
    };
    EXPECT_THAT(error_of({"--figure", "--class", "genus"}), HasSubstr("'genus'"));
    EXPECT_THAT(run({"render", "--shape", "ring", "--class", "a"}).err, HasSubstr("belong to files"));
    EXPECT_THAT(run({"render", "--workload", "best_match", "--track", "a"}).err, HasSubstr("belong to files"));
    const std::string other = file("other.csv", "plant,ph\nq1,5\n");
    EXPECT_THAT(error_of({"--figure", "--tracks", other}), HasSubstr("has the name of a row of plants.csv"));
    EXPECT_THAT(error_of({"--figure", "--tracks", in_folder("gone.csv")}), HasSubstr("gone.csv"));
}

TEST_F(TracksOption, given_distances_have_tracks_too) {
    const std::string given = file("d.csv", ",a,b,c\na,0,1,5\nb,1,0,4\nc,5,4,0\n");
    const std::string kinds = file("kinds.csv", "name,kind\na,wood\nb,herb\nc,wood\n");
    const Finished done = run({"render", given, "--tracks", kinds, "--class", "kind", "--view-order", "class",
                               "--figure", "-o", in_folder("f.svg")});
    ASSERT_EQ(done.code, 0) << done.err;
    const auto words = words_in(contents_of(in_folder("f.svg")));
    EXPECT_THAT(words, HasSubstr("kind:"));
    EXPECT_THAT(words, HasSubstr("The distances are those of the file."));
    EXPECT_THAT(done.err, Not(HasSubstr("kinds.csv,"))) << "every name matches";
}

TEST_F(TracksOption, distances_that_stand_in_no_table_have_tracks_of_a_second_file) {
    const std::string kinds = file("kinds.tsv", "taxon\tkind\nb\therb\na\twood\nc\twood\n");
    for (const auto& [name, text] : {std::pair{"square.phy", "3\na 0 1 5\nb 1 0 4\nc 5 4 0\n"},
                                     {"lower.phy", "3\na\nb 1\nc 5 4\n"},
                                     {"r.txt", "  a b\nb 1  \nc 5 4\n"},
                                     {"pairs.tsv", "a\tb\t1\na\tc\t5\nb\tc\t4\n"}}) {
        const std::string given = file(name, text);
        const Finished done = run({"render", given, "--tracks", kinds, "--class", "kind", "--view-order", "class",
                                   "--figure", "-o", in_folder("f.svg")});
        ASSERT_EQ(done.code, 0) << name << done.err;
        const std::string words = words_in(contents_of(in_folder("f.svg")));
        EXPECT_THAT(words, HasSubstr("kind:")) << name;
        EXPECT_THAT(words, HasSubstr("herb")) << name;
        const Finished wrong =
            run({"render", given, "--tracks", kinds, "--track", "kimd", "--figure", "-o", in_folder("g.svg")});
        EXPECT_EQ(wrong.code, 2) << name;
        EXPECT_THAT(wrong.err, HasSubstr("its columns are 'taxon', 'kind'")) << name;
    }
}

TEST_F(TracksOption, a_column_that_is_not_there_is_looked_for_in_the_second_table) {
    const std::string soil = file("soil.csv", "plant,ph,clay\np3,5.5,1\np1,7,2\n");
    const Finished done = draw("f.svg", {"--figure", "--names", "specimen", "--tracks", soil, "--track", "sand"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("cannot take column 'sand' of soil.csv"));
    EXPECT_THAT(done.err, HasSubstr("'plant', 'ph', 'clay'"));
    EXPECT_THAT(done.err, HasSubstr("plants.csv has no such column either"));
}

TEST_F(TracksOption, lists_have_row_numbers_beside_equal_names) {
    const Finished pairs = run(
        {"pairs", "--metric", "manhattan", "--a", plants, "--columns", "a,b", "--names", "species", "--radius", "4"});
    ASSERT_EQ(pairs.code, 0) << pairs.err;
    EXPECT_THAT(pairs.out, HasSubstr("rosa (0)"));
    EXPECT_THAT(pairs.out, HasSubstr("rosa (2)"));
    const Finished clusters = run({"clusters", "--metric", "manhattan", "--a", plants, "--columns", "a,b", "--label",
                                   "species", "--number", "2"});
    ASSERT_EQ(clusters.code, 0) << clusters.err;
    EXPECT_THAT(clusters.out, HasSubstr("malus (1)"));
}

} // namespace pairscope
