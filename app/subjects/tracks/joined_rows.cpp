// SPDX-License-Identifier: MIT
#include "app/subjects/tracks/joined_rows.h"

#include "kernels/data/columns/named_column.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace pairscope::app {
namespace {

using NamedRows = std::unordered_map<std::string_view, std::int64_t>;

/// How many names of the data stand in this column.
std::int64_t matches_in(const std::vector<std::string>& texts, const std::unordered_set<std::string_view>& names) {
    return std::ranges::count_if(texts, [&](const std::string& text) { return names.contains(text); });
}

struct NameColumn {
    const Column* column = nullptr;
    std::vector<std::string> texts{};
    std::int64_t matches = 0;
};

NameColumn name_column_in(const Table& table, const std::unordered_set<std::string_view>& names,
                          const std::stop_token& stop) {
    NameColumn best;
    for (const bool numeric : {false, true}) { // numbers are names where no texts are
        for (const Column& column : table.columns) {
            if (column.is_numeric() != numeric) continue;
            std::vector<std::string> texts = column_texts(table, column, table.rows, stop);
            const std::int64_t matches = matches_in(texts, names);
            if (matches > best.matches) best = {&column, std::move(texts), matches};
        }
        if (best.column != nullptr) return best;
    }
    return best;
}

bool are_equal_cells(const Column& column, std::int64_t a, std::int64_t b) {
    const auto i = std::size_t(a), k = std::size_t(b);
    if (!column.is_numeric()) return column.texts[i] == column.texts[k];
    const double x = column.numbers[i], y = column.numbers[k];
    return x == y || (std::isnan(x) && std::isnan(y));
}

void refuse_if_ambiguous(const Table& table, std::span<const std::string> asked, std::string_view name,
                         std::int64_t first, std::int64_t second) {
    for (const std::string& wanted : asked) {
        const auto column = std::ranges::find(table.columns, wanted, &Column::name);
        if (column == table.columns.end() || are_equal_cells(*column, first, second)) continue;
        throw InputError(fmt::format("cannot join {} by name: {} stands in {} and in {}, with different values in "
                                     "column {}; keep one row for each name",
                                     table.name, excerpt(name), row_in_words(table, first), row_in_words(table, second),
                                     excerpt(wanted)));
    }
}

std::string_view first_name(const Dataset& data) {
    const auto named = std::ranges::find_if(data.labels, [](const std::string& label) { return !label.empty(); });
    return named == data.labels.end() ? std::string_view() : std::string_view(*named);
}

} // namespace

JoinedRows joined_rows(const Dataset& data, const Table& table, std::span<const std::string> asked,
                       const std::stop_token& stop) {
    if (first_name(data).empty())
        throw InputError(fmt::format("cannot join {} by name: the rows of {} have no names; choose the column of names "
                                     "first",
                                     table.name, data.name));
    const std::unordered_set<std::string_view> names(data.labels.begin(), data.labels.end());
    const NameColumn found = name_column_in(table, names, stop);
    if (found.column == nullptr)
        throw InputError(fmt::format("cannot join {} by name: no column of it has the name of a row of {}, such as {}; "
                                     "choose the column of names, or a table with these names",
                                     table.name, data.name, excerpt(first_name(data))));
    JoinedRows joined{.names = found.column};
    NamedRows rows;
    for (std::int64_t row = 0; row < table.rows; ++row) {
        const std::string& name = found.texts[std::size_t(row)];
        if (!names.contains(name)) {
            if (joined.unused++ == 0) joined.example_unused = name;
        } else if (const auto [known, is_new] = rows.emplace(name, row); !is_new) {
            refuse_if_ambiguous(table, asked, name, known->second, row);
        }
    }
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const std::string_view name =
            std::size_t(row) < data.labels.size() ? std::string_view(data.labels[std::size_t(row)]) : "";
        const auto known = rows.find(name);
        joined.rows.push_back(known == rows.end() ? -1 : known->second);
        if (known == rows.end() && joined.unmatched++ == 0) joined.example_unmatched = name;
    }
    return joined;
}

std::vector<std::string> remarks_on(const JoinedRows& joined, const Dataset& data, const Table& table) {
    std::vector<std::string> remarks;
    if (joined.unmatched > 0)
        remarks.push_back(fmt::format("{} of the {} rows of {}, such as {}, {} not in column {} of {}, so nothing is "
                                      "known of {}.",
                                      grouped(joined.unmatched), grouped(data.rows), data.name,
                                      excerpt(joined.example_unmatched), joined.unmatched == 1 ? "is" : "are",
                                      excerpt(joined.names->name), table.name, joined.unmatched == 1 ? "it" : "them"));
    if (joined.unused > 0)
        remarks.push_back(fmt::format(
            "{} of the {} names in {}, such as {}, {} to no row of {}.", grouped(joined.unused), grouped(table.rows),
            table.name, excerpt(joined.example_unused), joined.unused == 1 ? "belongs" : "belong", data.name));
    return remarks;
}

} // namespace pairscope::app
