// SPDX-License-Identifier: MIT
#include "app/subjects/data/column_words.h"

#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::app {

std::int64_t numeric_columns(const Dataset& set) {
    return set.columns ? std::ranges::count(*set.columns, true, &ColumnUse::is_numeric) : 0;
}

std::vector<std::string> used_columns(const Dataset& set) {
    std::vector<std::string> names;
    if (!set.columns) return names;
    for (const ColumnUse& use : *set.columns)
        if (use.is_used) names.push_back(use.name);
    return names;
}

std::vector<std::string> with_toggled(const Dataset& set, const std::string& name) {
    std::vector<std::string> names;
    if (!set.columns) return names;
    for (const ColumnUse& use : *set.columns)
        if (use.is_numeric && use.is_used != (use.name == name)) names.push_back(use.name);
    return names.empty() ? used_columns(set) : names;
}

std::vector<std::string> all_numeric(const Dataset& set) {
    std::vector<std::string> names;
    if (!set.columns) return names;
    for (const ColumnUse& use : *set.columns)
        if (use.is_numeric) names.push_back(use.name);
    return names;
}

std::string column_summary(const Dataset& set) {
    const bool is_scaled = !set.scales.empty();
    if (!set.columns) return fmt::format("{}{}", counted(set.dims, "coordinate"), is_scaled ? ", standardised" : "");
    return fmt::format("{} of {}{}: {}", set.dims, numeric_columns(set), is_scaled ? ", standardised" : "",
                       fmt::join(used_columns(set), ", "));
}

} // namespace pairscope::app
