// SPDX-License-Identifier: MIT
#include "app/subjects/data/open_texts.h"

#include "kernels/data/columns/column_doubts.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/sequences/text_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace pairscope::app {

bool would_take_more_texts(const WorkloadType& type, const WorkloadType& now, const Dataset& rows) {
    if (type.inputs.texts == TextColumns::left_out || type.inputs.texts == now.inputs.texts || !rows.columns)
        return false;
    return std::ranges::any_of(*rows.columns, [](const ColumnUse& use) { return !use.is_numeric && !use.is_label; });
}

namespace {

bool compares_numbers_alone(const WorkloadType& type) {
    return !sequences::takes_texts(type) && type.inputs.texts == TextColumns::left_out;
}

/// Would the workload take the columns of numbers without those of texts?
bool takes_numbers_of(const std::vector<ColumnUse>& uses, const WorkloadType& type) {
    const auto numbers = std::ranges::count_if(
        uses, [](const ColumnUse& use) { return use.is_numeric && !use.is_label && !use.holds_categories; });
    const InputRule& rule = type.inputs;
    return !counts_coordinates(rule) && numbers >= rule.dims.least && numbers <= rule.dims.most;
}

} // namespace

std::optional<VectorSource> texts_of_open_file(const DataSnapshot& data, const WorkloadType& type) {
    const WorkloadType& now = type_of(data.question.workload);
    const bool takes_others = sequences::takes_texts(type) || type.inputs.texts != now.inputs.texts;
    if (!takes_others || type.inputs.sets != 1 || is_of_recording(data)) return {};
    if (type.inputs.element != Element::float32) return {};
    VectorSource texts{};
    bool has_texts = false;
    if (const auto* file = std::get_if<FileSource>(&data.source)) {
        texts.a = file->path;
        texts.reader = file->reader;
        texts.header = file->header;
        has_texts = data.table && std::ranges::any_of(data.table->columns, [](const pairscope::Column& column) {
                        return !column.is_numeric();
                    });
    } else if (const auto* vectors = std::get_if<VectorSource>(&data.source)) {
        texts.a = vectors->a;
        texts.reader = vectors->reader;
        texts.header = vectors->header;
        const auto* const uses = data.question.first ? data.question.first->columns.get() : nullptr;
        has_texts = vectors->b.empty() && uses != nullptr && std::ranges::any_of(*uses, [](const ColumnUse& use) {
                        return !use.is_numeric || use.holds_categories;
                    });
        if (has_texts && compares_numbers_alone(type) && !takes_numbers_of(*uses, type)) return {};
    }
    if (!has_texts) return {};
    return texts;
}

namespace {

/// A list of pairs whose distances are no numbers, such as "1.5 km", and a table of several such columns, are no texts
/// that somebody wants to compare.
void refuse_near_numbers(const Table& table) {
    const auto& columns = table.columns;
    const auto is_near = [](const pairscope::Column& column) { return !column.is_numeric() && !column.hint.empty(); };
    const auto last = std::ranges::find_if(columns.rbegin(), columns.rend(), is_near);
    if (last == columns.rend()) return;
    std::vector<std::string> names;
    for (const pairscope::Column& column : columns) names.push_back(column.name);
    const bool lists_pairs = pair_ends(names) || (columns.size() == 3 && last == columns.rbegin() &&
                                                  !is_near(columns[0]) && !is_near(columns[1]));
    if (lists_pairs)
        throw InputError(fmt::format("cannot read {} as a list of pairs: its column {} is not a column of numbers; {}",
                                     table.name, excerpt(last->name), last->hint));
    if (std::ranges::count_if(columns, is_near) > 1)
        throw InputError(fmt::format("cannot use {}: no column has numbers; {}", table.name, last->hint));
}

/// "48.86, 2.35", "(1, 2)", "[0.1 0.2 0.3]": numbers that belong into columns of their own.
bool has_several_numbers(std::string_view cell) {
    constexpr std::string_view between = " ,;()[]{}\t";
    int numbers = 0;
    for (std::size_t at = cell.find_first_not_of(between); at != std::string_view::npos;) {
        const std::size_t end = std::min(cell.find_first_of(between, at), cell.size());
        double number = 0.0;
        const auto parsed = std::from_chars(cell.data() + at, cell.data() + end, number);
        if (parsed.ec != std::errc() || parsed.ptr != cell.data() + end) return false;
        ++numbers;
        at = cell.find_first_not_of(between, end);
    }
    return numbers > 1;
}

void refuse_several_numbers(const Table& table) {
    for (const pairscope::Column& column : table.columns) {
        const auto found = std::ranges::find_if(column.texts, has_several_numbers);
        const auto count = std::ranges::count_if(column.texts, has_several_numbers);
        if (count == 0 || 2 * count < table.rows) continue;
        throw InputError(
            fmt::format("cannot use {}: its column {} has several numbers in a cell, such as {}; write each "
                        "into a separate column, or compare the cells as texts with --metric edit",
                        table.name, excerpt(column.name), excerpt(*found)));
    }
}

} // namespace

const WorkloadType* workload_for_texts(const Table& table) {
    const auto is_numeric = [](const pairscope::Column& column) {
        return column.is_numeric() || !column.refusal.empty(); // whoever takes the numbers says what is wrong
    };
    const auto may_be_coordinate = [&](const pairscope::Column& column) {
        return column.is_numeric() && why_left_out(table, column) == Doubt::none;
    };
    const bool has_points =
        std::ranges::count_if(table.columns, is_numeric) > 1 || std::ranges::any_of(table.columns, may_be_coordinate);
    if (has_points || std::ranges::all_of(table.columns, is_numeric)) return nullptr;
    refuse_near_numbers(table);
    refuse_several_numbers(table);
    const auto types = workload_types();
    const auto found = std::ranges::find_if(
        types, [](const WorkloadType& type) { return sequences::takes_texts(type) && type.inputs.sets == 1; });
    return found == types.end() ? nullptr : &*found;
}

std::string remark_on_texts(const Table& table) {
    if (table.holds_sequences)
        return fmt::format(
            "The sequences of {} are compared by their edit distances (--metric edit). To compare aligned "
            "ones character by character, use --metric hamming.",
            table.name);
    return fmt::format(
        "{} has no columns of numbers that could be coordinates, so its texts are compared by their edit "
        "distances (--metric edit).",
        table.name);
}

} // namespace pairscope::app
