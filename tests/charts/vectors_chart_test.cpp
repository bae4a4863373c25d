// SPDX-License-Identifier: MIT
// The charts of two vectors on paper.
#include "app/paper/chart.h"
#include "app/spine/jobs.h"
#include "app/subjects/output/output.h"
#include "app/subjects/output/output_words.h"
#include "kernels/data/errors.h"
#include "tests/charts/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace pairscope::charts {
namespace {

using app::State;
using app::Theme;
using testing::Contains;
using testing::HasSubstr;

State state_with(std::vector<float> x, std::vector<float> y) {
    const auto dataset = [](std::vector<float> values) {
        return std::make_shared<const Dataset>(
            Dataset{.rows = 1, .dims = std::int64_t(values.size()), .values = std::move(values)});
    };
    State state;
    app::DataSnapshot& data = state.data.now;
    const WorkloadType& type = *std::ranges::find_if(workload_types(), app::asks_about_two_vectors);
    data.question.workload = type.id;
    data.question.parameters = usual_parameters(type);
    data.source = app::VectorSource{};
    data.question.first = dataset(std::move(x));
    data.question.second = dataset(std::move(y));
    state.vectors.reduced = reduce_vectors(app::vectors_job(state)->what.get<app::job::ReduceVectors>().vectors);
    return state;
}

/// 64 coordinates: two blocks' worth differ by 1, the others are equal.
State steps() {
    std::vector<float> x(64, 0.0f), y(64, 0.0f);
    x[0] = x[1] = x[40] = 1.0f;
    return state_with(x, y);
}

std::string svg_of(const State& state) {
    return drawn(state, {.kind = "vectors", .format = Format::svg, .theme = Theme::light});
}

TEST(VectorsOnPaper, names_the_vectors_the_axes_and_the_sum) {
    const State state = steps();
    const auto words = words_in(svg_of(state));
    for (const char* name : {"x", "y", "value", "squared difference", "running sum", "(x - y)²"})
        EXPECT_THAT(words, Contains(name));
    EXPECT_THAT(words, Contains(HasSubstr("The last value of the running sum, 3, is the squared distance of x and y")));
    EXPECT_THAT(words, Contains(HasSubstr("32 parts of 2 each")));
    EXPECT_EQ(std::ranges::count(words, std::string("index i of the coordinates of x and y")), 1)
        << "the charts have one horizontal axis";
}

TEST(VectorsOnPaper, a_title_that_is_longer_than_its_axis_is_written_smaller_and_not_cut) {
    const auto words = words_in(
        drawn(steps(), {.kind = "vectors", .format = Format::svg, .theme = Theme::light, .size = Size{880, 480}}));
    EXPECT_THAT(words, Contains("squared difference"));
}

TEST(VectorsOnPaper, a_step_is_as_high_as_the_sum_over_its_part) {
    const auto shapes = shapes_in(svg_of(steps()));
    std::vector<double> heights;
    for (const SvgShape& box : filled_with(shapes, app::theme_colours(Theme::light).line))
        if (box.box().height() > 0.5) heights.push_back(box.box().height());
    ASSERT_EQ(heights.size(), 2u) << "the other parts add nothing";
    EXPECT_NEAR(std::max(heights[0], heights[1]) / std::min(heights[0], heights[1]), 2.0, 0.02);
}

TEST(VectorsOnPaper, the_plots_begin_at_the_same_place) {
    std::vector<float> x(500), y(500);
    for (std::size_t i = 0; i < 500; ++i) x[i] = float(i) * 1e-5f;
    std::set<int> lefts;
    const app::Rgb faint = app::theme_colours(Theme::light).faint;
    for (const SvgShape& shape : shapes_in(svg_of(state_with(x, y))))
        if (!shape.filled && shape.colour == faint && shape.points.size() == 2 && shape.box().width() == 0.0)
            lefts.insert(int(shape.box().left));
    EXPECT_EQ(lefts.size(), 1u);
}

TEST(VectorsOnPaper, a_million_coordinates_are_a_few_lines_per_pixel) {
    std::vector<float> x(1 << 20), y(1 << 20);
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = float(i * 7919 % 10007);
        y[i] = -x[i];
    }
    const auto shapes = shapes_in(svg_of(state_with(x, y)));
    EXPECT_GT(shapes.size(), 800u);
    EXPECT_LT(shapes.size(), 10'000u);
}

TEST(VectorsOnPaper, without_vectors_one_sentence_says_so) {
    try {
        static_cast<void>(svg_of(State{}));
        ADD_FAILURE() << "nothing was drawn";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("ask about two vectors"));
    }
}

} // namespace
} // namespace pairscope::charts
