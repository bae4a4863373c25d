// SPDX-License-Identifier: MIT
// What is saved is read back as it was, and what a newer version adds does no harm.
#include "kernels/data/readers/input_file.h"
#include "profiling/badges.h"
#include "profiling/recording/file.h"
#include "profiling/recording/recording.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

namespace pairscope::profiling {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

/// The sample's text after a change by `change`.
template <class Change> Recording changed(const Change& change) {
    json tree = json::parse(text_of(sample_recording()));
    change(tree);
    return recording_in(tree.dump());
}
template <class Change> std::string refused_after(const Change& change) {
    return refusal([&] { (void)changed(change); });
}

} // namespace

TEST(Recording, every_kind_of_outcome_comes_back_as_it_was) {
    const Recording before = sample_recording();
    const Recording after = recording_in(text_of(before));
    EXPECT_EQ(text_of(after), text_of(before));
    EXPECT_EQ(after.when, before.when);
    EXPECT_EQ(after.host, before.host);
    EXPECT_EQ(after.devices, before.devices);
    ASSERT_THAT(after.runs, SizeIs(before.runs.size()));
    for (std::size_t i = 0; i < after.runs.size(); ++i) EXPECT_EQ(after.runs[i].index(), before.runs[i].index());
    const auto& m = std::get<Measurement>(after.runs[0]);
    const Measurement sample = sample_measurement();
    EXPECT_EQ(m.seconds, sample.seconds) << "to the last bit, in the order taken";
    EXPECT_EQ(m.activity_seconds, sample.activity_seconds);
    EXPECT_EQ(m.workload, sample.workload);
    EXPECT_EQ(m.device, sample.device);
    EXPECT_EQ(m.kernels, sample.kernels);
    EXPECT_EQ(m.counters, sample.counters);
    EXPECT_EQ(m.conditions, sample.conditions);
    EXPECT_EQ(m.timeline, sample.timeline);
    EXPECT_EQ(m.stalls, sample.stalls);
    EXPECT_EQ(m.target, sample.target);
    EXPECT_EQ(m.caches, sample.caches);
    EXPECT_EQ(m.block, sample.block);
    EXPECT_EQ(m.stopped_by, sample.stopped_by);
    EXPECT_EQ(m.check.comparison.worst_error, sample.check.comparison.worst_error);
    const auto& s = std::get<Simulated>(after.runs[2]);
    EXPECT_EQ(s.trace->loads.sectors, 400.5);
    EXPECT_EQ(std::get<Skipped>(after.runs[3]).reason, "it needs compute capability 9.0");
}

TEST(Recording, sets_of_pictures_come_back_with_their_labels_and_their_width) {
    Recording before = sample_recording();
    before.points = {};
    Dataset pictures{.name = "pictures", .rows = 2, .dims = 4, .labels = {"7", ""}, .picture_width = 2};
    pictures.values = std::vector<std::uint8_t>{0, 1, 2, 3, 255, 254, 253, 252};
    Dataset plain{.name = "plain", .rows = 1, .dims = 4};
    plain.values = std::vector<std::uint8_t>{4, 5, 6, 7};
    before.sets = {std::make_shared<const Dataset>(pictures), std::make_shared<const Dataset>(plain)};
    const Recording after = recording_in(text_of(before));
    ASSERT_THAT(after.sets, SizeIs(2));
    EXPECT_EQ(after.sets.front()->values, pictures.values);
    EXPECT_THAT(after.sets.front()->labels, ElementsAre("7", ""));
    EXPECT_EQ(after.sets.front()->picture_width, 2);
    EXPECT_THAT(after.sets.back()->labels, SizeIs(0));
    EXPECT_EQ(after.sets.back()->picture_width, 0);
    EXPECT_EQ(text_of(after), text_of(before));

    json tree = json::parse(text_of(before));
    tree["sets"][0]["picture_width"] = 5;
    EXPECT_THAT(refusal([&] { (void)recording_in(tree.dump()); }), HasSubstr("/sets/0/picture_width"));
    tree["sets"][0]["picture_width"] = 2;
    tree["sets"][0]["labels"] = {"7"};
    EXPECT_THAT(refusal([&] { (void)recording_in(tree.dump()); }),
                AllOf(HasSubstr("/sets/0/labels"), HasSubstr("a list of 2 texts")));
}

