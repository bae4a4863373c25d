// SPDX-License-Identifier: MIT
// A page without labels: what is left of names and texts, and that it can be read.
#include "app/page/page.h"
#include "app/page/page_parts.h"
#include "kernels/data/globe.h"
#include "profiling/recording/file.h"
#include "profiling/recording/page_block.h"
#include "tests/page/without_disassembler.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace pairscope::page {
namespace {

using profiling::Recording;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::string text_without_names(const Recording& recording) { return text_of(*reduced(recording, {}, false)); }

profiling::RecordedSource source_at(const char* path) {
    return {.files = {{.path = "secret.csv", .absolute = path, .bytes = 3, .check_sum = "crc32:00000000"}},
            .columns = {"secret_x", "secret_y"},
            .label = "secret_label"};
}

TEST(PageNames, leave_recordings_that_can_be_read) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator("assets/recordings")) {
        if (entry.path().extension() != ".pairscope") continue;
        const std::string text = text_without_names(profiling::load_recording(entry.path()));
        EXPECT_EQ(text_of(profiling::recording_in(text)), text) << entry.path();
        const Recording recording = profiling::load_recording(entry.path());
        const std::string less = text_of(*reduced(recording, LeftOut().with(Part::coordinates), true));
        EXPECT_EQ(text_of(profiling::recording_in(less)), less) << entry.path();
    }
    Recording recording = profiling::sample_recording();
    recording.points = profiling::sample_points();
    const std::string text = text_without_names(recording);
    EXPECT_EQ(text_of(profiling::recording_in(text)), text);
}

TEST(PageNames, of_older_pages_lack_the_axes_of_points) {
    Recording recording = profiling::sample_recording();
    recording.points = profiling::sample_points();
    std::string text = text_without_names(recording);
    const std::size_t begin = text.find("\"axes\"");
    ASSERT_NE(begin, std::string::npos);
    text.replace(begin, 6, "\"other\"");
    const Recording found = profiling::recording_in(text);
    const auto& points = std::get<std::shared_ptr<const Dataset>>(found.points);
    EXPECT_EQ(points->axes, (std::vector<std::string>{"x", "y"}));
}

TEST(PageNames, of_places_leave_what_the_latitude_is) {
    Recording recording = profiling::sample_recording();
    recording.workload = "great_circle_distance";
    auto points = std::make_shared<Dataset>(*profiling::sample_points());
    points->axes = {"latitude", "longitude"};
    recording.points = std::shared_ptr<const Dataset>(points);
    recording.sets = {points};
    recording.runs.clear();
    const auto without = reduced(recording, {}, false);
    EXPECT_TRUE(globe_axes(*without->sets[0]).latitude_first);
    EXPECT_TRUE(globe_axes(*std::get<std::shared_ptr<const Dataset>>(without->points)).latitude_first);
}

TEST(PageNames, of_a_second_matrix_and_its_file_do_not_travel) {
    Recording recording = profiling::sample_recording();
    recording.source = source_at("/home/me/secret.csv");
    recording.second =
        profiling::RecordedSecond{.source = source_at("/home/me/secret.csv"), .workload = "distance_matrix"};
    recording.label = "secret";
    EXPECT_THAT(text_of(recording), HasSubstr("secret"));
    EXPECT_THAT(text_without_names(recording), Not(HasSubstr("secret")));
    recording.second = profiling::RecordedSecond{.columns = {"secret_x", "secret_y"}};
    EXPECT_THAT(text_without_names(recording), Not(HasSubstr("secret")));
}

TEST(PageNames, of_own_kernels_become_numbers_everywhere) {
    Recording recording = profiling::sample_recording();
    recording.kernels = {{"own/secret", "secret", "distance_matrix", "distance_matrix/coalesced", "void f();", "nvcc"},
                         {"own/secrets", "secrets", "distance_matrix", "own/secret", "void g();", "nvcc"}};
    recording.runs.push_back(profiling::Skipped{"own/secret", "own/secrets.cu:3: secret.cu is not here"});
    recording.runs.push_back(profiling::Failed{"own/secrets", "cannot open '/home/me/a secret file.cu'"});
    const auto without = reduced(recording, {}, false);
    EXPECT_THAT(text_of(*without), Not(HasSubstr("secret")));
    EXPECT_EQ(without->kernels[0].variant_id, "own/kernel_1");
    EXPECT_EQ(without->kernels[1].parent, "own/kernel_1");
    EXPECT_EQ(without->kernels[1].title, "kernel_2");
    const auto& skipped = std::get<profiling::Skipped>(without->runs[without->runs.size() - 2]);
    EXPECT_EQ(skipped.variant_id, "own/kernel_1");
    EXPECT_EQ(skipped.reason, "own/kernel_2.cu:3: kernel_1.cu is not here");
    EXPECT_EQ(without->kernels[0].source, "void f();"); // which is said
    EXPECT_THAT(notes_on_names(*without), SizeIs(1));
    EXPECT_THAT(notes_on_names(profiling::sample_recording()), IsEmpty());
}

TEST(PageNames, of_files_are_no_part_of_a_sentence) {
    EXPECT_EQ(without_paths("cannot open /home/me/a.csv: no such file"), "cannot open FILE: no such file");
    EXPECT_EQ(without_paths("'/home/me/my data.csv' and (~/b.csv), C:\\me\\c.csv."), "'FILE' and (FILE), FILE.");
    EXPECT_EQ(without_paths("at=/usr/bin/nvcc;"), "at=FILE;");
    for (const char* plain : {"", "512 B / 3 = 170", "37 of 16 384 rows differ", "n/a", "kernels/metrics/a.cu:7: wrong",
                              "https://example.org/x", "/"})
        EXPECT_EQ(without_paths(plain), plain);
}

TEST(PageNames, of_texts_whose_letters_are_the_data_leave_no_data) {
    const WithoutDisassembler without;
    Recording recording = profiling::sample_recording();
    recording.runs.clear();
    recording.points = std::monostate{};
    recording.workload = "edit_distance";
    recording.vectors.clear();
    recording.parameters.clear();
    auto words = std::make_shared<Dataset>();
    words->rows = 2;
    words->dims = 3;
    words->values = std::vector<float>{115.0f, 101.0f, 99.0f, 114.0f, 101.0f, 116.0f};
    recording.sets = {words};
    Request request;
    request.files.push_back({"mine.pairscope", std::make_shared<const Recording>(recording)});
    EXPECT_THAT(profiling::recording_in_page(written(request).html), HasSubstr("115"));
    request.labels = false;
    const Page page = written(request);
    EXPECT_THAT(profiling::recording_in_page(page.html), Not(HasSubstr("115")));
    EXPECT_THAT(page.notes, testing::Contains(HasSubstr("rows of this data are texts")));
    EXPECT_THAT(page.html, Not(HasSubstr("id=\"overview\"")));
}

} // namespace
} // namespace pairscope::page
