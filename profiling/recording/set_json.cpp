// SPDX-License-Identifier: MIT
#include "profiling/recording/set_json.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/text.h"
#include "profiling/recording/limits.h"
#include "profiling/recording/read_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pairscope::profiling {
namespace {

using nlohmann::ordered_json;

constexpr double most_float = 3.4e38;

/// The number with the fewest digits that rounds to this float.
double shortest(float value) {
    std::array<char, 32> text{};
    const char* const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    double number = 0.0;
    std::from_chars(text.data(), end, number);
    return number;
}

/// "rows 2, 3 and 7 (counted from 0)": those of the file with a number that is not finite.
std::string rows_without_numbers(const Dataset& data) {
    constexpr std::size_t most_named = 5;
    std::vector<std::string> named;
    std::int64_t count = 0;
    const auto& values = std::get<std::vector<float>>(data.values);
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const auto numbers = std::span(values).subspan(std::size_t(row * data.dims), std::size_t(data.dims));
        if (std::ranges::all_of(numbers, [](float x) { return std::isfinite(x); })) continue;
        const bool has_row = !data.source_rows.empty();
        ++count;
        if (named.size() < most_named) named.push_back(grouped(has_row ? data.source_rows[std::size_t(row)] : row));
    }
    std::ranges::sort(named, {}, [](const std::string& text) { return std::pair(text.size(), text); });
    const std::string more =
        count > std::ssize(named) ? fmt::format(" and {} more", grouped(count - std::ssize(named))) : "";
    return fmt::format("{} {}{} of the file (counted from 0)", count == 1 ? "row" : "rows", fmt::join(named, ", "),
                       more);
}

ordered_json numbers_json(const Values& values, const Dataset& data, std::string_view what) {
    auto list = ordered_json::array();
    if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&values)) {
        for (const std::uint8_t byte : *bytes) list.push_back(byte);
        return list;
    }
    for (const float value : std::get<std::vector<float>>(values)) {
        if (!std::isfinite(value))
            throw InputError(
                fmt::format("its {} are not all finite numbers, as a recording needs; delete {} from a copy "
                            "of the file, and record that",
                            what, rows_without_numbers(data)));
        list.push_back(shortest(value));
    }
    return list;
}

/// What both kinds say about themselves, before any list of a value for each row.
ordered_json described(const Dataset& data) {
    const bool are_bytes = std::holds_alternative<std::vector<std::uint8_t>>(data.values);
    ordered_json json{{"name", fitting(data.name)}, {"rows", data.rows},
                      {"dims", data.dims},          {"element", name_of(are_bytes ? Element::uint8 : Element::float32)},
                      {"unit", fitting(data.unit)}, {"credit", fitting(data.credit)},
                      {"note", fitting(data.note)}};
    if (data.picture_width > 0) json["picture_width"] = data.picture_width;
    if (data.holds_distances) json["holds_distances"] = true;
    if (std::ssize(data.axes) == data.dims) json["axes"] = fitting(data.axes);
    if (data.latitude_axis) {
        json["latitude_axis"] = data.latitude_axis->axis;
        if (data.latitude_axis->by_ranges) json["latitude_by_ranges"] = true;
    }
    for (const ColumnScale& scale : data.scales) json["standardised"].push_back({scale.mean, scale.deviation});
    return json;
}

void add_rows(ordered_json& json, const Dataset& data, std::string_view what) {
    if (!data.labels.empty()) json["labels"] = fitting(data.labels);
    if (!data.source_rows.empty()) json["source_rows"] = data.source_rows;
    if (!data.origin.empty()) json["origin"] = data.origin;
    json["values"] = numbers_json(data.values, data, what);
    if (!data.low.empty()) json["low"] = numbers_json(data.low, data, what);
}

