// SPDX-License-Identifier: MIT
// The names of the four outcomes of a run, in recordings and in reports.
#pragma once

#include "kernels/data/names.h"
#include "profiling/measurement.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace pairscope::profiling {

/// In the order of RunOutcome's alternatives.
enum class Outcome : std::uint8_t { measured, simulated, skipped, failed };
inline constexpr std::array<Name<Outcome>, 4> outcome_names{{{Outcome::measured, "measured"},
                                                             {Outcome::simulated, "simulated"},
                                                             {Outcome::skipped, "skipped"},
                                                             {Outcome::failed, "failed"}}};
static_assert(is_in_order(outcome_names));
[[nodiscard]] constexpr std::string_view name_of(Outcome outcome) { return name_in(outcome_names, outcome); }

static_assert(std::is_same_v<RunOutcome, std::variant<Measurement, Simulated, Skipped, Failed>>);
[[nodiscard]] inline Outcome outcome_of(const RunOutcome& run) { return static_cast<Outcome>(run.index()); }
[[nodiscard]] inline const std::string& variant_id_of(const RunOutcome& run) {
    return std::visit([](const auto& outcome) -> const std::string& { return outcome.variant_id; }, run);
}

} // namespace pairscope::profiling
