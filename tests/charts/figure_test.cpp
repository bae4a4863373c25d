// SPDX-License-Identifier: MIT
// The picture of a matrix as a figure: which part is in sight, and what stands around it.
#include "app/paper/figure.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/workload.h"
#include "tests/charts/svg.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <utility>

namespace pairscope::charts {
namespace {

using testing::HasSubstr;

Image picture_of(std::int64_t width, std::int64_t height) {
    Image image{.width = width, .height = height, .pixels = {}};
    for (std::int64_t i = 0; i < width * height; ++i) image.pixels.push_back({std::uint8_t(i % 251), 0, 0, 255});
    return image;
}

app::State state_of_points() {
    app::State state;
    Dataset points{.name = "towns.csv", .rows = 2, .dims = 2, .values = std::vector<float>{0, 0, 3, 4}};
    points.unit = "km";
    points.credit = "A surveyor";
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(points));
    state.output.summary.max = 5.0f;
    return state;
}

Colouring grey() {
    Colouring colouring;
    colouring.range = {0.0f, 5.0f};
    colouring.colormap.name = "grey";
    return colouring;
}

TEST(part_in_sight, of_a_whole_matrix_leaves_out_what_lies_around_it) {
    const MatrixShape shape{100, 100};
    const FigurePart part = part_in_sight(picture_of(300, 200), fitted(shape, {300, 200}), shape);
    EXPECT_EQ(part.picture.width, 200);
    EXPECT_EQ(part.picture.height, 200);
    EXPECT_NEAR(part.columns.low, 0.0, 0.01);
    EXPECT_NEAR(part.columns.high, 100.0, 0.01);
    EXPECT_NEAR(part.rows.high, 100.0, 0.01);
}

TEST(part_in_sight, of_a_part_has_the_rows_and_columns_of_its_edges) {
    const MatrixShape shape{100, 100};
    const HeatmapView view{.center = {50.0, 25.0}, .pixels_per_cell = 10.0};
    const FigurePart part = part_in_sight(picture_of(100, 100), view, shape);
    EXPECT_NEAR(part.columns.low, 20.0, 0.01);
    EXPECT_NEAR(part.columns.high, 30.0, 0.01);
    EXPECT_NEAR(part.rows.low, 45.0, 0.01);
}

TEST(part_in_sight, of_nothing_is_refused) {
    const HeatmapView view{.center = {500.0, 500.0}, .pixels_per_cell = 10.0};
    EXPECT_THROW((void)part_in_sight(picture_of(100, 100), view, {10, 10}), InputError);
}

TEST(drawn_figure, says_what_it_shows_with_its_unit) {
    const FigurePart part{.picture = picture_of(2, 2), .rows = {0.0, 2.0}, .columns = {0.0, 2.0}};
    const std::string svg = drawn_figure(state_of_points(), part, {.colouring = grey(), .format = Format::svg});
    for (const char* words : {"2 x 2 distances of towns.csv", "distances [km]", "column", "row", "A surveyor"})
        EXPECT_THAT(svg, HasSubstr(words));
}

TEST(drawn_figure, names_the_entries_as_their_metric_does) {
    const FigurePart part{.picture = picture_of(2, 2), .rows = {0.0, 2.0}, .columns = {0.0, 2.0}};
    for (const WorkloadType& type : workload_types()) {
        const bool is_euclidean = metric_name_of(type) == "euclidean" || type.inputs.takes_distances;
        if (type.output != OutputKind::matrix || !type.matrix.are_distances) continue;
        EXPECT_EQ(type.matrix.entries == "distances", is_euclidean) << type.id;
        app::State state = state_of_points();
        state.data.now.question.workload = type.id;
        const std::string svg = drawn_figure(state, part, {.colouring = grey(), .format = Format::svg});
        EXPECT_THAT(svg, HasSubstr(fmt::format("2 x 2 {} of towns.csv", type.matrix.entries)));
    }
    app::State state = state_of_points();
    for (const auto& [workload, words] : {std::pair{"bray_curtis", ">Bray-Curtis dissimilarities<"},
                                          {"dtw_distance", ">warped distances [km]<"},
                                          {"edit_distance", ">edit distances [edits]<"},
                                          {"cross_jaccard", ">Jaccard distances<"}}) {
        state.data.now.question.workload = workload;
        EXPECT_THAT(drawn_figure(state, part, {.colouring = grey(), .format = Format::svg}), HasSubstr(words));
    }
}

TEST(drawn_figure, says_in_which_order_the_points_of_a_file_were_loaded) {
    const FigurePart part{.picture = picture_of(2, 2), .rows = {0.0, 2.0}, .columns = {0.0, 2.0}};
    app::State state = state_of_points();
    const auto drawn = [&](Order order) {
        state.data.now.source = app::FileSource{.path = "towns.csv", .columns = {}, .order = order};
        return drawn_figure(state, part, {.colouring = grey(), .format = Format::svg});
    };
    const std::string sorted = drawn(Order::hilbert), as_in_file = drawn(Order::as_loaded);
    EXPECT_THAT(sorted, HasSubstr("column, by its row in the file, points sorted along a Hilbert curve"));
    EXPECT_THAT(sorted, HasSubstr("row in the file, points sorted along a Hilbert curve"));
    EXPECT_THAT(as_in_file, testing::Not(HasSubstr("sorted")));
}

/// A table of so many points on a line that was sorted backwards when it was loaded.
app::State state_of_sorted_file(std::int64_t rows) {
    app::State state = state_of_points();
    Dataset points{.name = "towns.csv", .rows = rows, .dims = 2, .values = std::vector<float>(std::size_t(2 * rows))};
    for (std::int64_t row = 0; row < rows; ++row) points.source_rows.push_back(500 + rows - 1 - row);
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(points));
    state.data.now.source = app::FileSource{.path = "towns.csv", .columns = {}, .order = Order::hilbert};
    return state;
}

