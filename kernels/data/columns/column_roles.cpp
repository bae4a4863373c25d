// SPDX-License-Identifier: MIT
#include "kernels/data/columns/column_roles.h"

#include "kernels/data/columns/column_doubts.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope {
namespace {

/// The whole numbers in a name: 1 and 8 of "pixel y1 x8". Only the first digits of very long ones count.
std::vector<std::int64_t> numbers_in(std::string_view name) {
    constexpr std::int64_t most = 1'000'000;
    std::vector<std::int64_t> numbers;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (!is_digit(name[at])) continue;
        if (at == 0 || !is_digit(name[at - 1])) numbers.push_back(0);
        if (numbers.back() < most) numbers.back() = 10 * numbers.back() + (name[at] - '0');
    }
    return numbers;
}

/// The side of a square of so many pixels; 0 if there is none.
std::int64_t side_of_square(std::int64_t pixels) {
    const auto side = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(pixels))));
    return side * side == pixels ? side : 0;
}

/// "pixel y1 x1", "pixel_0_0", "pixel0", "1x1". Numbers such as 400 and 0.5 may be wavelengths.
bool names_pixel(std::string_view name) {
    const bool is_number = name.find_first_not_of("0123456789.") == std::string_view::npos;
    return name.starts_with("pixel") || (!name.empty() && is_digit(name[0]) && !is_number);
}

std::int64_t width_of_pictures(const std::vector<const Column*>& columns) {
    const bool are_counted = columns.size() >= 4 && (columns.front()->name == "0" || columns.front()->name == "1");
    const bool name_pixels =
        columns.size() >= 4 && names_pixel(columns.front()->name) && names_pixel(columns.back()->name);
    if (!are_counted && !name_pixels) return 0;
    const std::vector<std::int64_t> first = numbers_in(columns.front()->name), last = numbers_in(columns.back()->name);
    const auto count = std::ssize(columns);
    if (first.size() == 2 && last.size() == 2) { // the row and the column of a pixel
        const std::int64_t height = last[0] - first[0] + 1, width = last[1] - first[1] + 1;
        return height > 1 && width > 1 && height * width == count ? width : 0;
    }
    const bool are_numbered = first.size() == 1 && last.size() == 1 && last[0] - first[0] + 1 == count;
    return are_numbered ? side_of_square(count) : 0;
}

bool has_whole_numbers(const Column& column, double most) {
    return std::ranges::all_of(column.numbers, [&](double x) { return x >= 0.0 && x <= most && x == std::floor(x); });
}

/// Digits of 8 x 8 pixels, each of them 0 to 16, and which digit it is.
bool are_published_digits(const std::vector<const Column*>& columns) {
    constexpr std::size_t pixels = 64;
    constexpr double brightest = 16.0, largest_digit = 9.0;
    if (columns.size() != pixels + 1 || !has_whole_numbers(*columns.back(), largest_digit)) return false;
    return std::ranges::all_of(columns, [](const Column* column) {
        return column->name.starts_with("column ") && has_whole_numbers(*column, brightest);
    });
}

void add_note(ColumnRoles& roles, const std::string& note) { roles.note += (roles.note.empty() ? "" : "; ") + note; }

void note_label(ColumnRoles& roles) {
    add_note(roles, fmt::format("column {} holds the labels and is not a coordinate", excerpt(roles.label->name)));
}

/// A column of numbers that holds the labels, where no column of texts does.
void find_label(ColumnRoles& roles) {
    auto& columns = roles.coordinates;
    if (roles.label != nullptr || columns.size() < 2) return;
    auto label = std::ranges::find_if(columns, [](const Column* column) { return means_label(column->name); });
    const bool are_digits = label == columns.end() && are_published_digits(columns);
    if (are_digits) label = columns.end() - 1;
    if (label == columns.end()) return;
    roles.label = *label;
    note_label(roles);
    columns.erase(label);
    if (are_digits) roles.picture_width = side_of_square(std::ssize(columns));
}

/// The column of labels that a user has named is no coordinate where others are left.
void take_label(ColumnRoles& roles, const Column& label) {
    roles.label = &label;
    const auto found = std::ranges::find(roles.coordinates, &label);
    if (found == roles.coordinates.end() || roles.coordinates.size() < 2) return;
    note_label(roles);
    roles.coordinates.erase(found);
}

/// Identifiers say nothing about how far vectors are from each other.
void leave_out_identifiers(ColumnRoles& roles, const Table& table) {
    constexpr std::size_t least_left = 2;
    const std::vector<const Column*> candidates = roles.coordinates;
    std::vector<LeftOutColumn> left_out;
    for (const Column* column : candidates) {
        const Doubt why = why_left_out(table, *column);
        if (why == Doubt::none || roles.coordinates.size() <= least_left) continue;
        left_out.push_back({column, why});
        std::erase(roles.coordinates, column);
    }
    std::vector<std::string> all;
    for (const Column* column : candidates) all.push_back(column->name);
    if (const std::string note = note_on_left_out(left_out, all); !note.empty()) add_note(roles, note);
    if (const std::string note = note_on_doubts(table, roles.coordinates); !note.empty()) add_note(roles, note);
}

