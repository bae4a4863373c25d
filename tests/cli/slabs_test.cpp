// SPDX-License-Identifier: MIT
// Verbs about files that are larger than their memory: --memory. The answers have the bits of files that are loaded
// whole, and RssAnon of Linux says how much memory the program takes.
#include "tests/cli/program.h"
#include "tests/kernels/scale/slab_samples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using testing::HasSubstr;

class SlabVerbs : public Program {
protected:
    /// Writes the numbers in parts, so that this test needs little memory.
    void array(const std::string& name, const samples::SlabType& type, std::int64_t rows, std::int64_t dims,
               unsigned seed) const {
        std::ofstream stream(folder / name, std::ios::binary);
        stream << samples::npy_head(type.type, fmt::format("({}, {})", rows, dims));
        constexpr std::int64_t at_once = 4096;
        for (std::int64_t row = 0; row < rows; row += at_once)
            stream << type.numbers(static_cast<std::size_t>(std::min(at_once, rows - row) * dims),
                                   seed + static_cast<unsigned>(row));
    }
    /// What the program printed, and the most anonymous memory that it had [B].
    [[nodiscard]] std::pair<Finished, std::int64_t> run_watched(const std::vector<std::string>& arguments) const {
        std::vector<std::string> command{PAIRSCOPE_PROGRAM};
        command.insert(command.end(), arguments.begin(), arguments.end());
        const pid_t process = start_command(command);
        std::int64_t most = 0;
        siginfo_t ended{};
        while (waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
               ended.si_pid == 0) {
            most = std::max(most, anonymous_memory_of(process));
            std::this_thread::sleep_for(milliseconds(2));
        }
        return {finish(process), most};
    }
    [[nodiscard]] static std::int64_t anonymous_memory_of(pid_t process) {
        std::ifstream stream(fmt::format("/proc/{}/status", process));
        constexpr std::string_view key = "RssAnon:";
        for (std::string line; std::getline(stream, line);)
            if (line.starts_with(key)) return 1024 * std::strtoll(line.c_str() + key.size(), nullptr, 10);
        return 0;
    }
    /// The answer without the notes on the files, in which nobody counts what float32 rounds.
    [[nodiscard]] static json answer_of(const Finished& done) {
        EXPECT_EQ(done.code, 0) << done.err;
        json answer = json::parse(done.out, nullptr, false);
        for (const char* set : {"a", "b"})
            if (answer.contains("source") && answer["source"].contains(set)) answer["source"][set].erase("note");
        if (answer.contains("source")) answer["source"].erase("note");
        return answer;
    }
    static std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
};

TEST_F(SlabVerbs, print_the_answers_of_whole_files) {
    for (const samples::SlabType& type : samples::slab_types()) {
        SCOPED_TRACE(type.type);
        array("a.npy", type, 700, 6, 1);
        array("b.npy", type, 90, 6, 2);
        for (const std::vector<std::string>& question :
             {std::vector<std::string>{"farthest", "--a", "a.npy", "--metric", "euclidean"},
              {"farthest", "--a", "a.npy", "--b", "b.npy", "--metric", "euclidean"},
              {"farthest", "a.npy", "--metric", "euclidean"},
              {"statistics", "--a", "a.npy", "--metric", "manhattan"},
              {"statistics", "--a", "a.npy", "--metric", "cosine", "--standardise", "--n", "500"},
              {"statistics", "--a", "a.npy", "--b", "b.npy", "--metric", "euclidean"},
              {"neighbours", "--a", "a.npy", "--metric", "chebyshev", "--k", "3"},
              {"neighbours", "--a", "b.npy", "--b", "a.npy", "--metric", "euclidean", "--k", "3"},
              {"matches", "b.npy", "a.npy"},
              {"matches", "b.npy", "b.npy", "--metric", "squared"}}) {
            SCOPED_TRACE(fmt::format("{} {}", question[0], question[2]));
            const json whole = answer_of(run(with(question, {"--json"})));
            EXPECT_EQ(answer_of(run(with(question, {"--json", "--memory", "64M"}))), whole);
        }
    }
}

