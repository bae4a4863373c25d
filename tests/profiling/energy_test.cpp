// SPDX-License-Identifier: MIT
#include "profiling/machine/energy.h"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

namespace pairscope::profiling {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A board whose counter moves ten times per second. At rest it takes 70 W, and a call of half a millisecond 0.3 J
/// more.
struct Board {
    double now = 0.0, joules = 1000.0;
    double step = 0.1;
    int calls = 0;
    bool advances = true;

    [[nodiscard]] std::optional<double> shown() {
        const double ticks = std::floor(now / step);
        if (ticks != last_ticks_ && advances) shown_ = joules;
        last_ticks_ = ticks;
        return shown_;
    }
    void pass(double seconds, double more = 0.0) {
        now += seconds;
        joules += 70.0 * seconds + more;
    }
    [[nodiscard]] EnergyWorld world() {
        return {.joules = [this] { return shown(); },
                .now = [this] { return now; },
                .wait = [this](double seconds) { pass(seconds); }};
    }
    void run() {
        ++calls;
        pass(0.0005, 0.3);
    }

private:
    double last_ticks_ = 0.0, shown_ = 1000.0;
};

TEST(Energy, is_that_of_two_seconds_of_launches_from_step_to_step_of_the_counter) {
    Board board;
    const MeasuredEnergy measured = measure_energy(board.world(), [&] { board.run(); }, 5, {});
    ASSERT_TRUE(measured.energy) << measured.why_not;
    EXPECT_THAT(measured.why_not, IsEmpty());
    EXPECT_NEAR(measured.energy->joules, (0.3 + 70.0 * 0.0005) / 5, 1e-3 * 0.067); // five launches per call
    EXPECT_NEAR(measured.energy->idle_watts, 70.0, 0.5);
    EXPECT_GE(measured.energy->seconds, 2.0);
    EXPECT_NEAR(double(measured.energy->launches), 5 * measured.energy->seconds / 0.0005, 50.0);
}

TEST(Energy, is_absent_if_the_counter_stands_still) {
    Board board;
    board.advances = false;
    const MeasuredEnergy measured = measure_energy(board.world(), [&] { board.run(); }, 1, {});
    EXPECT_FALSE(measured.energy);
    EXPECT_THAT(measured.why_not, HasSubstr("does not advance"));
    EXPECT_EQ(board.calls, 0) << "it is known before anything runs";
    EXPECT_LT(board.now, 2.0);
}

TEST(Energy, of_a_launch_of_many_seconds_is_measured_too) {
    Board board;
    const MeasuredEnergy measured = measure_energy(board.world(), [&] { board.pass(4.0, 100.0); }, 1, {});
    ASSERT_TRUE(measured.energy);
    EXPECT_NEAR(measured.energy->joules, 100.0 + 70.0 * 4.0, 1.0);
}

TEST(Energy, is_not_measured_after_a_stop_and_errors_of_a_launch_go_through) {
    Board board;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THAT(measure_energy(
                    board.world(), [&] { board.run(); }, 1, stop.get_token())
                    .why_not,
                HasSubstr("cancelled"));
    EXPECT_THROW((void)measure_energy(board.world(), [] { throw std::runtime_error("no memory"); }, 1, {}),
                 std::runtime_error);
}

TEST(Energy, of_a_cpu_is_not_known) { EXPECT_THAT(EnergyMeter(Device{}).why_not(), HasSubstr("CPU")); }

} // namespace
} // namespace pairscope::profiling
