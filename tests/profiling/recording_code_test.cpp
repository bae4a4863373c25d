// SPDX-License-Identifier: MIT
// Instructions of kernels, and single vectors, in recordings: optional parts, of which nothing is believed.
#include "profiling/recording/file.h"
#include "profiling/recording/kernel_fields.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope::profiling {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Recording with_vectors() {
    Recording recording = sample_recording();
    recording.points = std::monostate{};
    recording.sets = {std::make_shared<const Dataset>(
        Dataset{.name = "large", .rows = 1'000'000, .dims = 3, .values = std::vector<std::uint8_t>(3'000'000, 1)})};
    recording.vectors = {{.set = 0, .row = 999'999, .values = {0.1f, 255.0f, 0.0f}}};
    return recording;
}

template <class Change> std::string why_refused(const Recording& recording, const char* key, const Change& change) {
    json tree = json::parse(text_of(recording));
    change(tree[key][0]);
    return refusal([&] { (void)recording_in(tree.dump()); });
}
template <class Change> std::string why_refused_code(const Change& change) {
    return why_refused(sample_recording(), "machine_code", change);
}
template <class Change> std::string why_refused_vector(const Change& change) {
    return why_refused(with_vectors(), "vectors", change);
}

} // namespace

TEST(RecordedCode, is_read_back_as_it_was_and_may_be_absent) {
    const RecordedCode was = sample_code();
    const Recording read = recording_in(text_of(sample_recording()));
    ASSERT_THAT(read.codes, SizeIs(1));
    const RecordedCode& is = read.codes[0];
    EXPECT_EQ(is.variant_id, was.variant_id);
    EXPECT_EQ(is.target, was.target);
    EXPECT_EQ(is.architecture, 90);
    EXPECT_EQ(is.kernel, was.kernel);
    EXPECT_EQ(is.checksum, was.checksum);
    EXPECT_EQ(is.made, 5);
    EXPECT_EQ(is.sass.symbol, was.sass.symbol);
    EXPECT_EQ(is.sass.loops, was.sass.loops);
    ASSERT_THAT(is.sass.instructions, SizeIs(3));
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(is.sass.instructions[i].offset, was.sass.instructions[i].offset);
        EXPECT_EQ(is.sass.instructions[i].text, was.sass.instructions[i].text);
        EXPECT_EQ(is.sass.instructions[i].places, was.sass.instructions[i].places);
    }
    json tree = json::parse(text_of(sample_recording()));
    tree.erase("machine_code");
    EXPECT_THAT(recording_in(tree.dump()).codes, IsEmpty());
}

TEST(RecordedCode, is_no_nonsense) {
    EXPECT_THAT(why_refused_code([](json& c) { c["at"].erase(0); }), HasSubstr("one place for each of the 3"));
    EXPECT_THAT(why_refused_code([](json& c) { c["at"][0] = 2; }), HasSubstr("/machine_code/0/at"));
    EXPECT_THAT(why_refused_code([](json& c) { c["at"][0] = -2; }), HasSubstr("/machine_code/0/at/0"));
    EXPECT_THAT(why_refused_code([](json& c) { c["places"][0][0] = 7; }), HasSubstr("/machine_code/0/places"));
    EXPECT_THAT(why_refused_code([](json& c) { c["places"][0].erase(0); }), HasSubstr("/machine_code/0/places"));
    EXPECT_THAT(why_refused_code([](json& c) { c["loops"][0][1] = 3; }), HasSubstr("/machine_code/0/loops"));
    EXPECT_THAT(why_refused_code([](json& c) { c["loops"][0] = {2, 1}; }), HasSubstr("/machine_code/0/loops"));
    EXPECT_THAT(why_refused_code([](json& c) { c["made"] = 2; }), HasSubstr("/machine_code/0/made"));
    EXPECT_THAT(why_refused_code([](json& c) { c["instructions"] = 3; }), HasSubstr("/machine_code/0/instructions"));
    EXPECT_EQ(why_refused_code([](json& c) { c["newer"] = 3; }), "") << "fields of later versions are ignored";
    EXPECT_EQ(why_refused_code([](json& c) { c["target"] = "hologram"; }), "") << "such code is left out";
}

TEST(RecordedCode, keeps_the_first_instructions_and_whole_loops_where_it_is_too_long) {
    RecordedCode code = sample_code();
    while (code.sass.instructions.size() < 1000)
        code.sass.instructions.push_back(
            {.offset = 16 * std::ssize(code.sass.instructions), .text = "FFMA R1, R2, R3, R4"});
    code.sass.loops.push_back({.first = 500, .last = 999, .depth = 0});
    code.made = 1000;
    cut_to(code, 10'000);
    EXPECT_LE(json_text({code}).size(), 10'000u);
    EXPECT_GT(json_text({code}).size(), 8'000u);
    EXPECT_EQ(code.made, 1000);
    EXPECT_THAT(code.sass.loops, SizeIs(1));
}

TEST(RecordedVectors, are_read_back_as_they_were_and_belong_to_a_set) {
    EXPECT_EQ(recording_in(text_of(with_vectors())).vectors, with_vectors().vectors);
    EXPECT_THAT(why_refused_vector([](json& v) { v["row"] = 1'000'000; }), HasSubstr("/vectors/0/row"));
    EXPECT_THAT(why_refused_vector([](json& v) { v["set"] = 1; }), HasSubstr("/vectors/0/set"));
    EXPECT_THAT(why_refused_vector([](json& v) { v["values"].erase(0); }), HasSubstr("a list of 3 numbers"));
    EXPECT_THAT(why_refused_vector([](json& v) { v["values"][0] = 1e300; }), HasSubstr("/vectors/0/values/0"));
}

} // namespace pairscope::profiling
