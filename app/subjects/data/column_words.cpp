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
    std::string count =
        set.columns ? fmt::format("{} of {}", set.dims, numeric_columns(set)) : counted(set.dims, "coordinate");
    if (!set.scales.empty()) count = fmt::format("{}, standardised", count);
    return set.columns ? fmt::format("{}: {}", count, fmt::join(used_columns(set), ", ")) : count;
}

} // namespace pairscope::app
