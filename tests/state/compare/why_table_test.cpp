// SPDX-License-Identifier: MIT
// Why one run is faster than another: from runs that an H200 recorded, and from made-up ones.
#include "app/spine/files/paths.h"
#include "app/subjects/compare/why_table.h"
#include "profiling/recording/file.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

using profiling::Measurement;
using testing::HasSubstr;
using testing::StartsWith;

/// Runs that come with the program.
class Recorded {
public:
    explicit Recorded(const char* file)
        : recording_(profiling::load_recording(assets_folder() / "recordings" / file)) {}

    [[nodiscard]] WhySide side(std::string_view variant, std::int64_t n) const {
        WhySide side{.name = std::string(short_name(variant)), .origin = "recorded"};
        for (const profiling::RunOutcome& run : recording_.runs)
            if (const auto* m = std::get_if<Measurement>(&run);
                m != nullptr && m->variant_id == variant && m->target == TargetKind::linear && n_of(m->workload) == n &&
                m->device.backend == Backend::cuda)
                side.run = m;
        for (const profiling::Ceilings& ceilings : recording_.ceilings)
            if (side.run != nullptr && ceilings.device == side.run->device) side.ceilings = &ceilings;
        return side;
    }

private:
    profiling::Recording recording_;
};

const Recorded& h200() {
    static const Recorded recording("NVIDIA H200/distance_matrix.pairscope");
    return recording;
}

WhyTable of_h200(const char* a, const char* b) {
    return why_table(h200().side(std::string("distance_matrix/") + a, 30336),
                     h200().side(std::string("distance_matrix/") + b, 30336), {});
}

TEST(WhyTable, names_the_sectors_per_request_of_stores_that_do_not_coalesce) {
    const WhyTable table = of_h200("row_per_thread", "coalesced");
    EXPECT_EQ(why_sentence(table), "coalesced is 2.00 times as fast as row_per_thread, mainly because it writes 4.00 "
                                   "instead of 32.0 sectors per request.");
    EXPECT_EQ(why_sentence(of_h200("coalesced", "row_per_thread")), why_sentence(table)) << "whichever was selected";
}

TEST(WhyTable, names_several_causes_where_no_single_quantity_explains_the_difference) {
    EXPECT_THAT(why_sentence(of_h200("coalesced", "shared_tile")),
                AllOf(StartsWith("shared_tile is 1.80 times as fast as coalesced"), HasSubstr("instead of"),
                      Not(HasSubstr("no quantity"))));
}

/// Neighbours of a ladder, as one device timed them with one size and one kind of memory.
std::vector<std::pair<WhySide, WhySide>> neighbours_in(const profiling::Recording& recording) {
    std::map<std::tuple<std::string, Workload, TargetKind>, std::vector<WhySide>> ladders;
    for (const profiling::RunOutcome& run : recording.runs) {
        const auto* m = std::get_if<Measurement>(&run);
        if (m == nullptr || m->device.backend != Backend::cuda || m->caches != profiling::CacheState::warm) continue;
        WhySide side{.name = std::string(short_name(m->variant_id)), .run = m};
        for (const profiling::Ceilings& ceilings : recording.ceilings)
            if (ceilings.device == m->device) side.ceilings = &ceilings;
        ladders[{m->device.name, m->workload, m->target}].push_back(side);
    }
    std::vector<std::pair<WhySide, WhySide>> neighbours;
    for (const auto& [key, sides] : ladders)
        for (std::size_t i = 1; i < sides.size(); ++i) neighbours.emplace_back(sides[i - 1], sides[i]);
    return neighbours;
}

TEST(WhyTable, explains_the_neighbours_of_the_ladders_that_an_h200_recorded) {
    std::size_t told = 0, untold = 0;
    for (const auto& entry : std::filesystem::directory_iterator(assets_folder() / "recordings/NVIDIA H200")) {
        const profiling::Recording recording = profiling::load_recording(entry.path());
        for (const auto& [a, b] : neighbours_in(recording)) {
            const WhyTable table = why_table(a, b, {});
            double sum = 0.0;
            for (const WhyRow& row : table.rows) {
                sum += row.part.value_or(0.0);
                EXPECT_TRUE(!row.part || *row.part <= *row.share + 1e-9) << row.title;
            }
            EXPECT_LE(sum, 1.0 + 1e-9) << a.name << " and " << b.name;
            if (!table.tells_apart || !table.obstacle.empty() || !a.run->counters || !b.run->counters) continue;
            const std::string sentence = why_sentence(table);
            const bool is_told = sentence.find("no quantity") == std::string::npos;
            (is_told ? told : untold) += 1;
            if (!is_told) std::printf("not told: %s\n", sentence.c_str());
        }
    }
    EXPECT_GT(told, 50u);
    EXPECT_EQ(untold, 0u);
}

