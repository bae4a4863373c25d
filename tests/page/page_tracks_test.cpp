// SPDX-License-Identifier: MIT
// Columns along the matrix on their way into a recording, back from it, and into a page.
#include "app/page/page.h"
#include "app/page/page_parts.h"
#include "app/page/page_tracks.h"
#include "app/subjects/tracks/tracks.h"
#include "kernels/data/errors.h"
#include "tests/profiling/sample_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace pairscope::page {
namespace {

using app::Track;
using app::TrackKind;
using app::TrackValues;
using profiling::Recording;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Rows 5, 3, 0 and 1 of a file of six rows.
std::shared_ptr<const Dataset> four_points() {
    auto set = std::make_shared<Dataset>(Dataset{.name = "plants", .rows = 4, .dims = 2});
    set->values = std::vector<float>{0, 0, 3, 4, 1, 1, 2, 0};
    set->axes = {"x", "y"};
    set->source_rows = {5, 3, 0, 1};
    return set;
}

Track species() {
    Track track{.name = "species", .is_class = true, .categories = {"malus", "rosa"}};
    track.of_sets[0] = std::make_shared<const TrackValues>(TrackValues{.categories = {1, 0, -1, -1, 0, 0}});
    return track;
}
Track height() {
    Track track{.name = "height", .kind = TrackKind::numbers, .low = -2.5, .high = 1e9};
    track.of_sets[0] = std::make_shared<const TrackValues>(TrackValues{.numbers = {-2.5, unknown, 7, 0.1, 7, 1e9}});
    return track;
}

Recording with_tracks() {
    Recording recording = profiling::sample_recording();
    const auto set = four_points();
    recording.points = set;
    recording.sets.clear();
    const app::Tracks tracks{.list = {species(), height()}};
    recording.tracks = app::tracks_to_record({.first = set}, &tracks);
    return recording;
}

std::string refusal_of(const nlohmann::json& json) {
    try {
        static_cast<void>(profiling::recording_in(json.dump()));
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST(RecordedTracks, have_a_value_for_each_row_of_the_set) {
    const Recording recording = with_tracks();
    ASSERT_THAT(recording.tracks, SizeIs(2));
    EXPECT_EQ(recording.tracks[0].name, "species");
    EXPECT_TRUE(recording.tracks[0].is_class);
    EXPECT_THAT(recording.tracks[0].sets.at(0).values, ElementsAre(0, 1, 0)); // rows 5, 0 and 1 of the file
    EXPECT_THAT(recording.tracks[0].sets.at(0).unknown, ElementsAre(1));
    EXPECT_THAT(recording.tracks[1].sets.at(0).values, ElementsAre(1e9, 0.1, -2.5));
    EXPECT_THAT(recording.tracks[1].sets.at(0).unknown, ElementsAre(3));
}

TEST(RecordedTracks, come_back_from_the_text_of_a_recording) {
    const Recording recording = with_tracks();
    const Recording again = profiling::recording_in(profiling::text_of(recording));
    EXPECT_EQ(again.tracks, recording.tracks);
    EXPECT_THAT(profiling::recording_in(profiling::text_of(profiling::sample_recording())).tracks, IsEmpty());
}

TEST(RecordedTracks, become_the_tracks_that_they_were) {
    const Recording recording = with_tracks();
    const std::vector sets{four_points()};
    const auto tracks = app::tracks_in(recording, sets);
    ASSERT_NE(tracks, nullptr);
    ASSERT_THAT(tracks->list, SizeIs(2));
    const std::vector<Track> before{species(), height()};
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(tracks->list[i].kind, before[i].kind);
        for (std::int64_t row = 0; row < 4; ++row)
            EXPECT_EQ(app::value_in_track(tracks->list[i], 0, *sets[0], row),
                      app::value_in_track(before[i], 0, *sets[0], row))
                << i << ", row " << row;
    }
    EXPECT_EQ(tracks->list[1].low, -2.5);
    EXPECT_EQ(tracks->list[1].high, 1e9);
}

TEST(RecordedTracks, that_do_not_fit_their_set_are_refused) {
    const auto good = nlohmann::json::parse(profiling::text_of(with_tracks()));
    ASSERT_EQ(refusal_of(good), "");
    const auto changed = [&](const char* place, const nlohmann::json& value) {
        nlohmann::json bad = good;
        bad[nlohmann::json::json_pointer(place)] = value;
        return refusal_of(bad);
    };
    EXPECT_THAT(changed("/tracks/0/sets/0/values", {0, 1}), HasSubstr("/tracks/0/sets/0"));
    EXPECT_THAT(changed("/tracks/0/sets/0/values", {0, 1, 2}), HasSubstr("places in the list of categories"));
    EXPECT_THAT(changed("/tracks/0/sets/0/values", {0, 1, 0.5}), HasSubstr("places in the list of categories"));
    EXPECT_THAT(changed("/tracks/0/sets/0/values", {0, 1, -1}), HasSubstr("places in the list of categories"));
    EXPECT_THAT(changed("/tracks/1/sets/0/unknown", {4}), HasSubstr("/tracks/1/sets/0"));
    EXPECT_THAT(changed("/tracks/1/sets/0/unknown", {-1}), HasSubstr("/tracks/1/sets/0/unknown"));
    EXPECT_THAT(changed("/tracks/1/sets/1", {{"values", {1.0}}}), HasSubstr("/tracks/1/sets"));
    EXPECT_THAT(changed("/tracks/1/name", 3), HasSubstr("/tracks/1/name"));
    EXPECT_EQ(changed("/tracks/1/sets/0", nlohmann::json::object()), "") << "nothing may be known of a set";
    EXPECT_EQ(changed("/tracks/1/newer", 3), "") << "fields of later versions are ignored";
}

TEST(RecordedTracks, of_rows_from_anywhere_need_no_memory) {
    Recording recording = with_tracks();
    auto set = std::make_shared<Dataset>(*four_points());
    set->source_rows[2] = (std::int64_t{1} << 53) - 1;
    const std::vector<std::shared_ptr<const Dataset>> sets{set};
    const auto tracks = app::tracks_in(recording, sets);
    ASSERT_NE(tracks, nullptr);
    EXPECT_FALSE(app::value_in_track(tracks->list[0], 0, *set, 0).is_known());
}

TEST(PageTracks, have_the_colours_and_words_of_the_window) {
    const Recording recording = with_tracks();
    const std::vector sets{four_points()};
    const app::Tracks tracks = drawn_tracks(recording, sets);
    const app::Json json = tracks_json(tracks);
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0]["kind"], "categories");
    EXPECT_EQ(json[0]["colours"].size(), 2U);
    EXPECT_EQ(json[0]["colours"][1], fmt::format("#{:06x}", app::category_rgb(1)));
    EXPECT_EQ(json[1]["kind"], "numbers");
    EXPECT_EQ(json[1]["colours"].back(), fmt::format("#{:06x}", app::shade_rgb(1.0, 1)));
    EXPECT_EQ(json[1]["words"], (app::Json{"-2.5", "1e+09"}));
}

