// SPDX-License-Identifier: MIT
#include "kernels/core/column_names.h"

#include <algorithm>
#include <array>
#include <span>

namespace pairscope {

namespace {

constexpr std::array<std::string_view, 4> x_words = {"x", "easting", "pos_x", "x_pos"};
constexpr std::array<std::string_view, 4> y_words = {"y", "northing", "pos_y", "y_pos"};
constexpr std::array<std::string_view, 5> longitude_words = {"longitude", "lon", "lng", "long", "decimallongitude"};
constexpr std::array<std::string_view, 3> latitude_words = {"latitude", "lat", "decimallatitude"};
constexpr std::array<std::string_view, 5> label_words = {"label", "labels", "class", "target", "digit"};
/// Whole names that mean an identifier.
constexpr std::array<std::string_view, 19> identifier_names = {
    "idx",     "index",     "no",       "nr",   "#",    "\u2116",    "row",      "rowname", "rownames", "source_row",
    "barcode", "accession", "specimen", "plot", "site", "passenger", "customer", "gene",    "entrez"};
/// What has numbers, names and codes that identify it.
constexpr std::array<std::string_view, 24> things = {
    "row",     "record",  "sample",  "specimen",  "gene",     "entrez", "barcode", "accession",
    "plot",    "site",    "station", "passenger", "customer", "client", "user",    "member",
    "account", "patient", "subject", "order",     "invoice",  "item",   "product", "serial"};
/// What follows the name of a thing in the name of an identifier. Numbers of other things count or measure them.
constexpr std::array<std::string_view, 10> identifying_words = {"no",   "nr",    "num",   "number", "code",
                                                                "name", "names", "index", "idx",    "key"};
constexpr std::array<std::string_view, 23> other_words = {
    "id",     "index", "idx",        "no",   "nr",     "number",     "n",    "row",
    "rank",   "count", "population", "pop",  "label",  "class",      "kind", "cluster",
    "target", "group", "year",       "code", "weight", "source_row", "#",
};

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

bool has(std::span<const std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_one_of(std::string_view column, std::span<const std::string_view> words) {
    return has(words, lower_case(axis_name_of(column).name));
}

/// "rowname", "sampleno", "customerid": the name of a thing and what identifies it, in one word.
bool is_closed_identifier(std::string_view word) {
    return std::ranges::any_of(things, [&](std::string_view thing) {
        const std::string_view rest = word.starts_with(thing) ? word.substr(thing.size()) : std::string_view();
        return rest == "id" || rest == "ids" || (!rest.empty() && has(identifying_words, rest));
    });
}

} // namespace

AxisName axis_name_of(std::string_view column) {
    for (const std::string_view brackets : {"[]", "()"}) {
        const std::size_t open = column.rfind(brackets[0]);
        const bool has_unit =
            open != std::string_view::npos && open > 0 && column.ends_with(brackets[1]) && column.size() > open + 2;
        if (!has_unit) continue;
        const std::string_view unit = column.substr(open + 1, column.size() - open - 2);
        const bool is_number = unit.find_first_not_of("0123456789") == std::string_view::npos; // the second "x (2)"
        if (is_number) continue;
        return {std::string(column.substr(0, column.find_last_not_of(' ', open - 1) + 1)), std::string(unit)};
    }
    const std::string name = lower_case(column);
    const bool is_degrees = std::find(longitude_words.begin(), longitude_words.end(), name) != longitude_words.end() ||
                            std::find(latitude_words.begin(), latitude_words.end(), name) != latitude_words.end();
    return {std::string(column), is_degrees ? "degrees" : ""};
}

std::vector<std::string> name_words(std::string_view column) {
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto is_small = [](char c) { return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80; };
    std::vector<std::string> words;
    bool inside = false;
    char before = ' ';
    for (const char c : column) {
        const bool is_letter = is_capital(c) || is_small(c);
        if (is_letter && (!inside || (is_capital(c) && is_small(before)))) words.emplace_back();
        if (is_letter) words.back() += lower_case({&c, 1});
        inside = is_letter;
        before = c;
    }
    return words;
}

bool means_x(std::string_view column) { return is_one_of(column, x_words); }
bool means_y(std::string_view column) { return is_one_of(column, y_words); }
bool means_longitude(std::string_view column) { return is_one_of(column, longitude_words); }
bool means_latitude(std::string_view column) { return is_one_of(column, latitude_words); }

bool means_label(std::string_view column) { return is_one_of(column, label_words); }

bool means_identifier(std::string_view column) {
    if (!axis_name_of(column).unit.empty()) return false; // "ID [mm]" is an inner diameter
    if (is_one_of(column, identifier_names) || is_made_up(column)) return true;
    const std::vector<std::string> words = name_words(column);
    const auto is_id = [](const std::string& word) { return word == "id" || word == "ids" || word == "uuid"; };
    if (std::ranges::any_of(words, is_id) || std::ranges::any_of(words, is_closed_identifier)) return true;
    return words.size() == 2 && has(things, words.front()) && has(identifying_words, words.back());
}

bool is_made_up(std::string_view column) {
    constexpr std::string_view start = "Unnamed: ";
    return column.starts_with(start) && column.find_first_not_of("0123456789.", start.size()) == std::string_view::npos;
}

bool means_time(std::string_view column) {
    constexpr std::array<std::string_view, 3> time_words = {"date", "year", "day"};
    if (lower_case(axis_name_of(column).name) == "t") return true;
    return std::ranges::any_of(
        name_words(column), [&](const std::string& word) { return word.starts_with("time") || has(time_words, word); });
}

bool means_place(std::string_view column) {
    constexpr std::array<std::string_view, 3> place_words = {"depth", "easting", "northing"};
    if (means_x(column) || means_y(column) || lower_case(axis_name_of(column).name) == "z") return true;
    if (means_longitude(column) || means_latitude(column)) return true;
    return std::ranges::any_of(name_words(column), [&](const std::string& word) { return has(place_words, word); });
}

bool means_group(std::string_view column) {
    constexpr std::array<std::string_view, 11> group_words = {"class", "cluster", "group", "species",  "kind", "type",
                                                              "label", "target",  "digit", "category", "code"};
    const std::vector<std::string> words = name_words(column);
    return !words.empty() && (has(group_words, words.back()) || means_label(column));
}

bool means_no_coordinate(std::string_view column) {
    return is_one_of(column, other_words) || means_identifier(column) || lower_case(column).ends_with("_count");
}

} // namespace pairscope