/// A column of texts is lost to distances, and nothing else says so where it has no hint.
void note_texts(ColumnRoles& roles, const Table& table) {
    constexpr std::size_t most_named = 6;
    std::vector<std::string> names;
    for (const Column& column : table.columns)
        if (!column.is_numeric() && column.hint.empty() && &column != roles.label)
            names.push_back(excerpt(column.name));
    if (names.empty() || roles.coordinates.empty()) return;
    add_note(roles, names.size() == 1
                        ? fmt::format("column {} has texts and is not compared", names.front())
                        : fmt::format("columns {} have texts and are not compared", list_of(names, most_named)));
}

/// Takes a column that a user has chosen.
void take_coordinate(ColumnRoles& roles, const Column& column) {
    if (std::ranges::find(roles.coordinates, &column) != roles.coordinates.end())
        throw InputError(fmt::format("column {} was named twice: name each column once", excerpt(column.name)));
    roles.coordinates.push_back(&column);
}

void take_chosen(ColumnRoles& roles, const Table& table, const RoleChoice& choice) {
    roles.coordinates.clear();
    roles.picture_width = 0;
    roles.note.clear();
    for (const std::string& name : choice.coordinates) take_coordinate(roles, column_named(table, name, Need::numbers));
    const bool is_coordinate = std::ranges::find(roles.coordinates, roles.label) != roles.coordinates.end();
    if (is_coordinate && choice.label.empty()) roles.label = nullptr;
}

/// What makes it doubtful that the column is a coordinate, where nobody has chosen it.
Doubt doubt_of(const ColumnRoles& roles, const Table& table, const Column& column, bool is_used) {
    if (&column == roles.label || !column.is_numeric()) return Doubt::none;
    return is_used ? doubt_about(table, roles.coordinates, column) : why_left_out(table, column);
}

std::string why_used(const Column& column, Doubt doubt, bool is_chosen) {
    if (is_chosen) return "You chose it.";
    if (column.holds_categories) return "It holds texts, which are categories.";
    return doubt == Doubt::none ? "It holds numbers."
                                : fmt::format("It holds numbers. {}", sentence_about(column, doubt));
}

std::string why_not_used(const ColumnRoles& roles, const Column& column, Doubt doubt, bool is_chosen) {
    if (&column == roles.label) return std::string(holds_labels);
    if (!column.is_numeric()) return column.hint.empty() ? "It holds text." : "It holds text: " + column.hint + ".";
    return is_chosen ? "Other columns were chosen." : std::string(sentence_of(doubt));
}

} // namespace

ColumnRoles column_roles(const Table& table, const RoleChoice& choice) {
    ColumnRoles roles;
    for (const Column& column : table.columns) {
        if (column.is_numeric())
            roles.coordinates.push_back(&column);
        else if (roles.label == nullptr && (column.refusal.empty() || may_be_texts(table, column)))
            roles.label = &column;
    }
    if (choice.label.empty())
        find_label(roles);
    else
        take_label(roles, column_named(table, choice.label, Need::anything));
    const bool is_chosen = !choice.coordinates.empty();
    if (is_chosen)
        take_chosen(roles, table, choice);
    else
        leave_out_identifiers(roles, table);
    if (!is_chosen) note_texts(roles, table);
    for (const Column& column : table.columns) {
        const bool is_used = std::ranges::find(roles.coordinates, &column) != roles.coordinates.end();
        const Doubt doubt = is_chosen ? Doubt::none : doubt_of(roles, table, column, is_used);
        roles.uses.push_back(
            {.name = column.name,
             .is_numeric = column.is_numeric(),
             .is_used = is_used,
             .is_label = &column == roles.label,
             .why = is_used ? why_used(column, doubt, is_chosen) : why_not_used(roles, column, doubt, is_chosen),
             .doubt = doubt,
             .currency = column.currency,
             .holds_categories = column.holds_categories});
    }
    if (roles.picture_width == 0) roles.picture_width = width_of_pictures(roles.coordinates);
    return roles;
}

std::int64_t count_numeric(const Table& table) { return std::ranges::count_if(table.columns, &Column::is_numeric); }

std::vector<std::string> proposed_columns(const Table& table) {
    std::vector<std::string> names;
    for (const Column* column : column_roles(table).coordinates) names.push_back(column->name);
    return names;
}

} // namespace pairscope
