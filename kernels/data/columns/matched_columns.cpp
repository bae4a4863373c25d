// SPDX-License-Identifier: MIT
#include "kernels/data/columns/matched_columns.h"

#include "kernels/data/columns/column_choice.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace pairscope {
namespace {

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Is this a name that the readers of tables, or pandas, give a column without a name?
bool is_made_up(std::string_view name) {
    for (const std::string_view beginning : {"column ", "Unnamed: "})
        if (name.starts_with(beginning) && is_number(name.substr(beginning.size()))) return true;
    return false;
}

/// The name of which "x (2)" is the second; empty: it is no such name.
std::string_view repeated(std::string_view name) {
    const std::size_t open = name.rfind(" (");
    if (open == std::string_view::npos || !name.ends_with(')')) return {};
    return is_number(name.substr(open + 2, name.size() - open - 3)) ? name.substr(0, open) : std::string_view();
}

/// Capital letters and blanks make no other name.
std::string key_of(std::string_view name) {
    std::string key;
    for (const char c : name)
        if (c != ' ') key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return key;
}

/// The places of the columns that have a name which means something and stands there once, by name.
std::map<std::string, std::size_t> places_by_name(std::span<const std::string> names) {
    std::map<std::string, int> copies;
    for (const std::string& name : names) {
        const std::string_view base = repeated(name);
        const bool is_copy = !base.empty() && std::ranges::find(names, base) != names.end();
        ++copies[key_of(is_copy ? base : std::string_view(name))];
    }
    std::map<std::string, std::size_t> places;
    for (std::size_t k = 0; k < names.size(); ++k)
        if (const std::string key = key_of(names[k]); !is_made_up(names[k]) && copies[key] == 1) places.emplace(key, k);
    return places;
}

using Places = std::map<std::string, std::size_t>;

std::vector<std::string> names_in(const NamedAxes& axes, const Places& places, const Places& others, bool common) {
    std::vector<std::string> found;
    for (const std::string& name : axes.names)
        if (const std::string key = key_of(name); places.contains(key) && others.contains(key) == common)
            found.push_back(name);
    return found;
}

/// "'a', 'b' and 7 more"
std::string quoted_list(const std::vector<std::string>& names) {
    constexpr std::size_t most = 5;
    std::vector<std::string> quoted;
    for (const std::string& name : names) quoted.push_back(excerpt(name));
    return list_of(quoted, most);
}

[[noreturn]] void refuse(const NamedAxes& first, const NamedAxes& second, const Places& a, const Places& b) {
    const std::vector<std::string> common = names_in(second, b, a, true);
    std::vector<std::string> facts{fmt::format("both have {}", quoted_list(common))};
    for (const auto& [axes, only] :
         {std::pair(&first, names_in(first, a, b, false)), std::pair(&second, names_in(second, b, a, false))})
        if (!only.empty()) facts.push_back(fmt::format("only {} has {}", axes->file, quoted_list(only)));
    if (facts.size() == 1) facts.emplace_back("and the others have no names or repeated ones");
    throw InputError(fmt::format("cannot match the columns of {} with those of {}: {}; choose the columns of both in "
                                 "the Data panel before the second file is opened, or with --columns {}",
                                 second.file, first.file, fmt::join(facts, ", "), column_list(common)));
}

/// About the first coordinate whose names tell two units; empty: there is none. Equal names tell the same unit.
std::string note_on_two_units(const NamedAxes& first, const NamedAxes& second) {
    for (std::size_t k = 0; k < std::min(first.names.size(), second.names.size()); ++k) {
        const std::string one = axis_name_of(first.names[k]).unit, other = axis_name_of(second.names[k]).unit;
        if (one.empty() || other.empty() || one == other) continue;
        return fmt::format("their units differ, {} is in {} and {} in {}, and nothing was converted, so convert the "
                           "numbers of one file to the unit of the other",
                           excerpt(second.names[k]), other, excerpt(first.names[k]), one);
    }
    return {};
}

/// Names such as "column 2" say nothing, so another order of them says nothing either.
std::string note_on_made_up_names(const NamedAxes& first, const NamedAxes& second) {
    if (!std::ranges::is_permutation(first.names, second.names)) return {};
    const auto [one, other] = std::ranges::mismatch(first.names, second.names);
    return fmt::format("the names of the columns of {} and {} are made up or repeated, so the columns were matched by "
                       "position: {} goes with {}",
                       second.file, first.file, excerpt(*other), excerpt(*one));
}

std::string note_on_positions(const NamedAxes& first, const NamedAxes& second) {
    if (second.names.empty() || first.names.empty())
        return fmt::format("{} has no names of columns, so its columns were matched with those of {} by position",
                           second.names.empty() ? second.file : first.file,
                           second.names.empty() ? first.file : second.file);
    const auto has_header = [](const NamedAxes& axes) { return !std::ranges::all_of(axes.names, is_made_up); };
    if (has_header(first) != has_header(second)) {
        const auto& [with, without] = has_header(first) ? std::pair(&first, &second) : std::pair(&second, &first);
        return fmt::format("{} has a header and {} has none, so their columns were matched by position and the first "
                           "line of {} is a row; if that line is a heading, use --header yes",
                           with->file, without->file, without->file);
    }
    std::string note =
        fmt::format("no column has the name of a column of {}, so the columns were matched by position: {} "
                    "goes with {}",
                    first.file, excerpt(second.names.front()), excerpt(first.names.front()));
    if (first.names.size() > 1) note = fmt::format("{}, and so on", note);
    const std::string units = note_on_two_units(first, second);
    return units.empty() ? note : fmt::format("{}; {}", note, units);
}

} // namespace

MatchedColumns matched_columns(const NamedAxes& first, const NamedAxes& second) {
    if (std::ranges::equal(first.names, second.names)) return {};
    const Places a = places_by_name(first.names), b = places_by_name(second.names);
    if (a.empty() && b.empty()) return {.order = {}, .note = note_on_made_up_names(first, second)};
    const auto is_in_b = [&](const auto& named) { return b.contains(named.first); };
    const auto common = static_cast<std::size_t>(std::ranges::count_if(a, is_in_b));
    if (common == 0) return {.order = {}, .note = note_on_positions(first, second)};
    if (common != first.names.size() || common != second.names.size()) refuse(first, second, a, b);
    MatchedColumns matched;
    bool is_same_order = true;
    for (const std::string& name : first.names) {
        is_same_order = is_same_order && b.at(key_of(name)) == matched.order.size();
        matched.order.push_back(b.at(key_of(name)));
    }
    if (is_same_order) return {};
    matched.note =
        fmt::format("its columns stand in another order than those of {}, so they were matched by name", first.file);
    return matched;
}

} // namespace pairscope
