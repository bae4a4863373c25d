// SPDX-License-Identifier: MIT
#include "app/cli/verbs/image_parts.h"
#include "render/png.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Render : public Program {};

TEST_F(Render, one_pixel_per_cell_is_symmetric_with_the_lowest_colour_on_the_diagonal) {
    const Finished done = run({"render", "--shape", "two_moons", "--n", "50", "--cells", "-o", "cells.png"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, "cells.png\n");
    const Image image = load_png(folder / "cells.png").image;
    ASSERT_EQ(image.width, 50);
    ASSERT_EQ(image.height, 50);
    const Rgba lowest{68, 1, 84}; // the lowest colour of viridis
    for (std::int64_t i = 0; i < 50; ++i) {
        EXPECT_EQ(image.at(i, i), lowest);
        for (std::int64_t j = 0; j < i; ++j) EXPECT_EQ(image.at(i, j), image.at(j, i));
    }
}

TEST_F(Render, takes_a_colormap_that_is_only_a_new_file) {
    const std::filesystem::path shipped = std::filesystem::path(PAIRSCOPE_REPOSITORY) / "assets", own = folder / "own";
    std::filesystem::create_directory(own);
    std::filesystem::copy(shipped / "colormaps", own / "colormaps");
    std::filesystem::copy_file(shipped / "colormaps/grey.csv", own / "colormaps/ash.csv");
    const Circumstances with_own{.environment = {{"PAIRSCOPE_ASSETS", own}}};
    const std::vector<std::string> command{"render", "--shape", "ring", "--n", "8", "--cells", "-o", "a.png"};
    auto with = [&](const char* name) {
        std::vector<std::string> all = command;
        all.insert(all.end(), {"--colormap", name});
        return run(all, with_own);
    };
    EXPECT_EQ(with("ash").code, 0);
    EXPECT_EQ(load_png(folder / "a.png").image.at(0, 0), (Rgba{0, 0, 0}));
    EXPECT_THAT(with("soot").err, HasSubstr("choose one of viridis, ash, blue_black_orange"));
}

TEST_F(Render, a_small_matrix_is_magnified_and_a_large_one_reduced_into_the_size) {
    ASSERT_EQ(run({"render", "--n", "64", "--size", "300x256", "-o", "small.png"}).code, 0);
    EXPECT_EQ(load_png(folder / "small.png").image.width, 256);
    ASSERT_EQ(run({"render", "--n", "600", "--size", "256x256", "-o", "large.png"}).code, 0);
    EXPECT_EQ(load_png(folder / "large.png").image.width, 200);
    EXPECT_THAT(files(), ElementsAre("large.png", "small.png"));
}

TEST_F(Render, a_picture_that_cannot_have_the_size_that_was_asked_for_says_why) {
    const Finished small = run({"render", "--n", "30", "--size", "400x200", "-o", "small.png"});
    EXPECT_THAT(small.err, HasSubstr("the picture has 180 x 180 pixels: each cell has 6 x 6 pixels, and with more "
                                     "pixels per cell it would not fit into 400 x 200"));
    const Finished large = run({"render", "--n", "600", "--size", "256x256", "-o", "large.png"});
    EXPECT_THAT(large.err, HasSubstr("the picture has 200 x 200 pixels: each pixel covers 3 x 3 cells"));
    const Finished exact = run({"render", "--n", "64", "--size", "256x256", "-o", "exact.png"});
    EXPECT_THAT(exact.err, Not(HasSubstr("the picture has")));
}

TEST_F(Render, a_figure_has_the_size_that_was_asked_for) {
    const Finished done = run({"render", "--n", "30", "--figure", "--size", "500x400", "-o", "figure.png"});
    ASSERT_EQ(done.code, 0) << done.err;
    const Image figure = load_png(folder / "figure.png").image;
    EXPECT_EQ(figure.width, 500);
    EXPECT_EQ(figure.height, 400);
    const Finished none = run({"render", "--n", "30", "--figure", "--size", "160x160", "-o", "none.png"});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("has no room for its labels: choose a larger size"));
}

