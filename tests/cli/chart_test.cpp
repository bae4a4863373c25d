// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "profiling/recording/file.h"
#include "render/png.h"
#include "tests/cli/program.h"
#include "tests/profiling/sample_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ChartVerb : public Program {
protected:
    [[nodiscard]] std::string text_of(const char* name) const {
        std::ifstream stream(folder / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// One of the recordings we ship.
    [[nodiscard]] static std::string shipped(const char* name) {
        return (std::filesystem::path(PAIRSCOPE_BUILD_FOLDER) / "share/pairscope/recordings" / name).string();
    }
    /// "timed runs is 0.816 ms", of the H200's run into that target.
    static std::string recorded_median(std::string_view variant, TargetKind target) {
        for (const auto& run : profiling::load_recording(shipped("NVIDIA H200/distance_matrix.pairscope")).runs)
            if (const auto* m = std::get_if<profiling::Measurement>(&run))
                if (m->variant_id == variant && m->target == target)
                    return fmt::format("timed runs is {} ms", app::milliseconds(profiling::seconds_of(*m)));
        return "no such run";
    }
    void expect_refused(const std::vector<std::string>& arguments, const char* what) const {
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 2) << what;
        EXPECT_THAT(done.err, HasSubstr(what));
        EXPECT_EQ(lines_in(done.err), 1u) << done.err;
        EXPECT_THAT(done.out, IsEmpty());
        EXPECT_THAT(files(), IsEmpty());
    }
};