TEST(PageTracks, leave_clusters_the_colours_that_the_window_leaves_them) {
    const std::vector sets{four_points()};
    const app::Json beside = cluster_colours_json(drawn_tracks(with_tracks(), sets));
    EXPECT_EQ(beside[0], fmt::format("#{:06x}", app::group_rgb(2))) << "two classes have the first two colours";
    const app::Json alone = cluster_colours_json({});
    EXPECT_EQ(alone[0], fmt::format("#{:06x}", app::group_rgb(0)));
    EXPECT_EQ(alone.size(), app::most_group_colours);
}

TEST(PageTracks, lose_their_texts_where_no_labels_travel) {
    const auto with = reduced(with_tracks(), {}, false);
    ASSERT_THAT(with->tracks, SizeIs(2));
    EXPECT_EQ(with->tracks[0].name, "track 1");
    EXPECT_THAT(with->tracks[0].categories, ElementsAre("value 1", "value 2"));
    EXPECT_EQ(with->tracks[0].sets, with_tracks().tracks[0].sets);
    EXPECT_THAT(reduced(with_tracks(), LeftOut().with(Part::labels), true)->tracks, IsEmpty());
    EXPECT_THAT(reduced(with_tracks(), LeftOut().with(Part::coordinates), true)->tracks, IsEmpty());
}

} // namespace pairscope::page
