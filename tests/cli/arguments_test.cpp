// SPDX-License-Identifier: MIT
// Everything on a command line is used, or refused with a sentence.
#include "profiling/recording/file.h"
#include "tests/cli/program.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class Arguments : public Program {
protected:
    /// Exit code 2, one sentence on standard error that has both texts, nothing on standard output, no file written.
    void expect_refused(const std::vector<std::string>& arguments, const std::string& what,
                        const std::string& advice = "") {
        const std::vector<std::string> before = files();
        const Finished done = run(arguments);
        const std::string line = testing::PrintToString(arguments);
        EXPECT_EQ(done.code, 2) << line << done.err;
        EXPECT_THAT(done.out, IsEmpty()) << line;
        EXPECT_THAT(done.err, AllOf(StartsWith("pairscope: "), HasSubstr(what), HasSubstr(advice))) << line;
        EXPECT_EQ(lines_in(done.err), 1u) << line << done.err;
        EXPECT_THAT(done.err.substr(0, done.err.size() - 1), Each(testing::Ge(' '))) << line << ": control characters";
        EXPECT_EQ(files(), before) << line;
    }
};

TEST_F(Arguments, a_file_behind_two_dashes_is_read) {
    expect_refused({"check", "-v", "cpu_naive", "--", "nonexistent.csv"}, "nonexistent.csv");
    file("--json", "x,y\n1,2\n3,4\n");
    const Finished done = run({"check", "-v", "cpu_naive", "--csv", "--", "--json"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("cpu_naive,cpu,2,")) << "two points";
}

TEST_F(Arguments, a_name_that_no_file_can_have_and_a_circle_of_links_are_told_in_sentences) {
    const std::string long_name(300, 'a');
    expect_refused({"info", long_name}, "cannot read aaa", "the name is too long for this file system");
    for (const std::vector<std::string>& start :
         std::vector<std::vector<std::string>>{{"record", long_name}, {"bench", "--record", long_name}}) {
        std::vector<std::string> all = start;
        all.insert(all.end(), {"--shape", "ring", "--n", "8"});
        expect_refused(all, "cannot save aaa", "the name is too long for this file system");
    }
    expect_refused({"render", "-o", long_name + ".png"}, "cannot save aaa", "the name is too long");
    expect_refused({"info", "two\nlines.pairscope"}, "cannot read two\\nlines.pairscope");
    expect_refused({"compare", long_name, long_name}, "neither a variant nor a file");
    expect_refused({"check", long_name}, "neither a variant nor a file");
    std::filesystem::create_symlink("loop", folder / "loop");
    expect_refused({"info", (folder / "loop").string()}, "cannot read ", "Too many levels of symbolic links");
    expect_refused({"compare", "loop", "loop"}, "neither a variant nor a file");
}

TEST_F(Arguments, what_stands_before_the_verb_is_refused) {
    expect_refused({"--n", "5", "check"}, "the verb check comes after other arguments", "write it first");
    expect_refused({file("points.csv", "x,y\n1,2\n3,4\n"), "check"}, "the verb check");
}

TEST_F(Arguments, a_second_file_is_one_too_many) {
    expect_refused({"check", "cpu_naive", "a.csv", "b.csv"}, "there is no place for the argument b.csv",
                   "pairscope check --help");
    expect_refused({"check", "a.csv", "b.csv"}, "there is no variant a.csv", "pairscope list shows the variants");
    expect_refused({"info", "--json", "--", "a.csv", "b.csv"}, "no place for the argument b.csv");
}

TEST_F(Arguments, a_misspelt_verb_or_option_or_variant_suggests_the_nearest) {
    expect_refused({"bech"}, "bech", "did you mean bench?");
    expect_refused({"chekc", "--n", "5"}, "chekc", "did you mean check?");
    expect_refused({"xyzzy"}, "xyzzy", "pairscope --help");
    expect_refused({"bench", "--secnds", "1"}, "no option --secnds", "did you mean --seconds?");
    expect_refused({"bench", "--colourful"}, "no option --colourful", "pairscope bench --help");
    expect_refused({"check", "--variant", "cpu_niave"}, "cpu_niave", "did you mean cpu_naive?");
    expect_refused({"trace", "coalseced"}, "coalseced", "did you mean coalesced?");
}

TEST_F(Arguments, a_file_that_the_window_cannot_find_is_told_in_the_terminal) {
    expect_refused({"nowhere.csv"}, "cannot read nowhere.csv: there is no such file");
    const std::string told = run({"--points", "nowhere.csv"}).err;
    const std::size_t first = told.find("nowhere.csv");
    EXPECT_NE(first, std::string::npos);
    EXPECT_EQ(told.find("nowhere.csv", first + 1), std::string::npos) << "once: " << told;
}

TEST_F(Arguments, whole_numbers_are_decimal_and_in_range) {
    const Finished ten = run({"check", "--shape", "ring", "--n", "010", "-v", "cpu_naive", "--csv"});
    EXPECT_EQ(ten.code, 0) << ten.err;
    EXPECT_THAT(ten.out, HasSubstr(",10,,,linear,"));
    for (const char* n : {"", " 5", "5 ", "0x10", "1e3", "5.0", "abc", "-1", "0", "1000001", "99999999999999999999"})
        expect_refused({"check", "--shape", "ring", "--n", n}, "--n is ");
    expect_refused({"check", "--shape", "ring", "--n", "5,,6"}, "--n is 5,,6: a value is missing beside a comma");
    expect_refused({"check", "--variant", ",", "--shape", "ring"}, "--variant is ,: a value is missing");
    for (const char* blank : {"", " "})
        expect_refused({"list", "--n", blank}, "--n is empty: give a whole number from 1 to 1 000 000");
    expect_refused({"check", "--shape", "ring", "--seed", ""}, "--seed is empty: give a whole number");
    expect_refused({"list", "--n", "0"}, "--n is 0: give a whole number from 1 to 1 000 000");
    for (const char* seed : {"-1", "18446744073709551616", "0x1", "one"})
        expect_refused({"check", "--shape", "ring", "--seed", seed}, "--seed is ", "18446744073709551615");
    expect_refused({"check", "--threads", "0"}, "--threads is 0", "from 1 to 4 096");
    expect_refused({"compare", "cpu_naive", "cpu_simd", "--block", "0100000"}, "--block is 0100000");
}

TEST_F(Arguments, numbers_are_finite_and_in_range) {
    for (const char* seconds : {"nan", "inf", "-1", "0", "1e9", "three", "1s"})
        expect_refused({"bench", "--seconds", seconds}, "--seconds is ", "give a number");
    expect_refused({"check", "--shape", "ring", "--radius", "nan"}, "--radius is nan");
    expect_refused({"render", "--percentile", "nan"}, "--percentile is nan");
    expect_refused({"render", "--range", "5", "1"}, "--range is 5 1", "the smaller value first");
    expect_refused({"render", "--range", "1", "1"}, "--range is 1 1");
    expect_refused({"render", "--range", "nan", "1"}, "--range is nan");
    expect_refused({"render", "--range", "1"}, "--range needs 2 values");
}

TEST_F(Arguments, a_wrong_word_is_answered_with_all_that_are_allowed) {
    expect_refused({"bench", "--caches", "tepid"}, "--caches is tepid: choose warm or cold");
    expect_refused({"bench", "--caches", "1"}, "--caches is 1: choose warm or cold");
    expect_refused({"check", "--target", "memory"}, "--target is memory: choose linear or texture");
    expect_refused({"render", "--aggregate", "median"},
                   "--aggregate is median: choose mean, minimum, maximum or extreme");
    expect_refused({"render", "--transform", "cubic"}, "choose linear, square_root or logarithmic");
    expect_refused({"render", "--screen", "--theme", "pink"}, "--theme is pink: choose dark or light");
    expect_refused({"trace", "coalesced", "--blocks", "some"}, "--blocks is some: choose all");
    expect_refused({"profile", "coalesced", "--set", "dead"}, "--set is dead: choose live, ");
    expect_refused({"chart", "roofline", "-o", "x.svg", "--level", "l3"}, "--level is l3: choose dram, l2 or l1");
}

TEST_F(Arguments, an_option_has_a_value_of_its_own_and_is_given_once) {
    expect_refused({"check", "--x", "--json"}, "--x needs a value");
    expect_refused({"check", "--n"}, "--n needs a value");
    expect_refused({"check", "--x="}, "--x is empty");
    expect_refused({"check", "--x", ""}, "--x is empty");
    expect_refused({"check", "--json=maybe"}, "--json takes no value");
    expect_refused({"check", "--seed", "1", "--seed", "2", "--shape", "ring"}, "--seed was given several times");
    expect_refused({"check", "--json", "--csv"}, "--csv", "--json");
    expect_refused({"record", ""}, "RECORDING is empty");
    expect_refused({"record"}, "RECORDING is missing");
    expect_refused({"record", "--second", "3"}, "record has no option --second", "did you mean --seconds?");
    expect_refused({"chart", "roofline", "--ouput", "x.svg"}, "chart has no option --ouput", "did you mean --output?");
}

TEST_F(Arguments, an_option_behind_two_dashes_is_none) {
    expect_refused({"list", "--", "--json"}, "--json is no option here, because it comes after --",
                   "write --json before --");
    expect_refused({"list", "--", "--jsno"}, "list has no option --jsno", "did you mean --json?");
}

TEST_F(Arguments, an_older_name_and_the_new_one_are_not_given_together) {
    expect_refused({"profile", "--list-metrics", "a", "--list-counters", "b"},
                   "there are both --list-metrics and --list-counters", "give one of them");
    expect_refused({"profile", "coalesced", "--counters=b", "--metrics", "a"},
                   "there are both --metrics and --counters", "--metrics is the older name of --counters");
}

TEST_F(Arguments, a_number_beyond_double_precision_is_called_so) {
    const std::vector<std::string> start{"neighbours", "--shape", "ring", "--n", "8", "--within"};
    const auto with = [&](const char* number) {
        std::vector<std::string> all = start;
        all.emplace_back(number);
        return all;
    };
    expect_refused(with("1e400"), "--within is 1e400, which is too large for double precision", "a smaller number");
    expect_refused(with("1e-400"), "--within is 1e-400, which is too small for double precision", "a larger number");
    expect_refused(with("many"), "--within is many: give a number");
}

TEST_F(Arguments, an_option_of_points_names_all_sets_of_another_workload) {
    expect_refused({"neighbours", "--workload", "cross_distance", "--x", "lon"},
                   "--x belongs to points in the plane, and cross_distance asks about set A and set B");
}

/// A file of the user's stays as it was.
TEST_F(Arguments, an_output_is_none_of_the_inputs_by_any_name) {
    const std::string table = "x,y\n1,2\n3,4\n5,7\n";
    file("in.csv", table);
    profiling::save_recording(folder / "in.pairscope", profiling::sample_recording());
    const std::string recorded = bytes_of(folder / "in.pairscope");
    std::filesystem::create_symlink("in.csv", folder / "link.png");
    std::filesystem::copy_file(folder / "in.csv", folder / "table.png");
    std::filesystem::create_hard_link(folder / "in.pairscope", folder / "chart.svg");
    expect_refused({"render", "in.csv", "-o", "link.png"},
                   "cannot save link.png: it is the same file as in.csv, which");
    expect_refused({"render", "table.png", "-o", "table.png"}, "cannot save table.png: it is the file that is read");
    expect_refused({"render", "--shape", "ring", "-o", "link.png"}, "it is a link to ", "which has another ending");
    expect_refused({"chart", "samples", "in.pairscope", "-o", "chart.svg"}, "it is the same file as in.pairscope");
    expect_refused({"record", "in.pairscope", "in.pairscope"}, "cannot save in.pairscope: it is the file that is read");
    expect_refused({"bench", "in.pairscope", "--record", "in"},
                   "cannot save in.pairscope: it is the file that is read");
    EXPECT_EQ(bytes_of(folder / "in.csv"), table);
    EXPECT_EQ(bytes_of(folder / "table.png"), table);
    EXPECT_EQ(bytes_of(folder / "in.pairscope"), recorded);
    EXPECT_EQ(bytes_of(folder / "chart.svg"), recorded);
}

TEST_F(Arguments, a_recording_takes_the_place_of_recordings_only) {
    const std::string table = "a,b,c\n1,2,3\n4,5,6\n", other = "{\"a\": 1}";
    file("table.pairscope", table);
    file("other.pairscope", other);
    const std::vector<std::string> what{"--shape", "ring", "--n", "8", "-v", "cpu_naive", "--seconds", "0.01"};
    const auto with = [&](std::vector<std::string> start) {
        start.insert(start.end(), what.begin(), what.end());
        return start;
    };
    expect_refused(with({"record", "table"}),
                   "cannot save table.pairscope: a file is there that is a table of 3 columns",
                   "choose another name (the old file is unchanged)");
    expect_refused(with({"bench", "--record", "other.pairscope"}), "a file is there that is no recording");
    EXPECT_EQ(bytes_of(folder / "table.pairscope"), table);
    EXPECT_EQ(bytes_of(folder / "other.pairscope"), other);
    file("empty.pairscope", "");
    EXPECT_EQ(run(with({"record", "empty"})).code, 0) << "as mktemp makes it";
}

TEST_F(Arguments, options_that_would_change_nothing_are_refused) {
    profiling::save_recording(folder / "a.pairscope", profiling::sample_recording());
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
             {"--n", "5"}, {"--shape", "ring"}, {"--cold"}, {"--seconds", "1"}, {"--device", "cpu"}}) {
        std::vector<std::string> all{"compare", "a.pairscope", "a.pairscope"};
        all.insert(all.end(), more.begin(), more.end());
        expect_refused(all, more.front() + " is not used when two recordings are compared");
    }
    expect_refused({"list", "--threads", "2"}, "no option --threads");
    expect_refused({"bench", "-v", "cpu_naive", "--threads", "7"}, "--threads 7 is not used",
                   "cpu_naive has one thread");
    expect_refused({"profile", "--list-counters", "dram", "--chip", "GH100", "--n", "5"}, "--n is not used");
    expect_refused({"trace", "coalesced", "--csv", "--warp", "0:0"}, "--warp is not used with --csv");
    expect_refused({"chart", "speedup", "a.pairscope", "-o", "x.svg", "--level", "l2"}, "--level applies only to");
    expect_refused({"chart", "roofline", "a.pairscope", "-o", "x.svg", "--scale", "3"}, "--scale applies only to");
}