TEST(Recording, standardised_sets_come_back_with_their_columns_and_scales) {
    Recording before = sample_recording();
    before.points = {};
    Dataset set{.name = "people", .rows = 2, .dims = 2, .axes = {"mass", "same"}, .unit = standardised_unit};
    set.values = std::vector<float>{-1.0f, 0.0f, 1.0f, 0.0f};
    set.scales = {{.mean = 70.0, .deviation = 10.0}, {.mean = 5.0, .deviation = 0.0}};
    before.sets = {std::make_shared<const Dataset>(set)};
    const std::string text = text_of(before);
    const Recording after = recording_in(text);
    ASSERT_THAT(after.sets, SizeIs(1));
    EXPECT_EQ(after.sets.front()->axes, set.axes);
    EXPECT_EQ(after.sets.front()->scales, set.scales);
    EXPECT_EQ(after.sets.front()->unit, set.unit);
    auto tree = nlohmann::json::parse(text);
    tree["sets"][0]["standardised"][0][1] = -1.0;
    EXPECT_THAT(refusal([&] { (void)recording_in(tree.dump()); }), HasSubstr("/sets/0/standardised/0"));
}

TEST(Recording, ceilings_come_back_with_their_device_and_absent_figures_stay_absent) {
    const Recording after = recording_in(text_of(sample_recording()));
    const Ceilings* roofs = ceilings_of(after, sample_gpu());
    ASSERT_NE(roofs, nullptr);
    ASSERT_THAT(roofs->found, SizeIs(2));
    EXPECT_EQ(roofs->found[0].kind, CeilingKind::fill);
    EXPECT_EQ(roofs->found[0].interval->high, 4.59e12);
    EXPECT_EQ(roofs->found[0].peak, 4.8e12);
    EXPECT_FALSE(roofs->found[1].interval);
    EXPECT_FALSE(roofs->found[1].peak);
    EXPECT_EQ(roofs->when, sample_ceilings(sample_gpu()).when);
}

TEST(Recording, the_cache_of_a_device_comes_back_and_may_be_unknown) {
    const Recording after = recording_in(text_of(sample_recording()));
    EXPECT_EQ(std::get<Measurement>(after.runs[0]).device.cache_bytes, sample_gpu().cache_bytes);
    EXPECT_EQ(after.devices[1].cache_bytes, 0) << "the sample's CPU does not tell its cache";
    EXPECT_THAT(text_of(sample_recording()), Not(HasSubstr("\"cache_bytes\":0"))) << "0 means zero, not unknown";
    const Recording old = changed([](json& tree) { tree["devices"][0].erase("cache_bytes"); });
    EXPECT_EQ(old.devices[0].cache_bytes, 0);
    EXPECT_THAT(refused_after([](json& tree) { tree["devices"][0]["cache_bytes"] = 0; }),
                HasSubstr("/devices/0/cache_bytes is 0, where a whole number from 1 to"));
}

TEST(Recording, a_recorded_run_says_that_its_output_fits_in_the_cache) {
    const Recording after = changed([](json& tree) {
        for (json& run : tree["runs"])
            if (run.contains("workload")) run["workload"]["rows"] = run["workload"]["cols"] = 64;
    });
    const std::vector<Badge> badges = badges_of(std::get<Measurement>(after.runs[0]));
    EXPECT_NE(std::ranges::find(badges, BadgeKind::fits_in_cache, &Badge::kind), badges.end());
}

TEST(Recording, points_of_a_file_come_back_with_labels_and_credit_to_the_last_bit) {
    Recording before = sample_recording();
    before.points = sample_points();
    const Recording after = recording_in(text_of(before));
    const auto& data = *std::get<std::shared_ptr<const Dataset>>(after.points);
    EXPECT_EQ(std::get<std::vector<float>>(data.values), std::get<std::vector<float>>(sample_points()->values));
    EXPECT_EQ(data.labels, sample_points()->labels);
    EXPECT_EQ(data.source_rows, sample_points()->source_rows);
    EXPECT_EQ(data.axes, sample_points()->axes);
    EXPECT_EQ(data.credit, sample_points()->credit);
    EXPECT_THAT(text_of(before), HasSubstr("[0.1,-0.2,")) << "the shortest digits that give the same float";
}

TEST(Recording, the_texture_has_the_name_that_the_option_has_and_its_old_name_is_still_read) {
    EXPECT_THAT(text_of(sample_recording()), HasSubstr("\"target\":\"texture\""));
    const Recording old = changed([](json& tree) { tree["runs"][0]["target"] = "surface"; });
    EXPECT_EQ(std::get<Measurement>(old.runs[0]).target, TargetKind::surface);
    EXPECT_THAT(old.unknown, testing::IsEmpty());
}

