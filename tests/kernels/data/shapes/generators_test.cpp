// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <limits>
#include <map>

namespace pairscope {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// FNV-1a of the coordinates' bits.
std::uint64_t checksum(const Dataset& data) {
    std::uint64_t sum = 0xcbf29ce484222325ull;
    for (const float value : coordinates(data)) sum = (sum ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3ull;
    return sum;
}

std::string refusal_of(const GeneratorSettings& settings) {
    return refusal([&] { (void)generate(settings); });
}

} // namespace

TEST(pcg32, gives_the_numbers_of_its_paper) {
    Pcg32 random(42); // pcg32-demo of the reference implementation: seed 42, stream 54
    std::vector<std::uint32_t> numbers;
    for (int i = 0; i < 6; ++i) numbers.push_back(random.next());
    EXPECT_THAT(numbers, ElementsAre(0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu));
}

TEST(generators, make_the_same_points_on_every_machine) {
    const std::map<std::string_view, std::uint64_t> golden = {
        {"uniform_square", 0xd4a3c947d827c046ull}, {"uniform_disk", 0xd0e1c02af92827beull},
        {"gaussian", 0xb5ddefa4634b4198ull},       {"clusters", 0x120e4584d2486357ull},
        {"ring", 0x9bbc7740933494f4ull},           {"two_moons", 0x5501cc89ed3b4f97ull},
        {"spiral", 0xece05d3779c81d5dull},         {"grid", 0xf1ccb6c23394df65ull},
        {"noisy_line", 0x065adb471820d827ull},     {"hilbert_uniform", 0xa5a1f3875558828eull},
    };
    for (const Shape shape : shapes()) {
        EXPECT_EQ(checksum(generate(default_settings(shape, 1000, 7))), golden.at(name_of(shape)))
            << name_of(shape) << std::hex << " 0x" << checksum(generate(default_settings(shape, 1000, 7)));
    }
}

TEST(generators, answer_to_the_seed) {
    for (const Shape shape : shapes()) {
        if (shape == Shape::grid || shape == Shape::spiral) continue; // without jitter or noise they draw nothing
        EXPECT_NE(checksum(generate(default_settings(shape, 64, 1))),
                  checksum(generate(default_settings(shape, 64, 2))))
            << name_of(shape);
    }
}

TEST(generators, stay_within_about_the_unit_square) {
    for (const Shape shape : shapes()) {
        for (const std::int64_t n : {2, 3, 127, 32768}) {
            const Dataset data = generate(default_settings(shape, n));
            ASSERT_EQ(data.rows, n);
            ASSERT_EQ(std::ssize(coordinates(data)), 2 * n);
            for (const float value : coordinates(data)) {
                ASSERT_TRUE(value > -0.5f && value < 1.5f) << name_of(shape) << " " << value;
            }
        }
    }
}

TEST(generators, take_every_parameter_from_end_to_end) {
    for (const Shape shape : shapes()) {
        const auto parameters = parameters_of(shape);
        for (std::size_t k = 0; k < parameters.size(); ++k) {
            for (const double value : {parameters[k].min, parameters[k].max}) {
                GeneratorSettings settings = default_settings(shape, 300);
                settings.parameters[k] = value;
                const Dataset data = generate(settings);
                for (const float found : coordinates(data)) {
                    ASSERT_TRUE(std::isfinite(found)) << command_line_of(settings);
                }
            }
        }
    }
}

TEST(generators, change_the_points_with_every_parameter) {
    for (const Shape shape : shapes()) {
        const auto parameters = parameters_of(shape);
        for (std::size_t k = 0; k < parameters.size(); ++k) {
            GeneratorSettings low = default_settings(shape, 300), high = low;
            low.parameters[k] = parameters[k].min;
            high.parameters[k] = parameters[k].max;
            EXPECT_NE(checksum(generate(low)), checksum(generate(high))) << name_of(shape) << " " << parameters[k].name;
        }
    }
}

TEST(generators, draw_the_shape_they_promise) {
    const auto distance_from_centre = [](const Dataset& data, std::size_t i) {
        return std::hypot(coordinates(data)[2 * i] - 0.5, coordinates(data)[2 * i + 1] - 0.5);
    };
    const Dataset disk = generate(default_settings(Shape::uniform_disk, 4096));
    GeneratorSettings thin = default_settings(Shape::ring, 4096);
    thin.parameters[1] = 0.0;
    const Dataset ring = generate(thin);
    double mean = 0.0;
    for (std::size_t i = 0; i < 4096; ++i) {
        EXPECT_LE(distance_from_centre(disk, i), 0.5 + 1e-6);
        EXPECT_NEAR(distance_from_centre(ring, i), 0.45, 1e-6);
        mean += distance_from_centre(disk, i) / 4096;
    }
    EXPECT_NEAR(mean, 0.5 * 2.0 / 3.0, 0.01) << "a uniform disk has its mean at 2/3 of the radius";
    const Dataset grid = generate(default_settings(Shape::grid, 4));
    EXPECT_THAT(coordinates(grid), ElementsAre(0.25f, 0.25f, 0.75f, 0.25f, 0.25f, 0.75f, 0.75f, 0.75f));
}

TEST(generators, along_a_hilbert_curve_keep_neighbours_together) {
    const auto mean_step = [](const Dataset& data) {
        double sum = 0.0;
        const auto values = coordinates(data);
        for (std::size_t i = 2; i < values.size(); i += 2)
            sum += std::hypot(values[i] - values[i - 2], values[i + 1] - values[i - 1]);
        return sum / static_cast<double>(data.rows - 1);
    };
    const double sorted = mean_step(generate(default_settings(Shape::hilbert_uniform, 4096)));
    EXPECT_LT(sorted, 2.0 / 64.0);
    EXPECT_GT(mean_step(generate(default_settings(Shape::uniform_square, 4096))), 0.5);
}

TEST(generators, refuse_settings_out_of_range) {
    EXPECT_EQ(refusal_of(default_settings(Shape::ring, 1)), "cannot generate ring: n is 1; choose from 2 to 1 000 000");
    EXPECT_THAT(refusal_of(default_settings(Shape::ring, 1'000'001)), HasSubstr("n is 1000001"));
    GeneratorSettings settings = default_settings(Shape::clusters);
    settings.parameters[0] = 2.5;
    EXPECT_EQ(refusal_of(settings), "cannot generate clusters: clusters is 2.5; choose a whole number from 1 to 64");
    settings.parameters = {6, std::numeric_limits<double>::quiet_NaN(), 0};
    EXPECT_EQ(refusal_of(settings), "cannot generate clusters: spread is nan; choose a number from 0.001 to 0.25");
}

TEST(generators, are_found_by_name_and_tell_their_command_line) {
    for (const Shape shape : shapes()) EXPECT_EQ(shape_named(name_of(shape)), shape);
    EXPECT_EQ(shapes().size(), 10u);
    EXPECT_EQ(shape_named("cube"), std::nullopt);
    EXPECT_EQ(command_line_of(default_settings(Shape::ring)),
              "--shape ring --n 2048 --seed 1 --radius 0.45 --noise 0.01");
    EXPECT_EQ(generate(default_settings(Shape::uniform_disk)).name, "uniform disk");
}

TEST(generators, have_initial_values_in_range_and_sentences) {
    for (const Shape shape : shapes()) {
        for (const ShapeParameter& parameter : parameters_of(shape)) {
            EXPECT_TRUE(parameter.min <= parameter.initial && parameter.initial <= parameter.max) << parameter.name;
            EXPECT_TRUE(parameter.description.ends_with(".")) << parameter.name;
        }
    }
}

} // namespace pairscope
