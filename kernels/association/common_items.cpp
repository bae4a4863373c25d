// SPDX-License-Identifier: MIT
#include "kernels/association/common_items.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <numeric>
#include <string_view>
#include <unordered_map>

namespace pairscope::association {
namespace {

using RowOfName = std::unordered_map<std::string_view, std::int32_t>;

RowOfName rows_by_name(const Dataset& set) {
    RowOfName rows;
    for (std::int64_t row = 0; row < set.rows; ++row) {
        const std::string& name = set.labels[static_cast<std::size_t>(row)];
        if (const auto [known, is_new] = rows.emplace(name, static_cast<std::int32_t>(row)); !is_new)
            throw InputError(fmt::format("rows {} and {} of {} (counted from 0) have the same name, \"{}\": give each "
                                         "row a different name, or choose another column of names",
                                         known->second, row, set.name, name));
    }
    return rows;
}

void refuse_few(const CommonItems& items, const Dataset& first, const Dataset& second) {
    const auto common = static_cast<std::int64_t>(items.first.size());
    if (common >= fewest_common) return;
    const std::string in_common = common == 0 ? "no item" : counted(common, "item");
    throw InputError(items.by_position
                         ? fmt::format("{} and {} have {}, and a comparison needs at least {}", first.name, second.name,
                                       in_common, fewest_common)
                         : fmt::format("{} and {} have {} in common, and a comparison needs at least {}. Items are "
                                       "rows of the same name: choose columns with the same names",
                                       first.name, second.name, in_common, fewest_common));
}

CommonItems by_position(const Dataset& first, const Dataset& second) {
    if (first.rows != second.rows)
        throw InputError(
            fmt::format("{} has {} and {} has {}, and not both have names: give both a column of names, or "
                        "equally many rows in the same order",
                        first.name, counted(first.rows, "row"), second.name, counted(second.rows, "row")));
    CommonItems items;
    items.by_position = true;
    items.first.resize(static_cast<std::size_t>(first.rows));
    std::iota(items.first.begin(), items.first.end(), 0);
    items.second = items.first;
    return items;
}

} // namespace

CommonItems common_items(const Dataset& first, const Dataset& second, JoinedBy by) {
    CommonItems items;
    if (by == JoinedBy::position || first.labels.empty() || second.labels.empty()) {
        items = by_position(first, second);
    } else {
        const RowOfName known = rows_by_name(first), others = rows_by_name(second);
        for (std::int32_t row = 0; row < static_cast<std::int32_t>(first.rows); ++row) {
            const auto found = others.find(first.labels[static_cast<std::size_t>(row)]);
            if (found == others.end()) {
                items.only_first.push_back(row);
                continue;
            }
            items.same_order = items.same_order && (items.second.empty() || items.second.back() < found->second);
            items.first.push_back(row);
            items.second.push_back(found->second);
        }
        for (std::int32_t row = 0; row < static_cast<std::int32_t>(second.rows); ++row)
            if (!known.contains(second.labels[static_cast<std::size_t>(row)])) items.only_second.push_back(row);
    }
    refuse_few(items, first, second);
    return items;
}

} // namespace pairscope::association
