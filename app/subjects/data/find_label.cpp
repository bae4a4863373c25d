// SPDX-License-Identifier: MIT
#include "app/subjects/data/find_label.h"

#include "app/spine/commands.h"
#include "app/subjects/points/points.h"
#include "kernels/data/coordinates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::app {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

std::size_t place_in(std::string_view label, std::string_view text) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    const auto found = std::search(label.begin(), label.end(), text.begin(), text.end(), same);
    return found == label.end() ? std::string_view::npos : std::size_t(found - label.begin());
}

/// The texts of the row in the other columns of the file.
std::vector<std::string> other_texts(const DataSnapshot& data, std::int64_t in_file) {
    constexpr std::size_t most_texts = 2;
    std::vector<std::string> texts;
    const auto* file = std::get_if<FileSource>(&data.source);
    if (file == nullptr || !data.table || in_file >= data.table->rows) return texts;
    for (const pairscope::Column& column : data.table->columns) {
        if (column.is_numeric() || column.name == file->columns.label || texts.size() == most_texts) continue;
        if (const std::string_view text = column.texts[std::size_t(in_file)]; !text.empty()) texts.emplace_back(text);
    }
    return texts;
}

} // namespace

LabelledRows rows_labelled(const Dataset& data, std::string_view text, std::size_t most) {
    LabelledRows found;
    if (text.size() < 2) return found;
    std::vector<std::int64_t> rest;
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
        const std::size_t at = place_in(data.labels[i], text);
        if (at != std::string_view::npos) (at == 0 ? found.rows : rest).push_back(std::int64_t(i));
    }
    const auto in_file = [&](std::int64_t row) { return row_in_file(data, row).value_or(data.rows + row); };
    std::ranges::sort(found.rows, {}, in_file);
    std::ranges::sort(rest, {}, in_file);
    found.rows.insert(found.rows.end(), rest.begin(), rest.end());
    found.all = std::ssize(found.rows);
    if (found.rows.size() > most) found.rows.resize(most);
    return found;
}

std::string why_not_found(const DataSnapshot& data) {
    const Question& question = data.question;
    if (question.first && (!question.first->labels.empty() || !question.across().labels.empty()))
        return "No label has these letters. Type a row (117000), a row and a column (117000, 5), or a label of at "
               "least two letters.";
    const auto is_text = [](const pairscope::Column& column) { return !column.is_numeric(); };
    const bool can_choose = std::holds_alternative<FileSource>(data.source) && data.table &&
                            std::ranges::any_of(data.table->columns, is_text);
    return can_choose ? "The rows have no labels: the menu \"labels\" of the Data panel can name them. Type a row "
                        "(117000), or a row and a column (117000, 5)."
                      : "The rows have no labels. Type a row (117000), or a row and a column (117000, 5).";
}

std::string details_of_row(const DataSnapshot& data, const Dataset& set, std::int64_t row, std::string_view what) {
    std::vector<std::string> parts;
    if (const auto in_file = row_in_file(set, row)) parts = other_texts(data, *in_file);
    if (is_of_points(data.source))
        parts.push_back(
            fmt::format("({:.6g}, {:.6g})", coordinate_in_file(set, row, 0), coordinate_in_file(set, row, 1)));
    parts.push_back(numbered_row(set, row, what));
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace pairscope::app