TEST_F(Arguments, a_picture_is_a_png) {
    expect_refused({"render", "--shape", "ring", "-o", "x.jpg"}, "cannot draw into x.jpg", ".png");
    expect_refused({"render", "--shape", "ring", "-o", "nowhere/x.png"}, "its folder does not exist");
    expect_refused({"render", "--shape", "ring", "-o", folder.string() + "/.png"}, ".png");
}

TEST_F(Arguments, help_is_there_for_every_verb_and_names_it) {
    EXPECT_THAT(run({"--version"}).out, StartsWith("pairscope "));
    const Finished all = run({"--help"});
    EXPECT_EQ(all.code, 0);
    EXPECT_THAT(all.out, HasSubstr("pairscope VERB --help")) << "a command stays on one line";
    for (const std::string verb :
         {"list", "info", "check", "bench", "ceilings", "record", "compare", "trace", "profile", "render", "chart"}) {
        EXPECT_THAT(all.out, HasSubstr("\n  " + verb + " "));
        const Finished done = run({verb, "--help"});
        EXPECT_EQ(done.code, 0);
        EXPECT_THAT(done.out, HasSubstr("Usage: pairscope " + verb));
        EXPECT_THAT(done.err, IsEmpty());
    }
}

TEST_F(Arguments, a_misspelt_variant_is_answered_with_the_nearest_everywhere) {
    const std::string meant = "did you mean coalesced?";
    for (const char* verb : {"check", "trace", "profile"}) expect_refused({verb, "coalesed"}, "coalesed", meant);
    for (const char* verb : {"check", "bench"}) expect_refused({verb, "-v", "coalesed"}, "coalesed", meant);
    expect_refused({"bench", "coalesed"}, "there is no file coalesed", meant);
    expect_refused({"compare", "coalesed", "cpu_naive"}, "coalesed is neither a variant nor a file", meant);
}

