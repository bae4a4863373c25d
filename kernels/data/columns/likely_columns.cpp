// SPDX-License-Identifier: MIT
#include "kernels/data/columns/column_doubts.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/sequences/named_sequences.h"
#include "kernels/data/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope {

namespace {

using Columns = std::vector<const Column*>;

/// The row number: 0 1 2 ..., 1 2 3 ..., as a first column without a name often is.
bool counts_rows(const Column& column) {
    for (std::size_t i = 1; i < column.numbers.size(); ++i) {
        if (!(column.numbers[i] - column.numbers[i - 1] == 1.0)) return false;
    }
    return column.numbers.size() > 1;
}

/// A column of one number tells no two rows apart.
bool has_one_number(const Column& column) {
    constexpr std::size_t fewest_rows = 3; // in fewer it may be chance
    return column.numbers.size() >= fewest_rows &&
           std::ranges::all_of(column.numbers, [&](double x) { return x == column.numbers.front(); });
}

/// Why the column is not x or y; empty: another one was chosen.
std::string why_no_coordinate(const Table& table, const Column& column) {
    if (!column.is_numeric()) return column.hint.empty() ? "It holds text." : "It holds text: " + column.hint + ".";
    // The doubt comes first, because whoever joins two tables by identifiers looks for it.
    if (const Doubt doubt = why_left_out(table, column); doubt != Doubt::none) return std::string(sentence_of(doubt));
    if (means_no_coordinate(column.name)) return "Its name means a count, an identifier or a class.";
    if (!column.is_named && counts_rows(column)) return std::string(sentence_of(Doubt::counts_rows));
    if (has_one_number(column)) return "It has the same number in every row.";
    return {};
}

/// The column of labels is a coordinate only where its name means one, or where fewer than two others are left.
Columns coordinate_columns(const Table& table, const std::optional<std::string>& label) {
    Columns numeric, likely;
    for (const Column& column : table.columns) {
        if (!column.is_numeric()) continue;
        numeric.push_back(&column);
        const bool is_only_label = column.name == label && !means_place(column.name);
        if (why_no_coordinate(table, column).empty() && !is_only_label) likely.push_back(&column);
    }
    if (numeric.size() < 2) {
        sequences::refuse_sequences(table);
        const auto hinting = std::ranges::find_if(table.columns, [](const Column& c) { return !c.hint.empty(); });
        const std::string text = text_among_columns(table);
        throw InputError(fmt::format("cannot take points from {}: it has {} of numbers, but x and y need two; {}",
                                     table.name, numeric.empty() ? "no column" : "one column",
                                     hinting != table.columns.end() ? hinting->hint
                                     : text.empty()
                                         ? "open a table with two"
                                         : fmt::format("{}; write numbers there, or open a table with two", text)));
    }
    return likely.size() >= 2 ? likely : numeric;
}

const Column* first_that(const Columns& columns, bool (*means)(std::string_view)) {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column* c) { return means(c->name); });
    return found == columns.end() ? nullptr : *found;
}

/// Which columns are x and y, and by which rule.
struct Proposal {
    const Column* x = nullptr;
    const Column* y = nullptr;
    std::string_view why;
    bool is_by_place = false; ///< the place in the table decided, and a column that is refused would change it
};

Proposal proposal_of(const Table& table, const std::optional<std::string>& label) {
    const Columns columns = coordinate_columns(table, label);
    Proposal proposal{first_that(columns, means_x), first_that(columns, means_y), "Its name means x or y."};
    if (proposal.x != nullptr && proposal.y != nullptr) return proposal;
    if (const auto places = likely_places(table)) {
        const bool by_name = means_longitude(places->longitude->name) && means_latitude(places->latitude->name);
        return {places->longitude, places->latitude,
                by_name ? "Its name means longitude or latitude." : "Its cells have the letters of hemispheres."};
    }
    const auto of_points = [&](CellMeaning meaning) {
        const auto found = std::ranges::find(columns, meaning, &Column::meaning);
        return found == columns.end() ? nullptr : *found;
    };
    proposal = {of_points(CellMeaning::x), of_points(CellMeaning::y), "It is a coordinate of the points in a column."};
    if (proposal.x != nullptr && proposal.y != nullptr) return proposal;
    if (!columns.front()->is_named)
        return {columns[0], columns[1], "It is one of the first two columns of numbers.", true};
    return {columns[columns.size() - 2], columns.back(), "It is one of the last two columns of numbers.", true};
}

} // namespace