/// One for each row; empty: there are none.
std::vector<std::string> labels_in(const JsonPlace& place, std::size_t rows) {
    std::vector<std::string> texts;
    const auto labels = place.find("labels");
    if (!labels) return texts;
    for (const JsonPlace& label : labels->items(rows)) texts.push_back(label.text());
    if (texts.size() != rows) labels->refuse(fmt::format("a list of {} texts", rows));
    return texts;
}

std::vector<std::int64_t> source_rows_in(const JsonPlace& place, std::size_t rows) {
    std::vector<std::int64_t> found;
    const auto list = place.find("source_rows");
    if (!list) return found;
    for (const JsonPlace& row : list->items(rows)) found.push_back(row.whole(-1, most_whole));
    if (found.size() != rows) list->refuse(fmt::format("a list of {} numbers", rows));
    return found;
}

/// By what the coordinates were standardised; empty: they were not.
std::vector<ColumnScale> scales_in(const JsonPlace& place, std::size_t dims) {
    std::vector<ColumnScale> scales;
    const auto list = place.find("standardised");
    if (!list) return scales;
    for (const JsonPlace& item : list->items(dims)) {
        const std::vector<double> numbers = item.numbers(-1e300, 1e300, 2);
        if (numbers.size() != 2 || numbers[1] < 0.0) item.refuse("a mean and a standard deviation");
        scales.push_back({.mean = numbers[0], .deviation = numbers[1]});
    }
    if (scales.size() != dims) list->refuse(fmt::format("a list of {} pairs", dims));
    return scales;
}

std::vector<std::string> axes_in(const JsonPlace& place, std::int64_t dims) {
    std::vector<std::string> axes;
    const auto list = place.find("axes");
    if (!list) return axes;
    for (const JsonPlace& axis : list->items(std::size_t(dims))) axes.push_back(axis.text());
    if (std::ssize(axes) != dims) list->refuse(fmt::format("a list of {} names", dims));
    return axes;
}

/// Absent where the names of the axes tell which coordinate is the latitude.
std::optional<LatitudeAxis> latitude_in(const JsonPlace& place) {
    const auto axis = place.find("latitude_axis");
    if (!axis) return {};
    const auto by_ranges = place.find("latitude_by_ranges");
    return LatitudeAxis{.axis = std::size_t(axis->whole(0, 1)), .by_ranges = by_ranges && by_ranges->flag()};
}

/// Exactly rows x dims numbers, in float32.
std::vector<double> numbers_in(const JsonPlace& list, const Dataset& data, double low, double high) {
    std::vector<double> numbers = list.numbers(low, high, most_json_values);
    const auto rows = std::size_t(data.rows), dims = std::size_t(data.dims);
    if (numbers.size() / dims != rows || numbers.size() % dims != 0)
        list.refuse(fmt::format("a list of {} x {} numbers", data.rows, data.dims));
    return numbers;
}

/// What was subtracted from the coordinates, and what float32 rounded away from the rest.
void read_exact_parts(const JsonPlace& place, Dataset& data) {
    if (const auto origin = place.find("origin")) {
        data.origin = origin->numbers(-1e300, 1e300, std::size_t(data.dims));
        if (std::ssize(data.origin) != data.dims) origin->refuse(fmt::format("a list of {} numbers", data.dims));
    }
    if (const auto low = place.find("low")) {
        const std::vector<double> numbers = numbers_in(*low, data, -most_float, most_float);
        data.low.assign(numbers.begin(), numbers.end());
    }
}

/// Given distances are symmetric, with a zero diagonal, as far as the recording holds them.
void read_distances(const JsonPlace& place, Dataset& data) {
    const auto given = place.find("holds_distances");
    if (!given || !given->flag()) return;
    const bool has_values = !std::get<std::vector<float>>(data.values).empty();
    data.holds_distances = data.rows == data.dims && (!has_values || recorded_distances(Dataset(data)));
    if (!data.holds_distances) given->refuse("false, because these values are not distances,");
}

