// SPDX-License-Identifier: MIT
#include "app/subjects/output/output_table.h"

#include <fmt/format.h>

namespace pairscope::app {

std::string output_csv(const Output& output) {
    if (const auto* scalar = std::get_if<double>(&output)) return fmt::format("value\n{:.17g}\n", *scalar);
    if (const auto* pair = std::get_if<FoundPair>(&output))
        return fmt::format("first,second,value\n{},{},{:.17g}\n", pair->first, pair->second, pair->value);
    if (const auto* values = std::get_if<std::vector<float>>(&output)) {
        std::string text = "row,value\n";
        for (std::size_t i = 0; i < values->size(); ++i) text += fmt::format("{},{:.9g}\n", i, (*values)[i]);
        return text;
    }
    return {};
}

} // namespace pairscope::app
