// SPDX-License-Identifier: MIT
#include "app/state/tables/answer_table.h"

#include <fmt/format.h>

namespace pairscope::app {

std::string answer_csv(const Answer& answer) {
    if (const auto* scalar = std::get_if<double>(&answer)) return fmt::format("value\n{:.17g}\n", *scalar);
    if (const auto* pair = std::get_if<FoundPair>(&answer))
        return fmt::format("first,second,value\n{},{},{:.17g}\n", pair->first, pair->second, pair->value);
    if (const auto* values = std::get_if<std::vector<float>>(&answer)) {
        std::string text = "row,value\n";
        for (std::size_t i = 0; i < values->size(); ++i) text += fmt::format("{},{:.9g}\n", i, (*values)[i]);
        return text;
    }
    std::string text = "row,best,best_value,second,second_value\n";
    const auto* matches = std::get_if<std::vector<FoundMatch>>(&answer);
    for (std::size_t i = 0; matches != nullptr && i < matches->size(); ++i) {
        const FoundMatch& match = (*matches)[i];
        text += fmt::format("{},{},{:.9g},", i, match.best, match.best_value);
        text += match.second < 0 ? ",\n" : fmt::format("{},{:.9g}\n", match.second, match.second_value);
    }
    return text;
}

} // namespace pairscope::app
