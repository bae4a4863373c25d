// SPDX-License-Identifier: MIT
// Random numbers that are the same on every machine.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

namespace pairscope {

/// PCG-XSH-RR 64/32 (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
/// Random Number Generation"), seeded as pcg32_srandom_r does, always on the same stream.
class Pcg32 {
public:
    explicit Pcg32(std::uint64_t seed) {
        next();
        state_ += seed;
        next();
    }

    std::uint32_t next() {
        const std::uint64_t old = state_;
        state_ = old * 6364136223846793005ull + stream;
        const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
        const auto turn = static_cast<unsigned>(old >> 59);
        return (mixed >> turn) | (mixed << ((32u - turn) & 31u));
    }

    /// In (0, 1), never at its ends.
    double uniform() { return (next() + 0.5) * 0x1p-32; }

private:
    static constexpr std::uint64_t stream = (54ull << 1) | 1u;
    std::uint64_t state_ = 0;
};

struct Point {
    double x = 0.0, y = 0.0;
};

/// The point at this distance and angle [rad] from the origin.
[[nodiscard]] inline Point polar(double radius, double angle) {
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// Two independent normal numbers (Box and Muller 1958). Always two draws, so that a shape's points move smoothly with
/// its sliders instead of being drawn anew.
[[nodiscard]] inline Point normal_point(Pcg32& random) {
    const double radius = std::sqrt(-2.0 * std::log(random.uniform()));
    return polar(radius, 2.0 * std::numbers::pi * random.uniform());
}

/// Adds independent normal numbers of this width to the coordinates.
inline void add_noise(std::span<float> vector, Pcg32& random, double width) {
    for (std::size_t k = 0; k < vector.size(); k += 2) {
        const Point noise = normal_point(random);
        vector[k] += static_cast<float>(width * noise.x);
        if (k + 1 < vector.size()) vector[k + 1] += static_cast<float>(width * noise.y);
    }
}

} // namespace pairscope
