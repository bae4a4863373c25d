// SPDX-License-Identifier: MIT
#include "kernels/data/columns/column_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace pairscope {

namespace {

constexpr std::array<std::string_view, 4> x_words = {"x", "easting", "pos_x", "x_pos"};
constexpr std::array<std::string_view, 4> y_words = {"y", "northing", "pos_y", "y_pos"};

/// In English and in the languages of many files, and forms in which names of widely used data glue several words.
constexpr auto longitude_words = std::to_array<std::string_view>({
    "longitude",  "lon",         "lng",         "long",     "lons",        "longs",        "longitudes",
    "längengrad", "laengengrad", "längengrade", "longitud", "longitudine", "longitudini",  "lengtegraad",
    "længdegrad", "lengdegrad",  "längdgrad",   "долгота",  "经度",        "経度",         "reclong",
    "reclon",     "intptlon",    "intptlong",   "xlon",     "xlong",       "lonx",         "decimallongitude",
    "declong",    "declon",      "gpslon",      "gpslong",  "gpslng",      "gpslongitude", "stoplon",
    "londd",      "longdd",      "lngdd",       "londeg",   "longdeg",     "longitudedeg", "geolon",
    "geolong",    "geolng",      "centlon",     "cenlon",   "centroidlon", "maplon",       "boylam",
});
constexpr auto latitude_words = std::to_array<std::string_view>({
    "latitude",   "lat",        "lats",         "latitudes",   "breitengrad", "breitengrade", "latitud",
    "latitudine", "latitudini", "breedtegraad", "breddegrad",  "breddgrad",   "широта",       "纬度",
    "緯度",       "reclat",     "intptlat",     "xlat",        "ylat",        "laty",         "decimallatitude",
    "declat",     "gpslat",     "gpslatitude",  "stoplat",     "latdd",       "latdeg",       "latitudedeg",
    "geolat",     "centlat",    "cenlat",       "centroidlat", "maplat",      "enlem",
});
/// In German, Polish, Czech and Swedish these words also mean the length and the width of a thing.
constexpr auto lengths = std::to_array<std::string_view>({"länge", "laenge", "długość", "délka", "längd"});
constexpr auto widths = std::to_array<std::string_view>({"breite", "szerokość", "šířka", "bredd"});
constexpr auto letters_across = std::to_array<std::string_view>({"x", "xcoord"});
constexpr auto letters_up = std::to_array<std::string_view>({"y", "ycoord"});
/// With one of these words, "geographische Breite" is a latitude and nothing else.
constexpr auto words_of_the_globe = std::to_array<std::string_view>(
    {"geo", "geographische", "geografische", "geogr", "wgs", "grad", "deg", "geograficzna", "zeměpisná"});
/// With one of these, degrees are not meant: "lat_rad", "long_term_debt".
constexpr auto radians = std::to_array<std::string_view>({"rad", "rads", "radian", "radians"});
constexpr auto words_after_long = std::to_array<std::string_view>(
    {"term", "name", "run", "side", "axis", "range", "jump", "distance", "description", "title", "short"});
constexpr std::array<std::string_view, 5> label_words = {"label", "labels", "class", "target", "digit"};
/// Names of columns that hold the two ends of a pair.
struct EndNames {
    std::string_view first, second;
    bool are_sure = true;
};
constexpr auto end_names = std::to_array<EndNames>({{"from", "to"},
                                                    {"i", "j"},
                                                    {"id1", "id2"},
                                                    {"source", "target"},
                                                    {"origin", "destination"},
                                                    {"name1", "name2"},
                                                    {"name_a", "name_b"},
                                                    {"node1", "node2"},
                                                    {"item1", "item2"},
                                                    {"row", "column"},
                                                    {"row", "col"},
                                                    {"a", "b", false},
                                                    {"src", "dst", false},
                                                    {"id_1", "id_2", false},
                                                    {"first", "second", false},
                                                    {"sample1", "sample2", false},
                                                    {"point1", "point2", false}});
constexpr auto distance_names = std::to_array<std::string_view>({"km", "d", "length"});
constexpr auto value_names = std::to_array<std::string_view>({"value", "cost"});
constexpr auto similarity_names =
    std::to_array<std::string_view>({"score", "affinity", "identity", "r", "cor", "kernel"});
/// Whole names that mean an identifier.
constexpr auto identifier_names = std::to_array<std::string_view>(
    {"idx",     "index",     "no",       "nr",   "#",     "\u2116",    "row",      "rowname", "rownames", "source_row",
     "barcode", "accession", "specimen", "plot", "site",  "passenger", "customer", "gene",    "entrez",   "zip",
     "zipcode", "postcode",  "postal",   "plz",  "phone", "telephone", "mobile",   "isbn"});
/// What has numbers, names and codes that identify it.
constexpr auto things = std::to_array<std::string_view>(
    {"row",     "record",    "sample",   "specimen", "gene", "entrez", "barcode", "accession", "plot",    "site",
     "station", "passenger", "customer", "client",   "user", "member", "account", "patient",   "subject", "order",
     "invoice", "item",      "product",  "serial",   "zip",  "postal", "phone",   "telephone", "mobile"});
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

/// A letter of UTF-8 text beyond ASCII, in lower case. Letters beyond Latin-1 and Russian stay as they are.
struct Letter {
    std::string lower;
    std::size_t bytes = 1;
    bool is_capital = false;
};

/// U+00C0 to U+00DE and U+0410 to U+042F are capitals; their small letters are 32 places further.
Letter letter_at(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const unsigned first = byte(0), second = byte(1);
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    Letter letter{std::string(text.substr(0, length)), std::min(length, text.size())};
    const unsigned code = length == 2 ? (first & 0x1FU) << 6U | (second & 0x3FU) : 0;
    letter.is_capital = (code >= 0xC0 && code <= 0xDE && code != 0xD7) || (code >= 0x410 && code <= 0x42F);
    if (!letter.is_capital) return letter;
    const unsigned small = code + 32;
    letter.lower = {static_cast<char>(0xC0U | small >> 6U), static_cast<char>(0x80U | (small & 0x3FU))};
    return letter;
}

/// Signs beyond ASCII that are no letters: no-break space and the other signs of Latin-1 (such as the degree sign),
/// dashes, quotes and primes.
bool is_sign(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    return (byte(0) == 0xC2 && byte(1) != 0xAA && byte(1) != 0xB5) || (byte(0) == 0xE2 && byte(1) == 0x80);
}

bool has(std::span<const std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}
bool share_one(const std::vector<std::string>& words, std::span<const std::string_view> others) {
    return std::ranges::any_of(words, [&](const std::string& word) { return has(others, word); });
}

/// "depth [m]": the parts of such a name. Other names have no unit.
struct NameAndUnit {
    std::string_view name, unit;
};
NameAndUnit name_and_unit(std::string_view column) {
    for (const std::string_view brackets : {"[]", "()"}) {
        const std::size_t open = column.rfind(brackets[0]);
        const bool has_unit =
            open != std::string_view::npos && open > 0 && column.ends_with(brackets[1]) && column.size() > open + 2;
        if (!has_unit) continue;
        const std::string_view unit = column.substr(open + 1, column.size() - open - 2);
        const bool is_number = unit.find_first_not_of("0123456789") == std::string_view::npos; // the second "x (2)"
        if (!is_number) return {column.substr(0, column.find_last_not_of(' ', open - 1) + 1), unit};
    }
    return {column, {}};
}
std::string lower_case_name(std::string_view column) { return lower_case(name_and_unit(column).name); }

bool is_one_of(std::string_view column, std::span<const std::string_view> words) {
    return has(words, lower_case_name(column));
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
    const NameAndUnit parts = name_and_unit(column);
    if (!parts.unit.empty()) return {std::string(parts.name), std::string(parts.unit)};
    return {std::string(column), means_longitude(column) || means_latitude(column) ? "degrees" : ""};
}

std::string note_on_units(std::span<const std::string> columns) {
    constexpr std::size_t most_named = 4;
    std::vector<std::string> units;
    for (const std::string& column : columns)
        if (const std::string unit = axis_name_of(column).unit;
            !unit.empty() && std::ranges::find(units, unit) == units.end())
            units.push_back(unit);
    if (units.size() < 2) return {};
    std::string named = units.front();
    const std::size_t last = std::min(units.size(), most_named) - 1;
    for (std::size_t i = 1; i <= last; ++i) named += (i == units.size() - 1 ? " and " : ", ") + units[i];
    if (units.size() > most_named) named = fmt::format("{} and others", named);
    return fmt::format("the columns have different units, {}; distances add them as they are, so scale columns to one "
                       "unit, or use --standardise",
                       named);
}

std::vector<std::string> name_words(std::string_view column) {
    std::vector<std::string> words;
    bool inside = false, was_small = false;
    const auto take = [&](std::string_view lower, bool is_letter, bool is_capital) {
        if (is_letter && (!inside || (is_capital && was_small))) words.emplace_back();
        if (is_letter) words.back() += lower;
        inside = is_letter;
        was_small = is_letter && !is_capital;
    };
    for (std::size_t at = 0; at < column.size();) {
        const char c = column[at];
        if (static_cast<unsigned char>(c) < 0x80) { // ASCII: one byte is the whole character
            const bool is_capital = c >= 'A' && c <= 'Z';
            const char small = is_capital ? static_cast<char>(c - 'A' + 'a') : c;
            take({&small, 1}, small >= 'a' && small <= 'z', is_capital);
            ++at;
        } else {
            const Letter letter = letter_at(column.substr(at));
            take(letter.lower, !is_sign(column.substr(at)), letter.is_capital);
            at += letter.bytes;
        }
    }
    return words;
}

bool means_x(std::string_view column) { return is_one_of(column, x_words); }
bool means_y(std::string_view column) { return is_one_of(column, y_words); }

bool means_longitude(std::string_view column) {
    const std::vector<std::string> words = name_words(column);
    if (share_one(words, radians)) return false;
    if (share_one(words, words_of_the_globe) && share_one(words, lengths)) return true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_length = words[i] == "long" && i + 1 < words.size() && has(words_after_long, words[i + 1]);
        if (has(longitude_words, words[i]) && !is_length) return true;
    }
    return false;
}
bool means_latitude(std::string_view column) {
    const std::vector<std::string> words = name_words(column);
    if (share_one(words, radians)) return false;
    return share_one(words, latitude_words) || (share_one(words, words_of_the_globe) && share_one(words, widths));
}
bool may_mean_longitude(std::string_view column) { return share_one(name_words(column), lengths); }
bool may_mean_latitude(std::string_view column) { return share_one(name_words(column), widths); }
bool is_letter_across(std::string_view column) { return share_one(name_words(column), letters_across); }
bool is_letter_up(std::string_view column) { return share_one(name_words(column), letters_up); }

