// SPDX-License-Identifier: MIT
// Every kind of chart, at every level of memory, in every unit and format, for every workload, with runs of a GPU and
// of a CPU, counted or not.
#include "app/chart/chart_layout.h"
#include "app/paper/chart.h"
#include "app/paper/savers.h"
#include "app/spine/files/paths.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/registry.h"
#include "profiling/recording/file.h"
#include "tests/charts/svg.h"
#include "tests/profiling/sample_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace pairscope::charts {
namespace {

using app::State;
using profiling::CeilingKind;
using profiling::MemoryLevel;
using testing::HasSubstr;
using testing::Not;

constexpr std::array levels{MemoryLevel::dram, MemoryLevel::l2, MemoryLevel::l1};

/// A CPU has no ceilings of textures, of writes to a cache, of shared memory or of tensor cores.
bool has_ceiling(Backend backend, CeilingKind kind) {
    if (backend == Backend::cuda) return kind != CeilingKind::streaming_fill && kind != CeilingKind::plain_fill;
    constexpr std::array missing{CeilingKind::surface_fill, CeilingKind::l2_write,    CeilingKind::shared_read,
                                 CeilingKind::tensor_fp16,  CeilingKind::tensor_tf32, CeilingKind::tensor_int8};
    return std::ranges::find(missing, kind) == missing.end();
}

double rate_of(Backend backend, CeilingKind kind) {
    const double bandwidth = backend == Backend::cuda ? 4e12 : 4e10;
    if (!profiling::arithmetic_of(kind)) return bandwidth * (kind == CeilingKind::l1_read ? 8.0 : 1.0);
    const double arithmetic = backend == Backend::cuda ? 6e13 : 4e11;
    return arithmetic * (1.0 + 0.1 * static_cast<double>(kind));
}

profiling::Ceilings ceilings_of(const Device& device) {
    profiling::Ceilings ceilings{.device = device, .found = {}, .when = {}};
    const int threads = device.backend == Backend::cpu ? device.units : 0;
    for (const CeilingKind kind : profiling::ceiling_kinds) {
        if (!has_ceiling(device.backend, kind)) continue;
        const double value = rate_of(device.backend, kind);
        add(ceilings, {.kind = kind, .threads = threads, .value = value, .samples = 20, .how = "a loop"});
        if (threads > 1)
            add(ceilings, {.kind = kind, .threads = 1, .value = value / 2, .samples = 20, .how = "a loop"});
    }
    return ceilings;
}

profiling::Counters counters_of(const profiling::Measurement& m) {
    const double bytes = m.predicted_bytes;
    return {.chip = "GH100",
            .passes = 3,
            .counts = {{"dram_bytes_written", "dram__bytes_write.sum", 0.7 * bytes},
                       {"dram_bytes_read", "dram__bytes_read.sum", 0.5 * bytes},
                       {"l2_bytes", "lts__t_bytes.sum", 3.0 * bytes},
                       {"l1_bytes", "l1tex__t_bytes.sum", 9.0 * bytes},
                       {"global_store_sectors", "m", bytes / 32.0},
                       {"global_load_sectors", "m", bytes / 16.0}}};
}

/// Runs of every variant, each slower than the one before it.
profiling::Recording recording_of(const WorkloadType& type, const Device& device, bool is_counted) {
    profiling::Recording recording = profiling::sample_recording();
    recording.devices = {device};
    recording.ceilings = {ceilings_of(device)};
    recording.runs.clear();
    double seconds = 1e-3;
    for (const KernelVariant& variant : variants()) {
        if (variant.workload != type.id || variant.backend != device.backend || !variant.writes_linear) continue;
        profiling::Measurement m = profiling::sample_measurement();
        m.variant_id = variant.id;
        m.workload = type.classic;
        m.entry = variant.entry;
        m.device = device;
        m.target = TargetKind::linear;
        m.threads = device.backend == Backend::cpu ? (variant.uses_all_threads ? device.units : 1) : 0;
        m.block = 0;
        m.seconds.clear();
        for (int i = 0; i < 21; ++i) m.seconds.push_back(seconds * (1.0 + 0.002 * (i * 8 % 21)));
        m.predicted_bytes = predicted_bytes(variant, m.workload);
        m.counters.reset();
        if (is_counted) m.counters = counters_of(m);
        recording.runs.emplace_back(std::move(m));
        seconds *= 1.7;
    }
    return recording;
}

/// What pairscope chart makes of a recording. Absent: it has no times that can be drawn.
std::optional<State> state_of(profiling::Recording recording) {
    State state;
    state.run.devices = {Device{}};
    const auto workload = app::recorded_workload(recording);
    if (!workload) return {};
    state.data.now.question.workload = *workload;
    auto shared = std::make_shared<const profiling::Recording>(std::move(recording));
    state.recordings.shown = {{.id = 1, .path = "one.pairscope", .recording = shared}};
    const auto sets = app::recorded_sets(state);
    const auto first = std::ranges::find_if(sets, [](const app::RecordedSet& set) { return !set.runs.empty(); });
    if (first == sets.end()) return {};
    state.run.variant_id = first->runs.front()->variant_id;
    state.recordings.chosen = app::RecordedChoice{1, *first->device};
    return state;
}

bool is_finite(const SvgShape& shape) {
    return std::ranges::all_of(shape.points, [](Point at) { return std::isfinite(at.x) && std::isfinite(at.y); });
}

/// Every line and the middle of every mark are between the axes, whatever the size of the plot.
void expect_between_axes(const app::Chart& chart) {
    constexpr double slack = 0.5; // [px]
    const app::PlotBox boxes[] = {{60.0, 10.0, 340.0, 110.0}, {60.0, 10.0, 720.0, 500.0}};
    for (const app::PlotBox& area : boxes)
        for (const bool can_hover : {false, true}) {
            const auto extent = [](const std::string& text, app::TextLook look) {
                return app::TextExtent{0.5 * look.size * double(text.size()), 1.2 * look.size};
            };
            const app::ChartMedium medium{.can_hover = can_hover, .extent_of = extent};
            const auto expect_inside = [&](Pixel at) {
                EXPECT_GE(at.x, area.left - slack);
                EXPECT_LE(at.x, area.right + slack);
                EXPECT_GE(at.y, area.top - slack);
                EXPECT_LE(at.y, area.bottom + slack);
            };
            app::Chart without_margin = chart; // words right of a plot may have marks and lines
            without_margin.key.clear();
            for (const app::Drawn& drawn : lay_out(without_margin, area, medium)) {
                if (const auto* line = std::get_if<app::DrawnLine>(&drawn)) {
                    expect_inside(line->from);
                    expect_inside(line->to);
                }
                if (const auto* mark = std::get_if<app::DrawnMark>(&drawn)) expect_inside(mark->centre);
            }
        }
}

/// Both ends of a roof are inside the axes, and they ascend; every axis has ticks.
void expect_sound(const app::RooflineChart& chart) {
    EXPECT_LT(chart.intensity.low, chart.intensity.high);
    EXPECT_LT(chart.performance.low, chart.performance.high);
    for (const app::Roof& roof : chart.roofs) {
        const auto [from, to] = app::line_of(chart, roof);
        EXPECT_LT(from.x, to.x) << roof.label << ": its line has no length inside the axes";
        EXPECT_GE(from.x, chart.intensity.low * (1 - 1e-9)) << roof.label;
        EXPECT_LE(to.x, chart.intensity.high * (1 + 1e-9)) << roof.label;
        for (const double y : {from.y, to.y}) {
            EXPECT_GE(y, chart.performance.low * (1 - 1e-9)) << roof.label;
            EXPECT_LE(y, chart.performance.high * (1 + 1e-9)) << roof.label;
        }
    }
    for (const app::ChartDot& dot : chart.dots) {
        EXPECT_TRUE(std::isfinite(dot.intensity) && dot.intensity > 0.0) << dot.id;
        EXPECT_TRUE(std::isfinite(dot.performance) && dot.performance > 0.0) << dot.id;
    }
    const app::Chart drawing = drawing_of(chart);
    expect_between_axes(drawing);
    EXPECT_GE(ticks_of(drawing.x, 99.0).size(), 2u);
    EXPECT_GE(ticks_of(drawing.y, 99.0).size(), 2u);
}

void expect_drawn(const State& state, std::string_view kind, bool all_formats) {
    const std::string svg = drawn(state, {.kind = kind, .format = Format::svg});
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    for (const SvgShape& shape : shapes_in(svg)) EXPECT_TRUE(is_finite(shape));
    if (!all_formats) return;
    EXPECT_THAT(drawn(state, {.kind = kind, .format = Format::pdf}), testing::StartsWith("%PDF"));
    EXPECT_THAT(drawn(state, {.kind = kind, .format = Format::png, .pixels = 0.5}), HasSubstr("PNG"));
}

/// The roofline of each run, since the roofs depend on the number of its threads and on its form.
void draw_rooflines(State state, bool all_formats) {
    const auto sets = app::recorded_sets(state);
    const Workload workload = app::recorded_run(state)->set.workload;
    for (const MemoryLevel level : levels)
        for (const profiling::WorkUnit unit : profiling::units_of(workload)) {
            state.look.level = level;
            state.look.unit = unit;
            for (const app::RecordedSet& set : sets)
                for (const profiling::Measurement* m : set.runs) {
                    SCOPED_TRACE(fmt::format("{} in {}, selected {}", name_of(level), name_of(unit), m->variant_id));
                    state.run.variant_id = m->variant_id;
                    const auto chart = app::roofline_chart(state);
                    if (!chart) continue; // no ceilings of this level were recorded with so many threads
                    EXPECT_EQ(chart->unit, unit);
                    expect_sound(*chart);
                    if (m == set.runs.front()) expect_drawn(state, "roofline", all_formats);
                }
        }
}

TEST(EveryChart, is_drawn_for_every_workload_device_level_unit_and_format) {
    int rooflines = 0, others = 0;
    for (const WorkloadType& type : workload_types())
        for (const Device& device : {profiling::sample_gpu(), profiling::sample_cpu()})
            for (const bool is_counted : {false, true}) {
                if (is_counted && device.backend == Backend::cpu) continue;
                SCOPED_TRACE(fmt::format("{} on {}, {}", type.id, device.name, is_counted ? "counted" : "predicted"));
                const auto state = state_of(recording_of(type, device, is_counted));
                if (!state) continue;
                ASSERT_TRUE(app::roofline_chart(*state));
                draw_rooflines(*state, true);
                ++rooflines;
                for (const std::string_view kind : {"speedup", "samples", "ledger"}) {
                    SCOPED_TRACE(kind);
                    if (!app::why_no_chart(*state, kind).empty()) continue;
                    expect_drawn(*state, kind, true);
                    ++others;
                }
            }
    std::ptrdiff_t on_gpu = 0, on_cpu = 0;
    for (const WorkloadType& type : workload_types()) {
        if (type.inputs.takes_distances) continue; // nothing is measured
        const auto has = [&](Backend backend) {
            return std::ranges::any_of(variants(), [&](const KernelVariant& variant) {
                return variant.workload == type.id && variant.backend == backend;
            });
        };
        on_gpu += has(Backend::cuda) ? 1 : 0;
        on_cpu += has(Backend::cpu) ? 1 : 0;
    }
    EXPECT_GE(on_gpu, 12);
    EXPECT_EQ(on_cpu, std::ssize(workload_types()) - 1);
    EXPECT_GE(rooflines, 2 * on_gpu + on_cpu) << "counted and predicted on a GPU, and predicted on a CPU";
    EXPECT_GE(others, 2 * (2 * on_gpu + on_cpu));
}

TEST(EveryChart, cuts_its_lines_at_the_axes) {
    app::Chart chart{.x = {.range = {0.0, 10.0}}, .y = {.range = {0.0, 10.0}}};
    const auto line = [&](app::ChartPoint from, app::ChartPoint to) {
        chart.lines.push_back({.from = from, .to = to});
    };
    line({-5.0, -5.0}, {5.0, 5.0});  // begins at the left of the axes
    line({5.0, 5.0}, {5.0, 25.0});   // goes out at the top
    line({-5.0, 3.0}, {-1.0, 4.0});  // is outside
    line({2.0, 20.0}, {8.0, 20.0});  // is outside, and level
    line({-10.0, 5.0}, {20.0, 5.0}); // goes through
    chart.curves.push_back({.spans = {{-2.0, 1.0, 12.0}, {1.0, -3.0, 4.0}, {12.0, 0.0, 1.0}}});
    expect_between_axes(chart);
    const auto drawn = lay_out(chart, {0.0, 0.0, 100.0, 100.0},
                               {.can_hover = true, .extent_of = [](auto&&...) { return app::TextExtent{}; }});
    std::vector<app::DrawnLine> lines;
    for (const app::Drawn& one : drawn)
        if (const auto* found = std::get_if<app::DrawnLine>(&one)) lines.push_back(*found);
    ASSERT_GE(lines.size(), 3u);
    EXPECT_NEAR(lines[0].from.x, 0.0, 1e-9);
    EXPECT_NEAR(lines[0].from.y, 100.0, 1e-9);
    EXPECT_NEAR(lines[0].to.x, 50.0, 1e-9);
    EXPECT_NEAR(lines[1].to.y, 0.0, 1e-9);
    EXPECT_NEAR(lines[2].to.x - lines[2].from.x, 100.0, 1e-9) << "those outside are not drawn";
}

TEST(EveryChart, of_data_that_fits_in_a_cache_opens_on_the_level_that_binds) {
    const auto level = [](const char* workload, bool is_counted) {
        const auto state = state_of(recording_of(type_of(workload), profiling::sample_gpu(), is_counted));
        return app::roofline_chart(*state)->level;
    };
    EXPECT_EQ(level("rbf_pair", true), MemoryLevel::l2) << "8 MB fit in 52 MB, and L2 moves most for its bandwidth";
    EXPECT_EQ(level("rbf_pair", false), MemoryLevel::dram) << "nothing is known of the caches";
    EXPECT_EQ(level("distance_matrix", true), MemoryLevel::dram) << "3.7 GB fit in no cache";
    auto state = *state_of(recording_of(type_of("rbf_pair"), profiling::sample_gpu(), true));
    state.look.level = MemoryLevel::dram;
    EXPECT_EQ(app::roofline_chart(state)->level, MemoryLevel::dram) << "the user's choice counts";
}

TEST(EveryChart, puts_a_ring_around_a_variant_that_leaves_out_work) {
    auto state = *state_of(recording_of(type_of("farthest_pair"), profiling::sample_cpu(), false));
    state.run.variant_id = find_variant("farthest_pair/cpu_pruned")->id;
    const auto chart = app::roofline_chart(state);
    ASSERT_TRUE(chart);
    const auto binding = std::ranges::find_if(chart->roofs, &app::Roof::binds);
    ASSERT_NE(binding, chart->roofs.end());
    EXPECT_FALSE(binding->level) << "no arithmetic limits it";
    const app::Chart drawing = drawing_of(*chart);
    ASSERT_GE(drawing.marks.size(), chart->dots.size());
    for (std::size_t i = 0; i < chart->dots.size(); ++i) {
        const KernelVariant* const variant = counted_variant(chart->dots[i].id);
        ASSERT_NE(variant, nullptr) << chart->dots[i].id;
        EXPECT_EQ(drawing.marks[i].ringed, variant->does_less) << chart->dots[i].id;
    }
    EXPECT_THAT(words_in(drawn(state, {.kind = "roofline", .format = Format::svg})),
                testing::Contains("does cheaper work than is counted"));
    EXPECT_THAT(roofline_sentence(state, *chart), HasSubstr("It leaves out work that the workload counts"));
}

TEST(EveryChart, is_drawn_of_every_shipped_recording) {
    int drawn_ones = 0;
    for (const auto& file : app::shipped_recordings()) {
        SCOPED_TRACE(file.string());
        const auto state = state_of(profiling::load_recording(file));
        ASSERT_TRUE(state);
        draw_rooflines(*state, false);
        EXPECT_THAT(app::chart_words(*state, "roofline", false).notes, testing::Contains(HasSubstr("with rule 2.")))
            << "its times are older than the rule";
        for (const std::string_view kind : {"speedup", "samples", "ledger", "scaling"}) {
            if (!app::why_no_chart(*state, kind).empty()) continue;
            expect_drawn(*state, kind, false);
            ++drawn_ones;
        }
    }
    EXPECT_GT(drawn_ones, 60);
}

} // namespace
} // namespace pairscope::charts
