// SPDX-License-Identifier: MIT
#include "profiling/machine/energy.h"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

namespace pairscope::profiling {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A board whose counter moves ten times per second. At rest it takes 70 W, and a launch of a tenth of a millisecond
/// 0.06 J more.
struct Board {
    double now = 0.0, joules = 1000.0;
    double step = 0.1;
    double to_read = 0.0; ///< how long a reading of the counter takes
    int calls = 0;
    bool advances = true;

    [[nodiscard]] std::optional<double> shown() {
        pass(to_read);
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
    void run(int launches) {
        ++calls;
        pass(seconds_of_launch * launches, 0.06 * launches);
    }
    static constexpr double seconds_of_launch = 1e-4;

private:
    double last_ticks_ = 0.0, shown_ = 1000.0;
};

MeasuredEnergy energy_of(Board& board) {
    return measure_energy(board.world(), [&](int launches) { board.run(launches); }, Board::seconds_of_launch, {});
}

TEST(Energy, is_that_of_three_seconds_of_launches_from_step_to_step_of_the_counter) {
    Board board;
    const MeasuredEnergy measured = energy_of(board);
    ASSERT_TRUE(measured.energy) << measured.why_not;
    EXPECT_THAT(measured.why_not, IsEmpty());
    EXPECT_NEAR(measured.energy->joules, 0.06 + 70.0 * 1e-4, 0.04 * 0.067); // the counter may be a step behind
    EXPECT_NEAR(measured.energy->idle_watts, 70.0, 0.5);
    EXPECT_GE(measured.energy->seconds, 3.0);
    EXPECT_NEAR(double(measured.energy->launches), measured.energy->seconds / 1e-4, 50.0);
}

TEST(Energy, of_short_launches_is_hardly_that_of_the_rest_while_the_counter_is_read) {
    Board board;
    board.to_read = 0.004; // forty launches
    const MeasuredEnergy measured = energy_of(board);
    ASSERT_TRUE(measured.energy);
    EXPECT_NEAR(measured.energy->joules, 0.06 + 70.0 * 1e-4, 0.04 * 0.067);
}

TEST(Energy, is_absent_if_the_counter_stands_still) {
    Board board;
    board.advances = false;
    const MeasuredEnergy measured = energy_of(board);
    EXPECT_FALSE(measured.energy);
    EXPECT_THAT(measured.why_not, HasSubstr("does not advance"));
    EXPECT_EQ(board.calls, 0) << "it is known before anything runs";
    EXPECT_LT(board.now, 2.0);
}

TEST(Energy, of_a_launch_of_many_seconds_is_measured_too) {
    Board board;
    const MeasuredEnergy measured =
        measure_energy(board.world(), [&](int launches) { board.pass(4.0 * launches, 100.0 * launches); }, 4.0, {});
    ASSERT_TRUE(measured.energy);
    EXPECT_NEAR(measured.energy->joules, 100.0 + 70.0 * 4.0, 1.0);
}

TEST(Energy, is_not_measured_after_a_stop_and_errors_of_a_launch_go_through) {
    Board board;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THAT(measure_energy(
                    board.world(), [&](int launches) { board.run(launches); }, 1e-4, stop.get_token())
                    .why_not,
                HasSubstr("cancelled"));
    EXPECT_THROW((void)measure_energy(board.world(), [](int) { throw std::runtime_error("no memory"); }, 1.0, {}),
                 std::runtime_error);
}

TEST(Energy, of_a_cpu_is_not_known) { EXPECT_THAT(EnergyMeter(Device{}).why_not(), HasSubstr("CPU")); }

} // namespace
} // namespace pairscope::profiling
