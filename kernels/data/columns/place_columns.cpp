// SPDX-License-Identifier: MIT
#include "kernels/data/columns/place_columns.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    for (const Column* column : columns) names.push_back(excerpt(column->name));
    return list_of(names, most);
}

constexpr std::string_view what_to_do = "choose two columns with --longitude COL --latitude COL";

/// "2 columns may be the longitude ('a', 'b')"
std::string several(const Columns& columns, const Kind& kind) {
    return fmt::format("{} columns may be the {} ({})", columns.size(), kind.word, names_of(columns));
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

/// What would be lost of an angle, as a part of a sentence; empty: nothing.
using Loss = std::string;

void refuse_if_lost(const Table& table, const Loss& loss) {
    if (!loss.empty()) throw InputError(fmt::format("cannot read places from {}: {}", table.name, loss));
}

/// The letters of hemispheres in a column of their own, "lat_dir", would be lost beside numbers without signs. Flags
/// such as "S" and "N" have other names.
Loss letters_apart(const Table& table, const Column& numbers, const Kind& kind) {
    constexpr auto words = std::to_array<std::string_view>({"ns", "ew", "hemisphere", "hemi", "dir", "direction"});
    const std::string_view letters = kind.letter == CellMeaning::y ? "NS" : "EW";
    if (std::ranges::any_of(numbers.numbers, [](double x) { return x < 0.0; })) return {};
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
        return fmt::format("the column {} has the letters {} and {}, and {} has no signs, so the program cannot tell "
                           "{} by {} alone; write {} into one cell",
                           excerpt(column.name), letters.substr(0, 1), letters.substr(1), excerpt(numbers.name),
                           is_latitude ? "north from south" : "east from west", excerpt(numbers.name),
                           is_latitude ? "-33.86 or 33.86S" : "-74.01 or 74.01W");
    }
    return {};
}

/// One part of an angle, by the name of a column.
enum class AnglePart : std::uint8_t { none, whole, degrees, minutes, seconds };

/// "lat_min", "latmin", "LatM", "minutes of latitude": the minutes of a latitude.
AnglePart part_in(const Column& column, bool (*means)(std::string_view)) {
    struct Word {
        std::string_view text;
        AnglePart part;
    };
    constexpr auto words = std::to_array<Word>({{"degrees", AnglePart::degrees},
                                                {"degree", AnglePart::degrees},
                                                {"degs", AnglePart::degrees},
                                                {"deg", AnglePart::degrees},
                                                {"grad", AnglePart::degrees},
                                                {"minutes", AnglePart::minutes},
                                                {"minuten", AnglePart::minutes},
                                                {"minute", AnglePart::minutes},
                                                {"mins", AnglePart::minutes},
                                                {"min", AnglePart::minutes},
                                                {"seconds", AnglePart::seconds},
                                                {"sekunden", AnglePart::seconds},
                                                {"second", AnglePart::seconds},
                                                {"secs", AnglePart::seconds},
                                                {"sec", AnglePart::seconds},
                                                {"d", AnglePart::degrees},
                                                {"m", AnglePart::minutes},
                                                {"s", AnglePart::seconds}});
    std::vector<std::string> parts = name_words(column.name);
    std::erase(parts, "of");
    const std::string name = fmt::format("{}", fmt::join(parts, ""));
    for (const auto& [text, part] : words) {
        const std::string_view rest = name;
        if (rest.size() <= text.size()) continue;
        if (rest.ends_with(text) && means(rest.substr(0, rest.size() - text.size()))) return part;
        if (text.size() > 1 && rest.starts_with(text) && means(rest.substr(text.size()))) return part;
    }
    return means(name) ? AnglePart::whole : AnglePart::none;
}

/// "lat_max", "latmax": beside it, "lat_min" is a bound.
bool is_upper_bound(const Column& column, bool (*means)(std::string_view)) {
    const std::vector<std::string> words = name_words(column.name);
    const auto ends = [&](const std::string& word) { return word.ends_with("max") || word.ends_with("maximum"); };
    const auto has_stem = [&](const std::string& word) { return means(word.substr(0, word.find("max"))); };
    return std::ranges::any_of(words, ends) && std::ranges::any_of(words, has_stem);
}

