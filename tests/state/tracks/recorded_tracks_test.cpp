// SPDX-License-Identifier: MIT
// Columns that a recording keeps are drawn where its data is opened.
#include "app/subjects/data/data.h"
#include "app/subjects/tracks/load_tracks.h"
#include "profiling/recording/recording.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::shared_ptr<const Dataset> three_points() {
    auto set = std::make_shared<Dataset>(Dataset{.name = "plants", .rows = 3, .dims = 2});
    set->values = std::vector<float>{0, 0, 3, 4, 1, 1};
    set->axes = {"x", "y"};
    return set;
}

std::string text_of_recording(const Tracks& tracks) {
    profiling::Recording recording;
    recording.made_by = "pairscope";
    recording.workload = "distance_matrix";
    recording.points = three_points();
    recording.tracks = tracks_to_record({.first = three_points()}, &tracks);
    return profiling::text_of(recording);
}

} // namespace

TEST(TracksOfARecording, come_with_its_data) {
    const TemporaryFolder folder;
    Track species{.name = "species", .is_class = true, .categories = {"malus", "rosa"}};
    species.of_sets[0] = std::make_shared<const TrackValues>(TrackValues{.categories = {1, -1, 0}});
    const auto path = folder.file("plants.pairscope", text_of_recording({.list = {species}}));
    const LoadedTracks loaded = load_tracks(FileSource{.path = path, .columns = {}}, {.first = three_points()}, {});
    ASSERT_NE(loaded.tracks, nullptr);
    ASSERT_THAT(loaded.tracks->list, SizeIs(1));
    const Track& track = loaded.tracks->list.front();
    EXPECT_TRUE(track.is_class);
    EXPECT_EQ(words_of_value(track, value_in_track(track, 0, *three_points(), 0)), "rosa");
    EXPECT_EQ(words_of_value(track, value_in_track(track, 0, *three_points(), 1)), "unknown");
    EXPECT_EQ(words_of_value(track, value_in_track(track, 0, *three_points(), 2)), "malus");
}

TEST(TracksOfARecording, that_was_read_are_not_read_again) {
    const TemporaryFolder folder;
    Track species{.name = "species", .is_class = true, .categories = {"malus", "rosa"}};
    species.of_sets[0] = std::make_shared<const TrackValues>(TrackValues{.categories = {1, -1, 0}});
    const profiling::Recording read = profiling::recording_in(text_of_recording({.list = {species}}));
    const auto path = folder.file("plants.pairscope", text_of_recording({})); // was changed meanwhile
    const LoadedTracks loaded =
        load_tracks(FileSource{.path = path, .columns = {}}, {.first = three_points()}, {.recording = &read});
    ASSERT_NE(loaded.tracks, nullptr);
    EXPECT_THAT(loaded.tracks->list, SizeIs(1));
}

TEST(TracksOfARecording, can_be_chosen_by_their_names) {
    const TemporaryFolder folder;
    Track species{.name = "species", .is_class = true, .categories = {"malus", "rosa"}};
    species.of_sets[0] = std::make_shared<const TrackValues>(TrackValues{.categories = {1, -1, 0}});
    Track height{.name = "height", .kind = TrackKind::numbers, .low = 1.0, .high = 3.0};
    height.of_sets[0] = std::make_shared<const TrackValues>(TrackValues{.numbers = {1.0, 2.0, 3.0}});
    const auto path = folder.file("plants.pairscope", text_of_recording({.list = {species, height}}));
    const auto plain = folder.file("plain.pairscope", text_of_recording({}));
    const auto chosen = [](const auto& file, const TracksChoice& choice) {
        return load_tracks(FileSource{.path = file, .columns = {}, .tracks = choice}, {.first = three_points()}, {})
            .tracks;
    };
    const auto one = chosen(path, {.columns = {"height"}});
    ASSERT_THAT(one->list, SizeIs(1));
    EXPECT_EQ(one->list.front().name, "height");
    EXPECT_FALSE(one->list.front().is_class);
    const auto both = chosen(path, {.classes = "species", .columns = {"height", "species"}});
    ASSERT_THAT(both->list, SizeIs(2));
    EXPECT_TRUE(both->list.front().is_class);
    EXPECT_THAT(refusal([&] { (void)chosen(path, {.columns = {"colour"}}); }),
                HasSubstr("keeps no column 'colour'; choose one of 'species', 'height'"));
    EXPECT_THAT(refusal([&] { (void)chosen(plain, {.columns = {"height"}}); }),
                HasSubstr("keeps no columns beside its coordinates"));
}