/// Format 1: the coordinates of points are those of their file.
void read_coordinates(const JsonPlace& place, Dataset& data) {
    const auto values = numbers_in(place.at("coordinates"), data, -most_float, most_float);
    std::array<std::vector<double>, 2> columns;
    for (std::size_t i = 0; i < values.size(); ++i) columns[i % 2].push_back(values[i]);
    set_coordinates(data, std::array{std::span<const double>(columns[0]), std::span<const double>(columns[1])});
}

} // namespace

std::string fitting(const std::string& text) { return text.substr(0, most_text_bytes - 3); }
ordered_json fitting(const std::vector<std::string>& texts) {
    auto list = ordered_json::array();
    for (const std::string& text : texts) list.push_back(fitting(text));
    return list;
}

ordered_json points_json(const Dataset& points) {
    const Dataset& data = original_of(points);
    ordered_json json = described(data);
    add_rows(json, data, "coordinates");
    return json;
}

ordered_json set_json(const Dataset& set) {
    constexpr std::int64_t most_values_kept = 1'000'000;
    const Dataset& data = original_of(set);
    ordered_json json = described(data);
    if (data.rows * data.dims <= most_values_kept) add_rows(json, data, "vectors");
    return json;
}

Dataset points_in(const JsonPlace& place, std::int64_t version) {
    Dataset data{.name = place.at("name").text(),
                 .rows = place.at("rows").whole(min_rows, max_rows),
                 .dims = 2,
                 .unit = text_or_none(place, "unit"),
                 .credit = text_or_none(place, "credit"),
                 .note = text_or_none(place, "note")};
    std::ignore = place.at("axes"); // points have a name for both
    data.axes = axes_in(place, data.dims);
    if (version == 1) {
        read_coordinates(place, data);
    } else {
        const std::vector<double> numbers = numbers_in(place.at("values"), data, -most_float, most_float);
        data.values = std::vector<float>(numbers.begin(), numbers.end());
        read_exact_parts(place, data);
    }
    data.labels = labels_in(place, std::size_t(data.rows));
    data.scales = scales_in(place, std::size_t(data.dims));
    data.latitude_axis = latitude_in(place);
    data.source_rows = source_rows_in(place, std::size_t(data.rows));
    return data;
}

Dataset set_in(const JsonPlace& place) {
    Dataset data{.name = place.at("name").text(),
                 .rows = place.at("rows").whole(1, most_vectors),
                 .dims = place.at("dims").whole(1, most_vectors),
                 .unit = text_or_none(place, "unit"),
                 .credit = text_or_none(place, "credit"),
                 .note = text_or_none(place, "note")};
    if (const auto width = place.find("picture_width")) data.picture_width = width->whole(1, data.dims);
    data.labels = labels_in(place, std::size_t(data.rows));
    data.source_rows = source_rows_in(place, std::size_t(data.rows));
    data.axes = axes_in(place, data.dims);
    data.scales = scales_in(place, std::size_t(data.dims));
    if (data.dims == 2) data.latitude_axis = latitude_in(place);
    if (!data.scales.empty()) data.unit = standardised_unit; // files of format 1 name no unit
    const bool are_bytes = place.at("element").word(element_names) == Element::uint8;
    std::vector<double> numbers;
    if (const auto values = place.find("values"))
        numbers = numbers_in(*values, data, are_bytes ? 0.0 : -most_float, are_bytes ? 255.0 : most_float);
    if (are_bytes)
        data.values = std::vector<std::uint8_t>(numbers.begin(), numbers.end());
    else
        data.values = std::vector<float>(numbers.begin(), numbers.end());
    if (are_bytes || numbers.empty()) {
        for (const char* key : {"origin", "low"})
            if (const auto list = place.find(key)) list->refuse("nothing, because there are no float32 values,");
    } else {
        read_exact_parts(place, data);
    }
    if (!are_bytes) read_distances(place, data);
    return data;
}

} // namespace pairscope::profiling
