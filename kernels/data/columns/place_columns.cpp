// SPDX-License-Identifier: MIT
#include "kernels/data/columns/place_columns.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace pairscope {
namespace {

using Columns = std::vector<const Column*>;

/// How a column shows that it is one of the two.
struct Kind {
    std::string_view word;
    bool (*holds)(const Column&);
    bool (*may_mean)(std::string_view);
    bool (*is_letter)(std::string_view);
    CellMeaning letter;
};
constexpr Kind longitudes{"longitude", holds_longitude, may_mean_longitude, is_letter_across, CellMeaning::x};
constexpr Kind latitudes{"latitude", holds_latitude, may_mean_latitude, is_letter_up, CellMeaning::y};

template <class Test> Columns numeric_that(const Table& table, const Test& test) {
    Columns found;
    for (const Column& column : table.columns)
        if (column.is_numeric() && test(column)) found.push_back(&column);
    return found;
}

struct Candidates {
    Columns longitude, latitude;
    [[nodiscard]] bool are_none() const { return longitude.empty() && latitude.empty(); }
};

Candidates by_name(const Table& table) {
    return {numeric_that(table, holds_longitude), numeric_that(table, holds_latitude)};
}

/// Words that may mean other things count where no sure one does.
void add_unsure(Columns& columns, const Table& table, const Kind& kind) {
    if (columns.empty()) columns = numeric_that(table, [&](const Column& c) { return kind.may_mean(c.name); });
}

Candidates by_letter(const Table& table) {
    const auto of = [&](const Kind& kind) {
        return numeric_that(table, [&](const Column& c) { return c.meaning == kind.letter || kind.is_letter(c.name); });
    };
    return {of(longitudes), of(latitudes)};
}

Candidates candidates(const Table& table) {
    Candidates found = by_name(table);
    add_unsure(found.longitude, table, longitudes);
    add_unsure(found.latitude, table, latitudes);
    return found.are_none() ? by_letter(table) : found;
}

/// The name without the words that mean longitude and latitude.
std::vector<std::string> words_of_neither(const Column& column) {
    std::vector<std::string> words = name_words(column.name);
    std::erase_if(words, [](const std::string& word) {
        return means_longitude(word) || means_latitude(word) || is_letter_across(word) || is_letter_up(word);
    });
    return words;
}

std::optional<PlaceColumns> likely_pair(const Candidates& found) {
    if (found.longitude.empty() || found.latitude.empty()) return {};
    for (const Column* longitude : found.longitude)
        for (const Column* latitude : found.latitude)
            if (longitude != latitude && words_of_neither(*longitude) == words_of_neither(*latitude))
                return PlaceColumns{longitude, latitude};
    if (found.longitude.front() == found.latitude.front()) return {};
    return PlaceColumns{found.longitude.front(), found.latitude.front()};
}

std::string names_of(const Columns& columns) {
    constexpr std::size_t most = 12; // more would be no help in one sentence
    std::vector<std::string> names;
    for (const Column* column : columns)
        if (names.size() < most) names.push_back(excerpt(column->name));
    const std::string list = fmt::format("{}", fmt::join(names, ", "));
    return columns.size() > most ? fmt::format("{} and more", list) : list;
}

constexpr std::string_view what_to_do = "choose two columns with --longitude COL --latitude COL";

std::string several(const Table& table, const Columns& columns, const Kind& kind) {
    if (columns.size() < 2) return {};
    return fmt::format("cannot read places from {}: {} columns may be the {} ({}); {}", table.name, columns.size(),
                       kind.word, names_of(columns), what_to_do);
}

/// A column of texts with such a name is why it is no candidate.
void refuse_texts(const Table& table, const Kind& kind) {
    for (const Column& column : table.columns) {
        if (column.is_numeric() || !kind.holds(column)) continue;
        const std::string why = column.hint.empty() ? std::string(what_to_do) : column.hint;
        throw InputError(fmt::format("cannot read places from {}: the column {} holds text, and a {} is a number; {}",
                                     table.name, excerpt(column.name), kind.word, why));
    }
}

[[noreturn]] void refuse_one(const Table& table, const Columns& columns, const Kind& there, const Kind& missing) {
    refuse_texts(table, missing);
    throw InputError(
        fmt::format("cannot read places from {}: {} is the {}, but the name of no column of numbers means a "
                    "{}; {}",
                    table.name, names_of(columns), there.word, missing.word, what_to_do));
}

void require_one_each(const Table& table, const Candidates& found) {
    if (found.latitude.empty()) refuse_one(table, found.longitude, longitudes, latitudes);
    if (found.longitude.empty()) refuse_one(table, found.latitude, latitudes, longitudes);
    if (found.longitude == found.latitude) refuse_one(table, found.longitude, longitudes, latitudes);
}

/// The letters of hemispheres in a column of their own, "lat_dir", would be lost beside numbers without signs. Flags
/// such as "S" and "N" have other names.
void refuse_letters_apart(const Table& table, const Column& numbers, const Kind& kind) {
    constexpr auto words = std::to_array<std::string_view>({"ns", "ew", "hemisphere", "hemi", "dir", "direction"});
    const std::string_view letters = kind.letter == CellMeaning::y ? "NS" : "EW";
    if (std::ranges::any_of(numbers.numbers, [](double x) { return x < 0.0; })) return;
    const auto is_letter = [&](std::string_view cell) {
        return cell.size() == 1 && letters.find(cell.front()) != std::string_view::npos;
    };
    for (const Column& column : table.columns) {
        const bool is_named = kind.holds(column) || std::ranges::any_of(name_words(column.name), [&](const auto& word) {
                                  return std::ranges::find(words, word) != words.end();
                              });
        const bool has_negative =
            std::ranges::any_of(column.texts, [&](auto cell) { return cell == letters.substr(1); });
        if (!is_named || !has_negative || !std::ranges::all_of(column.texts, is_letter)) continue;
        const bool is_latitude = kind.letter == CellMeaning::y;
        throw InputError(
            fmt::format("cannot read places from {}: the column {} has the letters {} and {}, and {} has no "
                        "signs, so the program cannot tell {} by {} alone; write {} into one cell",
                        table.name, excerpt(column.name), letters.substr(0, 1), letters.substr(1),
                        excerpt(numbers.name), is_latitude ? "north from south" : "east from west",
                        excerpt(numbers.name), is_latitude ? "-33.86 or 33.86S" : "-74.01 or 74.01W"));
    }
}

[[noreturn]] void refuse_names(const Table& table, const Columns& numeric) {
    refuse_texts(table, longitudes);
    refuse_texts(table, latitudes);
    if (numeric.size() < 2) static_cast<void>(likely_columns(table)); // says that two columns of numbers are needed
    throw InputError(fmt::format("cannot read places from {}: the names of its columns of numbers ({}) mean neither "
                                 "longitude nor latitude; {}",
                                 table.name, names_of(numeric), what_to_do));
}

const Column& named(const Table& table, const std::string& name) {
    return *std::ranges::find(table.columns, name, &Column::name);
}

} // namespace

