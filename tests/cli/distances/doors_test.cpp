// SPDX-License-Identifier: MIT
// One set of vectors through every door: text and arrays by name and by option, two files, packed, standard input, and
// a recording that is opened again. Every door gives the lists of the others to the last bit, and what SciPy gives.
#include "kernels/data/save.h"
#include "kernels/data/saving/npy_text.h"
#include "kernels/data/saving/npz_writer.h"
#include "tests/cli/program.h"
#include "tests/kernels/metrics/reference_distances.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;

/// The row, its neighbour and their distance, for each neighbour of each row.
using List = std::vector<std::tuple<int, int, double>>;
/// The distance of two rows of a sample; NaN: there is none.
using Expected = std::function<double(int, int)>;

template <class Number> std::string npy_of(const ReferenceSet& set, std::string_view type) {
    const std::vector<std::int64_t> lengths{set.rows, set.dims};
    std::string bytes = npy_header(lengths, type);
    for (const double x : set.numbers) {
        const auto number = static_cast<Number>(x);
        bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
    }
    return bytes;
}

/// Each row has its nearest others, nearest first. Of equal distances, the one to the lower row comes first.
void expect_neighbours(const List& list, int rows, int k, const Expected& expected, double error) {
    std::size_t at = 0;
    for (int row = 0; row < rows; ++row) {
        std::vector<double> distances;
        for (int other = 0; other < rows; ++other)
            if (const double d = other == row ? NAN : expected(row, other); !std::isnan(d)) distances.push_back(d);
        std::ranges::sort(distances);
        for (int rank = 0; rank < std::min<int>(k, int(distances.size())); ++rank, ++at) {
            ASSERT_LT(at, list.size()) << row;
            const auto& [found_row, other, distance] = list[at];
            ASSERT_EQ(found_row, row);
            EXPECT_NEAR(distance, expected(row, other), error * (1.0 + distance)) << row << " " << other;
            EXPECT_NEAR(distance, distances[std::size_t(rank)], error * (1.0 + distance)) << row << " " << rank;
            if (rank == 0) continue;
            const auto& [before_row, before, nearer] = list[at - 1];
            EXPECT_LE(nearer, distance) << row;
            EXPECT_TRUE(nearer < distance || before < other) << row;
        }
    }
    EXPECT_EQ(at, list.size());
}

class Doors : public Program {
protected:
    /// How the vectors are given, behind the verb. The files of all doors lie in the folder.
    struct Door {
        std::string name;
        std::vector<std::string> data;
        std::string piped{}; ///< this file is written to standard input
    };

    std::vector<Door> doors_of(const ReferenceSet& set, const std::string& metric) const {
        std::vector<std::string> lines{"f1,f2"};
        for (int k = 2; k < set.dims; ++k) lines[0] += fmt::format(",f{}", k + 1);
        if (set.dims == 1) lines[0] = "f1";
        for (int i = 0; i < set.rows; ++i)
            lines.push_back(fmt::format(
                "{}", fmt::join(set.numbers.begin() + i * set.dims, set.numbers.begin() + (i + 1) * set.dims, ",")));
        const std::string text = fmt::format("{}\n", fmt::join(lines, "\n"));
        const auto are_all = [&](auto is) { return std::ranges::all_of(set.numbers, is); };
        const bool are_floats = are_all([](double x) { return x == double(float(x)); });
        const bool are_bytes = are_all([](double x) { return x >= 0 && x <= 255 && x == std::floor(x); });
        file("set.csv", text);
        file("set.npy", npy_of<double>(set, "<f8"));
        std::vector<Door> doors{{"FILE", {"set.csv"}},
                                {"--a", {"--a", "set.csv"}},
                                {"array", {"set.npy"}},
                                {"--a of an array", {"--a", "set.npy"}},
                                {"archive", {pack_as_npz(set)}},
                                {"gzip", {pack_as_gzip(text)}},
                                {"standard input", {"-"}, "set.csv"},
                                {"an array from standard input", {"-"}, "set.npy"},
                                {"recording", {recording_of(metric)}},
                                {"--a of a recording", {"--a", "set.pairscope"}}};
        if (are_floats) doors.push_back({"float32", {file("f4.npy", npy_of<float>(set, "<f4"))}});
        if (are_bytes) doors.push_back({"bytes", {"--a", file("u1.npy", npy_of<std::uint8_t>(set, "|u1"))}});
        return doors;
    }

    [[nodiscard]] Finished ask(const Door& door, std::vector<std::string> question) const {
        question.insert(question.begin() + 1, door.data.begin(), door.data.end());
        if (door.piped.empty()) return run(question);
        return run_command(
            {"/bin/sh", "-c", fmt::format("cat {} | {} {}", door.piped, PAIRSCOPE_PROGRAM, fmt::join(question, " "))});
    }