TEST_F(Render, a_figure_of_few_points_names_them_in_the_order_shown) {
    const std::string towns = file("towns.csv", "name,x,y\nOslo,9,1\nRome,0,0\nBern,5,3\n");
    const auto words = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all{"render", towns, "--figure", "-o", "towns.svg"};
        all.insert(all.end(), more.begin(), more.end());
        const Finished done = run(all);
        EXPECT_EQ(done.code, 0) << done.err;
        std::ifstream svg(folder / "towns.svg");
        return std::string(std::istreambuf_iterator<char>(svg), {});
    };
    const std::string by_x = words({"--order", "by_x"});
    EXPECT_LT(by_x.find("Rome"), by_x.find("Bern"));
    EXPECT_LT(by_x.find("Bern"), by_x.find("Oslo"));
    EXPECT_THAT(by_x, Not(HasSubstr("share a pixel")));
    EXPECT_THAT(words({"--view-order", "clusters"}), HasSubstr("row, in the order: by clusters"));
}

TEST_F(Render, the_file_says_how_to_make_it_again) {
    ASSERT_EQ(run({"render", "--shape", "spiral", "--n", "30", "--seed", "7", "-o", "a.png"}).code, 0);
    const std::vector<PngText> texts = load_png(folder / "a.png").text;
    const auto source = std::ranges::find(texts, "Source", &PngText::keyword);
    ASSERT_NE(source, texts.end());
    EXPECT_THAT(source->text, HasSubstr("--shape spiral --n 30 --seed 7"));
}

TEST_F(Render, the_picture_can_be_in_another_order_than_the_data) {
    const auto cells = [&](const char* order) {
        const Finished done =
            run({"render", "--shape", "two_moons", "--n", "40", "--cells", "--view-order", order, "-o", "ordered.png"});
        EXPECT_EQ(done.code, 0) << order << ": " << done.err;
        return load_png(folder / "ordered.png");
    };
    const auto sorted = [](std::vector<Rgba> pixels) {
        std::ranges::sort(pixels);
        return pixels;
    };
    const auto loaded = cells("as_loaded");
    for (const char* order : {"by_x", "by_y", "hilbert", "morton", "clusters", "spanning_tree", "by_distance"}) {
        const auto ordered = cells(order);
        EXPECT_NE(ordered.image.pixels, loaded.image.pixels) << order;
        EXPECT_EQ(sorted(ordered.image.pixels), sorted(loaded.image.pixels)) << order << " has each entry once";
        EXPECT_NE(std::ranges::find(ordered.text, "Order", &PngText::keyword), ordered.text.end());
    }
    EXPECT_EQ(run({"render", "--n", "8", "--view-order", "by_colour"}).code, 2);
    EXPECT_EQ(run({"render", "--n", "8", "--view-order", "by_distance", "--view-row", "8"}).code, 2);
    const Finished many = run({"render", "--n", "32769", "--view-order", "clusters"});
    EXPECT_EQ(many.code, 2);
    EXPECT_THAT(many.err, HasSubstr("at most 32 768 vectors"));
}

TEST_F(Render, a_row_without_distances_to_order_by_is_refused) {
    const std::string holes = file("holes.csv", "x,y\n1,2\nnan,4\n5,6\n7,inf\n");
    for (const std::string row : {"1", "3"}) {
        const Finished done =
            run({"render", holes, "--order", "as_loaded", "--view-order", "by_distance", "--view-row", row});
        EXPECT_EQ(done.code, 2) << row;
        EXPECT_THAT(done.err, HasSubstr("row " + row +
                                        " has no distances to order by, because not all of its coordinates "
                                        "are finite numbers: choose another row"));
    }
    EXPECT_EQ(run({"render", holes, "--order", "as_loaded", "--view-order", "by_distance", "--view-row", "2"}).code, 0);
}