TEST_F(Arguments, variants_without_commas_between_them_are_not_taken_for_files) {
    const std::string what = "is a variant, but a file is expected here";
    expect_refused({"bench", "-v", "cpu_naive", "cpu_simd"}, "cpu_simd " + what, "as in --variant cpu_naive,cpu_simd");
    expect_refused({"check", "-v", "cpu_naive", "cpu_simd", "tile16"}, "tile16 " + what,
                   "as in --variant cpu_naive,cpu_simd,tile16");
    expect_refused({"check", "cpu_naive", "cpu_simd"}, "cpu_simd " + what, "as in --variant cpu_naive,cpu_simd");
    expect_refused({"record", "x", "-v", "cpu_naive", "cpu_simd"}, "cpu_simd " + what, "cpu_naive,cpu_simd");
    expect_refused({"bench", "cpu_simd"}, "cpu_simd " + what, "write --variant cpu_simd");
    expect_refused({"bench", "cpu_naive,cpu_simd"}, "cpu_naive,cpu_simd are variants, but a file is expected here",
                   "write --variant cpu_naive,cpu_simd");
    expect_refused({"check", "cpu_naive,cpu_smid"}, "no variant matches cpu_smid", "did you mean cpu_simd?");
    expect_refused({"check", "cpu_naive,,cpu_simd"}, "cpu_naive,,cpu_simd lacks a name beside a comma");
}