    [[nodiscard]] List neighbours(const Door& door, const std::string& metric, int k) const {
        const Finished done = ask(door, {"neighbours", "--metric", metric, "--k", fmt::format("{}", k), "--json"});
        EXPECT_EQ(done.code, 0) << done.err;
        List list;
        if (done.code != 0) return list;
        const json found = json::parse(done.out);
        EXPECT_EQ(found.at("metric"), metric);
        for (const json& pair : found.at("neighbours"))
            list.emplace_back(pair.at("id").get<int>(), pair.at("neighbour_id").get<int>(),
                              pair.at("distance").get<double>());
        std::ranges::stable_sort(list, {}, [](const auto& pair) { return std::get<0>(pair); });
        return list;
    }

    /// The first door gives the right lists, and all others give these lists to the last bit.
    void expect_the_same_everywhere(const ReferenceSet& set, const std::string& metric,
                                    const Expected& expected) const {
        constexpr int k = 4;
        constexpr double error = 1e-10;
        SCOPED_TRACE(metric);
        std::optional<List> first;
        for (const Door& door : doors_of(set, metric)) {
            SCOPED_TRACE(door.name);
            const List list = neighbours(door, metric, k);
            if (first) {
                EXPECT_EQ(list, *first);
                continue;
            }
            first = list;
            expect_same_entries(door, metric, list);
            expect_neighbours(list, set.rows, k, expected, error);
        }
    }

    /// The entries of the matrix that the verb writes are the distances of the list.
    void expect_same_entries(const Door& door, const std::string& metric, const List& list) const {
        const Finished done = ask(door, {"matrix", "--metric", metric, "--json"});
        ASSERT_EQ(done.code, 0) << done.err;
        const json matrix = json::parse(done.out).at("matrix");
        for (const auto& [row, other, distance] : list) EXPECT_EQ(matrix.at(row).at(other), distance) << row;
    }

    std::string pack_as_gzip(const std::string& text) const {
        const std::string path = (folder / "set.csv.gz").string();
        gzFile packed = gzopen(path.c_str(), "wb");
        gzwrite(packed, text.data(), static_cast<unsigned>(text.size()));
        gzclose(packed);
        return path;
    }

private:
    std::string pack_as_npz(const ReferenceSet& set) const {
        const std::vector<std::int64_t> lengths{set.rows, set.dims};
        std::string bytes;
        const ByteSink sink = [&](std::span<const std::byte> piece) {
            bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
        };
        NpzWriter writer(sink);
        writer.add("set", npy_header(lengths, "<f8"), std::as_bytes(std::span(set.numbers)));
        writer.finish();
        return file("set.npz", bytes);
    }
    std::string recording_of(const std::string& metric) const {
        const Finished done = run({"record", "set.pairscope", "set.csv", "--metric", metric, "--device", "cpu",
                                   "--variant", "cpu_naive", "--seconds", "0.001"},
                                  {.environment = {{"PAIRSCOPE_CEILING_SECONDS", "0.001"}}});
        EXPECT_EQ(done.code, 0) << done.err;
        return "set.pairscope";
    }
};

} // namespace

TEST_F(Doors, give_the_distances_of_scipy_by_every_metric) {
    const std::vector<ReferenceSet> sets = reference_sets();
    for (const ReferenceDistances& reference : reference_distances()) {
        SCOPED_TRACE(testing::Message() << "set " << reference.set);
        const ReferenceSet& set = sets[std::size_t(reference.set)];
        expect_the_same_everywhere(set, std::string(reference.metric), [&](int i, int j) {
            const int row = std::min(i, j), col = std::max(i, j);
            return reference.distances[std::size_t(row * set.rows - row * (row + 1) / 2 + col - row - 1)];
        });
    }
}

TEST_F(Doors, give_the_distances_of_textbooks_by_the_other_metrics) {
    const std::vector<ReferenceSet> sets = reference_sets();
    for (const std::size_t number : {0u, 5u}) { // numbers with fractions, and bytes
        SCOPED_TRACE(testing::Message() << "set " << number);
        const ReferenceSet& set = sets[number];
        const auto sum = [&](int i, int j, auto term) {
            double total = 0.0;
            for (int k = 0; k < set.dims; ++k)
                total =
                    term(total, set.numbers[std::size_t(i * set.dims + k)], set.numbers[std::size_t(j * set.dims + k)]);
            return total;
        };
        const auto product = [&](int i, int j) {
            return sum(i, j, [](double s, double a, double b) { return s + a * b; });
        };
        expect_the_same_everywhere(set, "squared", [&](int i, int j) {
            return sum(i, j, [](double s, double a, double b) { return s + (a - b) * (a - b); });
        });
        expect_the_same_everywhere(set, "manhattan", [&](int i, int j) {
            return sum(i, j, [](double s, double a, double b) { return s + std::abs(a - b); });
        });
        expect_the_same_everywhere(set, "chebyshev", [&](int i, int j) {
            return sum(i, j, [](double s, double a, double b) { return std::max(s, std::abs(a - b)); });
        });
        expect_the_same_everywhere(set, "cosine", [&](int i, int j) {
            return 1.0 - product(i, j) / std::sqrt(product(i, i) * product(j, j));
        });
    }
}

