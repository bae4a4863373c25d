// SPDX-License-Identifier: MIT
// Vectors whose labels are few different words, such as the digits that pictures show: which of them each vector has.
#pragma once

#include "kernels/data/dataset.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::app {

struct State;

inline constexpr std::size_t most_label_groups = 10; // more colours cannot be told apart
inline constexpr std::uint8_t no_label_group = 255;

struct LabelGroups {
    std::uint64_t revision = 0;     ///< revision of the data
    std::vector<std::string> names; ///< ascending; empty: there are no labels, or too many different ones
    /// For each vector of the first and of the second set the place of its label in `names`; no_label_group: it has
    /// none. Empty where `names` is.
    std::array<std::vector<std::uint8_t>, 2> of_vectors{};
};

/// Takes one set or two; the pointer to the second one may be null.
[[nodiscard]] LabelGroups label_groups(const Dataset& first, const Dataset* second);

/// Finds the groups of the current data, once after they changed. The session calls it in each frame.
void update_label_groups(State& state);

} // namespace pairscope::app
