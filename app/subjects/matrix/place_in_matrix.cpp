// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/place_in_matrix.h"

#include "app/chart/number_text.h"
#include "app/subjects/points/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace pairscope::app {
namespace {

std::string without_spaces(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (std::isspace(static_cast<unsigned char>(c)) == 0)
            result += char(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The number after one of the words; absent if there is none.
std::optional<std::int64_t> number_after(std::string_view text, std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words)
        if (text.starts_with(word)) return whole_number(text.substr(word.size()));
    return {};
}

} // namespace

std::optional<PlaceInMatrix> place_in(std::string_view text) {
    const std::string packed = without_spaces(text);
    const std::size_t comma = packed.find(',');
    const std::string_view first = std::string_view(packed).substr(0, comma);
    const auto row = number_after(first, {"row", ""});
    if (comma == std::string::npos) {
        if (row) return PlaceInMatrix{row, {}};
        if (const auto col = number_after(first, {"column", "col"})) return PlaceInMatrix{{}, col};
        return {};
    }
    const auto col = number_after(std::string_view(packed).substr(comma + 1), {"column", "col", ""});
    if (!col || (!row && !first.empty())) return {};
    return PlaceInMatrix{row, col};
}

std::string why_not_there(MatrixShape shape, const PlaceInMatrix& place) {
    const auto is_outside = [](const std::optional<std::int64_t>& at, std::int64_t count) {
        return at && (*at < 0 || *at >= count);
    };
    if (is_outside(place.row, shape.rows))
        return fmt::format("Row {} does not exist. The rows of this matrix are numbered from 0 to {}.",
                           grouped(*place.row), grouped(shape.rows - 1));
    if (is_outside(place.col, shape.cols))
        return fmt::format("Column {} does not exist. The columns of this matrix are numbered from 0 to {}.",
                           grouped(*place.col), grouped(shape.cols - 1));
    return {};
}

namespace {

/// `title`: "Row" or "Column".
std::string why_not_in(const Dataset& set, std::int64_t in_file, std::string_view title, std::string_view whats) {
    if (row_from_file(set, in_file)) return {};
    const FileRows there = rows_in_file(set);
    if (in_file > there.first && in_file < there.last)
        return fmt::format("{} {} was removed.", title, grouped(in_file));
    return fmt::format("{} {} does not exist. The {} of this matrix are numbered from {} to {}.", title,
                       grouped(in_file), whats, grouped(there.first), grouped(there.last));
}

} // namespace

std::string why_not_in_files(const Question& question, const PlaceInMatrix& place) {
    std::string reason = place.row ? why_not_in(*question.first, *place.row, "Row", "rows") : std::string();
    if (reason.empty() && place.col) reason = why_not_in(question.across(), *place.col, "Column", "columns");
    return reason;
}

PlaceInMatrix place_from_file(const Question& question, const PlaceInMatrix& place) {
    PlaceInMatrix there;
    if (place.row) there.row = row_from_file(*question.first, *place.row);
    if (place.col) there.col = row_from_file(question.across(), *place.col);
    return there;
}

} // namespace pairscope::app