std::vector<std::string> words_of_figure(const app::State& state, std::int64_t pixels) {
    const auto rows = double(state.data.now.question.first->rows);
    const FigurePart part{.picture = picture_of(pixels, pixels), .rows = {0.0, rows}, .columns = {0.0, rows}};
    return words_in(drawn_figure(state, part, {.colouring = grey(), .format = Format::svg}));
}

TEST(drawn_figure, of_a_small_matrix_has_the_name_of_each_row_and_column) {
    app::State state = state_of_sorted_file(4);
    Dataset named = *state.data.now.question.first;
    named.labels = {"Oslo", "Rome", "a town with a name that is much too long to stand below one column of the picture",
                    ""};
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(named));
    const auto words = words_of_figure(state, 4);
    for (const char* name : {"Oslo", "Rome", "500"}) EXPECT_EQ(std::ranges::count(words, name), 2) << name;
    EXPECT_THAT(words, testing::Contains("row, points sorted along a Hilbert curve"));
    EXPECT_EQ(std::ranges::count(words, "3"), 1) << "on the colour bar, and no position beside it";
}

TEST(drawn_figure, of_a_small_matrix_without_names_has_the_rows_of_the_file_in_the_order_shown) {
    app::State state = state_of_sorted_file(5);
    Permutation order{1, 0, 2, 3, 4};
    state.output.order = std::make_shared<const app::MatrixOrder>(app::order_of(order, order));
    state.output.shape = {5, 5};
    state.view.order.kind = app::OrderKind::clusters;
    const auto words = words_of_figure(state, 5);
    const auto first = std::ranges::find(words, "503");
    ASSERT_LT(first - words.begin(), std::ssize(words) - 5);
    EXPECT_THAT(std::vector(first, first + 5), testing::ElementsAre("503", "504", "502", "501", "500"));
    EXPECT_THAT(words, testing::Contains("row in the file, in the order: by clusters"));
}

TEST(drawn_figure, of_a_large_matrix_counts_positions_and_says_so) {
    const auto words = words_of_figure(state_of_sorted_file(200), 200);
    EXPECT_THAT(words, testing::Contains("position of the row, points sorted along a Hilbert curve"));
    EXPECT_THAT(words, testing::Contains("150"));
    app::State unsorted = state_of_sorted_file(200);
    Dataset points = *unsorted.data.now.question.first;
    points.source_rows.clear();
    unsorted.data.now.question.first = std::make_shared<const Dataset>(std::move(points));
    unsorted.data.now.source = app::FileSource{.path = "towns.csv", .columns = {}, .order = Order::as_loaded};
    EXPECT_THAT(words_of_figure(unsorted, 200), testing::Contains("row in the file"));
}

