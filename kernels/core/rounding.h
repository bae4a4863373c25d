// SPDX-License-Identifier: MIT
// What is lost when the numbers of a file are rounded to float32.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// Finds vectors that differ in a file and are equal in float32.
class RoundedVectors {
public:
    explicit RoundedVectors(std::int64_t rows) : rows_(rows) {}
    /// Takes every coordinate once, in any order.
    void take(std::int64_t row, std::int64_t coordinate, double in_file);
    /// How many of the vectors became equal to a vector that was different. `values` are row-major.
    [[nodiscard]] std::int64_t count_merged(std::span<const float> values) const;

private:
    std::int64_t rows_;
    std::vector<std::uint64_t> losses_{}; ///< a hash of what float32 lost, for each row; empty while nothing was lost
};

/// A note for the user, without a full stop; empty where there is none. `what` is one of them: "vector", "point".
[[nodiscard]] std::string note_on_merged(std::int64_t merged, std::string_view what);

} // namespace pairscope
