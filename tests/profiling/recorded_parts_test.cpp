// SPDX-License-Identifier: MIT
// Runs on a part of a GPU, in recordings.
#include "kernels/data/errors.h"
#include "profiling/recording/recording.h"
#include "tests/profiling/sample_recording.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace pairscope::profiling {
namespace {

TEST(RecordedParts, a_part_of_a_gpu_comes_back_as_a_part_and_a_whole_gpu_as_whole) {
    Recording before = sample_recording();
    Device part = sample_gpu();
    part.whole_units = part.units;
    part.units = 16;
    before.devices.push_back(part);
    Measurement m = sample_measurement();
    m.device = part;
    before.runs.emplace_back(m);
    const Recording after = recording_in(text_of(before));
    EXPECT_EQ(after.devices.back().units, 16);
    EXPECT_EQ(after.devices.back().whole_units, sample_gpu().units);
    EXPECT_EQ(std::get<Measurement>(after.runs.back()).device, after.devices.back());
    EXPECT_EQ(after.devices[0].whole_units, 0);
    auto tree = nlohmann::json::parse(text_of(before));
    tree["devices"][0]["whole_units"] = 0;
    EXPECT_THROW((void)recording_in(tree.dump()), InputError);
}

} // namespace
} // namespace pairscope::profiling
