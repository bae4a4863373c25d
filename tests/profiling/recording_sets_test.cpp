// SPDX-License-Identifier: MIT
// The data of a recording come back as what they are: one set as one set, every coordinate to the last bit.
#include "kernels/data/coordinates.h"
#include "profiling/recording/recording.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope::profiling {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Metres far from zero: each number is the sum of its three parts.
Dataset far_away(std::int64_t dims) {
    Dataset data{.name = "lidar.csv", .rows = 3, .dims = dims};
    std::vector<float> values, low;
    for (std::int64_t i = 0; i < 3 * dims; ++i) {
        values.push_back(0.1f * float(i + 1));
        low.push_back(1e-10f * float(i + 1));
    }
    data.values = values;
    data.low = low;
    data.source_rows = {2, 0, 1};
    data.labels = {"007", "1E3", ""};
    data.unit = "m";
    data.note = "first 3 of 4 rows";
    for (std::int64_t k = 0; k < dims; ++k) {
        data.origin.push_back(4'500'000.1 + double(k));
        data.axes.push_back("axis " + std::to_string(k));
    }
    return data;
}

void expect_equal(const Dataset& found, const Dataset& data) {
    EXPECT_EQ(found.name, data.name);
    EXPECT_EQ(found.values, data.values);
    EXPECT_EQ(found.low, data.low);
    EXPECT_EQ(found.origin, data.origin);
    EXPECT_EQ(found.source_rows, data.source_rows);
    EXPECT_EQ(found.labels, data.labels);
    EXPECT_EQ(found.axes, data.axes);
    EXPECT_EQ(found.unit, data.unit);
    EXPECT_EQ(found.note, data.note);
    EXPECT_EQ(found.scales, data.scales);
    EXPECT_EQ(found.holds_distances, data.holds_distances);
}

Recording with_sets(const std::vector<Dataset>& sets) {
    Recording recording = sample_recording();
    recording.points = {};
    for (const Dataset& set : sets) recording.sets.push_back(std::make_shared<const Dataset>(set));
    return recording;
}

json first_format(const Recording& recording) {
    json tree = json::parse(text_of(recording));
    tree["version"] = 1;
    return tree;
}

} // namespace

TEST(RecordedSets, the_exact_coordinates_of_points_come_back_to_the_last_bit) {
    Recording before = sample_recording();
    before.points = std::make_shared<const Dataset>(far_away(2));
    const Recording after = recording_in(text_of(before));
    expect_equal(*std::get<std::shared_ptr<const Dataset>>(after.points), far_away(2));
}

TEST(RecordedSets, decimals_of_a_text_stay_decimals) {
    const auto written = [](std::vector<double> items, std::int64_t dims) {
        FileNumbers numbers(std::move(items), dims);
        numbers.mark_as_texts();
        const FileNumbers* const one = &numbers;
        const std::vector<ColumnOrigin> origins = origins_for({&one, 1});
        Dataset set{.name = "d.csv", .axes = std::vector<std::string>(std::size_t(dims), "x")};
        std::ignore = set_coordinates(set, std::move(numbers), origins);
        return set;
    };
    for (const Dataset& set :
         {written({0.1, 0.25, -3.0, 7.125, 0.0, 1e-9}, 2), written({4'500'000.1, 1.0, 4'500'000.25, 2.0}, 2),
          written({0.001, 0.5, 12345.678}, 1), written({1.0, 2.0, 1e12, 4.0}, 2), written({0.5, 0.25}, 1),
          written({1.0 / 3.0, 0.1}, 1), written({123456789012.34, 0.1}, 1)}) {
        const Recording after = recording_in(text_of(with_sets({set})));
        EXPECT_EQ(after.sets.front()->decimals, set.decimals) << coordinates(set).front();
        if (set.dims != 2) continue;
        Recording points = sample_recording();
        points.points = std::make_shared<const Dataset>(set);
        EXPECT_EQ(std::get<std::shared_ptr<const Dataset>>(recording_in(text_of(points)).points)->decimals,
                  set.decimals);
    }
    json wrong = json::parse(text_of(with_sets({written({0.1, 0.25}, 1)})));
    wrong["sets"][0]["decimal_places"] = 1;
    EXPECT_THROW((void)recording_in(wrong.dump()), InputError);
    wrong["sets"][0].erase("decimal_places");
    EXPECT_EQ(recording_in(wrong.dump()).sets.front()->decimals, std::nullopt) << "older files do not tell";
}

