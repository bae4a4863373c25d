// SPDX-License-Identifier: MIT
// Samples of instructions in recordings: an optional part, of which nothing is believed.
#include "profiling/recording/file.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope::profiling {
namespace {

using testing::HasSubstr;

/// The sample after a change of its stalls.
template <class Change> Recording with_other_stalls(const Change& change) {
    auto tree = nlohmann::json::parse(text_of(sample_recording()));
    change(tree["runs"][0]["stalls"]);
    return recording_in(tree.dump());
}
template <class Change> std::string why_refused_stalls(const Change& change) {
    return refusal([&] { (void)with_other_stalls(change); });
}

} // namespace

TEST(RecordedStalls, are_read_back_as_they_were_and_may_be_absent) {
    const Recording sample = sample_recording();
    const auto stalls = [](const Recording& recording) { return std::get<Measurement>(recording.runs[0]).stalls; };
    ASSERT_TRUE(stalls(sample));
    EXPECT_EQ(stalls(recording_in(text_of(sample))), stalls(sample));
    auto tree = nlohmann::json::parse(text_of(sample));
    tree["runs"][0].erase("stalls");
    EXPECT_FALSE(stalls(recording_in(tree.dump())));
}

TEST(RecordedStalls, are_no_nonsense) {
    using nlohmann::json;
    EXPECT_THAT(why_refused_stalls([](json& s) { s["instructions"][1]["counts"].erase(0); }),
                HasSubstr("/runs/0/stalls/instructions/1/counts"));
    EXPECT_THAT(why_refused_stalls([](json& s) { s["instructions"][0]["counts"][1] = -1; }),
                HasSubstr("/runs/0/stalls/instructions/0/counts/1"));
    EXPECT_THAT(why_refused_stalls([](json& s) { s["instructions"][0]["line"] = "thirty"; }),
                HasSubstr("/runs/0/stalls/instructions/0/line"));
    EXPECT_THAT(why_refused_stalls([](json& s) { s["reasons"] = 2; }), HasSubstr("/runs/0/stalls/reasons"));
    EXPECT_THAT(why_refused_stalls([](json& s) { s["period"] = 200; }), HasSubstr("/runs/0/stalls/period"));
}

} // namespace pairscope::profiling
