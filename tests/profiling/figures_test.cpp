// SPDX-License-Identifier: MIT
// The list of figures: each figure has one entry, and those that are recorded come back from a file.
#include "profiling/figures.h"
#include "profiling/recording/recording.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>

#include <limits>
#include <set>

namespace pairscope::profiling {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Figures, each_has_a_key_of_its_own_and_words_where_people_see_it) {
    std::set<std::string_view> keys;
    for (const Figure& figure : figure_list) {
        EXPECT_TRUE(keys.insert(figure.key).second) << figure.key;
        EXPECT_EQ(figure_list[figure_place(figure.key)].key, figure.key);
        EXPECT_NE(figure.value, nullptr) << figure.key;
        EXPECT_EQ(figure.name.empty(), figure.meaning.empty()) << figure.key;
    }
    EXPECT_EQ(figure_place("unknown"), figure_list.size());
}

TEST(Figures, are_those_of_the_run_and_absent_without_what_they_need) {
    const Measurement m = sample_measurement();
    const Ceilings ceilings = sample_ceilings(sample_gpu());
    const auto value = [&](std::string_view key, const RunInContext& of) {
        return value_of(figure_list[figure_place(key)], of);
    };
    EXPECT_EQ(value("median_seconds", {m}), seconds_of(m));
    EXPECT_FALSE(value("useful_fraction", {m}));
    EXPECT_EQ(value("useful_fraction", {m, &ceilings}), useful_fraction(m, ceilings));
    EXPECT_FALSE(value("speedup", {m, &ceilings}));
    EXPECT_EQ(value("speedup", {m, &ceilings, 2.0 * seconds_of(m)}), 2.0);
}

TEST(Figures, a_recorded_one_is_read_from_the_run_and_never_computed) {
    const Figure figure{
        .key = "sample", .value = [](const RunInContext&) { return std::optional(1.0); }, .recorded = true};
    Measurement m = sample_measurement();
    EXPECT_FALSE(value_of(figure, {m})) << "an old recording lacks it";
    m.figures = {{"other", 3.0}, {"sample", 2.0}};
    EXPECT_EQ(value_of(figure, {m}), 2.0);
}

TEST(Figures, recorded_ones_come_back_from_a_file_also_those_of_a_newer_version) {
    Recording before = sample_recording();
    EXPECT_THAT(text_of(before), Not(HasSubstr("figures")));
    std::get<Measurement>(before.runs[0]).figures = {{"of_a_newer_version", 0.25},
                                                     {"not_a_number", std::numeric_limits<double>::quiet_NaN()}};
    const Recording after = recording_in(text_of(before));
    EXPECT_THAT(std::get<Measurement>(after.runs[0]).figures, ElementsAre(RecordedFigure{"of_a_newer_version", 0.25}));
    EXPECT_EQ(text_of(after), text_of(before));
}

} // namespace
} // namespace pairscope::profiling