bool has_no_name(std::string_view column) {
    const std::vector<std::string> words = name_words(column);
    const bool is_numbered = words.size() == 1 && column.starts_with("column ") &&
                             column.find_first_not_of("0123456789", 7) == std::string_view::npos;
    return words.empty() || is_numbered || is_made_up(column);
}

bool means_label(std::string_view column) { return is_one_of(column, label_words); }

bool means_identifier(std::string_view column) {
    if (!axis_name_of(column).unit.empty()) return false; // "ID [mm]" is an inner diameter
    if (is_one_of(column, identifier_names) || is_made_up(column)) return true;
    const std::vector<std::string> words = name_words(column);
    const auto is_id = [](const std::string& word) { return word == "id" || word == "ids" || word == "uuid"; };
    if (std::ranges::any_of(words, is_id) || std::ranges::any_of(words, is_closed_identifier)) return true;
    return words.size() == 2 && has(things, words.front()) && has(identifying_words, words.back());
}

bool may_mean_identifier(std::string_view column) {
    constexpr auto numbered = std::to_array<std::string_view>({"sample", "probe", "record", "station", "client", "user",
                                                               "member", "account", "patient", "subject", "invoice"});
    const std::vector<std::string> words = name_words(column);
    return words.size() == 1 && has(numbered, words.front()) && lower_case(column) == words.front();
}