TEST(WhyTable, names_the_bytes_where_only_fewer_of_them_help) {
    EXPECT_THAT(why_sentence(of_h200("vec4_rows", "half_output")),
                AllOf(StartsWith("half_output is 1.96 times as fast as vec4_rows, mainly because it moves "),
                      HasSubstr(" GB instead of 3."), HasSubstr("between DRAM and the chip")));
}

TEST(WhyTable, explains_nothing_where_the_times_are_about_equal) {
    const WhyTable table = of_h200("vec4_rows", "store_policy");
    EXPECT_FALSE(table.tells_apart);
    EXPECT_THAT(why_sentence(table), HasSubstr("about the same time"));
    for (const WhyRow& row : table.rows) EXPECT_FALSE(row.share) << row.title;
}

TEST(WhyTable, has_the_time_first_and_then_the_largest_share) {
    const WhyTable table = of_h200("row_per_thread", "coalesced");
    ASSERT_GT(table.rows.size(), 10u);
    EXPECT_EQ(table.rows.front().title, "time");
    EXPECT_EQ(table.rows[1].title, "store sectors per request");
    EXPECT_EQ(table.rows[1].from, "counter");
    const auto size = [](const WhyRow& row) { return row.share ? std::abs(*row.share) : -1.0; };
    EXPECT_TRUE(std::is_sorted(table.rows.begin() + 1, table.rows.end(),
                               [&](const WhyRow& a, const WhyRow& b) { return size(a) > size(b); }));
}

TEST(WhyTable, values_that_read_as_equal_explain_nothing) {
    WhySide b = h200().side("distance_matrix/coalesced", 30336);
    Measurement slower = *b.run;
    for (double& seconds : slower.seconds) seconds *= 2.0;
    for (profiling::Count& count : slower.counters->counts) count.value *= 0.9999; // is shown with three digits
    const WhySide a{.name = "slower", .run = &slower, .ceilings = b.ceilings};
    const WhyTable table = why_table(a, b, {});
    std::size_t equal = 0;
    for (const WhyRow& row : table.rows)
        if (row.share && row.shown_a == row.shown_b) {
            EXPECT_EQ(*row.share, 0.0) << row.title;
            ++equal;
        }
    EXPECT_GT(equal, 2u);
}

TEST(WhyTable, of_two_sizes_has_an_obstacle_instead_of_rows) {
    WhySide b = h200().side("distance_matrix/coalesced", 30336);
    Measurement smaller = *b.run;
    smaller.workload.rows = smaller.workload.cols = 1000;
    b.run = &smaller;
    const WhyTable table = why_table(h200().side("distance_matrix/row_per_thread", 30336), b, {});
    EXPECT_TRUE(table.rows.empty());
    EXPECT_THAT(why_sentence(table), HasSubstr("different sizes"));
}

TEST(WhyTable, takes_sectors_from_the_trace_where_they_were_not_counted) {
    WhySide a = h200().side("distance_matrix/row_per_thread", 30336),
            b = h200().side("distance_matrix/coalesced", 30336);
    Measurement uncounted_a = *a.run, uncounted_b = *b.run;
    uncounted_a.counters.reset();
    uncounted_b.counters.reset();
    profiling::TraceSummary trace_a, trace_b;
    trace_a.stores = {.requests = 100, .sectors = 3200};
    trace_b.stores = {.requests = 100, .sectors = 400};
    a.run = &uncounted_a;
    b.run = &uncounted_b;
    a.trace = &trace_a;
    b.trace = &trace_b;
    a.traced = b.traced = Workload{.type = a.run->workload.type, .rows = 64, .cols = 64, .dims = 2};
    const WhyTable table = why_table(a, b, {});
    const auto row = std::ranges::find(table.rows, "store sectors per request", &WhyRow::title);
    ASSERT_NE(row, table.rows.end());
    EXPECT_EQ(row->from, "trace");
    EXPECT_DOUBLE_EQ(*row->a, 32.0);
    EXPECT_DOUBLE_EQ(*row->b, 4.0);
    const auto conflicts = std::ranges::find(table.rows, "bank conflicts", &WhyRow::title);
    EXPECT_EQ(conflicts, table.rows.end()) << "nobody knows them, so there is no row";
}

TEST(WhyTable, without_times_has_no_reason) {
    WhySide a{.name = "a"}, b{.name = "b"};
    EXPECT_THAT(why_sentence(why_table(a, b, {})), StartsWith("Neither of the two has a time here"));
    a.run = h200().side("distance_matrix/coalesced", 30336).run;
    EXPECT_THAT(why_sentence(why_table(a, b, {})), StartsWith("b has no time here"));
}

} // namespace
} // namespace pairscope::app
