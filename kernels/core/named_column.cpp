// SPDX-License-Identifier: MIT
#include "kernels/core/named_column.h"

#include "kernels/core/errors.h"
#include "kernels/core/readable.h"
#include "kernels/core/text.h"

#include <fmt/format.h>

namespace pairscope {
namespace {

std::string names_of(const Table& table, Need need) {
    constexpr std::int64_t most = 12; // more would be no help in one sentence
    std::string names;
    std::int64_t count = 0;
    for (const Column& column : table.columns) {
        if ((need == Need::numbers && !column.is_numeric()) || ++count > most) continue;
        names += (names.empty() ? "" : ", ") + excerpt(column.name);
    }
    if (count > most) names += fmt::format(" and {} more", grouped(count - most));
    return names.empty() ? "none" : names;
}

} // namespace

const Column& column_named(const Table& table, std::string_view name, Need need) {
    for (const Column& column : table.columns) {
        if (column.name != name) continue;
        if (column.is_numeric() || need == Need::anything) return column;
        if (!column.hint.empty())
            throw InputError(fmt::format("cannot take column {} of {} as numbers, because it holds text: {}",
                                         excerpt(name), table.name, column.hint));
        throw InputError(fmt::format("cannot take column {} of {}: it holds text, not numbers; choose one of {}",
                                     excerpt(name), table.name, names_of(table, need)));
    }
    throw InputError(fmt::format("cannot take column {} of {}: there is no such column; {} are {}", excerpt(name),
                                 table.name, need == Need::numbers ? "those with numbers" : "its columns",
                                 names_of(table, need)));
}

} // namespace pairscope
