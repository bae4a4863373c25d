// SPDX-License-Identifier: MIT
// A session that changes its points for hours needs no more memory than one that changed them for minutes.
#include "app/spine/update/update.h"

#include <gtest/gtest.h>

#include <malloc.h>

#include <set>

namespace pairscope::app {
namespace {

/// Bytes that the program asked for and holds.
double held() {
    const auto info = ::mallinfo2();
    return double(info.uordblks) + double(info.hblkhd);
}

void time(State& state, std::string_view variant_id, std::int64_t n, std::size_t samples) {
    profiling::Measurement m;
    m.variant_id = variant_id;
    m.workload = {"distance_matrix", n, n, 2};
    m.seconds.assign(samples, 1e-3);
    RunKey key;
    key.variant_id = m.variant_id;
    key.workload = m.workload;
    event::Measured measured;
    measured.key = key;
    measured.outcome = m;
    apply(state, measured);
}

/// The points get another number, and every CPU variant is timed with as many samples as the rule allows.
void change(State& state, std::int64_t n) {
    static_cast<void>(
        update(state, command::SetSource{default_settings(n % 2 == 0 ? Shape::ring : Shape::uniform_disk, n)}));
    for (const KernelVariant& variant : variants())
        if (variant.backend == Backend::cpu && variant.workload == state.data.now.question.workload)
            time(state, variant.id, n, 2000);
}

TEST(Memory, of_391_changes_of_the_points_is_that_of_130) {
    State state;
    state.run.devices = {Device{}};
    const double before = held();
    for (int i = 0; i < 130; ++i) change(state, 200 + i);
    const double after_130 = held() - before;
    for (int i = 130; i < 391; ++i) change(state, 200 + i);
    EXPECT_LT(held() - before, 1.2 * after_130);
}

TEST(Memory, keeps_the_times_of_sizes_where_somebody_stayed) {
    State state;
    state.run.devices = {Device{}};
    change(state, 2000);
    for (int n = 200; n < 600; ++n) time(state, "distance_matrix/cpu_naive", n, 1);
    std::set<std::int64_t> sizes;
    for (const auto& [key, outcome] : state.run.outcomes) sizes.insert(key.workload.rows);
    EXPECT_EQ(sizes.size(), 40u);
    EXPECT_TRUE(sizes.contains(2000));
    EXPECT_TRUE(sizes.contains(599));
    EXPECT_TRUE(sizes.contains(598)) << "the nearest to the points of now";
    EXPECT_FALSE(sizes.contains(200));
}

} // namespace
} // namespace pairscope::app