TEST_F(SlabVerbs, prepare_rows_as_those_of_whole_files) {
    array("a.npy", {"<f8", samples::numbers_of<double, 0, 5>}, 700, 6, 1);
    array("b.npy", {"<f8", samples::numbers_of<double, 0, 5>}, 90, 6, 2);
    array("places.npy", {"<f8", samples::numbers_of<double, -80, 80>}, 700, 2, 3);
    for (const std::vector<std::string>& question :
         {std::vector<std::string>{"statistics", "--a", "a.npy", "--metric", "correlation"},
          {"farthest", "--a", "a.npy", "--metric", "mahalanobis"},
          {"neighbours", "--a", "a.npy", "--metric", "jensen_shannon", "--k", "3"},
          {"neighbours", "--a", "b.npy", "--b", "a.npy", "--metric", "standardised_euclidean", "--k", "3"},
          {"statistics", "places.npy", "--metric", "great_circle"},
          {"farthest", "places.npy", "--metric", "great_circle"},
          {"neighbours", "places.npy", "--metric", "great_circle", "--k", "2", "--within", "700"},
          {"neighbours", "--a", "b.npy", "--b", "a.npy", "--metric", "manhattan", "--within", "6"}}) {
        SCOPED_TRACE(fmt::format("{} {}", question[0], fmt::join(question, " ")));
        const json whole = answer_of(run(with(question, {"--json"})));
        EXPECT_EQ(answer_of(run(with(question, {"--json", "--memory", "64M"}))), whole);
    }
}

TEST_F(SlabVerbs, list_the_pairs_of_whole_files) {
    for (const samples::SlabType& type : {samples::SlabType{"|u1", samples::numbers_of<std::uint8_t, 0, 6>},
                                          {"<f4", samples::numbers_of<float, -1, 1>},
                                          {"<f8", samples::far_doubles}}) {
        SCOPED_TRACE(type.type);
        array("a.npy", type, 700, 4, 1);
        array("b.npy", type, 90, 4, 2);
        for (const std::vector<std::string>& sets : {std::vector<std::string>{"--a", "a.npy", "--metric", "euclidean"},
                                                     {"--a", "b.npy", "--b", "a.npy", "--metric", "manhattan"}}) {
            const double mean = answer_of(run(with({"statistics", "--json"}, sets))).at("mean");
            const std::vector<std::string> question =
                with({"pairs", "--csv", "--radius", fmt::format("{}", 0.4 * mean)}, sets);
            const Finished whole = run(question), slabs = run(with(question, {"--memory", "64M"}));
            EXPECT_EQ(slabs.code, 0) << slabs.err;
            EXPECT_EQ(slabs.out, whole.out);
            EXPECT_GT(lines_in(whole.out), 30u);
        }
    }
    const std::vector<std::string> few{"pairs", "b.npy", "--metric", "euclidean", "--radius", "2"};
    EXPECT_EQ(run(with(few, {"--memory", "64M"})).out, run(few).out);
}

