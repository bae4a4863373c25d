// SPDX-License-Identifier: MIT
#include "app/subjects/output/output_table.h"

#include <fmt/format.h>

namespace pairscope::app {

std::string output_csv(const Output& output, std::optional<std::int64_t> first_rows, const MatchRatios* ratios) {
    if (const auto* scalar = std::get_if<double>(&output)) return fmt::format("value\n{:.17g}\n", *scalar);
    if (const auto* pair = std::get_if<FoundPair>(&output))
        return fmt::format("first,second,value\n{},{},{:.17g}\n", pair->first, pair->second, pair->value);
    if (const auto* values = std::get_if<std::vector<float>>(&output)) {
        std::string text = "row,value\n";
        for (std::size_t i = 0; i < values->size(); ++i) text += fmt::format("{},{:.9g}\n", i, (*values)[i]);
        return text;
    }
    const auto* matches = std::get_if<std::vector<FoundMatch>>(&output);
    if (matches == nullptr) return {};
    const std::int64_t first = first_rows.value_or(std::ssize(*matches));
    const bool both = std::ssize(*matches) > first;
    std::string text = both ? "set," : "";
    text += "row,best,best_value,second,second_value";
    text += ratios == nullptr ? "\n" : ",ratio\n";
    for (std::int64_t i = 0; i < std::ssize(*matches); ++i) {
        const FoundMatch& match = (*matches)[std::size_t(i)];
        if (both) text += i < first ? "1," : "2,";
        text += fmt::format("{},{},{:.9g},", i < first ? i : i - first, match.best, match.best_value);
        text += match.second < 0 ? "," : fmt::format("{},{:.9g}", match.second, match.second_value);
        const auto ratio = ratios != nullptr && i < first ? ratios->of(i, match) : std::nullopt;
        text += ratios == nullptr ? "\n" : ratio ? fmt::format(",{}\n", *ratio) : ",\n";
    }
    return text;
}

} // namespace pairscope::app