/// Minutes and seconds in columns of their own would be lost beside whole degrees: those of `chosen`, or of any column.
Loss minutes_apart(const Table& table, const Kind& kind, bool (*means)(std::string_view),
                   const Column* chosen = nullptr) {
    const Column *degrees = chosen, *minutes = nullptr, *seconds = nullptr;
    const auto is_part = [](double x) { return !std::isfinite(x) || (x >= 0.0 && x <= 60.0); };
    const auto is_whole = [](double x) { return !std::isfinite(x) || x == std::floor(x); };
    for (const Column& column : table.columns) {
        if (is_upper_bound(column, means)) return {};
        const AnglePart part = part_in(column, means);
        const bool may_be_part = std::ranges::all_of(column.numbers, is_part);
        const bool may_be_degrees = column.is_numeric() && std::ranges::all_of(column.numbers, is_whole);
        if (&column == chosen && (!may_be_degrees || part == AnglePart::none)) return {};
        if (part == AnglePart::minutes && may_be_part) minutes = &column;
        if (part == AnglePart::seconds && may_be_part) seconds = &column;
        if (part == AnglePart::degrees && may_be_degrees && chosen == nullptr) degrees = &column;
        if (part == AnglePart::whole && degrees == nullptr && may_be_degrees) degrees = &column;
    }
    if (degrees == nullptr || minutes == nullptr) return {};
    const std::string others = seconds == nullptr ? fmt::format("its minutes are in {}", excerpt(minutes->name))
                                                  : fmt::format("its minutes and seconds are in {} and {}",
                                                                excerpt(minutes->name), excerpt(seconds->name));
    return fmt::format("{} has only whole degrees of the {}, and {}; write both into one cell, as degrees + minutes / "
                       "60 + seconds / 3600 or as 48:51:24",
                       excerpt(degrees->name), kind.word, others);
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
    std::vector<std::string> doubts;
    if (found.longitude.size() > 1) doubts.push_back(several(found.longitude, longitudes));
    if (found.latitude.size() > 1) doubts.push_back(several(found.latitude, latitudes));
    if (doubts.empty()) return {};
    return fmt::format("cannot read places from {}: {}; {}", table.name, fmt::join(doubts, ", and "), what_to_do);
}

PlaceColumns place_columns(const Table& table) {
    for (const Column& column : table.columns)
        if (!column.refusal.empty() && (means_longitude(column.name) || means_latitude(column.name)))
            (void)column_named(table, column.name, Need::numbers); // says which cell is none
    refuse_if_lost(table, minutes_apart(table, latitudes, means_latitude));
    refuse_if_lost(table, minutes_apart(table, longitudes, means_longitude));
    const Candidates sure = by_name(table); // widths and lengths are places only where no other words are
    const auto may_be = [](const Columns& columns, const Kind& kind) {
        return std::ranges::all_of(columns, [&](const Column* column) { return kind.may_mean(column->name); });
    };
    if (may_be(sure.latitude, latitudes)) refuse_if_lost(table, minutes_apart(table, latitudes, may_mean_latitude));
    if (may_be(sure.longitude, longitudes)) refuse_if_lost(table, minutes_apart(table, longitudes, may_mean_longitude));
    if (const std::string why = why_unclear_places(table); !why.empty()) throw InputError(why);
    const Candidates found = candidates(table);
    if (!found.are_none()) {
        require_one_each(table, found);
        refuse_if_lost(table, letters_apart(table, *found.longitude.front(), longitudes));
        refuse_if_lost(table, letters_apart(table, *found.latitude.front(), latitudes));
        return {found.longitude.front(), found.latitude.front()};
    }
    const Columns numeric = numeric_that(table, [](const Column&) { return true; });
    const bool have_names =
        std::ranges::any_of(numeric, [](const Column* c) { return c->is_named && !has_no_name(c->name); });
    if (have_names || numeric.size() < 2) refuse_names(table, numeric);
    const ColumnChoice choice = likely_columns(table);
    return {&named(table, choice.x), &named(table, choice.y)};
}

std::string loss_of_places(const Table& table, const Column& longitude, const Column& latitude) {
    const auto loss_of = [&](const Column& column, const Kind& kind, bool (*means)(std::string_view)) {
        Loss loss = minutes_apart(table, kind, means, &column);
        if (loss.empty()) loss = minutes_apart(table, kind, kind.may_mean, &column);
        return loss.empty() ? letters_apart(table, column, kind) : loss;
    };
    std::vector<Loss> losses;
    for (Loss loss : {loss_of(longitude, longitudes, means_longitude), loss_of(latitude, latitudes, means_latitude)})
        if (!loss.empty()) losses.push_back(std::move(loss));
    return fmt::format("{}", fmt::join(losses, "; "));
}

std::string note_on_chosen_places(const Table& table, const Column& longitude, const Column& latitude) {
    const std::string loss = loss_of_places(table, longitude, latitude);
    return loss.empty() ? loss : fmt::format("the columns were taken as you chose them, but {}", loss);
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