bool is_made_up(std::string_view column) {
    constexpr std::string_view start = "Unnamed: ";
    return column.starts_with(start) && column.find_first_not_of("0123456789.", start.size()) == std::string_view::npos;
}

bool means_place(std::string_view column) {
    constexpr std::array<std::string_view, 3> place_words = {"depth", "easting", "northing"};
    if (means_x(column) || means_y(column) || lower_case_name(column) == "z") return true;
    if (means_longitude(column) || means_latitude(column)) return true;
    return std::ranges::any_of(name_words(column), [&](const std::string& word) { return has(place_words, word); });
}

bool means_group(std::string_view column) {
    constexpr auto group_words = std::to_array<std::string_view>(
        {"class",     "cluster", "group",    "species", "kind",      "type",  "label",
         "target",    "digit",   "category", "code",    "treatment", "block", "batch",
         "replicate", "stratum", "sex",      "gender",  "chr",       "chrom", "chromosome"});
    const std::vector<std::string> words = name_words(column);
    return !words.empty() && (has(group_words, words.back()) || means_label(column));
}

PairNumbers numbers_of_pairs(std::string_view column) {
    const std::string name = lower_case(axis_name_of(column).name);
    if (name.starts_with("dist") || name.starts_with("dissim") || has(distance_names, name))
        return PairNumbers::distances;
    if (name == "weight") return PairNumbers::weights;
    if (has(value_names, name)) return PairNumbers::values;
    const bool are_similarities = name.starts_with("sim") || name.starts_with("corr") || has(similarity_names, name);
    return are_similarities ? PairNumbers::similarities : PairNumbers::others;
}

std::optional<PairEnds> pair_ends(std::span<const std::string> columns) {
    constexpr std::size_t of_plain_list = 3;
    bool have_numbers = false, have_distances = false;
    for (const std::string& column : columns) {
        const PairNumbers numbers = numbers_of_pairs(column);
        have_numbers = have_numbers || numbers != PairNumbers::others;
        have_distances = have_distances || numbers == PairNumbers::distances || numbers == PairNumbers::weights;
    }
    if (!have_numbers) return {};
    const auto place_of = [&](std::string_view name) {
        const auto is_it = [&](const std::string& column) { return lower_case(column) == name; };
        return static_cast<std::size_t>(std::ranges::find_if(columns, is_it) - columns.begin());
    };
    for (const EndNames& both : end_names) {
        const PairEnds found{place_of(both.first), place_of(both.second), both.are_sure && have_distances};
        const bool may_be = both.are_sure || columns.size() == of_plain_list; // "a, b, c, d" are any four columns
        if (may_be && found.first < columns.size() && found.second < columns.size()) return found;
    }
    return {};
}

bool means_no_coordinate(std::string_view column) {
    return is_one_of(column, other_words) || means_identifier(column) || lower_case(column).ends_with("_count");
}

} // namespace pairscope
