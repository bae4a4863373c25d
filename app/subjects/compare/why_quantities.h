// SPDX-License-Identifier: MIT
// One quantity of a run, from counters where it was counted, from the trace where it was not. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/subjects/compare/why_table.h"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace pairscope::app {

/// What each kernel of a run takes at least: rbf_pair with 1 024 coordinates took 4.2 us with one kernel and 12.0 us
/// with three of them (H200).
constexpr double seconds_of_launch = 4e-6;

struct KnownValue {
    double value = 0.0;
    std::string_view from; ///< "counter", "trace", "model"
};

/// The time that the run needs at least for this quantity [s]; absent: no ceiling is known for it.
using LeastTime = std::optional<double> (*)(const WhySide& side);
/// What the quantity costs together with what it is a part of; absent: unknown.
using Cost = std::optional<double> (*)(const WhySide& side);

struct WhyQuantity {
    std::string_view title;
    WhyCause cause = WhyCause::none;
    std::optional<KnownValue> (*value)(const WhySide& side) = nullptr;
    LeastTime least_time = nullptr; ///< null: it has no ceiling
    std::string (*shown)(double value) = nullptr;
    std::string_view meaning;
    /// "it writes {} instead of {} sectors per request", of the faster one before the slower one; empty: it cannot be
    /// given as a reason.
    std::string_view because{};
    bool per_request = false;    ///< a reason only where both have about as many requests
    bool more_is_better = false; ///< the run with more of it should be faster
    Cost cost = nullptr;         ///< null: the value itself. What is a reason only by its part of something has one.
    double least = 0.0;          ///< the table has no row where both runs have less
};

[[nodiscard]] std::span<const WhyQuantity> why_quantities();

/// Requests for global memory, stores (or loads) of all warps.
[[nodiscard]] std::optional<double> requests_of(const WhySide& side, bool stores);

} // namespace pairscope::app
