// SPDX-License-Identifier: MIT
#include "app/page/page.h"
#include "kernels/data/errors.h"
#include "profiling/recording/file.h"
#include "profiling/recording/page_block.h"
#include "tests/page/without_disassembler.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace pairscope::page {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using profiling::Recording;

Request request_for(Recording recording) {
    Request request;
    request.files.push_back({"folder/mine.pairscope", std::make_shared<const Recording>(std::move(recording))});
    return request;
}

Recording shipped(const char* name) {
    return profiling::load_recording(std::filesystem::path("assets/recordings") / name);
}

/// What stands before the script: the head, and what a browser shows without it.
std::string plain_part(const std::string& html) {
    return html.substr(html.find("</style>"), html.find("<main") - html.find("</style>"));
}

TEST(Page, holds_the_recording_as_it_was) {
    const Recording recording = profiling::sample_recording();
    const Page page = written(request_for(recording));
    EXPECT_EQ(profiling::recording_in_page(page.html), text_of(recording));
    EXPECT_THAT(page.left_out, IsEmpty());
    const auto path = std::filesystem::temp_directory_path() / "pairscope_page_test.html";
    std::ofstream(path, std::ios::binary) << page.html;
    EXPECT_EQ(text_of(profiling::load_recording(path)), text_of(recording));
    std::filesystem::remove(path);
}

TEST(Page, has_the_same_bytes_each_time) {
    const Recording recording = shipped("AMD EPYC, 2 threads/distance_matrix.pairscope");
    EXPECT_EQ(written(request_for(recording)).html, written(request_for(recording)).html);
}

TEST(Page, forbids_every_request_before_anything_else) {
    const std::string html = written(request_for(profiling::sample_recording())).html;
    EXPECT_THAT(html,
                StartsWith("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta http-equiv=\"Content-Security-Policy\" "
                           "content=\"default-src 'none'; script-src 'sha256-"));
    for (const char* forbidden : {"unsafe-inline", " style=\"", " onclick", "http://", "https://", "@import", "url("})
        EXPECT_THAT(plain_part(html), Not(HasSubstr(forbidden))) << forbidden;
}

TEST(Page, shows_the_table_of_times_without_a_script) {
    const std::string plain = plain_part(written(request_for(shipped("NVIDIA H200/distance_matrix.pairscope"))).html);
    for (const char* shown :
         {"<h1>Distance matrix: NVIDIA H200</h1>", "<caption>Times of runs that write into a texture</caption>",
          ">row_per_thread</th>", "<img id=\"picture\"", "<noscript>", "If this sentence stays"})
        EXPECT_THAT(plain, HasSubstr(shown)) << shown;
}

TEST(Page, turns_no_text_of_the_data_into_markup) {
    constexpr const char* evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\u202e";
    Recording recording = profiling::sample_recording();
    auto points = std::make_shared<Dataset>(*profiling::sample_points());
    points->name = points->credit = points->note = points->unit = evil;
    points->labels = {evil, "<!--", "]]>"};
    points->axes = {evil, evil};
    recording.points = std::shared_ptr<const Dataset>(points);
    recording.label = recording.made_by = recording.host.cpu = recording.host.system = evil;
    for (Device& device : recording.devices) device.name = evil;
    const std::string html = written(request_for(recording)).html;
    EXPECT_THAT(html, Not(HasSubstr("alert(1)</script>")));
    EXPECT_THAT(html, Not(HasSubstr("<img src=x")));
    EXPECT_EQ(profiling::recording_in_page(html), text_of(recording));
}

TEST(Page, without_labels_has_no_text_of_the_data) {
    Request request = request_for(shipped("NVIDIA H200/distance_matrix.pairscope"));
    EXPECT_THAT(profiling::recording_in_page(written(request).html), HasSubstr("cities"));
    request.labels = false;
    const std::string html = written(request).html, text = profiling::recording_in_page(html);
    for (const char* hidden : {"cities", "labels", "GeoNames", "Ubuntu", "mine.pairscope"}) {
        EXPECT_THAT(text, Not(HasSubstr(hidden))) << hidden;
        EXPECT_THAT(plain_part(html), Not(HasSubstr(hidden))) << hidden;
    }
}

TEST(Page, leaves_out_what_exceeds_its_budget_in_order) {
    const WithoutDisassembler without;
    Request request = request_for(shipped("NVIDIA H200/distance_matrix.pairscope"));
    const auto whole = std::int64_t(written(request).html.size());
    const auto sentences_at = [&](std::int64_t budget) {
        request.budget = budget;
        const Page page = written(request);
        EXPECT_LE(std::int64_t(page.html.size()), request.budget);
        return page.left_out;
    };
    EXPECT_THAT(sentences_at(whole), IsEmpty());
    EXPECT_THAT(sentences_at(whole - 1), ElementsAre(HasSubstr("single samples")));
    // Without the course of each launch the page fits with its samples, and so below.
    EXPECT_THAT(sentences_at(whole - 70'000), ElementsAre(HasSubstr("course of each launch")));
    EXPECT_THAT(sentences_at(whole - 380'000),
                ElementsAre(HasSubstr("course of each launch"), HasSubstr("labels of the data")));
    EXPECT_THAT(sentences_at(600'000), ElementsAre(HasSubstr("labels of the data"), HasSubstr("data and its matrix")));
    request.budget = 10'000;
    try {
        static_cast<void>(written(request));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("--budget"));
    }
}

TEST(Page, compares_recordings_of_one_workload_only) {
    Request request = request_for(shipped("NVIDIA H200/distance_matrix.pairscope"));
    request.files.push_back({"other.pairscope", std::make_shared<const Recording>(
                                                    shipped("AMD EPYC, 2 threads/distance_matrix.pairscope"))});
    const std::string html = written(request).html;
    EXPECT_THAT(html, HasSubstr("id=\"recording-2\""));
    EXPECT_THAT(plain_part(html), HasSubstr("AMD EPYC"));
    request.files.back().recording = std::make_shared<const Recording>(shipped("NVIDIA H200/rbf_pair.pairscope"));
    EXPECT_THROW(static_cast<void>(written(request)), InputError);
}

TEST(Page, of_more_points_than_an_overview_can_look_at_has_no_matrix) {
    Recording recording = profiling::sample_recording();
    recording.points = default_settings(Shape::uniform_square, 1'000'000);
    const std::string html = written(request_for(recording)).html;
    EXPECT_THAT(plain_part(html), Not(HasSubstr("<img")));
    EXPECT_LT(html.size(), 2'000'000u);
}

TEST(Page, is_made_of_a_recording_without_anything_that_was_measured) {
    Recording recording = profiling::sample_recording();
    recording.runs.clear();
    recording.ceilings.clear();
    recording.points = std::monostate{};
    recording.workload = "distance_matrix";
    EXPECT_EQ(profiling::recording_in_page(written(request_for(recording)).html), text_of(recording));
}

} // namespace
} // namespace pairscope::page
