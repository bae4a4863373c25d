// SPDX-License-Identifier: MIT
#include "app/paper/chart.h"
#include "app/paper/savers.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/measuring/time_charts.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/errors.h"
#include "profiling/ledger.h"
#include "render/png.h"
#include "tests/charts/svg.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace pairscope::charts {
namespace {

using app::State;
using app::Theme;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

profiling::Measurement run_of(const char* variant, double seconds, bool counted) {
    profiling::Measurement m = profiling::sample_measurement();
    m.variant_id = find_variant(variant)->id;
    m.target = TargetKind::linear; // which is shown first
    m.seconds.clear();
    for (int i = 0; i < 21; ++i) m.seconds.push_back(seconds * (1.0 + 0.002 * (i * 8 % 21)));
    m.predicted_bytes = predicted_bytes(*find_variant(variant), m.workload);
    m.counters.reset();
    if (!counted) return m;
    const std::string name = "global_store_sectors", load = "global_load_sectors";
    m.counters = profiling::Counters{.chip = "GH100",
                                     .passes = 3,
                                     .counts = {{"dram_bytes_written", "dram__bytes_write.sum", 4e9},
                                                {"dram_bytes_read", "dram__bytes_read.sum", 1e9},
                                                {"l2_bytes", "lts__t_bytes.sum", 8e9},
                                                {name, "m", 2.5e8},
                                                {load, "m", 2e7}}};
    return m;
}

/// An H200 whose three runs lie far apart; grid2d was not counted.
State recorded_state(const std::string& device = "NVIDIA H200") {
    auto recording = std::make_shared<profiling::Recording>(profiling::sample_recording());
    recording->devices = {profiling::sample_gpu()};
    recording->devices.front().name = device;
    recording->runs = {run_of("row_per_thread", 16.3e-3, true), run_of("grid2d", 2.2e-3, false),
                       run_of("vec4_rows", 0.8e-3, true)};
    for (auto& run : recording->runs) std::get<profiling::Measurement>(run).device = recording->devices.front();
    profiling::Ceilings ceilings;
    ceilings.device = recording->devices.front();
    add(ceilings, {.kind = profiling::CeilingKind::fill, .value = 4.6e12, .samples = 20, .how = "stores"});
    add(ceilings, {.kind = profiling::CeilingKind::fma, .value = 65e12, .samples = 20, .how = "fused"});
    recording->ceilings = {ceilings};
    State state;
    state.run.devices = {Device{}};
    state.run.variant_id = find_variant("vec4_rows")->id;
    state.recordings.shown = {{.id = 1, .path = "h200.pairscope", .recording = recording}};
    state.recordings.chosen = app::RecordedChoice{1, recording->devices.front()};
    return state;
}

std::string svg_of(const State& state, std::string_view kind, Theme theme = Theme::light) {
    return drawn(state, {.kind = kind, .format = Format::svg, .theme = theme});
}

Image png_of(const State& state, Request request) {
    const TemporaryFolder folder;
    request.format = Format::png;
    std::ofstream(folder.path() / "chart.png", std::ios::binary) << drawn(state, request);
    return load_png(folder.path() / "chart.png").image;
}

double part_of(app::AxisRange range, double value) {
    return std::log(value / range.low) / std::log(range.high / range.low);
}

TEST(Charts, a_roofline_names_every_variant_its_roofs_and_its_axes_with_units) {
    const auto words = words_in(svg_of(recorded_state(), "roofline"));
    for (const char* name : {"row_per_thread", "grid2d", "vec4_rows"}) EXPECT_THAT(words, Contains(name));
    EXPECT_THAT(words, Contains(HasSubstr("[flop per byte of DRAM traffic]")));
    EXPECT_THAT(words, Contains(HasSubstr("[flop/s]")));
    EXPECT_THAT(words, Contains("fill 4 600 GB/s, recorded"));
    EXPECT_THAT(words, Contains("FMA 65.0 TFLOP/s, recorded"));
    EXPECT_THAT(words, Contains(HasSubstr("NVIDIA H200, n = 30 336")));
    EXPECT_THAT(words, Contains(HasSubstr("recorded 2026-")));
    EXPECT_THAT(words, Contains(HasSubstr("by pairscope")));
}

TEST(Charts, a_rooflines_marks_lie_where_their_numbers_say) {
    const State state = recorded_state();
    const auto chart = app::roofline_chart(state);
    ASSERT_TRUE(chart);
    for (const Theme theme : {Theme::light, Theme::dark}) {
        const auto shapes = shapes_in(svg_of(state, "roofline", theme));
        const Box axes = axes_in(shapes, theme);
        for (const app::ChartDot& dot : chart->dots) {
            const double x = axes.left + part_of(chart->intensity, dot.intensity) * axes.width();
            const double y = axes.bottom - part_of(chart->performance, dot.performance) * axes.height();
            const app::Rgb colour = variant_rgb(dot.id, theme);
            const bool filled = dot.bytes == profiling::Provenance::counter;
            const auto near = std::ranges::count_if(shapes, [&](const SvgShape& shape) {
                return shape.colour == colour && shape.filled == filled && shape.points.size() > 2 &&
                       std::hypot(shape.centre().x - x, shape.centre().y - y) < 0.1;
            });
            EXPECT_EQ(near, 1) << dot.id;
        }
    }
}

TEST(Charts, the_roof_that_binds_is_the_thickest_line_and_ends_at_the_arithmetic) {
    const State state = recorded_state();
    const auto chart = app::roofline_chart(state);
    const auto shapes = shapes_in(svg_of(state, "roofline"));
    const Box axes = axes_in(shapes, Theme::light);
    const auto roof = std::ranges::find_if(shapes, [](const SvgShape& shape) {
        return !shape.filled && shape.width == 2.0 && shape.colour == app::theme_colours(Theme::light).text;
    });
    ASSERT_NE(roof, shapes.end());
    const Point end = roof->points.back();
    EXPECT_NEAR(end.x, axes.left + part_of(chart->intensity, 65e12 / 4.6e12) * axes.width(), 0.1);
    EXPECT_NEAR(end.y, axes.bottom - part_of(chart->performance, 65e12) * axes.height(), 0.1);
}

TEST(Charts, no_word_of_a_usual_roofline_is_shortened) {
    const std::string svg = svg_of(recorded_state(), "roofline");
    for (const std::string& word : words_in(svg)) EXPECT_THAT(word, Not(HasSubstr("..."))) << word;
}

TEST(Charts, bars_are_as_long_as_the_speed_ups_they_stand_for) {
    const State state = recorded_state();
    const auto shapes = shapes_in(svg_of(state, "speedup"));
    const auto width = [&](const char* name) {
        const auto bars = filled_with(shapes, variant_rgb(find_variant(name)->id, Theme::light));
        return bars.size() == 1 ? bars.front().box().width() : 0.0;
    };
    const double one = width("row_per_thread");
    ASSERT_GT(one, 5.0);
    EXPECT_NEAR(width("vec4_rows") / one, 16.3 / 0.8, 0.05);
    EXPECT_NEAR(width("grid2d") / one, 16.3 / 2.2, 0.05);
    const auto words = words_in(svg_of(state, "speedup"));
    EXPECT_THAT(words, Contains("20.4x"));
    EXPECT_THAT(words, Contains("times as fast"));
}

TEST(Charts, a_million_samples_are_a_line_per_pixel) {
    State state = recorded_state();
    auto recording = std::make_shared<profiling::Recording>(*state.recordings.shown.front().recording);
    auto& seconds = std::get<profiling::Measurement>(recording->runs.back()).seconds;
    seconds.assign(1'000'000, 0.8e-3);
    seconds[500'000] = 0.9e-3;
    state.recordings.shown.front().recording = recording;
    const std::string svg = svg_of(state, "samples");
    EXPECT_LT(svg.size(), 1'000'000u) << "a mark for each would take hundreds of megabytes";
    const auto shapes = shapes_in(svg);
    const Box axes = axes_in(shapes, Theme::light);
    const app::Rgb colour =
        variant_rgb(std::get<profiling::Measurement>(recording->runs.back()).variant_id, Theme::light);
    double highest = axes.bottom;
    for (const SvgShape& shape : shapes)
        if (shape.colour == colour) highest = std::min(highest, shape.box().top);
    EXPECT_LT(highest, axes.top + 0.2 * axes.height()) << "the one that stands out is still seen";
    EXPECT_THAT(words_in(svg),
                Contains(HasSubstr("the line at each pixel reaches from the shortest to the longest time")));
}

TEST(Charts, every_sample_has_its_place_and_the_band_lies_about_the_median) {
    const State state = recorded_state();
    const auto& m = *app::recorded_run(state)->run;
    const auto shapes = shapes_in(svg_of(state, "samples"));
    const Box axes = axes_in(shapes, Theme::light);
    const auto range = app::samples_axis(m.seconds).milliseconds;
    const auto height = [&](double seconds) {
        return axes.bottom - (1e3 * seconds - range.low) / (range.high - range.low) * axes.height();
    };
    const app::Rgb colour = variant_rgb(m.variant_id, Theme::light);
    for (std::size_t i = 0; i < m.seconds.size(); ++i) {
        const Point at{axes.left + (double(i) + 0.5) / double(m.seconds.size()) * axes.width(), height(m.seconds[i])};
        const auto strokes = std::ranges::count_if(shapes, [&](const SvgShape& shape) {
            return shape.colour == colour && std::hypot(shape.centre().x - at.x, shape.centre().y - at.y) < 0.1;
        });
        EXPECT_EQ(strokes, 2) << "sample " << i << " is a cross of two strokes";
    }
    const auto bands = filled_with(shapes, app::theme_colours(Theme::light).line);
    ASSERT_EQ(bands.size(), 1u);
    const auto interval = *profiling::median_interval(m.seconds);
    EXPECT_NEAR(bands.front().box().top, height(interval.high), 0.1);
    EXPECT_NEAR(bands.front().box().bottom, height(interval.low), 0.1);
    EXPECT_THAT(words_in(svg_of(state, "samples")), Contains("time of a run [ms]"));
}

TEST(Charts, the_ledgers_bars_are_as_long_as_its_bytes) {
    const State state = recorded_state();
    const profiling::Ledger ledger = profiling::ledger_of(*app::recorded_run(state)->run);
    const auto filled = filled_with(shapes_in(svg_of(state, "ledger")), app::theme_colours(Theme::light).accent);
    ASSERT_EQ(filled.size(), 3u) << "requested, through L2, through DRAM; what is compulsory is an outline";
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(filled[i].box().width() / filled[1].box().width(),
                    *ledger.bars[i + 1].bytes / *ledger.bars[2].bytes, 0.001);
    const auto words = words_in(svg_of(state, "ledger"));
    EXPECT_THAT(words, Contains("8.64 GB"));
    EXPECT_THAT(words, Contains(HasSubstr("These were counted on GH100")));
}

TEST(Charts, a_png_has_two_pixels_for_each_of_the_size_unless_told_otherwise) {
    const State state = recorded_state();
    const Image usual = png_of(state, {.kind = "roofline", .size = Size{600, 400}});
    EXPECT_EQ(usual.width, 1200);
    EXPECT_EQ(usual.height, 800);
    const Image plain = png_of(state, {.kind = "samples", .size = Size{601, 400}, .pixels = 1.0});
    EXPECT_EQ(plain.width, 601);
    EXPECT_EQ(plain.height, 400);
}

TEST(Charts, the_paper_is_white_or_the_screens_dark) {
    const auto paper = [](Theme theme) {
        const Rgba corner = png_of(recorded_state(), {.kind = "roofline", .theme = theme}).at(3, 3);
        return app::Rgb(corner.r) << 16 | app::Rgb(corner.g) << 8 | app::Rgb(corner.b);
    };
    EXPECT_EQ(paper(Theme::light), 0xffffffu);
    EXPECT_EQ(paper(Theme::dark), app::theme_colours(Theme::dark).panel);
}

TEST(Charts, a_pdf_is_one_from_beginning_to_end) {
    const std::string pdf = drawn(recorded_state(), {.kind = "roofline", .format = Format::pdf});
    EXPECT_TRUE(pdf.starts_with("%PDF-"));
    EXPECT_THAT(pdf.substr(pdf.size() - 10), HasSubstr("%%EOF"));
}

TEST(Charts, a_strangers_long_and_odd_names_stay_on_the_paper_and_in_the_xml) {
    const std::string svg = svg_of(recorded_state("<&\"\x01 " + std::string(3000, 'W')), "roofline");
    EXPECT_THAT(svg, Not(HasSubstr("<&")));
    EXPECT_THAT(svg, Not(HasSubstr("\x01")));
    const auto words = words_in(svg);
    EXPECT_THAT(words, Contains(HasSubstr("<&\"")));
    for (const std::string& word : words) EXPECT_LT(word.size(), 300u);
}

TEST(Charts, a_clock_that_stood_still_now_and_then_draws_no_nonsense) {
    State state = recorded_state();
    auto recording = std::make_shared<profiling::Recording>(*state.recordings.shown[0].recording);
    for (auto& run : recording->runs)
        for (std::size_t i = 0; i < 9; ++i) std::get<profiling::Measurement>(run).seconds[2 * i] = 0.0;
    state.recordings.shown[0].recording = recording;
    for (const std::string_view kind : {"roofline", "speedup", "samples"}) {
        const auto shapes = shapes_in(svg_of(state, kind));
        for (const SvgShape& shape : shapes)
            for (const auto [x, y] : shape.points)
                EXPECT_TRUE(x >= 0.0 && x <= 880.0 && y >= 0.0 && y <= 700.0) << kind << " " << x << " " << y;
        EXPECT_GT(shapes.size(), 5u);
    }
}

TEST(Charts, without_anything_to_draw_a_sentence_says_what_is_missing) {
    State state = app::laptop_with_points();
    for (const std::string_view kind : {"roofline", "speedup", "samples", "ledger"}) {
        try {
            static_cast<void>(svg_of(state, kind));
            ADD_FAILURE() << kind << " of nothing was drawn";
        } catch (const InputError& error) {
            EXPECT_THAT(error.what(), testing::EndsWith(".")) << kind;
        }
    }
}

TEST(Charts, a_size_without_room_or_without_end_is_refused) {
    const State state = recorded_state();
    const auto complaint = [&](Request request) -> std::string {
        try {
            static_cast<void>(drawn(state, request));
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_THAT(complaint({.size = Size{120, 90}}), HasSubstr("choose a larger size"));
    EXPECT_THAT(complaint({.format = Format::png, .size = Size{9000, 400}}), HasSubstr("choose a smaller size"));
    EXPECT_THAT(complaint({.format = Format::png, .size = Size{8000, 400}}), IsEmpty());
}

TEST(Charts, the_format_is_told_by_the_ending_in_any_case) {
    EXPECT_EQ(format_of("a/b.svg"), Format::svg);
    EXPECT_EQ(format_of("b.PNG"), Format::png);
    EXPECT_EQ(format_of("b.Pdf"), Format::pdf);
    EXPECT_FALSE(format_of("b.jpg"));
    EXPECT_FALSE(format_of("svg"));
}

} // namespace
} // namespace pairscope::charts
