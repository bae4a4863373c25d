// SPDX-License-Identifier: MIT
// Pictures of matrices that are never stored: too large ones, and those of workloads whose output is something else.
// What a pixel shows is recomputed from the coordinates in double precision.
#include "render/png.h"
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::int64_t many = 40'000; // more than a stored matrix has

class RenderUnstored : public Program {
protected:
    RenderUnstored() {
        for (std::int64_t i = 0; i < many; ++i) {
            const double turn = 0.001 * static_cast<double>(i);
            points_.push_back(static_cast<float>(i % 977) * 0.25f + static_cast<float>(std::sin(turn)));
            points_.push_back(static_cast<float>(i % 1009) * 0.125f + static_cast<float>(std::cos(turn)));
        }
    }

    /// As .npy, which has no text to read. Returns its path.
    [[nodiscard]] std::string file_of_points(std::int64_t rows = many) const {
        const std::string head = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, 2), }}", rows);
        std::string text("\x93NUMPY\x01\x00", 8);
        const std::size_t size = (10 + head.size() + 1 + 63) / 64 * 64 - 10;
        text += static_cast<char>(size & 0xff);
        text += static_cast<char>(size >> 8);
        text += head + std::string(size - head.size() - 1, ' ') + "\n";
        const std::size_t begin = text.size();
        const std::size_t bytes = static_cast<std::size_t>(2 * rows) * sizeof(float);
        text.resize(begin + bytes);
        std::memcpy(text.data() + begin, points_.data(), bytes);
        return file("points.npy", text);
    }

    [[nodiscard]] double distance(std::int64_t i, std::int64_t j) const {
        const auto a = static_cast<std::size_t>(2 * i), b = static_cast<std::size_t>(2 * j);
        return std::hypot(double{points_[a]} - double{points_[b]}, double{points_[a + 1]} - double{points_[b + 1]});
    }

    struct Expected {
        double min = 1e30, mean = 0.0, max = 0.0;
    };
    [[nodiscard]] Expected block(std::int64_t row, std::int64_t col, std::int64_t side) const {
        Expected found;
        double count = 0.0;
        for (std::int64_t i = row * side; i < std::min((row + 1) * side, many); ++i)
            for (std::int64_t j = col * side; j < std::min((col + 1) * side, many); ++j) {
                const double d = distance(i, j);
                found.min = std::min(found.min, d);
                found.max = std::max(found.max, d);
                found.mean += d;
                count += 1.0;
            }
        found.mean /= count;
        return found;
    }

    std::vector<float> points_;
};

/// Grey levels from 0 to 255 over the range from 0 to 300.
void expect_level(const Rgba& pixel, double value) {
    EXPECT_NEAR(double(pixel.r), 255.0 * std::min(value / 300.0, 1.0), 1.01) << "for " << value;
}

TEST_F(RenderUnstored, each_pixel_is_the_minimum_mean_or_maximum_of_all_of_its_entries) {
    const std::string path = file_of_points();
    for (const std::string aggregate : {"minimum", "mean", "maximum"}) {
        const Finished done =
            run({"render", path, "--n", "40000", "--order", "as_loaded", "--size", "300x290", "--colormap", "grey",
                 "--range", "0", "300", "--aggregate", aggregate, "-o", "large.png"});
        ASSERT_EQ(done.code, 0) << done.err;
        const Image image = load_png(folder / "large.png").image;
        constexpr std::int64_t side = 138; // 40 000 rows in 290 pixels: no power of two
        ASSERT_EQ(image.width, (many + side - 1) / side);
        ASSERT_EQ(image.height, image.width);
        const std::int64_t last = image.width - 1;
        for (const auto& [row, col] : {std::pair<std::int64_t, std::int64_t>{0, 0},
                                       {1, 0},
                                       {0, 1},
                                       {17, 200},
                                       {200, 17},
                                       {100, 100},
                                       {last, 3},
                                       {3, last},
                                       {last, last}}) {
            const Expected expected = block(row, col, side);
            expect_level(image.at(col, row), aggregate == "minimum" ? expected.min
                                             : aggregate == "mean"  ? expected.mean
                                                                    : expected.max);
        }
    }
}

TEST_F(RenderUnstored, shows_all_rows_of_a_file_of_points) {
    const auto drawn = [&](std::vector<std::string> more, const std::string& name) {
        more.insert(more.begin(), {"render", "points.npy", "--order", "as_loaded", "-o", name});
        const Finished done = run(more);
        EXPECT_EQ(done.code, 0) << done.err;
        std::ifstream file(folder / name, std::ios::binary);
        return std::pair{std::string((std::istreambuf_iterator<char>(file)), {}), done.err};
    };
    std::ignore = file_of_points(3000);
    const auto [figure, told] = drawn({"--figure"}, "all.svg");
    EXPECT_THAT(figure, HasSubstr("3000 x 3000 distances of points.npy"));
    EXPECT_THAT(told, Not(HasSubstr("first")));
    EXPECT_EQ(drawn({}, "all.png").first, drawn({"--n", "3000"}, "many.png").first);
    EXPECT_THAT(drawn({"--variant", "cpu_simd"}, "few.png").second, HasSubstr("first 2 048 of 3 000 rows"));
}

