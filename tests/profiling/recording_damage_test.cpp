// SPDX-License-Identifier: MIT
// Recordings that are cut, changed, hostile or cannot be written. Each is a sentence, and never a crash:
// PAIRSCOPE_MUTATIONS=100000 under the sanitizers looks longer than the default.
#include "kernels/data/shapes/pcg32.h"
#include "profiling/recording/file.h"
#include "profiling/recording/limits.h"
#include "tests/kernels/cancelled_reading.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>

namespace pairscope::profiling {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string plain_sample() { return text_of(sample_recording()); }

/// Equal samples pack well: it is cut and changed at every byte.
std::string packed_sample() {
    Recording recording = sample_recording();
    std::get<Measurement>(recording.runs[0]).seconds.assign(20'000, 0.25);
    return content_of(recording);
}

/// Opens it, or says why not; what opens can be saved and read again. Anything but a sentence is a failure.
std::string said_of(std::string_view bytes) {
    const std::string sentence = refusal([&] {
        const Recording found = recording_in_content(bytes);
        EXPECT_EQ(text_of(recording_in(text_of(found))), text_of(found));
    });
    EXPECT_THAT(sentence, Not(HasSubstr("\n")));
    if (!sentence.empty()) {
        EXPECT_THAT(sentence, AllOf(HasSubstr("; "), Not(HasSubstr("json.exception"))));
    }
    return sentence;
}

template <class Change> std::string refused_text(const Change& change) {
    json tree = json::parse(plain_sample());
    change(tree);
    return said_of(tree.dump());
}

/// One of: a bit or a byte changed, bytes inserted, bytes cut out, a piece put elsewhere.
std::string mutated(std::string bytes, Pcg32& random) {
    const auto below = [&](std::size_t end) { return std::size_t(random.next()) % std::max<std::size_t>(end, 1); };
    for (std::size_t changes = 1 + below(4); changes > 0 && !bytes.empty(); --changes) {
        const std::size_t at = below(bytes.size()), count = 1 + below(12);
        switch (below(5)) {
        case 0:
            bytes[at] = char(bytes[at] ^ (1 << below(8)));
            break;
        case 1:
            bytes[at] = char(below(256));
            break;
        case 2:
            for (std::size_t i = 0; i < count; ++i) bytes.insert(at, 1, "0123456789-+.eE\"{}[],:\\u\0 "[below(27)]);
            break;
        case 3:
            bytes.erase(at, below(2) == 0 ? count : below(bytes.size()));
            break;
        default:
            bytes.insert(below(bytes.size()), std::string(bytes, at, below(200)));
            break;
        }
    }
    return bytes;
}

int mutations() {
    constexpr int usual = 5'000;
    const char* asked = std::getenv("PAIRSCOPE_MUTATIONS");
    return asked == nullptr ? usual : std::atoi(asked);
}

} // namespace

TEST(DamagedRecording, cut_at_any_byte_is_a_sentence) {
    const std::string plain = plain_sample();
    for (std::size_t size = 0; size + 1 < plain.size(); ++size) // the last byte is a line feed
        ASSERT_NE(said_of(std::string_view(plain).substr(0, size)), "") << "cut at " << size;
    EXPECT_THAT(said_of(std::string_view(plain).substr(0, 1000)), StartsWith("it is cut short after 1 000 bytes"));
    EXPECT_EQ(said_of(""), "it is empty; copy the file again, or record it anew");
}

TEST(DamagedRecording, cut_at_any_byte_is_a_sentence_when_packed_too) {
    const std::string packed = packed_sample();
    ASSERT_LT(packed.size(), 10'000u);
    for (std::size_t size = 0; size < packed.size(); ++size)
        ASSERT_NE(said_of(std::string_view(packed).substr(0, size)), "") << "cut at " << size;
    EXPECT_THAT(said_of(std::string_view(packed).substr(0, 600)), StartsWith("its zstd data is cut short after 600"));
}

TEST(DamagedRecording, a_changed_bit_of_a_packed_one_is_noticed_wherever_it_matters) {
    const std::string packed = packed_sample(), text = text_of(recording_in_content(packed));
    std::size_t noticed = 0;
    for (std::size_t at = 0; at < packed.size(); ++at) {
        std::string changed = packed;
        changed[at] = char(changed[at] ^ 1);
        std::string changed_text = text;
        if (refusal([&] { changed_text = text_of(recording_in_content(changed)); }).empty()) {
            ASSERT_EQ(changed_text, text) << "byte " << at;
        } else {
            ++noticed;
        }
    }
    EXPECT_GT(noticed + 10, packed.size()) << "zstd reserves some bits, which mean nothing";
}

TEST(DamagedRecording, mutations_open_or_are_a_sentence) {
    const std::string plain = plain_sample(), packed = packed_sample();
    Pcg32 random(1);
    int opened = 0;
    for (int i = 0; i < mutations() && !testing::Test::HasFailure(); ++i) {
        const std::string bytes = mutated(i % 4 == 3 ? packed : plain, random);
        if (said_of(bytes).empty()) ++opened;
    }
    EXPECT_GT(opened, 0) << "a changed digit or letter does not hurt";
    EXPECT_LT(opened, mutations() / 2);
}

TEST(DamagedRecording, names_the_place_what_was_found_and_what_to_do) {
    EXPECT_EQ(
        refused_text([](json& t) { t["runs"][0]["seconds"][2] = -1; }),
        "/runs/0/seconds/2 is -1, where a number from 1e-12 to 1e+09 belongs; copy the file again, or record it anew");
    EXPECT_THAT(refused_text([](json& t) { t["runs"][0]["seconds"][2] = 1e-300; }), // its rates have no end on an axis
                StartsWith("/runs/0/seconds/2 is 1e-300, where a number from 1e-12"));
    EXPECT_EQ(refused_text([](json& t) { t["runs"][0].erase("device"); }),
              "/runs/0/device is missing; copy the file again, or record it anew");
    EXPECT_THAT(refused_text([](json& t) { t["runs"][0]["seconds"] = json::array(); }),
                StartsWith("/runs/0/seconds is a list of 0, where a list of at least one number belongs; "));
    EXPECT_THAT(refused_text([](json& t) { t["runs"][0]["workload"]["rows"] = 1'000'000'000'000'000'000; }),
                StartsWith("/runs/0/workload/rows is 1000000000000000000, where a whole number from 1 to 1000000"));
    EXPECT_THAT(refused_text([](json& t) { t["runs"][1]["device"] = 2; }),
                StartsWith("/runs/1/device is 2, where a whole"));
    EXPECT_THAT(refused_text([](json& t) { t["devices"] = json::array(); }),
                StartsWith("/ceilings/0/device is 0, where"));
    EXPECT_THAT(refused_text([](json& t) { t["when"] = "yesterday"; }),
                StartsWith("/when is 'yesterday', where a time"));
    EXPECT_THAT(refused_text([](json& t) { t["when"] = "2026-02-30T00:00:00Z"; }), StartsWith("/when is"));
    EXPECT_THAT(refused_text([](json& t) { t["ceilings"][0]["when"] = "2826-11-21T08:36:39Z"; }), // overflowed once
                StartsWith("/ceilings/0/when is '2826-11-21T08:36:39Z', where a time"));
    EXPECT_THAT(refused_text([](json& t) { t["points"]["parameters"]["noise"] = 17; }),
                StartsWith("/points/parameters/noise is 17, where a number from 0 to 0.2"));
    EXPECT_THAT(refused_text([](json& t) { t["runs"] = 3; }), StartsWith("/runs is 3, where a list"));
    EXPECT_THAT(refused_text([](json& t) { t["version"] = "one"; }), StartsWith("/version is 'one'"));
    EXPECT_THAT(refused_text([](json& t) { t["label"] = std::string(70'000, 'x'); }), StartsWith("/label is 'xxx"));
    EXPECT_THAT(refused_text([](json& t) {
                    t["ceilings"][0]["found"][0]["interval"] = {2, 1};
                }),
                HasSubstr("/interval is"));
}

TEST(DamagedRecording, contents_that_cannot_be_are_refused_with_their_place) {
    EXPECT_THAT(refused_text([](json& t) { t["runs"][2]["workload"]["cols"] = 7; }),
                StartsWith("/runs/2/workload/cols is 7, where the number of its rows, 64, belongs; "));
    EXPECT_THAT(
        refused_text([](json& t) { t["runs"][0]["workload"]["rows"] = t["runs"][0]["workload"]["cols"] = 1 << 24; }),
        StartsWith("/runs/0/workload/rows is 16777216, where a whole number from 1 to 1000000 belongs; "));
    EXPECT_THAT(refused_text([](json& t) { t["runs"][0]["check"]["entries_checked"] = 0; }),
                StartsWith("/runs/0/check/entries_checked is 0, where a number above 0 belongs; "));
    EXPECT_THAT(
        refused_text([](json& t) { t["runs"][0]["check"]["rows_checked"] = 30337; }),
        StartsWith("/runs/0/check/rows_checked is 30337, where at most the number of its rows, 30336, belongs"));
    for (const std::size_t run : {0u, 2u})
        EXPECT_THAT(refused_text([&](json& t) { t["runs"][run]["predicted_bytes"] = 1e-320; }),
                    HasSubstr("/predicted_bytes is 1e-320, where 0 or a number of at least 1 belongs; "));
    EXPECT_EQ(refused_text([](json& t) { t["runs"][0].erase("predicted_bytes"); }), "") << "older files have none";
}

TEST(DamagedRecording, parameters_that_the_workload_of_a_run_cannot_have_are_refused) {
    const auto with = [](const json& parameters, std::string_view workload) {
        return refused_text([&](json& t) {
            for (json& run : t["runs"])
                if (run.contains("workload")) run["workload"]["kind"] = workload;
            if (!parameters.is_null()) t["parameters"] = parameters;
        });
    };
    EXPECT_EQ(with({5.0}, "rbf_matrix"), "");
    EXPECT_EQ(with(nullptr, "distance_matrix"), "");
    EXPECT_EQ(with(json::array(), "distance_matrix"), "");
    EXPECT_THAT(with({1e9}, "rbf_matrix"),
                StartsWith("/parameters/0 is 1000000000.0, where a number from 0.0001 to 10000 "));
    EXPECT_THAT(with({"5"}, "rbf_matrix"), StartsWith("/parameters/0 is '5', where a number"));
    EXPECT_THAT(with(nullptr, "rbf_matrix"), StartsWith("/parameters is missing; "));
    EXPECT_THAT(with({5.0, 6.0}, "rbf_matrix"),
                StartsWith("/parameters is a list of 2, where a list of 1 parameter, as rbf_matrix has, belongs; "));
    EXPECT_THAT(
        with({5.0}, "distance_matrix"),
        StartsWith("/parameters is a list of 1, where a list of 0 parameters, as distance_matrix has, belongs"));
    EXPECT_THAT(refused_text([](json& t) { // runs of two workloads, which cannot have the same parameters
                    t["runs"][0]["workload"]["kind"] = "rbf_matrix";
                    t["parameters"] = {5.0};
                }),
                StartsWith("/parameters is a list of 1, where a list of 0 parameters, as distance_matrix has"));
}

TEST(DamagedRecording, points_of_another_size_than_they_say_are_refused) {
    json tree = json::parse(plain_sample());
    Recording with_points = sample_recording();
    with_points.points = sample_points();
    const json points = json::parse(text_of(with_points)).at("points");
    const auto with = [&](const char* key, const json& value) {
        return refused_text([&](json& t) {
            t["points"] = points;
            t["points"][key] = value;
        });
    };
    EXPECT_THAT(with("rows", 2), StartsWith("/points/values is a list of 6, where"));
    EXPECT_THAT(with("rows", 1000001), StartsWith("/points/rows is 1000001"));
    EXPECT_THAT(with("labels", {"one"}), StartsWith("/points/labels is a list of 1, where"));
    EXPECT_THAT(with("axes", {"x"}), StartsWith("/points/axes is a list of 1, where"));
    EXPECT_THAT(with("values", {1, 2, 3, 4, 5, 1e39}), StartsWith("/points/values/5 is 1e+39, where"));
    EXPECT_THAT(with("origin", {1}), StartsWith("/points/origin is a list of 1, where a list of 2 numbers"));
    EXPECT_THAT(with("origin", {1, 1e301}), StartsWith("/points/origin/1 is 1e+301, where"));
    EXPECT_THAT(with("low", {1, 2, 3}), StartsWith("/points/low is a list of 3, where a list of 3 x 2 numbers"));
    EXPECT_THAT(with("source_rows", {1, 2}), StartsWith("/points/source_rows is a list of 2, where"));
    EXPECT_THAT(with("source_rows", {1, 2, -2}),
                StartsWith("/points/source_rows/2 is -2, where a whole number from -1"));
    EXPECT_THAT(with("source_rows", {1, std::int64_t{1} << 53, 2}),
                StartsWith("/points/source_rows/1 is 9007199254740992, where"));
    EXPECT_THAT(with("source_rows", {5, 2, 5}),
                StartsWith("/points/source_rows/2 is 5, where another row than that of /points/source_rows/0 belongs"));
    EXPECT_EQ(with("source_rows", {-1, 2, -1}), "") << "a user added two points";
}

TEST(DamagedRecording, what_float32_rounded_away_is_at_most_half_a_step) {
    const auto with = [&](double value, double low) {
        Dataset points = *sample_points();
        std::get<std::vector<float>>(points.values)[0] = float(value);
        points.low.assign(6, 0.0f);
        points.low[0] = float(low);
        Recording recording = sample_recording();
        recording.points = std::make_shared<const Dataset>(points);
        return said_of(text_of(recording));
    };
    EXPECT_EQ(with(1.0, 0x1p-24), "");
    EXPECT_THAT(with(1.0, 0x1.1p-24), StartsWith("/points/low/0 is 6.332993"));
    EXPECT_THAT(with(1.0, -5.0), HasSubstr("where what float32 rounded away from a number near 1, which is at most "
                                           "5.96e-08, belongs; "));
    EXPECT_EQ(with(-16777216.0, 1.0), "");
    EXPECT_THAT(with(-16777216.0, 1.5), StartsWith("/points/low/0 is 1.5, where"));
    EXPECT_THAT(with(0.0, 1e-40), StartsWith("/points/low/0 is 1"));
}

TEST(DamagedRecording, a_member_that_is_there_twice_is_refused) {
    const std::string plain = plain_sample();
    const auto doubled = [&](const std::string& member) {
        std::string text = plain;
        const std::size_t at = text.find('"' + member + '"');
        return said_of(text.insert(at, fmt::format("\"{}\": 1, ", member)));
    };
    EXPECT_EQ(doubled("version"), "its content has the member 'version' twice; copy the file again, or record it anew");
    EXPECT_THAT(doubled("cpu"), StartsWith("/host has the member 'cpu' twice; "));
    EXPECT_THAT(doubled("timer"), StartsWith("/runs/0 has the member 'timer' twice; "));
}

TEST(DamagedRecording, other_json_and_other_files_are_no_recordings) {
    EXPECT_THAT(said_of("{}"), StartsWith("it is not a recording of Pairscope; open a file"));
    EXPECT_THAT(said_of("[1,2]"), StartsWith("it is not a recording of Pairscope"));
    EXPECT_THAT(said_of("{\"format\": \"pairscope recording\"}"), StartsWith("/version is missing"));
    EXPECT_THAT(said_of("x,y\n1,2\n"), StartsWith("it is damaged at byte 1"));
    EXPECT_THAT(said_of("{\"a\": 1e999}"), StartsWith("it holds a number that is too large"));
    EXPECT_THAT(said_of("{\"a\": \"\xff\"}"), StartsWith("it is damaged at byte"));
}

TEST(DamagedRecording, deep_nesting_and_floods_of_values_end_early) {
    EXPECT_THAT(said_of(std::string(50'000'000, '[')), StartsWith("it is nested deeper than 32 levels"));
    std::string many = "[0";
    for (std::size_t i = 0; i <= most_json_values; ++i) many += ",0";
    EXPECT_THAT(said_of(many + "]"), StartsWith("it holds more than 8 000 000 values"));
}

TEST(DamagedRecording, lists_of_objects_take_no_longer_than_lists_of_numbers) {
    const auto seconds = [](std::string_view item, int count) {
        std::string text = "[0";
        for (int i = 0; i < count; ++i) text.append(",").append(item);
        text += "]";
        const std::clock_t start = std::clock();
        EXPECT_THAT(said_of(text), StartsWith("it is not a recording"));
        return double(std::clock() - start) / CLOCKS_PER_SEC;
    };
    constexpr int count = 200'000; // with a builder that looks at all items again after each object: minutes
    EXPECT_LT(seconds("{}", count), 20.0 * seconds("1.5", count));
}

TEST(DamagedRecording, a_table_is_called_a_table) {
    const TemporaryFolder folder;
    const auto said = [&](std::string_view bytes) {
        return refusal([&] { (void)load_recording(folder.file("points.csv", bytes)); });
    };
    EXPECT_THAT(
        said("name,x,y\nA,1,2\n"),
        HasSubstr("points.csv: it is a table of 3 columns, not a recording; give a file that pairscope record"));
    EXPECT_THAT(said("Call me Ishmael.\n"), HasSubstr("points.csv: it is not a recording of Pairscope; open a file"));
}

TEST(DamagedRecording, reading_ends_within_100_ms_when_it_is_cancelled) {
    const TemporaryFolder folder;
    std::string text = "{\"a\": [0";
    for (int i = 0; i < 3'900'000; ++i) text += ",1.2345678";
    const auto path = folder.file("long.pairscope", text + "]}");
    const auto read = [&](const std::stop_token& stop) {
        EXPECT_THAT(refusal([&] { (void)load_recording(path, stop); }), HasSubstr("was cancelled"));
    };
    EXPECT_LT(seconds_when_cancelled(std::chrono::milliseconds(50), read), 0.15);
}

TEST(DamagedRecording, a_bomb_is_not_unpacked_to_its_end) {
    std::string bomb; // one mebibyte of spaces is 30 bytes or so, and a file is any number of them
    const TemporaryFolder folder;
    Recording blank = sample_recording();
    const std::string packed = packed_sample();
    for (int i = 0; i < 600; ++i) bomb += packed;
    std::get<Measurement>(blank.runs[0]).seconds.assign(999'999, 0.25);
    const std::string larger = content_of(blank);
    ASSERT_LT(larger.size(), 100'000u);
    for (int i = 0; i < 60; ++i) bomb += larger;
    EXPECT_THAT(said_of(bomb), StartsWith("it unpacks to more than 256 MiB"));
}

TEST(DamagedRecording, a_full_disk_is_a_sentence_and_leaves_the_old_file) {
    const TemporaryFolder folder;
    const std::string old = plain_sample();
    const auto path = folder.file("old.pairscope", old);
    const pid_t child = ::fork();
    if (child == 0) { // a limit on the size of files, which cannot be taken back
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100, 100};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const std::string sentence = refusal([&] { save_recording(path, sample_recording()); });
        ::_exit(sentence.find("cannot save") == 0 && sentence.find("(the old file is unchanged)") > 0 ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(bytes_of(path), old);
    EXPECT_EQ(folder.files(), 1u) << "no half file stays behind";
    EXPECT_THAT(refusal([&] { save_recording("/dev/full", sample_recording()); }), StartsWith("cannot save /dev/full"));
}

TEST(DamagedRecording, more_samples_than_can_be_read_back_are_not_written) {
    Recording recording = sample_recording();
    Measurement m = sample_measurement();
    m.seconds.assign(800'000, 0.25);
    recording.runs.assign(4, m);
    EXPECT_THAT(refusal([&] { save_recording("/tmp/never.pairscope", recording); }),
                StartsWith("cannot save /tmp/never.pairscope: it would hold 4 runs with 3 200 752 samples"));
    auto points = std::make_shared<Dataset>(*sample_points());
    points->rows = max_rows;
    points->values = std::vector<float>(2 * max_rows);
    points->low.assign(2 * max_rows, 0.0f);
    points->labels.assign(max_rows, "");
    points->source_rows.assign(max_rows, 0);
    recording.points = points;
    recording.runs.resize(2);
    EXPECT_THAT(refusal([&] { save_recording("/tmp/never.pairscope", recording); }),
                StartsWith("cannot save /tmp/never.pairscope: it would hold 7 600 434 numbers and labels"));
}

} // namespace pairscope::profiling