TEST(drawn_figure, has_whole_titles_however_narrow_it_is) {
    const app::State state = state_of_sorted_file(200);
    for (const int width : {300, 340, 420, 600}) {
        const FigurePart part{.picture = picture_of(50, 50), .rows = {0.0, 200.0}, .columns = {0.0, 200.0}};
        const std::string svg =
            drawn_figure(state, part, {.colouring = grey(), .format = Format::svg, .size = {width, width}});
        EXPECT_THAT(svg, testing::Not(testing::ContainsRegex(">(position|row|column)[^<]*[.][.][.]<"))) << width;
        EXPECT_THAT(svg, testing::ContainsRegex(">position( of the column)?[<,]")) << width;
        EXPECT_THAT(svg, testing::Not(testing::ContainsRegex(">(row|column)<"))) << "these are places in the picture";
    }
}

/// The digits of numbers are about half as wide as they are high.
TEST(drawn_figure, of_any_size_keeps_the_numbers_along_its_edges_apart) {
    static const std::regex level(R"re(<text x="([0-9.]+)" y="([0-9.]+)" font-size="([0-9.]+)">([0-9 ]+)</text>)re");
    const app::State state = state_of_sorted_file(20'000);
    const FigurePart part{.picture = picture_of(50, 50), .rows = {0.0, 20'000.0}, .columns = {0.0, 20'000.0}};
    for (const int width : {300, 320, 340, 420, 600, 1200}) {
        const std::string svg =
            drawn_figure(state, part, {.colouring = grey(), .format = Format::svg, .size = {width, width}});
        std::vector<Box> numbers;
        for (auto found = std::sregex_iterator(svg.begin(), svg.end(), level); found != std::sregex_iterator();
             ++found) {
            const double x = std::stod((*found)[1]), y = std::stod((*found)[2]), size = std::stod((*found)[3]);
            numbers.push_back({x, y - 0.7 * size, x + 0.45 * size * double((*found)[4].length()), y});
        }
        ASSERT_GE(numbers.size(), 6U) << "two for each edge and the bar, at a width of " << width;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Box &a = numbers[i], &b = numbers[j];
                EXPECT_FALSE(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
                    << "numbers " << j << " and " << i << " at a width of " << width;
            }
    }
}

TEST(drawn_figure, tells_of_entries_that_share_a_pixel_only_where_some_do) {
    const auto says = [](const std::vector<std::string>& words) {
        return std::ranges::any_of(
            words, [](const std::string& line) { return line.find("Each pixel shows") != std::string::npos; });
    };
    EXPECT_FALSE(says(words_of_figure(state_of_sorted_file(200), 200)));
    EXPECT_FALSE(says(words_of_figure(state_of_sorted_file(4), 400)));
    EXPECT_TRUE(says(words_of_figure(state_of_sorted_file(200), 100)));
}

TEST(drawn_figure, tells_the_threshold_and_has_the_title_that_was_asked_for) {
    const FigurePart part{.picture = picture_of(2, 2), .rows = {0.0, 2.0}, .columns = {0.0, 2.0}};
    const std::string svg = drawn_figure(state_of_points(), part,
                                         {.colouring = grey(),
                                          .dimming = Dimming{.threshold = 2.5f, .above = true},
                                          .format = Format::svg,
                                          .title = "My towns"});
    EXPECT_THAT(svg, HasSubstr("My towns"));
    EXPECT_THAT(svg, HasSubstr("Values above 2.5 km are drawn faintly."));
}

TEST(drawn_figure, can_be_every_format) {
    const FigurePart part{.picture = picture_of(3, 2), .rows = {0.0, 2.0}, .columns = {0.0, 3.0}};
    for (const Format format : {Format::svg, Format::png, Format::pdf})
        EXPECT_GT(drawn_figure(state_of_points(), part, {.colouring = grey(), .format = format}).size(), 1000u);
}

} // namespace
} // namespace pairscope::charts