TEST_F(Arguments, control_characters_of_names_do_not_reach_the_terminal) {
    const std::string evil = "evil\x1b]0;title\x07.csv";
    file(evil, "x,y\n1,2\n3,4\n");
    const auto has_controls = [](const std::string& text) {
        return std::ranges::any_of(text, [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == '\x7f'; });
    };
    const Finished text = run({"check", evil, "-v", "cpu_naive"});
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_FALSE(has_controls(text.out)) << text.out;
    EXPECT_THAT(text.out, HasSubstr("evil\\x1b]0;title\\x07.csv"));
    const Finished missing = run({"check", "gone\x1b[31m.csv"});
    EXPECT_FALSE(has_controls(missing.err)) << missing.err;
    const Finished column = run({"check", evil, "--x", "a\x1b[2J"});
    EXPECT_EQ(column.code, 2);
    EXPECT_FALSE(has_controls(column.err)) << column.err;
    const Finished variant = run({"check", "-v", "a\x9b\x1b"});
    EXPECT_EQ(variant.code, 2);
    EXPECT_FALSE(has_controls(variant.err)) << variant.err;
    const Finished as_json = run({"check", evil, "-v", "cpu_naive", "--json"});
    EXPECT_EQ(json::parse(as_json.out).at("data").at("name"), evil) << "programs get names as they are";
}

} // namespace
} // namespace pairscope