TEST(TracksOfARecording, of_a_set_that_is_compared_with_itself_are_those_of_rows_and_columns) {
    const TemporaryFolder folder;
    Track species{.name = "species", .is_class = true, .categories = {"malus", "rosa"}};
    species.of_sets[0] = std::make_shared<const TrackValues>(TrackValues{.categories = {1, -1, 0}});
    const auto path = folder.file("plants.pairscope", text_of_recording({.list = {species}}));
    const auto set = three_points();
    const LoadedTracks loaded =
        load_tracks(VectorSource{.a = path, .b = {}, .n = {}, .m = {}}, {.first = set, .second = set}, {});
    ASSERT_NE(loaded.tracks, nullptr);
    for (const int side : {0, 1})
        EXPECT_EQ(words_of_value(loaded.tracks->list[0], value_in_track(loaded.tracks->list[0], side, *set, 2)),
                  "malus");
}

TEST(TracksOfARecording, are_not_more_than_can_be_drawn) {
    const TemporaryFolder folder;
    Tracks many;
    for (int i = 0; i < 40; ++i) {
        many.list.push_back({.name = fmt::format("height {}", i), .kind = TrackKind::numbers, .low = 1.0, .high = 3.0});
        many.list.back().of_sets[0] = std::make_shared<const TrackValues>(TrackValues{.numbers = {1.0, 2.0, 3.0}});
    }
    const auto path = folder.file("plants.pairscope", text_of_recording(many));
    const auto loaded = [&](const TracksChoice& choice) {
        return load_tracks(FileSource{.path = path, .columns = {}, .tracks = choice}, {.first = three_points()}, {});
    };
    EXPECT_THAT(loaded({}).tracks->list, SizeIs(most_tracks));
    EXPECT_THAT(loaded({}).remarks, ElementsAre(HasSubstr("keeps 40 columns, and the first 12 are drawn")));
    EXPECT_EQ(loaded({.columns = {"height 39"}}).tracks->list.front().name, "height 39");
    TracksChoice all;
    for (const Track& track : many.list) all.columns.push_back(track.name);
    EXPECT_THAT(refusal([&] { (void)loaded(all); }), HasSubstr("at most 12 can be drawn"));
}

TEST(TracksOfARecording, that_have_too_many_values_are_left_out_and_that_is_said) {
    auto set = std::make_shared<Dataset>(Dataset{.name = "many", .rows = 600'000, .dims = 2});
    Tracks two;
    for (const char* name : {"a", "b"}) {
        two.list.push_back({.name = name, .kind = TrackKind::numbers, .low = 1.0, .high = 1.0});
        two.list.back().of_sets[0] =
            std::make_shared<const TrackValues>(TrackValues{.numbers = std::vector(600'000, 1.0)});
    }
    EXPECT_THAT(tracks_to_record({.first = set}, &two), testing::IsEmpty());
    EXPECT_EQ(why_no_tracks_to_record({.first = set}, &two),
              "The recording keeps no tracks, because they have more than 1 000 000 values together.");
    two.list.pop_back();
    EXPECT_THAT(tracks_to_record({.first = set}, &two), SizeIs(1));
    EXPECT_EQ(why_no_tracks_to_record({.first = set}, &two), "");
}

TEST(Tracks, of_the_largest_numbers_have_their_shades) {
    const Track track{.name = "size", .kind = TrackKind::numbers, .low = -1.7e308, .high = 1.7e308};
    EXPECT_EQ(share_in_track(track, -1.7e308), 0.0);
    EXPECT_EQ(share_in_track(track, 0.0), 0.5);
    EXPECT_EQ(share_in_track(track, 1.7e308), 1.0);
}

TEST(TracksOfARecording, are_none_where_it_has_none_or_the_data_is_of_another_file) {
    const TemporaryFolder folder;
    const auto recording = folder.file("plain.pairscope", text_of_recording({}));
    const auto table = folder.file("plain.csv", "x,y\n0,0\n3,4\n1,1\n");
    for (const auto& path : {recording, table, folder.path() / "missing.csv"})
        EXPECT_EQ(load_tracks(FileSource{.path = path, .columns = {}}, {.first = three_points()}, {}).tracks, nullptr)
            << path;
}

} // namespace pairscope::app