std::optional<std::string> likely_label(const Table& table) {
    for (const Column& column : table.columns) {
        const bool has_text =
            std::any_of(column.texts.begin(), column.texts.end(), [](const auto& t) { return !t.empty(); });
        const bool is_meant = column.refusal.empty() || may_be_texts(table, column);
        if (has_text && is_meant) return column.name;
    }
    return std::nullopt;
}

ColumnChoice likely_columns(const Table& table, const std::optional<std::string>& label) {
    const std::int64_t numeric = count_numeric(table);
    if (numeric < 2) require_numbers(table, label.value_or(""));
    const Proposal proposal = proposal_of(table, label);
    if (proposal.is_by_place) require_numbers(table, label.value_or(""));
    return {proposal.x->name, proposal.y->name, label ? label : likely_label(table)};
}

std::string note_on_proposal(const Table& table, const ColumnChoice& choice) {
    const std::int64_t numeric = count_numeric(table);
    if (numeric < 2) return {};
    const Proposal proposal = proposal_of(table, choice.label);
    if (choice.x != proposal.x->name || choice.y != proposal.y->name) return {};
    std::string note = note_on_other_places(table, *proposal.x, *proposal.y);
    if (means_longitude(choice.x) && means_latitude(choice.y))
        if (const std::string loss = loss_of_places(table, *proposal.x, *proposal.y); !loss.empty())
            note += fmt::format("{}{}", note.empty() ? "" : "; ", loss);
    for (const Column* column : {proposal.x, proposal.y}) {
        const Doubt doubt = why_left_out(table, *column);
        if (doubt == Doubt::none) continue;
        note += fmt::format("{}column {} is a coordinate, because no other is left, although {}",
                            note.empty() ? "" : "; ", excerpt(column->name), clause_of(doubt));
    }
    for (const Column& column : table.columns) {
        const Doubt why = why_left_out(table, column);
        if (why == Doubt::none || &column == proposal.x || &column == proposal.y || column.name == choice.label)
            continue;
        note += fmt::format("{}column {} is not a coordinate, because {}; --x and --y choose others",
                            note.empty() ? "" : "; ", excerpt(column.name), clause_of(why));
    }
    return note;
}

std::vector<ColumnUse> uses_of(const Table& table, const ColumnChoice& choice) {
    const std::int64_t numeric = count_numeric(table);
    Proposal proposal;
    if (numeric >= 2) proposal = proposal_of(table, choice.label);
    const bool is_proposed = proposal.x != nullptr && choice.x == proposal.x->name && choice.y == proposal.y->name;
    std::vector<ColumnUse> uses;
    for (const Column& column : table.columns) {
        ColumnUse& use = uses.emplace_back(ColumnUse{.name = column.name, .is_numeric = column.is_numeric()});
        use.is_used = column.name == choice.x || column.name == choice.y;
        use.is_label = column.name == choice.label;
        if (!use.is_used && !use.is_label) use.doubt = why_left_out(table, column);
        if (use.is_used)
            use.why = is_proposed ? std::string(proposal.why) : "You chose it.";
        else if (use.is_label)
            use.why = "It names the points.";
        else
            use.why = why_no_coordinate(table, column);
        if (use.why.empty()) use.why = "A point in the plane has two coordinates, and two other columns were taken.";
    }
    return uses;
}

} // namespace pairscope