TEST(RecordedSets, so_do_those_of_vectors) {
    Dataset standardised = far_away(5);
    standardised.unit = standardised_unit;
    standardised.scales.assign(5, {.mean = 1.0 / 3.0, .deviation = 2.0 / 3.0});
    const Recording after = recording_in(text_of(with_sets({far_away(5), standardised})));
    ASSERT_THAT(after.sets, SizeIs(2));
    expect_equal(*after.sets[0], far_away(5));
    expect_equal(*after.sets[1], standardised);
    EXPECT_FALSE(after.same_rows);
}

TEST(RecordedSets, coordinates_are_kept_as_they_were_loaded_whatever_form_the_workload_needs) {
    Dataset scaled = far_away(3);
    scaled.original = std::make_shared<const Dataset>(far_away(3));
    for (float& value : std::get<std::vector<float>>(scaled.values)) value *= 0x1p-40f;
    const Recording after = recording_in(text_of(with_sets({scaled})));
    expect_equal(*after.sets.front(), far_away(3));
}

TEST(RecordedSets, one_set_stays_one_and_two_equal_ones_stay_two) {
    Recording before = with_sets({far_away(4)});
    before.workload = "cross_distance";
    before.runs.clear();
    const Recording one = recording_in(text_of(before));
    EXPECT_THAT(one.sets, SizeIs(1));
    EXPECT_EQ(one.workload, "cross_distance");
    EXPECT_THAT(recording_in(text_of(with_sets({far_away(4), far_away(4)}))).sets, SizeIs(2));
}

TEST(RecordedSets, of_two_with_the_same_rows_it_is_known) {
    Recording before = with_sets({far_away(4), far_away(4)});
    before.same_rows = true;
    EXPECT_TRUE(recording_in(text_of(before)).same_rows);
    before.sets.pop_back();
    const std::string text = text_of(before);
    EXPECT_THAT(refusal([&] { (void)recording_in(text); }), HasSubstr("/same_rows is true, where false"));
}

TEST(RecordedSets, the_definition_of_the_ratio_comes_back) {
    Recording before = sample_recording();
    before.ratio = "euclidean";
    EXPECT_EQ(recording_in(text_of(before)).ratio, "euclidean");
    EXPECT_THAT(recording_in(text_of(sample_recording())).ratio, IsEmpty());
}

TEST(RecordedSets, a_set_that_is_only_described_has_no_exact_parts) {
    json tree = json::parse(text_of(with_sets({far_away(4)})));
    for (const char* key : {"values", "labels", "source_rows", "low"}) tree["sets"][0].erase(key);
    EXPECT_THAT(refusal([&] { (void)recording_in(tree.dump()); }), HasSubstr("/sets/0/origin is a list of 4, where"));
    tree["sets"][0].erase("origin");
    EXPECT_EQ(recording_in(tree.dump()).sets.front()->dims, 4);
}

TEST(RecordedSets, parameters_must_suit_the_workload_also_where_nothing_was_measured) {
    Recording before = sample_recording();
    before.runs.clear();
    before.workload = "rbf_density";
    const std::string text = text_of(before);
    EXPECT_THAT(refusal([&] { (void)recording_in(text); }), HasSubstr("/parameters is missing"));
}

TEST(RecordedSets, of_the_first_format_points_open_with_the_coordinates_of_their_file) {
    Recording before = sample_recording();
    before.points = sample_points();
    json tree = first_format(before);
    tree["points"].erase("values");
    tree["points"]["coordinates"] = {4'500'000.125, 7.5, 4'500'000.126, 8.5, 4'500'001.0, 9.0};
    const Recording after = recording_in(tree.dump());
    const Dataset& points = *std::get<std::shared_ptr<const Dataset>>(after.points);
    EXPECT_EQ(points.rows, 3);
    ASSERT_THAT(points.origin, SizeIs(2));
    const std::vector<float>& values = std::get<std::vector<float>>(points.values);
    EXPECT_NEAR(points.origin[0] + double(values[2]), 4'500'000.126, 1e-7);
    EXPECT_THAT(points.labels, ElementsAre("Zürich", "A \"quoted\" one", ""));
    EXPECT_EQ(text_of(recording_in(text_of(after))), text_of(after));
}

TEST(RecordedSets, of_the_first_format_a_set_that_stands_there_twice_is_one) {
    const json twice = first_format(with_sets({far_away(3), far_away(3)}));
    EXPECT_THAT(recording_in(twice.dump()).sets, SizeIs(1));
    Dataset other = far_away(3);
    other.name = "copy.csv";
    EXPECT_THAT(recording_in(first_format(with_sets({far_away(3), other})).dump()).sets, SizeIs(2));
    other = far_away(3);
    std::get<std::vector<float>>(other.values)[4] = 7.0f;
    EXPECT_THAT(recording_in(first_format(with_sets({far_away(3), other})).dump()).sets, SizeIs(2));
}

} // namespace pairscope::profiling