TEST(Recording, the_values_of_an_output_are_also_read_by_their_older_key) {
    for (const char* key : {"output_values", "answer"}) {
        const Recording read = changed([key](json& tree) {
            tree["runs"][0]["check"]["output"] = "scalar";
            tree["runs"][0]["check"][key] = 2.5;
        });
        EXPECT_EQ(std::get<double>(std::get<Measurement>(read.runs[0]).check.output), 2.5) << key;
        EXPECT_THAT(text_of(read), HasSubstr("\"output_values\":2.5")) << key;
        EXPECT_THAT(read.unknown, testing::IsEmpty());
    }
}

TEST(Recording, the_counter_of_a_count_is_also_read_by_its_older_key) {
    const auto use_older_key = [](json& list) {
        for (json& each : list) {
            each["metric"] = each.at("counter");
            each.erase("counter");
        }
    };
    const Recording old = changed([&](json& tree) {
        use_older_key(tree["runs"][0]["counters"]["counts"]);
        use_older_key(tree["runs"][0]["timeline"]["series"]);
    });
    const auto& read = std::get<Measurement>(old.runs[0]);
    const Recording sample = sample_recording();
    EXPECT_EQ(read.counters, std::get<Measurement>(sample.runs[0]).counters);
    EXPECT_EQ(read.timeline, std::get<Measurement>(sample.runs[0]).timeline);
    EXPECT_THAT(old.unknown, testing::IsEmpty());
}

