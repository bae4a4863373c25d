// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/relation/row_identifiers.h"

#include "kernels/association/common_items.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace pairscope::app {
namespace {

const ColumnUse* identifiers_of(const Dataset& set) {
    if (!set.labels.empty() || !set.columns) return nullptr;
    const auto names_rows = [](const ColumnUse& use) {
        return !use.is_used &&
               (use.doubt == Doubt::identifier || use.doubt == Doubt::nameless || use.doubt == Doubt::leading_zeros);
    };
    const auto found = std::ranges::find_if(*set.columns, names_rows);
    return found == set.columns->end() ? nullptr : &*found;
}

/// "rows 0 and 4 of a.csv (counted from 0) have the same number '7' in column 'plot'"; empty: each has its own.
std::string why_no_names(const IdentifiedSet& side) {
    if (side.named == nullptr) return {};
    std::unordered_map<std::string_view, std::size_t> rows;
    for (std::size_t row = 0; row < side.named->labels.size(); ++row) {
        const std::string_view name = side.named->labels[row];
        const auto [known, is_new] = rows.emplace(name, row);
        if (is_new) continue;
        const std::string column = excerpt(column_of_identifiers(*side.loaded));
        return name.empty() ? fmt::format("column {} of {} has no number in some rows, so it does not name the rows",
                                          column, side.loaded->name)
                            : fmt::format("rows {} and {} of {} (counted from 0) both have {} in column {}, so it does "
                                          "not name the rows",
                                          known->second, row, side.loaded->name, excerpt(name), column);
    }
    return {};
}

/// Programs number the rows of a file in a column without a name.
bool only_counts(const IdentifiedSet& side) {
    if (side.named == nullptr || side.named->labels.empty()) return false;
    if (const ColumnUse* use = identifiers_of(*side.loaded); use == nullptr || use->doubt != Doubt::nameless)
        return false;
    std::int64_t last = 0;
    for (std::size_t row = 0; row < side.named->labels.size(); ++row) {
        const std::string& name = side.named->labels[row];
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (error != std::errc() || end != name.data() + name.size()) return false;
        if (row == 0 ? number != 0 && number != 1 : number != last + 1) return false;
        last = number;
    }
    return true;
}

bool can_be_joined_by_name(const Dataset& first, const Dataset& second) {
    try {
        return !association::common_items(first, second).by_position;
    } catch (const InputError&) {
        return false;
    }
}

} // namespace

std::string column_of_identifiers(const Dataset& set) {
    const ColumnUse* const use = identifiers_of(set);
    return use == nullptr ? std::string() : use->name;
}

NamedSides sides_named_by_identifiers(const IdentifiedSet& first, const IdentifiedSet& second) {
    NamedSides sides{.first = first.named != nullptr, .second = second.named != nullptr};
    for (const auto& [side, is_named] : {std::pair(&first, &sides.first), {&second, &sides.second}}) {
        const std::string reason = why_no_names(*side);
        if (reason.empty()) continue;
        *is_named = false;
        if (sides.why_not.empty()) sides.why_not = reason;
    }
    const auto names_of = [](const IdentifiedSet& side, bool is_named) -> const Dataset& {
        return is_named ? *side.named : *side.loaded;
    };
    const Dataset &a = names_of(first, sides.first), &b = names_of(second, sides.second);
    const bool first_counts = sides.first && only_counts(first), second_counts = sides.second && only_counts(second);
    const bool count_alike = first_counts && second_counts && a.labels.front() == b.labels.front();
    const bool joined = can_be_joined_by_name(a, b);
    if (first_counts && !count_alike && (second_counts || !joined)) sides.first = false;
    if (second_counts && !count_alike && (first_counts || !joined)) sides.second = false;
    return sides;
}

} // namespace pairscope::app