TEST_F(SlabVerbs, draw_the_picture_of_whole_files) {
    array("a.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 5000, 3, 1); // more rows than a tile has
    array("b.npy", {"<f8", samples::far_doubles}, 4300, 3, 2);
    const auto picture = [&](std::vector<std::string> words) {
        const Finished done = run(with(std::move(words), {"--metric", "euclidean", "-o", "m.png", "--csv"}));
        EXPECT_EQ(done.code, 0) << done.err;
        std::ifstream stream(folder / "m.png", std::ios::binary);
        return std::string{std::istreambuf_iterator<char>(stream), {}};
    };
    for (const std::vector<std::string>& question :
         {std::vector<std::string>{"statistics", "--a", "a.npy", "--size", "300x300"},
          {"statistics", "--a", "a.npy", "--rows-drawn", "100:4900", "--columns-drawn", "2000:2900"},
          {"statistics", "--a", "b.npy", "--b", "a.npy", "--size", "200x200"}}) {
        SCOPED_TRACE(fmt::format("{}", fmt::join(question, " ")));
        EXPECT_EQ(picture(with(question, {"--memory", "64M"})), picture(question));
    }
    array("wide.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 2400, 1000, 1);
    EXPECT_THAT(run({"statistics", "--a", "wide.npy", "--metric", "euclidean", "-o", "m.png", "--size", "16x16",
                     "--memory", "16M", "--threads", "1"})
                    .err,
                HasSubstr("a larger --size"));
}

TEST_F(SlabVerbs, read_points_and_idx_files) {
    array("points.npy", {"<f8", samples::far_doubles}, 900, 2, 1);
    std::string idx("\0\0\x08\x03\0\0\1\x2c\0\0\0\4\0\0\0\5", 16); // 300 pictures of 4 x 5 bytes
    idx += samples::numbers_of<std::uint8_t, 0, 255>(300 * 20, 3);
    file("some-idx3-ubyte", idx);
    for (const std::vector<std::string>& question :
         {std::vector<std::string>{"farthest", "points.npy"},
          {"statistics", "points.npy", "--n", "800"},
          {"neighbours", "points.npy", "--k", "2"},
          {"farthest", "--a", "some-idx3-ubyte", "--metric", "euclidean"},
          {"statistics", "--a", "some-idx3-ubyte", "--metric", "euclidean"}}) {
        SCOPED_TRACE(question[0] + " " + question[1]);
        const json whole = answer_of(run(with(question, {"--json"})));
        EXPECT_EQ(answer_of(run(with(question, {"--json", "--memory", "64M"}))), whole);
    }
}

TEST_F(SlabVerbs, compare_all_columns_without_a_metric_as_of_whole_files) {
    array("a.npy", {"<f8", samples::numbers_of<double, -1, 1>}, 90, 5, 1);
    for (const std::vector<std::string>& question : {std::vector<std::string>{"farthest", "a.npy"},
                                                     {"statistics", "a.npy"},
                                                     {"neighbours", "a.npy", "--k", "3"}}) {
        SCOPED_TRACE(question[0]);
        const Finished whole = run(with(question, {"--json"})),
                       slabs = run(with(question, {"--json", "--memory", "64M"}));
        EXPECT_EQ(answer_of(slabs), answer_of(whole));
        EXPECT_THAT(whole.err, HasSubstr("a.npy: all 5 columns of numbers are compared by their Euclidean distance"));
        EXPECT_THAT(slabs.err, HasSubstr("a.npy: all 5 columns of numbers are compared by their Euclidean distance; "
                                         "--metric chooses another distance"));
    }
    const std::vector<std::string> pairs{"pairs", "a.npy", "--radius", "0.4", "--csv"};
    EXPECT_EQ(run(with(pairs, {"--memory", "64M"})).out, run(pairs).out);
    array("one.npy", {"<f8", samples::numbers_of<double, -1, 1>}, 90, 1, 1);
    EXPECT_EQ(run({"farthest", "one.npy", "--memory", "64M"}).code, run({"farthest", "one.npy"}).code);
}

TEST_F(SlabVerbs, say_which_rows_are_odd_for_a_metric_as_whole_files_do) {
    const auto floats = [](std::initializer_list<float> numbers) {
        return std::string(reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(float));
    };
    file("odd.npy", samples::npy_head("<f4", "(4, 3)") + floats({1, 2, 3, 0, 0, 0, -1, 2, 0, 4, 0, -5}));
    file("even.npy", samples::npy_head("<f4", "(4, 3)") + floats({1, 2, 3, 1, 0, 0, 1, 2, 0, 4, 0, 5}));
    const auto said = [this](const char* name, const char* metric, const std::vector<std::string>& options) {
        return run(with({"neighbours", name, "--metric", metric, "--k", "1", "--csv"}, options)).err;
    };
    const std::vector<std::string> slabs{"--memory", "64M"};
    for (const auto& [metric, words] :
         {std::pair("bray_curtis", "odd.npy: 2 rows have negative numbers"),
          {"bray_curtis", "1 row has only zeros; the Bray-Curtis dissimilarity of two such rows is not defined"},
          {"canberra", ""},
          {"cosine", "1 row has only zeros and so no direction"}}) {
        EXPECT_THAT(said("odd.npy", metric, slabs), HasSubstr(words)) << metric;
        EXPECT_THAT(said("odd.npy", metric, {}), HasSubstr(std::string(words).substr(words[0] == 'o' ? 9 : 0)));
        EXPECT_EQ(said("even.npy", metric, slabs), "") << metric;
    }
    EXPECT_EQ(said("odd.npy", "manhattan", slabs), "");
}

TEST_F(SlabVerbs, say_that_a_column_counts_the_rows_as_whole_files_do) {
    std::vector<double> numbers;
    for (int row = 0; row < 12; ++row) numbers.insert(numbers.end(), {double(row), 0.25 * (row % 5), 1.5 * (row % 7)});
    file("counted.npy", samples::npy_head("<f8", "(12, 3)") + samples::bytes_in_file(numbers));
    const auto said = [this](const std::vector<std::string>& options) {
        return run(with({"neighbours", "--k", "1", "--csv"}, options)).err;
    };
    for (const std::vector<std::string>& door : std::vector<std::vector<std::string>>{
             {"counted.npy"},
             {"counted.npy", "--metric", "manhattan"},
             {"counted.npy", "--memory", "64M"},
             {"--a", "counted.npy", "--b", "counted.npy", "--metric", "euclidean"},
             {"--a", "counted.npy", "--b", "counted.npy", "--metric", "euclidean", "--memory", "64M"}})
        EXPECT_THAT(said(door), HasSubstr("'column 1', because it only counts the rows); to leave it out, save the "
                                          "array without it"))
            << fmt::format("{}", fmt::join(door, " "));
}

TEST_F(SlabVerbs, say_of_prepared_rows_what_whole_files_say) {
    std::vector<double> numbers;
    for (int row = 0; row < 20; ++row) numbers.insert(numbers.end(), {0.5 + row % 3, 7.0, 1.25 * (row % 4) + 0.5});
    std::fill_n(numbers.begin() + 9, 3, 0.0); // row 3
    const auto said = [this](const std::string& metric) {
        return run({"statistics", "rows.npy", "--metric", metric, "--memory", "64M"}).err;
    };
    file("rows.npy", samples::npy_head("<f8", "(20, 3)") + samples::bytes_in_file(numbers));
    EXPECT_THAT(said("correlation"), HasSubstr("1 vector without distances is left out; a row has no distances if all "
                                               "of its numbers are equal, or one is missing or infinite"));
    EXPECT_THAT(said("hellinger"), HasSubstr("; a row has no distances if a number is negative, missing or "
                                             "infinite, or all of them are 0"));
    std::fill_n(numbers.begin() + 10, 1, 7.0);
    file("rows.npy", samples::npy_head("<f8", "(20, 3)") + samples::bytes_in_file(numbers));
    EXPECT_THAT(said("standardised_euclidean"), HasSubstr("rows.npy: 1 column has equal numbers only, and adds nothing "
                                                          "to a distance"));
}

TEST_F(SlabVerbs, say_what_they_leave_out_of_a_file) {
    constexpr std::string_view head("\0\0\x08\x03\0\0\0\3\0\0\0\1\0\0\0\2", 16); // 3 pictures of 1 x 2 bytes
    file("train-images-idx3-ubyte", std::string(head) + "abcdef");
    file("train-labels-idx1-ubyte", std::string("\0\0\x08\x01\0\0\0\3\7\0\x09", 11));
    const std::vector<std::string> question{
        "farthest", "--a", "train-images-idx3-ubyte", "--metric", "euclidean", "--json", "--memory", "64M"};
    const Finished pictures = run(question);
    EXPECT_THAT(pictures.err, HasSubstr("the labels in train-labels-idx1-ubyte are left out, because the file is read "
                                        "in slabs"));
    EXPECT_EQ(json::parse(pictures.out).at("pair").at("distance"), std::sqrt(32.0));
    std::filesystem::remove(folder / "train-labels-idx1-ubyte");
    EXPECT_EQ(run(question).err, "");
    file("parts.npy", samples::npy_head("|u1", "(3, 2, 1)") + "abcdef");
    EXPECT_THAT(run({"farthest", "--a", "parts.npy", "--metric", "euclidean", "--memory", "64M"}).err,
                HasSubstr("its array has 3 dimensions, 3 x 2 x 1"));
}

class SlabsOf : public SlabVerbs, public testing::WithParamInterface<samples::SlabType> {};

TEST_P(SlabsOf, files_larger_than_their_memory_print_the_same_bits) {
    // What the program itself takes is half of it. With more coordinates per row, slabs would need more.
    constexpr std::int64_t memory = std::int64_t{12} << 20, dims = 64;
    const samples::SlabType& type = GetParam();
    const std::int64_t times = type.type == "|u1" || type.type == "<f4" ? 20 : 5; // the same code reads the others
    const std::int64_t row_bytes = dims * (type.type[2] - '0');
    array("few.npy", type, 4, dims, 1);
    array("many.npy", type, times * memory / row_bytes + 1, dims, 2);
    json farthest; // as the statistics of the whole file have it: loading it takes most of the time
    for (const std::vector<std::string>& question :
         {std::vector<std::string>{"matches", "few.npy", "many.npy"},
          {"neighbours", "--a", "few.npy", "--b", "many.npy", "--metric", "euclidean"},
          {"statistics", "--a", "few.npy", "--b", "many.npy", "--metric", "euclidean"},
          {"farthest", "--a", "few.npy", "--b", "many.npy", "--metric", "euclidean"}}) {
        SCOPED_TRACE(question[0]);
        const bool is_known = question[0] == "farthest";
        const json whole = is_known ? farthest : answer_of(run(with(question, {"--json"})));
        if (question[0] == "statistics") farthest = whole.at("maximum");
        const auto [done, most] =
            run_watched(with(question, {"--json", "--memory", fmt::format("{}", memory), "--threads", "1"}));
        const json found = answer_of(done);
        EXPECT_EQ(is_known ? found.at("pair") : found, whole);
        EXPECT_LE(most, memory);
        EXPECT_GT(most, 1 << 20);
    }
}

/// One element type for each way in which numbers are converted to coordinates.
std::vector<samples::SlabType> types_of_large_files() {
    std::vector<samples::SlabType> types = samples::slab_types();
    std::erase_if(types, [](const samples::SlabType& type) {
        return type.type == "|b1" || type.type == "|i1" || type.type == ">i2" || type.type == "<u4";
    });
    return types;
}

INSTANTIATE_TEST_SUITE_P(Types, SlabsOf, testing::ValuesIn(types_of_large_files()), [](const auto& test) {
    return fmt::format("{}_of_{}_bytes_{}", test.param.type[1], test.param.type[2], test.index);
});

TEST_F(SlabVerbs, go_on_from_a_checkpoint) {
    array("a.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 9000, 40, 1);
    const std::vector<std::string> question{"statistics", "--a",    "a.npy",    "--metric",
                                            "euclidean",  "--json", "--memory", "64M"};
    const std::vector<std::string> kept = with(question, {"--checkpoint", "half.done", "--checkpoint-every", "0.05"});
    const std::string expected = run(question).out;
    const Finished stopped = run(kept, {.interrupt_after = milliseconds(400), .signal = SIGTERM});
    if (stopped.code != 0) {
        EXPECT_THAT(stopped.err, HasSubstr("the same command goes on from it"));
    }
    const Finished done = run(kept);
    EXPECT_EQ(done.out, expected);
    EXPECT_THAT(done.err, HasSubstr("going on from half.done"));
    array("a.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 9000, 40, 2);
    EXPECT_THAT(run(kept).err, HasSubstr("of other data"));
}

TEST_F(SlabVerbs, refuse_what_has_no_slabs) {
    array("a.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 50, 3, 1);
    const auto refused = [&](std::vector<std::string> words) {
        const Finished done = run(with(std::move(words), {"--memory", "64M"}));
        EXPECT_EQ(done.code, 2) << done.out;
        EXPECT_EQ(lines_in(done.err), 1u) << done.err;
        return done.err;
    };
    EXPECT_THAT(refused({"farthest", "cities.csv.gz", "--metric", "euclidean"}), HasSubstr("gunzip --keep"));
    EXPECT_THAT(refused({"farthest", "--shape", "ring"}), HasSubstr("the data come from no file"));
    array("one.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 50, 1, 1);
    EXPECT_THAT(refused({"farthest", "one.npy"}), HasSubstr("--metric"));
    file("distances.npy",
         samples::npy_head("<f8", "(3, 3)") + samples::bytes_in_file(std::vector<double>{0, 1, 2, 1, 0, 3, 2, 3, 0}));
    EXPECT_THAT(refused({"farthest", "distances.npy"}), HasSubstr("read its rows as vectors with --as vectors"));
    EXPECT_EQ(run({"farthest", "distances.npy", "--as", "vectors", "--memory", "64M"}).code, 0);
    EXPECT_THAT(refused({"statistics", "--a", "a.npy", "--metric", "dtw"}),
                HasSubstr("compares sequences, whose ends are found in whole sets: leave --memory out"));
    EXPECT_THAT(refused({"pairs", "--a", "a.npy", "--metric", "correlation", "--radius", "1"}),
                HasSubstr("it needs whole sets: leave --memory out"));
    EXPECT_THAT(refused({"neighbours", "--a", "a.npy", "--metric", "mahalanobis", "--within", "1"}),
                HasSubstr("it needs whole sets: leave --memory out"));
    EXPECT_THAT(run({"farthest", "--a", "a.npy", "--metric", "euclidean", "--memory", "much"}).err,
                HasSubstr("--memory is much: give a number of bytes, such as 500M or 4G"));
    EXPECT_THAT(run({"farthest", "--a", "a.npy", "--metric", "euclidean", "--memory", "1k"}).err,
                HasSubstr("give more memory or fewer --threads"));
}

TEST_F(SlabVerbs, say_in_one_sentence_that_a_file_was_cut) {
    array("a.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 200000, 64, 1);
    const pid_t process = start_command({PAIRSCOPE_PROGRAM, "statistics", "--a", "a.npy", "--metric", "euclidean",
                                         "--memory", "32M", "--threads", "1"});
    std::this_thread::sleep_for(milliseconds(1500));
    std::filesystem::resize_file(folder / "a.npy", 100000);
    const Finished done = finish(process);
    EXPECT_EQ(done.code, 2);
    EXPECT_EQ(lines_in(done.err), 1u) << done.err;
    EXPECT_THAT(done.err, HasSubstr("a.npy: it was cut while it was read"));
}

/// More rows than are loaded elsewhere.
TEST_F(SlabVerbs, compare_more_than_a_million_rows_without_being_asked_to) {
    array("many.npy", {"|u1", samples::numbers_of<std::uint8_t, 0, 255>}, 1'200'000, 3, 1);
    array("few.npy", {"|u1", samples::numbers_of<std::uint8_t, 0, 255>}, 3, 3, 2);
    const json found =
        answer_of(run({"statistics", "--a", "few.npy", "--b", "many.npy", "--metric", "euclidean", "--json"}));
    EXPECT_EQ(found.at("cols"), 1'200'000);
    EXPECT_EQ(found.at("pairs"), 3'600'000);
}

} // namespace
} // namespace pairscope
