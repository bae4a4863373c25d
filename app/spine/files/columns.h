// SPDX-License-Identifier: MIT
// A table of results as one list of columns. Text, CSV and JSON take the heading and the value of a column from the
// same entry, so that none of them can be matched with the wrong one.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace pairscope::app {

using Json = nlohmann::ordered_json;

enum class Align : bool { left, right };
/// Which of the formats for programs have a column.
enum class Programs : std::uint8_t { csv_and_json, csv, json };

/// A column is shown to people if it has a `text`, and to programs if it has a `value`.
template <class Row> struct TableColumn {
    std::string_view title{}; ///< above the column, for people
    std::string_view unit{};  ///< unit of its texts, in brackets behind the title
    std::string_view key{};   ///< the name in CSV and JSON
    Align align = Align::left;
    std::string (*text)(const Row&) = nullptr;
    Json (*value)(const Row&) = nullptr;
    Programs programs = Programs::csv_and_json;
};

/// What a value function returns where JSON has no such key. (A null is a key without a value.) CSV has an empty field.
[[nodiscard]] inline Json no_key() { return Json(Json::value_t::discarded); }
template <class Value> [[nodiscard]] Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json();
}
[[nodiscard]] Json or_null(const std::string& text); ///< null for an empty text

/// A value as a field of CSV, quoted where it must be. Numbers have so many significant digits; 0: as many as read back
/// to the same number.
[[nodiscard]] std::string csv_field(const Json& value, int digits);

/// JSON for a user who reads it. Bytes that are not UTF-8 are replaced, as in names of files.
[[nodiscard]] std::string dumped(const Json& json);

/// JSON in one line. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string in_one_line(const Json& json);
/// An object in one line that is still open: more keys can follow.
[[nodiscard]] std::string opened(const Json& object);

/// "median [ms]"
template <class Row> [[nodiscard]] std::string heading_of(const TableColumn<Row>& column) {
    return std::string(column.title) + (column.unit.empty() ? "" : " [" + std::string(column.unit) + "]");
}

template <class Row> [[nodiscard]] Json row_json(std::span<const TableColumn<Row>> columns, const Row& row) {
    Json json = Json::object();
    for (const TableColumn<Row>& column : columns) {
        if (column.value == nullptr || column.programs == Programs::csv) continue;
        if (Json value = column.value(row); !value.is_discarded()) json[std::string(column.key)] = std::move(value);
    }
    return json;
}
template <class Row>
[[nodiscard]] Json rows_json(std::span<const TableColumn<Row>> columns,
                             std::type_identity_t<std::span<const Row>> rows) {
    Json list = Json::array();
    for (const Row& row : rows) list.push_back(row_json(columns, row));
    return list;
}

/// Adds one line of CSV: `field_of` each column.
template <class Row, class FieldOf>
void add_csv_line(std::string& text, std::span<const TableColumn<Row>> columns, const FieldOf& field_of) {
    std::string_view comma;
    for (const TableColumn<Row>& column : columns) {
        if (column.value == nullptr || column.programs == Programs::json) continue;
        text += comma;
        text += field_of(column);
        comma = ",";
    }
    text += '\n';
}
template <class Row> void add_csv_keys(std::string& text, std::span<const TableColumn<Row>> columns) {
    add_csv_line(text, columns, [](const TableColumn<Row>& column) { return std::string(column.key); });
}
template <class Row>
void add_csv_row(std::string& text, std::span<const TableColumn<Row>> columns, const Row& row, int digits) {
    add_csv_line(text, columns, [&](const TableColumn<Row>& column) { return csv_field(column.value(row), digits); });
}

/// With a line of keys, and a line for each row.
template <class Row>
[[nodiscard]] std::string rows_csv(std::span<const TableColumn<Row>> columns,
                                   std::type_identity_t<std::span<const Row>> rows, int digits) {
    std::string text;
    add_csv_keys(text, columns);
    for (const Row& row : rows) add_csv_row(text, columns, row, digits);
    return text;
}

} // namespace pairscope::app
