// SPDX-License-Identifier: MIT
#include "app/subjects/output/output_words.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/output/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::app {

std::optional<OutputError> output_error(const State& state) {
    const KernelVariant* variant = find_variant(state.output.variant_id);
    const auto* verdict = variant == nullptr ? nullptr : verdict_on(state, *variant);
    if (verdict == nullptr || state.output.written.kind != OutputKind::scalar) return {};
    if (!is_checked_with(state, *variant, state.output.revision)) return {};
    const Comparison& found = verdict->comparison;
    const std::string check =
        fmt::format("The check of {} compares its output with the double-precision value.", short_name(variant->id));
    if (!found.right()) return OutputError{.shown = "wrong", .meaning = describe(found), .provenance = check};
    const std::string allowed =
        found.tolerance > 0.0 ? fmt::format(" The tolerance of this variant is {:.2g}.", found.tolerance) : "";
    return OutputError{.shown = fmt::format("relative error {:.2g}", found.worst_error),
                       .meaning = "The difference between this number and the double-precision value, divided by the "
                                  "double-precision value." +
                                  allowed,
                       .provenance = check};
}

std::optional<int> common_decimals(std::span<const float> values) {
    constexpr int most_digits = 9, most_before_the_point = 7, least_digits = 6;
    double largest = 0.0, least = std::numeric_limits<double>::infinity();
    for (const float value : values) {
        const double size = std::abs(double(value));
        if (!std::isfinite(size)) return {};
        largest = std::max(largest, size);
        if (size > 0.0) least = std::min(least, size);
    }
    if (largest == 0.0) return 0;
    const int before = int(std::floor(std::log10(largest))) + 1;
    if (before > most_before_the_point) return {};
    const int decimals = most_digits - std::max(before, 1);
    const int digits_of_least = decimals + int(std::floor(std::log10(least))) + 1;
    return digits_of_least < least_digits ? std::nullopt : std::optional(decimals);
}

std::string pair_value_text(double value) {
    constexpr double most_exact = 0x1p53;
    const bool is_whole = value == std::floor(value) && std::abs(value) < most_exact;
    return is_whole ? grouped(std::int64_t(value)) : value_text(value);
}

} // namespace pairscope::app