TEST_F(Render, a_row_to_order_by_that_does_not_exist_is_refused) {
    for (const char* row : {"64", "-1", "-2", "-100000000"}) {
        const Finished done = run({"render", "--n", "64", "--view-order", "by_distance", "--view-row", row});
        EXPECT_EQ(done.code, 2) << row;
        EXPECT_THAT(done.err, HasSubstr(std::string("there is no row ") + row + " to order by: the rows are 0 to 63"));
    }
    const Finished word = run({"render", "--n", "64", "--view-order", "by_distance", "--view-row", "abc"});
    EXPECT_EQ(word.code, 2);
    EXPECT_THAT(word.err, HasSubstr("--view-row is abc: give the number of a row"));
    const Finished alone = run({"render", "--n", "64", "--view-row", "3"});
    EXPECT_EQ(alone.code, 2);
    EXPECT_THAT(alone.err, HasSubstr("--view-row is the row from which --view-order by_distance measures"));
    const Finished screen = run({"render", "--screen", "--shape", "ring", "--n", "40", "--device", "cpu",
                                 "--view-order", "by_distance", "--view-row", "-1"});
    if (screen.code == 3) GTEST_SKIP() << screen.err; // no OpenGL
    EXPECT_EQ(screen.code, 2);
    EXPECT_THAT(screen.err, HasSubstr("there is no row -1 to order by: the rows are 0 to 39"));
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(Render, differences_are_drawn_from_the_reference_and_from_another_variant) {
    const auto title = [&](std::vector<std::string> arguments) {
        std::vector<std::string> all{
            "render", "--workload", "cross_distance", "--preset", "far_lattice", "--cells", "-v", "expanded", "-d",
            "cpu",    "-o",         "differences.png"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const Finished done = run(all);
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, HasSubstr("which vector is the nearest"));
        return load_png(folder / "differences.png").text.front().text;
    };
    EXPECT_THAT(title({"--difference", "difference"}), HasSubstr("256 x 256 signed differences of the distances"));
    EXPECT_THAT(title({"--difference", "ulps", "--against", "cpu_naive"}), HasSubstr("from cpu_naive"));
    EXPECT_EQ(run({"render", "--n", "8", "--against", "cpu_naive"}).code, 2);
    EXPECT_EQ(run({"render", "--n", "8", "--difference", "largest"}).code, 2);
    EXPECT_EQ(run({"render", "--workload", "cross_distance", "--preset", "nothing"}).code, 2);
    EXPECT_EQ(run({"render", "--preset", "far_lattice"}).code, 2);
}

TEST_F(Render, the_screen_shows_the_recordings_that_the_window_shows_at_its_start) {
    const Finished done = run({"render", "--screen", "--shape", "ring", "--n", "40", "--device", "cpu", "--size",
                               "800x500", "-o", "screen.png"});
    if (done.code == 3) GTEST_SKIP() << done.err; // no OpenGL
    ASSERT_EQ(done.code, 0) << done.err;
    if (run({"info"}).out.find("no GPU") != std::string::npos) {
        EXPECT_THAT(done.err, HasSubstr("Opened the recording distance_matrix.pairscope: NVIDIA H200"));
    }
}

TEST_F(Render, a_place_that_cannot_be_written_is_bad_input) {
    const Finished done = run({"render", "--n", "8", "-o", "no/such/folder/a.png"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.out, IsEmpty());
    EXPECT_EQ(lines_in(done.err), 1u) << done.err; // it is said before any row is read
}

TEST_F(Render, options_that_do_not_go_together_are_refused) {
    EXPECT_EQ(run({"render", "--cells", "--size", "100x100"}).code, 2);
    EXPECT_EQ(run({"render", "--cells", "--screen"}).code, 2);
    EXPECT_EQ(run({"render", "--size", "large"}).code, 2);
    EXPECT_EQ(run({"render", "--colormap", "rainbow"}).code, 2);
    const Finished log = run({"render", "--range", "-5", "5", "--transform", "logarithmic"});
    EXPECT_EQ(log.code, 2);
    EXPECT_THAT(log.err, HasSubstr("--range begins at -5, and a logarithmic scale has only values above 0"));
    for (const std::vector<std::string>& content : {std::vector<std::string>{"--errors"}, {"--difference", "errors"}}) {
        std::vector<std::string> all{"render", "--n", "8", "--against", "cpu_naive"};
        all.insert(all.end(), content.begin(), content.end());
        const Finished done = run(all);
        EXPECT_EQ(done.code, 2);
        EXPECT_THAT(done.err, HasSubstr("compare with the double-precision reference: for --against, choose"));
    }
}

TEST_F(Render, errors_and_differences_exclude_each_other) {
    for (const std::vector<std::string>& both :
         {std::vector<std::string>{"--errors", "--difference", "ulps"}, {"--difference", "ulps", "--errors"}}) {
        std::vector<std::string> all{"render", "--n", "8"};
        all.insert(all.end(), both.begin(), both.end());
        const Finished done = run(all);
        EXPECT_EQ(done.code, 2);
        EXPECT_THAT(done.err, HasSubstr("exclude each other: give one of them"));
    }
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(Render, a_view_that_cannot_be_used_is_bad_input) {
    const auto refused = [&](const char* view) {
        const Finished done = run({"render", "--screen", "--shape", "ring", "--n", "40", "--device", "cpu", "--view",
                                   view, "-o", "view.png"});
        if (done.code == 3) return std::string();
        EXPECT_EQ(done.code, 2) << view;
        return done.err;
    };
    const std::string pinned = refused("pinned=3:40");
    if (pinned.empty()) GTEST_SKIP() << "no OpenGL";
    EXPECT_THAT(pinned, HasSubstr("Column 40 does not exist. The columns of this matrix are numbered from 0 to 39."));
    EXPECT_THAT(refused("colours=rainbow"), HasSubstr("colours is rainbow. Give one of viridis, "));
    EXPECT_THAT(refused("zoom=2,zoom=3"), HasSubstr("it has the part zoom twice"));
    EXPECT_THAT(refused("row=1e300"), HasSubstr("row is 1e300"));
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(Render, a_view_of_a_place_that_does_not_exist_is_refused_as_soon_as_the_data_are_there) {
    for (const auto& [view, place] : {std::pair("pinned=3:40", "Column 40"), std::pair("pinned=40:3", "Row 40"),
                                      std::pair("selected=3:40", "Row 40"), std::pair("order=by_distance:40", "Row 40"),
                                      std::pair("row=50,zoom=2", "Row 50")}) {
        const Finished done = run({"render", "--screen", "--shape", "ring", "--n", "40", "--device", "cpu", "--view",
                                   view, "-o", "view.png"});
        if (done.code == 3) GTEST_SKIP() << "no OpenGL";
        EXPECT_EQ(done.code, 2) << view;
        EXPECT_THAT(done.err, StartsWith(std::string("pairscope: The view cannot be used. ") + place));
        EXPECT_EQ(lines_in(done.err), 1u) << done.err;
    }
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(Render, a_picture_of_the_window_that_is_interrupted_has_the_exit_code_of_its_help) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const Finished done = run({"render", "--screen", "--n", "8192", "--device", "cpu", "-o", "screen.png"},
                                  {.interrupt_after = std::chrono::milliseconds(600), .signal = signal});
        if (done.code == 3) GTEST_SKIP() << done.err; // no OpenGL
        EXPECT_EQ(done.code, 130) << signal;
        EXPECT_THAT(done.err, HasSubstr("interrupted before there was a result"));
    }
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(Render, without_a_display_the_window_becomes_a_picture_and_a_table) {
    const Finished done = run({"--shape", "ring", "--n", "128"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(files(), ElementsAre("pairscope.png"));
    EXPECT_THAT(done.err, HasSubstr("pairscope.png"));
    EXPECT_THAT(done.out, StartsWith("pairscope.png\n"));
    EXPECT_THAT(done.out, HasSubstr("median [ms]"));
}

TEST_F(Render, without_a_display_several_tables_are_refused) {
    const Finished done = run({file("one.csv", "x,y\n1,2\n3,4\n"), file("two.csv", "x,y\n1,2\n3,4\n")});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("one table can be drawn"));
}

TEST_F(Render, an_installed_tree_runs_from_anywhere) {
    const std::string prefix = (folder.parent_path() / "elsewhere").string();
    ASSERT_EQ(run_command({PAIRSCOPE_CMAKE, "--install", PAIRSCOPE_BUILD_FOLDER, "--prefix", prefix}).code, 0);
    const std::string program = prefix + "/bin/pairscope";
    EXPECT_EQ(run_command({program, "list"}).code, 0);
    EXPECT_EQ(run_command({program, "render", "--n", "64"}).code, 0);
    EXPECT_THAT(files(), ElementsAre("pairscope.png"));
}

TEST_F(Render, missing_assets_are_named) {
    const Finished done = run({"render", "--n", "8"}, {.environment = {{"PAIRSCOPE_ASSETS", "/nowhere"}}});
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("/nowhere"));
}

TEST_F(Render, a_figure_of_pixels_shows_each_pixel_of_its_picture) {
    cli::MatrixImage image;
    image.figure = true;
    image.size = charts::Size{600, 500};
    image.output = "figure.png";
    EXPECT_LE(cli::room_for(image).width, 340) << "what the words beside it leave";
    image.output = "figure.svg";
    EXPECT_GE(cli::room_for(image).width, 1024) << "which can be enlarged";
    ASSERT_EQ(run({"render", "--shape", "ring", "--n", "2000", "--figure", "--size", "600x500", "-o", "f.png"}).code,
              0);
    EXPECT_EQ(load_png(folder / "f.png").image.width, 600);
}

} // namespace
} // namespace pairscope