TEST_F(ChartVerb, draws_the_shipped_h200_without_being_told_where_it_is) {
    const Finished done = run({"chart", "roofline", "-o", "roofline.svg"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, "roofline.svg\n");
    EXPECT_THAT(done.err, IsEmpty());
    const std::string svg = text_of("roofline.svg");
    for (const char* name : {"row_per_thread", "vec4_rows", "half_output", "NVIDIA H200", "CUDA events"})
        EXPECT_THAT(svg, HasSubstr(name));
}

TEST_F(ChartVerb, every_kind_is_xml_that_another_program_reads) {
    for (const char* kind : {"roofline", "speedup", "samples", "ledger"})
        ASSERT_EQ(run({"chart", kind, "-o", std::string(kind) + ".svg"}).code, 0) << kind;
    const Finished read = run_command({"/usr/bin/env", "python3", "-c",
                                       "import glob, xml.etree.ElementTree as tree\n"
                                       "for name in sorted(glob.glob('*.svg')):\n"
                                       "    root = tree.parse(name).getroot()\n"
                                       "    words = root.findall('.//{http://www.w3.org/2000/svg}text')\n"
                                       "    print(name, root.tag.endswith('}svg'), len(words) > 5)\n"});
    EXPECT_EQ(read.out, "ledger.svg True True\nroofline.svg True True\nsamples.svg True True\nspeedup.svg True True\n")
        << read.err;
}

TEST_F(ChartVerb, several_recordings_share_a_chart) {
    for (const char* kind : {"roofline", "speedup"}) {
        const Finished done = run({"chart", kind, shipped("NVIDIA H200/distance_matrix.pairscope"),
                                   shipped("AMD EPYC, 2 threads/distance_matrix.pairscope"), "-o", "both.svg"});
        ASSERT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(text_of("both.svg"), AllOf(HasSubstr("tile16x16"), HasSubstr("AMD EPYC, 2 threads, ")));
        if (std::string_view(kind) != "speedup") continue; // a mark stands under the roofs of its own machine only
        EXPECT_THAT(text_of("both.svg"), HasSubstr("cpu_rsqrt_newton"));
    }
}

TEST_F(ChartVerb, the_device_the_variant_and_the_level_can_be_chosen) {
    ASSERT_EQ(run({"chart", "samples", "--device", "xeon", "--variant", "cpu_simd", "-o", "a.svg"}).code, 0);
    EXPECT_THAT(text_of("a.svg"), HasSubstr("Samples of cpu_simd, Intel(R) Xeon(R)"));
    ASSERT_EQ(run({"chart", "roofline", "--level", "l2", "-v", "coalesced", "-o", "b.svg"}).code, 0);
    EXPECT_THAT(text_of("b.svg"),
                AllOf(HasSubstr("flop per byte of L2 traffic"), HasSubstr("By counted bytes, coalesced reaches"),
                      HasSubstr("written into linear memory")));
}

TEST_F(ChartVerb, a_recording_without_the_device_is_left_out_and_that_is_said) {
    const Finished done = run({"chart", "speedup", shipped("NVIDIA H200/distance_matrix.pairscope"),
                               shipped("AMD EPYC, 2 threads/distance_matrix.pairscope"), "-d", "h200", "-o", "a.svg"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err,
                HasSubstr("AMD EPYC, 2 threads/distance_matrix.pairscope is left out: it has no device h200\n"));
    EXPECT_THAT(text_of("a.svg"), testing::Not(HasSubstr("AMD EPYC")));
}

TEST_F(ChartVerb, of_runs_into_memory_and_into_a_texture_those_asked_for_are_drawn) {
    ASSERT_EQ(run({"chart", "samples", "-v", "tile16", "-o", "linear.svg"}).code, 0);
    ASSERT_EQ(run({"chart", "samples", "-v", "tile16", "--target", "texture", "-o", "texture.svg"}).code, 0);
    const std::string linear = recorded_median("distance_matrix/tile16", TargetKind::linear);
    const std::string texture = recorded_median("distance_matrix/tile16", TargetKind::surface);
    ASSERT_NE(linear, texture);
    EXPECT_THAT(text_of("linear.svg"), HasSubstr(linear));
    EXPECT_THAT(text_of("texture.svg"), AllOf(HasSubstr("written into a texture"), HasSubstr(texture)));
}

TEST_F(ChartVerb, the_chart_of_sizes_is_also_found_by_its_older_name) {
    const std::string recording = shipped("NVIDIA H200/distance_matrix.pairscope");
    for (const char* kind : {"size", "scaling"})
        expect_refused({"chart", kind, recording, "-o", "a.svg"}, "at two sizes");
}

TEST_F(ChartVerb, a_png_has_the_size_that_was_asked_for_times_its_scale) {
    ASSERT_EQ(run({"chart", "speedup", "--size", "500x400", "-o", "a.png"}).code, 0);
    EXPECT_EQ(load_png(folder / "a.png").image.width, 1000);
    ASSERT_EQ(run({"chart", "speedup", "--size", "500x400", "--scale", "1", "--theme", "dark", "-o", "b.png"}).code, 0);
    const Image dark = load_png(folder / "b.png").image;
    EXPECT_EQ(dark.width, 500);
    EXPECT_EQ(dark.height, 400);
    EXPECT_LT(dark.at(2, 2).r, 64);
}

TEST_F(ChartVerb, two_vectors_are_drawn_without_a_recording) {
    ASSERT_EQ(run({"chart", "vectors", "--n", "5000", "-o", "example.svg"}).code, 0);
    EXPECT_THAT(text_of("example.svg"), AllOf(HasSubstr("running sum"), HasSubstr("5 000 coordinates each")));
    file("x.csv", "1,2,3\n");
    file("y.csv", "1,4,3\n");
    ASSERT_EQ(run({"chart", "vectors", "--a", "x.csv", "--b", "y.csv", "-o", "files.pdf"}).code, 0);
    ASSERT_EQ(run({"chart", "vectors", "--a", "x.csv", "--b", "y.csv", "-o", "files.svg"}).code, 0);
    EXPECT_THAT(text_of("files.svg"), AllOf(HasSubstr("running sum, 4, is"), HasSubstr("x.csv and y.csv")));
}

TEST_F(ChartVerb, options_of_vectors_and_of_runs_are_not_mixed) {
    expect_refused({"chart", "vectors", "-v", "cpu_simd", "-o", "a.svg"}, "--variant chooses runs");
    expect_refused({"chart", "roofline", "--n", "5000", "-o", "a.svg"}, "--n applies only to the chart vectors");
    expect_refused({"chart", "vectors", "--workload", "distance_matrix", "-o", "a.svg"}, "asks about two vectors");
}

TEST_F(ChartVerb, what_cannot_be_drawn_is_refused_in_one_sentence) {
    expect_refused({"chart", "rooflin", "-o", "a.svg"}, "there is no chart rooflin; choose one of roofline, speedup");
    expect_refused({"chart", "roofline", "-o", "a.jpg"}, "must end in .svg, .png or .pdf");
    expect_refused({"chart", "roofline", "-o", "gone/a.svg"}, "its folder does not exist");
    expect_refused({"chart", "roofline", "gone.pairscope", "-o", "a.svg"}, "cannot read gone.pairscope");
    expect_refused({"chart", "roofline", "-v", "vec5_rows", "-o", "a.svg"}, "has no times of vec5_rows on NVIDIA H200");
    expect_refused({"chart", "roofline", "-d", "abacus", "-o", "a.svg"},
                   "no recording has a device abacus: choose one of");
    expect_refused({"chart", "roofline", "--size", "big", "-o", "a.svg"}, "--size is big");
    expect_refused({"chart", "roofline", "--size", "90x70", "-o", "a.svg"}, "choose a larger size");
    expect_refused({"chart", "ledger", "-d", "xeon", "-o", "a.svg"}, "Bytes are counted for CUDA variants only");
    expect_refused({"chart", "samples", shipped("NVIDIA H200/distance_matrix.pairscope"),
                    shipped("AMD EPYC, 2 threads/distance_matrix.pairscope"), "-o", "a.svg"},
                   "give one recording");
}

TEST_F(ChartVerb, numbers_and_folders_that_cannot_be_are_named_as_they_are) {
    expect_refused({"chart", "vectors", "--n", "0", "-o", "a.svg"},
                   "--n is 0: give a whole number from 1 to 134 217 728");
    expect_refused({"chart", "speedup", "-o", "/proc/a.svg"},
                   "cannot save /proc/a.svg: no file can be made in that folder; choose another folder");
}

TEST_F(ChartVerb, the_usual_size_has_room_for_a_single_bar) {
    profiling::Recording one = profiling::load_recording(shipped("AMD EPYC, 2 threads/distance_matrix.pairscope"));
    one.runs.resize(1);
    save_recording(folder / "one.pairscope", one);
    const Finished done = run({"chart", "speedup", "one.pairscope", "-o", "a.svg"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(files(), ElementsAre("a.svg", "one.pairscope"));
}

TEST_F(ChartVerb, a_recording_without_times_says_what_to_do) {
    profiling::Recording empty = profiling::sample_recording();
    empty.runs.clear();
    save_recording(folder / "empty.pairscope", empty);
    const Finished done = run({"chart", "speedup", "empty.pairscope", "-o", "a.svg"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, AllOf(HasSubstr("empty.pairscope has no times"), HasSubstr("pairscope record")));
    EXPECT_THAT(files(), ElementsAre("empty.pairscope"));
}

TEST_F(ChartVerb, a_full_disk_leaves_the_old_chart_as_it_was) {
    file("a.svg", "old");
    const std::string program = PAIRSCOPE_PROGRAM;
    const Finished done = run_command(
        {"/usr/bin/env", "bash", "-c", "ulimit -f 4; trap '' XFSZ; exec '" + program + "' chart roofline -o a.svg"});
    EXPECT_EQ(done.code, 2) << done.err;
    EXPECT_THAT(done.err, HasSubstr("cannot save a.svg"));
    EXPECT_EQ(text_of("a.svg"), "old");
    EXPECT_THAT(files(), ElementsAre("a.svg"));
}

} // namespace
} // namespace pairscope
