// SPDX-License-Identifier: MIT
// The energy of a run among the figures: kept by a recording, absent where it was not measured.
#include "profiling/figures.h"
#include "profiling/recording/recording.h"
#include "tests/profiling/sample_recording.h"

#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

std::optional<double> recorded_energy(const Measurement& m) {
    return value_of(figure_list[figure_place("joules_per_run")], {.run = m});
}

TEST(EnergyFigures, are_absent_until_they_are_measured) {
    EXPECT_FALSE(recorded_energy(sample_measurement()));
    EXPECT_TRUE(figures_to_record(sample_measurement()).empty()) << "nothing is invented when a run ends";
}

TEST(EnergyFigures, come_back_from_a_recording) {
    Recording before = sample_recording();
    Measurement m = sample_measurement();
    m.figures = {{"joules_per_run", 0.25}, {"idle_watts", 118.0}};
    before.runs.assign(1, m);
    const Recording after = recording_in(text_of(before));
    EXPECT_EQ(recorded_energy(std::get<Measurement>(after.runs[0])), 0.25);
}

} // namespace
} // namespace pairscope::profiling