TEST(Recording, texts_longer_than_a_reader_takes_are_cut) {
    Recording before = sample_recording();
    std::get<Failed>(before.runs[4]).message = std::string(65'531, 'x') + "ééé";
    const Recording after = recording_in(text_of(before));
    EXPECT_THAT(std::get<Failed>(after.runs[4]).message, StartsWith("xxx"));
    EXPECT_EQ(text_of(recording_in(text_of(after))), text_of(after));
}

TEST(Recording, a_check_by_a_sample_comes_back_as_one) {
    Recording before = sample_recording();
    std::get<Measurement>(before.runs[0]).check.comparison.sampled = "the pair is right as far as a sample shows";
    const Recording after = recording_in(text_of(before));
    const CheckVerdict& check = std::get<Measurement>(after.runs[0]).check;
    EXPECT_EQ(describe(check.comparison), "the pair is right as far as a sample shows");
    EXPECT_EQ(short_text(check), "right output, as far as a sample shows");
    EXPECT_THAT(text_of(sample_recording()), Not(HasSubstr("sampled")));
}

TEST(Recording, a_check_of_another_output_comes_back_as_one) {
    Recording before = sample_recording();
    Comparison& check = std::get<Measurement>(before.runs[0]).check.comparison;
    check.kind = OutputKind::matches;
    check.different_entries = 37;
    check.first_different = "match 3 is row 7, the exact output is row 9";
    const Recording after = recording_in(text_of(before));
    const CheckVerdict& read = std::get<Measurement>(after.runs[0]).check;
    EXPECT_EQ(read.comparison.different_entries, 37);
    EXPECT_EQ(read.judgement(), Judgement::different);
    EXPECT_EQ(short_text(read), "approximate output: 37 of 62 128 128 rows differ");
    EXPECT_THAT(describe(read.comparison), HasSubstr("match 3 is row 7"));
    check.different_entries = 0;
    const auto none = std::get<Measurement>(recording_in(text_of(before)).runs[0]).check;
    EXPECT_EQ(none.comparison.different_entries, 0) << "0 is not the same as absent";
    EXPECT_EQ(none.judgement(), Judgement::right);
    EXPECT_THAT(text_of(sample_recording()), Not(HasSubstr("different_entries")));
    EXPECT_THAT(refused_after([](json& tree) { tree["runs"][0]["check"]["different_entries"] = -1; }),
                HasSubstr("/runs/0/check/different_entries is -1"));
}

TEST(Recording, settings_of_generated_points_come_back) {
    EXPECT_EQ(std::get<GeneratorSettings>(recording_in(text_of(sample_recording())).points),
              default_settings(Shape::ring, 2048, 7));
}

TEST(Recording, a_figure_that_is_not_finite_is_left_out) {
    Recording before = sample_recording();
    auto& m = std::get<Measurement>(before.runs[0]);
    m.conditions->power = std::numeric_limits<double>::infinity();
    m.counters->counts[0].value = std::numeric_limits<double>::quiet_NaN();
    const Recording after = recording_in(text_of(before));
    const auto& back = std::get<Measurement>(after.runs[0]);
    EXPECT_FALSE(back.conditions->power);
    EXPECT_THAT(back.counters->counts, SizeIs(1));
}

TEST(Recording, the_example_of_the_format_is_what_we_write) {
    const std::string example = bytes_of(std::filesystem::path("tests/profiling/example.pairscope"));
    const Recording recording = load_recording("tests/profiling/example.pairscope");
    EXPECT_EQ(text_of(recording), example);
    EXPECT_EQ(recording.label, "an example for FORMAT.md");
    EXPECT_THAT(recording.runs, SizeIs(4));
}

TEST(Recording, every_field_of_the_example_is_told_in_the_format) {
    const std::string format = bytes_of(std::filesystem::path("profiling/FORMAT.md"));
    const std::function<void(const json&)> look = [&](const json& value) {
        if (!value.is_structured()) return;
        for (const json& inner : value) look(inner);
        if (!value.is_object()) return;
        for (const auto& [key, inner] : value.items())
            EXPECT_THAT(format, HasSubstr("`" + key + "`")) << "FORMAT.md lacks it";
    };
    json all = json::parse(text_of(sample_recording()));
    all.at("points").at("parameters").clear(); // these are the shapes' own
    look(all);
    Recording with_points = sample_recording();
    with_points.points = sample_points();
    look(json::parse(text_of(with_points)).at("points"));
}

TEST(Recording, keeps_the_turns_in_which_a_time_was_measured) {
    Recording recording = sample_recording();
    auto& m = std::get<Measurement>(recording.runs[0]);
    m.seconds = {1e-3, 1.1e-3, 1.2e-3, 1.3e-3};
    m.turns = {1, 2, 1};
    EXPECT_EQ(std::get<Measurement>(recording_in(text_of(recording)).runs[0]).turns, m.turns);
    m.turns = {1, 2, 2};
    EXPECT_THAT(refusal([&] { (void)recording_in(text_of(recording)); }), HasSubstr("/turns"));
}

TEST(Recording, a_large_one_is_packed_and_a_small_one_can_be_read_by_people) {
    const TemporaryFolder folder;
    Recording recording = sample_recording();
    save_recording(folder.path() / "small.pairscope", recording);
    EXPECT_THAT(bytes_of(folder.path() / "small.pairscope"), StartsWith("{\n\"format\": \"pairscope recording\","));
    auto& seconds = std::get<Measurement>(recording.runs[0]).seconds;
    for (int i = 0; i < 20'000; ++i) seconds.push_back(1e-3 + 1e-9 * i);
    save_recording(folder.path() / "large.pairscope", recording);
    const std::string packed = bytes_of(folder.path() / "large.pairscope");
    EXPECT_THAT(packed, StartsWith("\x28\xb5\x2f\xfd"));
    EXPECT_LT(packed.size(), text_of(recording).size() / 2);
    EXPECT_EQ(text_of(load_recording(folder.path() / "large.pairscope")), text_of(recording));
    EXPECT_EQ(folder.files(), 2u);
}

TEST(Recording, is_told_from_a_table_by_its_first_bytes) {
    const TemporaryFolder folder;
    save_recording(folder.path() / "no ending", sample_recording());
    EXPECT_TRUE(look_at(folder.path() / "no ending").is(FileFormat::recording));
    EXPECT_TRUE(look_at(folder.file("spaces", "\n  {\"format\": 1}")).is(FileFormat::recording));
    EXPECT_TRUE(look_at(folder.file("table", "x,y\n1,2\n")).is(FileFormat::text));
    EXPECT_TRUE(look_at(folder.file("empty", "")).is(FileFormat::text)) << "whoever reads it says that it is empty";
    EXPECT_TRUE(look_at(folder.path() / "missing").claims.empty());
}

TEST(Recording, the_size_of_blocks_may_be_absent_and_is_no_nonsense) {
    const Recording old = changed([](json& tree) { tree["runs"][0].erase("block"); });
    EXPECT_EQ(std::get<Measurement>(old.runs[0]).block, 0);
    EXPECT_THAT(refused_after([](json& tree) { tree["runs"][0]["block"] = 0; }), HasSubstr("/runs/0/block"));
    EXPECT_THAT(refused_after([](json& tree) { tree["runs"][0]["block"] = "many"; }), HasSubstr("/runs/0/block"));
}

TEST(Recording, samples_of_a_launch_may_be_absent_and_are_no_nonsense) {
    const Recording old = changed([](json& tree) { tree["runs"][0].erase("timeline"); });
    EXPECT_FALSE(std::get<Measurement>(old.runs[0]).timeline);
    const auto refused_timeline = [](const auto& change) {
        return refused_after([&](json& tree) { change(tree["runs"][0]["timeline"]); });
    };
    EXPECT_THAT(refused_timeline([](json& t) { t["ends"].erase(0); }), HasSubstr("/runs/0/timeline/ends"));
    EXPECT_THAT(refused_timeline([](json& t) { t["begins"] = json::array(); }), HasSubstr("/runs/0/timeline/begins"));
    EXPECT_THAT(refused_timeline([](json& t) { t["ends"][3] = t["begins"][3]; }), HasSubstr("/runs/0/timeline/ends/3"));
    EXPECT_THAT(refused_timeline([](json& t) { t["begins"][3] = t["begins"][1].get<double>() - 1e-6; }),
                HasSubstr("/runs/0/timeline/begins/3"));
    EXPECT_THAT(refused_timeline([](json& t) { t["series"][1]["values"].erase(0); }),
                HasSubstr("/runs/0/timeline/series/1/values"));
    EXPECT_THAT(refused_timeline([](json& t) { t["series"][0]["values"][4] = 1.5; }),
                HasSubstr("/runs/0/timeline/series/0/values/4"));
    EXPECT_THAT(refused_timeline([](json& t) { t["series"][1]["limit"] = 0.0; }),
                HasSubstr("/runs/0/timeline/series/1/limit"));
    EXPECT_THAT(refused_timeline([](json& t) { t["step"] = -1.0; }), HasSubstr("/runs/0/timeline/step"));
}

TEST(Recording, a_newer_format_is_one_sentence) {
    EXPECT_EQ(refused_after([](json& tree) { tree["version"] = 3; }),
              "it was made by a newer Pairscope (format 3, and this one reads up to 2); update Pairscope to open it");
}

TEST(Recording, fields_of_a_newer_version_are_passed_over) {
    const Recording after = changed([](json& tree) {
        tree["weather"] = {{"sky", "clear"}};
        tree["runs"][0]["mood"] = "good";
        tree["ceilings"][0]["found"][0]["colour"] = nullptr;
    });
    EXPECT_EQ(text_of(after), text_of(sample_recording()));
}

TEST(Recording, what_only_a_newer_version_knows_is_noted_and_the_rest_is_shown) {
    const Recording after = changed([](json& tree) {
        tree["devices"][0]["backend"] = "hip";
        tree["runs"][2]["workload"]["kind"] = "nearest_pair";
        tree["runs"][3]["outcome"] = "dreamt";
        tree["ceilings"][1]["found"][0]["kind"] = "telepathy";
        tree["points"]["shape"] = "moebius";
    });
    EXPECT_THAT(after.devices, ElementsAre(sample_cpu()));
    EXPECT_THAT(after.runs, SizeIs(2));
    ASSERT_THAT(after.unknown, SizeIs(3));
    EXPECT_EQ(after.unknown[1].variant_id, "distance_matrix/coalesced");
    EXPECT_THAT(after.unknown[1].reason, StartsWith("/runs/2/workload/kind is 'nearest_pair', which this version"));
    ASSERT_THAT(after.ceilings, SizeIs(1));
    EXPECT_THAT(after.ceilings[0].found, SizeIs(1));
    EXPECT_TRUE(std::holds_alternative<std::monostate>(after.points));
}

TEST(Recording, a_variant_that_this_build_lacks_is_kept) {
    const Recording after = changed([](json& tree) { tree["runs"][0]["variant"] = "distance_matrix/of_tomorrow"; });
    EXPECT_EQ(std::get<Measurement>(after.runs[0]).variant_id, "distance_matrix/of_tomorrow");
}

TEST(Recording, of_all_points_of_a_stored_matrix_opens_in_less_than_a_second) {
    Dataset data{.name = "many", .rows = max_stored_rows, .dims = 2, .axes = {"x", "y"}};
    std::vector<float> values;
    for (std::int64_t i = 0; i < 2 * max_stored_rows; ++i) values.push_back(float(i) / 3.0f);
    for (std::int64_t i = 0; i < max_stored_rows; ++i) data.labels.push_back("place " + std::to_string(i));
    data.values = std::move(values);
    Recording recording = sample_recording();
    recording.points = std::make_shared<const Dataset>(std::move(data));
    Measurement m = sample_measurement();
    m.seconds.assign(2000, 1.0 / 3.0);
    recording.runs.assign(40, m);
    const TemporaryFolder folder;
    save_recording(folder.path() / "large.pairscope", recording);
    const auto begin = std::chrono::steady_clock::now();
    const Recording read = load_recording(folder.path() / "large.pairscope");
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    RecordProperty("milliseconds", int(1e3 * taken.count()));
    EXPECT_EQ(read.runs.size(), 40u);
    EXPECT_LT(taken.count(), 1.0);
}

} // namespace pairscope::profiling