TEST_F(RenderUnstored, has_the_range_and_the_words_of_the_whole_matrix) {
    const std::string path = file_of_points();
    const Finished done = run({"render", path, "--n", "40000", "--order", "as_loaded", "--figure", "-o", "large.svg"});
    ASSERT_EQ(done.code, 0) << done.err;
    std::ifstream file(folder / "large.svg");
    const std::string svg((std::istreambuf_iterator<char>(file)), {});
    EXPECT_THAT(svg, AllOf(HasSubstr("40000 x 40000 distances"), HasSubstr("Each pixel shows the mean of 40 x 40")));
    const Finished picture = run({"render", path, "--n", "40000", "--percentile", "90", "-o", "large.png"});
    ASSERT_EQ(picture.code, 0) << picture.err;
    const auto texts = load_png(folder / "large.png").text;
    const auto range = std::ranges::find(texts, "Range", &PngText::keyword);
    ASSERT_NE(range, texts.end());
    EXPECT_THAT(range->text, Not(testing::StartsWith("0 to"))) << "the lowest tenth is left out";
}

TEST_F(RenderUnstored, of_a_workload_with_another_output_is_that_of_its_formula) {
    const auto pixels = [&](const char* workload, const char* scene) {
        const Finished done = run({"render", "--workload", workload, "--shape", "spiral", "--n", "90", scene, "--sigma",
                                   "0.2", "--range", "0", "1", "--colormap", "grey", "-o", "one.png"});
        EXPECT_EQ(done.code, 0) << done.err;
        return load_png(folder / "one.png").image;
    };
    const Image stored = pixels("rbf_matrix", "--cells"), computed = pixels("rbf_density", "--cells");
    ASSERT_EQ(computed.width, 90);
    ASSERT_EQ(stored.pixels.size(), computed.pixels.size());
    for (std::size_t i = 0; i < stored.pixels.size(); ++i)
        ASSERT_NEAR(double(stored.pixels[i].r), double(computed.pixels[i].r), 1.0) << i;
    for (const char* workload : {"best_match", "farthest_pair"}) {
        const Finished done = run({"render", "--workload", workload, "--n", "70", "-o", "other.png"});
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_EQ(load_png(folder / "other.png").image.width, 1024 / 70 * 70);
    }
}

TEST_F(RenderUnstored, of_two_large_sets_has_their_shape) {
    const Finished done = run({"render", "--workload", "cross_distance", "--n", "40000", "--m", "20000", "--dims", "3",
                               "--size", "200x200", "-o", "two.png"});
    ASSERT_EQ(done.code, 0) << done.err;
    const Image image = load_png(folder / "two.png").image;
    EXPECT_EQ(image.height, 200);
    EXPECT_EQ(image.width, 100);
}

TEST_F(RenderUnstored, ends_with_130_and_without_a_file_when_it_is_interrupted) {
    for (const char* scene : {"--figure", "--cells"}) {
        Circumstances soon;
        soon.interrupt_after = std::chrono::milliseconds(2500); // the points are there, and minutes of work are left
        const char* name = std::string_view(scene) == "--figure" ? "x.pdf" : "x.png";
        const Finished done = run({"render", "--shape", "ring", "--n", "1000000", scene, "-o", name}, soon);
        EXPECT_EQ(done.code, 130) << scene << done.err;
        EXPECT_THAT(done.err, HasSubstr("interrupted before there was a result"));
        EXPECT_THAT(files(), IsEmpty());
    }
}

TEST_F(RenderUnstored, refuses_what_needs_a_stored_matrix) {
    const Finished differences = run({"render", "--n", "40000", "--errors", "-o", "x.png"});
    EXPECT_EQ(differences.code, 2);
    EXPECT_THAT(differences.err, AllOf(HasSubstr("it has 34 006 x 34 006 entries, and at most 32 768 x 32 768 can be "
                                                 "stored"),
                                       HasSubstr("Give fewer rows with --n")));
    const Finished variant = run({"render", "--n", "40000", "--variant", "cpu_simd", "-o", "x.png"});
    EXPECT_EQ(variant.code, 2);
    EXPECT_THAT(variant.err, HasSubstr("Leave --variant out"));
    EXPECT_THAT(run({"render", "--workload", "rbf_pair", "-o", "x.png"}).err, HasSubstr("has no matrix to draw"));
    EXPECT_THAT(run({"render", "--workload", "best_match", "--n", "9", "--errors", "-o", "x.png"}).err,
                HasSubstr("best_match has no matrix output, so there are no errors to draw"));
    EXPECT_THAT(run({"render", "--variant", "best_match/cpu_naive", "--n", "9", "-o", "x.png"}).err,
                HasSubstr("no variant of best_match computes a matrix"));
    EXPECT_THAT(files(), IsEmpty());
}

} // namespace
} // namespace pairscope