namespace {

/// A text, and what every door makes of it.
struct Kind {
    std::string about, text;
    std::vector<std::string> options{};
    std::vector<int> nearest{}; ///< of each row; empty: it is refused
    std::string words{};        ///< said on standard error
};

std::vector<Kind> kinds_of_text() {
    return {
        {"places",
         "stop_name,stop_lat,stop_lon\nPorto,41.15,-8.61\nRome,41.9,12.5\nKyiv,50.45,30.52\n",
         {"--metric", "great_circle"},
         {1, 2, 1},
         "longitude is 'stop_lon' and latitude is 'stop_lat'"},
        {"two latitudes",
         "pickup_lat,pickup_lon,drop_lat,drop_lon\n1,2,3,4\n2,3,4,5\n3,5,7,8\n",
         {"--metric", "great_circle"},
         {},
         "--longitude COL --latitude COL"},
        {"an identifier",
         "entrez,a,b\n7157,0,0\n7158,9,9\n672,0,0.25\n",
         {"--metric", "euclidean"},
         {2, 2, 0},
         "column 'entrez' is not a coordinate"},
        {"rows that begin with marks",
         "word a b\n# 0 0\n\" 9 9\nsea 0 1\nsky 9 8\n",
         {"--metric", "manhattan"},
         {2, 3, 0, 1},
         "the quotation marks on 1 line were read as text"},
        {"thousands or decimals",
         "n\ta\tb\nA\t12.345\t1\nB\t99\t1\nC\t13.000\t1\n",
         {"--metric", "chebyshev"},
         {2, 2, 0},
         "its points were read as decimal points: '12.345' on line 2 is 12.345"},
        {"percentages",
         "n,a,b\nA,5%,1\nB,90 %,1\nC,7.5%,1\n",
         {"--metric", "squared"},
         {2, 2, 0},
         "column 'a' holds percentages: '5%' on line 2 is 5"},
        {"coordinates that float32 rounds",
         "a,b,c\n500000.001,0,0\n500000.002,0,0\n500000.0035,0,0\n",
         {"--metric", "euclidean"},
         {1, 0, 1},
         "was subtracted from column 'a'"},
        {"distances", ",A,B,C\nA,0,5,1\nB,5,0,4\nC,1,4,0\n", {}, {2, 2, 0}},
        {"distances that differ by direction", ",A,B,C\nA,0,5,1\nB,7,0,4\nC,1,4,0\n", {}, {}, "--symmetrise"},
        {"one row", "a,b,c\n1,2,3\n", {"--metric", "euclidean"}, {}, "there is no pair of vectors"},
        {"equal rows", "a,b,c\n1,2,3\n1,2,3\n1,2,3\n", {"--metric", "cosine"}, {1, 0, 0}},
    };
}

} // namespace

TEST_F(Doors, of_texts_read_them_as_the_same_and_say_so) {
    for (const Kind& kind : kinds_of_text()) {
        SCOPED_TRACE(kind.about);
        file("set.csv", kind.text);
        const std::vector<Door> doors{{"FILE", {"set.csv"}},
                                      {"--a", {"--a", "set.csv"}},
                                      {"gzip", {pack_as_gzip(kind.text)}},
                                      {"standard input", {"-"}, "set.csv"},
                                      {"packed standard input", {"-"}, "set.csv.gz"},
                                      {"--a of standard input", {"--a", "-"}, "set.csv"}};
        for (const Door& door : doors) {
            SCOPED_TRACE(door.name);
            std::vector<std::string> question{"neighbours", "--k", "1", "--json"};
            question.insert(question.end(), kind.options.begin(), kind.options.end());
            const Finished done = ask(door, question);
            EXPECT_THAT(done.err, testing::HasSubstr(kind.words));
            const bool is_refused = kind.nearest.empty() && kind.about != "one row";
            ASSERT_EQ(done.code, is_refused ? 2 : 0) << done.err;
            if (is_refused) continue;
            std::vector<int> nearest;
            const json found = json::parse(done.out);
            for (const json& pair : found.at("neighbours")) nearest.push_back(pair.at("neighbour_id"));
            EXPECT_EQ(nearest, kind.nearest);
        }
    }
}

} // namespace pairscope