bool holds_longitude(const Column& column) {
    if (column.meaning == CellMeaning::latitude) return false;
    return column.meaning == CellMeaning::longitude || means_longitude(column.name);
}
bool holds_latitude(const Column& column) {
    if (column.meaning == CellMeaning::longitude) return false;
    return column.meaning == CellMeaning::latitude || means_latitude(column.name);
}

std::optional<PlaceColumns> likely_places(const Table& table) { return likely_pair(by_name(table)); }

std::string note_on_other_places(const Table& table, const Column& x, const Column& y) {
    const Candidates found = by_name(table);
    Columns others;
    for (const Columns* columns : {&found.latitude, &found.longitude})
        for (const Column* column : *columns)
            if (column != &x && column != &y && std::ranges::find(others, column) == others.end())
                others.push_back(column);
    if (others.empty() || !holds_longitude(x) || !holds_latitude(y)) return {};
    return fmt::format("longitude is {} and latitude is {}, and {} {} not used; --longitude COL --latitude COL choose "
                       "others",
                       excerpt(x.name), excerpt(y.name), names_of(others), others.size() == 1 ? "is" : "are");
}

std::string why_unclear_places(const Table& table) {
    const Candidates found = candidates(table);
    std::string why = several(table, found.longitude, longitudes);
    return why.empty() ? several(table, found.latitude, latitudes) : why;
}

PlaceColumns place_columns(const Table& table) {
    if (const std::string why = why_unclear_places(table); !why.empty()) throw InputError(why);
    const Candidates found = candidates(table);
    if (!found.are_none()) {
        require_one_each(table, found);
        refuse_letters_apart(table, *found.longitude.front(), longitudes);
        refuse_letters_apart(table, *found.latitude.front(), latitudes);
        return {found.longitude.front(), found.latitude.front()};
    }
    const Columns numeric = numeric_that(table, [](const Column&) { return true; });
    const bool have_names =
        std::ranges::any_of(numeric, [](const Column* c) { return c->is_named && !has_no_name(c->name); });
    if (have_names || numeric.size() < 2) refuse_names(table, numeric);
    const ColumnChoice choice = likely_columns(table);
    return {&named(table, choice.x), &named(table, choice.y)};
}

ColumnChoice likely_columns_for(Metric metric, const Table& table, const std::optional<std::string>& label) {
    if (metric != Metric::great_circle) return likely_columns(table, label);
    const PlaceColumns places = place_columns(table);
    return {places.longitude->name, places.latitude->name, label ? label : likely_label(table)};
}

std::optional<LatitudeAxis> latitude_among(const Column& first, const Column& second) {
    const bool is_told = first.meaning == CellMeaning::longitude || first.meaning == CellMeaning::latitude ||
                         second.meaning == CellMeaning::longitude || second.meaning == CellMeaning::latitude;
    if (!is_told) return {};
    if (holds_latitude(first) && !holds_latitude(second)) return LatitudeAxis{.axis = 0};
    if (holds_latitude(second) && !holds_latitude(first)) return LatitudeAxis{.axis = 1};
    return {};
}

} // namespace pairscope
