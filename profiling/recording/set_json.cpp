// SPDX-License-Identifier: MIT
#include "profiling/recording/set_json.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/decimal_places.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/prepared/preparation.h"
#include "kernels/data/text.h"
#include "kernels/ladder/workload.h"
#include "profiling/recording/fields.h"
#include "profiling/recording/limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pairscope::profiling {
namespace {

constexpr double most_float = 3.4e38;
constexpr std::int64_t most_source_row = (std::int64_t{1} << 53) - 1; // a double holds it exactly

/// Where a number is missing: at the ends of rows that are series, or nowhere.
enum class Missing : std::uint8_t { nowhere, at_ends };

bool has_numbers(std::span<const float> row, Missing missing) {
    auto end = row.end();
    if (missing == Missing::at_ends)
        while (end != row.begin() && std::isnan(*std::prev(end))) --end;
    return std::all_of(row.begin(), end, [](float x) { return std::isfinite(x); });
}

/// "rows 2, 3 and 7 (counted from 0)": those of the file that lack numbers.
std::string rows_without_numbers(const Dataset& data, Missing missing) {
    constexpr std::size_t most_named = 5;
    std::vector<std::string> named;
    std::int64_t count = 0;
    const auto& values = std::get<std::vector<float>>(data.values);
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const auto numbers = std::span(values).subspan(std::size_t(row * data.dims), std::size_t(data.dims));
        if (has_numbers(numbers, missing)) continue;
        const bool has_row = !data.source_rows.empty();
        ++count;
        if (named.size() < most_named) named.push_back(grouped(has_row ? data.source_rows[std::size_t(row)] : row));
    }
    std::ranges::sort(named, {}, [](const std::string& text) { return std::pair(text.size(), text); });
    if (const std::int64_t more = count - std::ssize(named); more > 0)
        named.back() = fmt::format("{} and {} more", named.back(), grouped(more));
    return fmt::format("{} {} of the file (counted from 0)", count == 1 ? "row" : "rows", fmt::join(named, ", "));
}

/// Recordings hold finite numbers, and nulls behind the ends of series.
void require_finite(const Dataset& data, std::string_view what, Missing missing) {
    const auto* const values = std::get_if<std::vector<float>>(&data.values);
    bool are_finite = std::ranges::all_of(data.low, [](float x) { return std::isfinite(x); });
    for (std::size_t at = 0; values != nullptr && are_finite && at < values->size(); at += std::size_t(data.dims))
        are_finite = has_numbers(std::span(*values).subspan(at, std::size_t(data.dims)), missing);
    if (are_finite) return;
    const std::string_view where =
        missing == Missing::at_ends ? "missing within a series or infinite" : "missing or infinite";
    throw InputError(fmt::format("some of its {} are {}, and a recording cannot hold that; delete {} from a copy of "
                                 "the file, and record that copy",
                                 what, where, rows_without_numbers(data, missing)));
}

bool are_bytes(const Dataset& data) { return std::holds_alternative<std::vector<std::uint8_t>>(data.values); }

/// The type of the values: reading makes them an empty list of that type.
struct ElementName {
    [[nodiscard]] Json json(const Values& values) const {
        return name_of(std::holds_alternative<std::vector<float>>(values) ? Element::float32 : Element::uint8);
    }
    void read(const JsonPlace& place, Values& values) const {
        if (place.word(element_names) == Element::uint8)
            values = std::vector<std::uint8_t>();
        else
            values = std::vector<float>();
    }
};

/// Exactly rows x dims numbers, as float32 or as bytes; null is NaN.
struct Coordinates {
    std::int64_t rows, dims;
    bool take_null = false; ///< float32 only

    [[nodiscard]] Json json(const std::vector<float>& values) const {
        auto list = Json::array();
        for (const float value : values) list.push_back(std::isnan(value) ? Json() : Json(shortest(value)));
        return list;
    }
    [[nodiscard]] Json json(const Values& values) const {
        const auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&values);
        return bytes == nullptr ? json(std::get<std::vector<float>>(values)) : Json(*bytes);
    }
    [[nodiscard]] std::vector<double> numbers(const JsonPlace& list, double low, double high, bool null) const {
        std::vector<double> numbers = list.numbers(low, high, most_json_values, null);
        if (numbers.size() / std::size_t(dims) != std::size_t(rows) || numbers.size() % std::size_t(dims) != 0)
            list.refuse(fmt::format("a list of {} x {} numbers", rows, dims));
        return numbers;
    }
    void read(const JsonPlace& list, std::vector<float>& values) const {
        const std::vector<double> found = numbers(list, -most_float, most_float, take_null);
        values.assign(found.begin(), found.end());
    }
    void read(const JsonPlace& list, Values& values) const {
        if (auto* const floats = std::get_if<std::vector<float>>(&values)) return read(list, *floats);
        const std::vector<double> found = numbers(list, 0.0, 255.0, false);
        std::get<std::vector<std::uint8_t>>(values).assign(found.begin(), found.end());
    }
};
Coordinates coordinates_of(const Dataset& data) { return {data.rows, data.dims}; }
Coordinates values_or_nulls_of(const Dataset& data) { return {data.rows, data.dims, true}; }

/// By what a column was standardised.
struct Scale {
    [[nodiscard]] Json json(const ColumnScale& scale) const { return std::array{scale.mean, scale.deviation}; }
    void read(const JsonPlace& place, ColumnScale& scale) const {
        const std::vector<double> numbers = place.numbers(-1e300, 1e300, 2);
        if (numbers.size() != 2 || numbers[1] < 0.0) place.refuse("a mean and a standard deviation");
        scale = {.mean = numbers[0], .deviation = numbers[1]};
    }
};

/// Which of two coordinates is the latitude. Absent where the names of the axes tell.
struct LatitudePlace {
    [[nodiscard]] Json json(const LatitudeAxis& latitude) const { return latitude.axis; }
    void read(const JsonPlace& place, LatitudeAxis& latitude) const { latitude.axis = std::size_t(place.whole(0, 1)); }
};
struct ByRanges {
    [[nodiscard]] Json json(const Dataset& /*data*/) const { return true; }
    void read(const JsonPlace& place, Dataset& data) const {
        if (data.latitude_axis) data.latitude_axis->by_ranges = place.flag();
    }
};

/// The digits behind the point of numbers that are decimals.
struct DigitsBehindPoint {
    [[nodiscard]] Json json(const Dataset& data) const { return data.decimals->behind_point; }
    void read(const JsonPlace& place, Dataset& data) const {
        data.decimals = DecimalDigits{.behind_point = int(place.whole(0, most_decimal_places))};
    }
};

constexpr auto whole_set = [](auto& data) -> auto& { return data; };
bool has_latitude_by_ranges(const Dataset& data) { return data.latitude_axis && data.latitude_axis->by_ranges; }
bool is_rounded(const Dataset& data) { return !data.low.empty() || !data.origin.empty(); }
bool are_rounded_decimals(const Dataset& data) { return data.decimals && is_rounded(data); }
bool has_all_axes(const Dataset& data) { return std::ssize(data.axes) == data.dims; }
as::Whole width_of(const Dataset& data) { return {1, data.dims}; }

template <class Item> as::List<Item> one_per_row(const Dataset& data, Item item, std::string_view of_what) {
    return {item, std::size_t(data.rows), of_what};
}

constexpr auto name_field = field("name", &Dataset::name, as::Text{});
constexpr auto text_fields = std::tuple{
    field("unit", &Dataset::unit, as::Text{}, may_be_absent),
    field("credit", &Dataset::credit, as::Text{}, may_be_absent),
    field("note", &Dataset::note, as::Text{}, may_be_absent),
};
constexpr auto axis_fields = std::tuple{
    field(
        "axes", &Dataset::axes,
        [](const Dataset& data) {
            return as::List{as::Text{}, std::size_t(data.dims), "names"};
        },
        has_all_axes),
    field("latitude_axis", &Dataset::latitude_axis, LatitudePlace{}, unless_empty),
    field("latitude_by_ranges", whole_set, ByRanges{}, has_latitude_by_ranges),
    field(
        "standardised", &Dataset::scales,
        [](const Dataset& data) {
            return as::List{Scale{}, std::size_t(data.dims), "pairs"};
        },
        unless_empty),
};
/// What both kinds of data say about themselves, before any list of a value for each row.
constexpr auto description = std::tuple_cat(
    std::tuple{name_field, field("rows", &Dataset::rows, as::Whole{1, most_vectors}),
               field("dims", &Dataset::dims, as::Whole{1, most_vectors}),
               field("element", &Dataset::values, ElementName{})},
    text_fields,
    std::tuple{field("picture_width", &Dataset::picture_width, width_of, unless_empty),
               field("holds_distances", &Dataset::holds_distances, as::Flag{}, unless_empty),
               field("asymmetric", &Dataset::is_asymmetric, as::Flag{}, unless_empty),
               field("missing_pairs", &Dataset::missing_pairs, as::Whole{0, most_vectors* most_vectors}, unless_empty)},
    axis_fields);
/// Points have two coordinates, so that only this part is read of their description.
constexpr auto description_of_points = std::tuple_cat(
    std::tuple{name_field, field("rows", &Dataset::rows, as::Whole{min_rows, max_rows})}, text_fields, axis_fields);

constexpr auto row_fields = std::tuple{
    field(
        "labels", &Dataset::labels, [](const Dataset& data) { return one_per_row(data, as::Text{}, "texts"); },
        unless_empty),
    field(
        "source_rows", &Dataset::source_rows,
        [](const Dataset& data) {
            return one_per_row(data, as::Whole{-1, most_source_row}, "numbers");
        },
        unless_empty),
};
/// The coordinates: what was subtracted from them, what kernels read, and what float32 rounded away.
constexpr auto coordinates_in_parts = std::tuple{
    field(
        "origin", &Dataset::origin,
        [](const Dataset& data) {
            return as::Numbers{-1e300, 1e300, std::size_t(data.dims), as::Count::exactly};
        },
        unless_empty),
    field("values", &Dataset::values, values_or_nulls_of, may_be_absent),
    field("low", &Dataset::low, coordinates_of, unless_empty),
    field("decimal_places", whole_set, DigitsBehindPoint{}, are_rounded_decimals),
};

Json json_with_rows(const Dataset& data, bool with_rows) {
    RecordingContext context;
    auto json = Json::object();
    write_fields(json, description, data, context);
    if (!with_rows) return json;
    write_fields(json, row_fields, data, context);
    write_fields(json, coordinates_in_parts, data, context);
    return json;
}

/// No two rows are the same row of the file. Points that a user added have no row there.
void require_own_rows(const JsonPlace& place, const Dataset& data) {
    const auto& rows = data.source_rows;
    std::vector<std::size_t> places(rows.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, {}, [&](std::size_t i) { return rows[i]; });
    const auto is_twin = [&](std::size_t i, std::size_t next) { return rows[i] >= 0 && rows[i] == rows[next]; };
    const auto twin = std::ranges::adjacent_find(places, is_twin);
    if (twin == places.end()) return;
    const auto list = place.at("source_rows").items(rows.size());
    list[twin[1]].refuse(fmt::format("another row than that of {}", list[twin[0]].pointer()));
}

/// Refuses a null that does not stand at the end of a row.
void require_ends(const JsonPlace& place, const Dataset& data, Missing missing) {
    const auto* const values = std::get_if<std::vector<float>>(&data.values);
    for (std::size_t at = 0; values != nullptr && at < values->size(); at += std::size_t(data.dims)) {
        const auto row = std::span(*values).subspan(at, std::size_t(data.dims));
        if (has_numbers(row, missing)) continue;
        const auto null = std::ranges::find_if(row, [](float x) { return std::isnan(x); });
        const auto list = place.at("values").items(values->size());
        list[at + std::size_t(null - row.begin())].refuse("a number");
    }
}

/// What float32 rounded away is at most half the distance to the next float32.
void require_rounded(const JsonPlace& place, const Dataset& data) {
    if (data.low.empty()) return;
    const auto values = coordinates(data);
    for (std::size_t i = 0; i < data.low.size(); ++i) {
        const float size = std::abs(values[i]);
        const double most = (double{std::nextafter(size, std::numeric_limits<float>::infinity())} - double{size}) / 2.0;
        if (data.low[i] == 0.0f || double{std::abs(data.low[i])} <= most) continue;
        place.at("low").items(data.low.size())[i].refuse(fmt::format(
            "what float32 rounded away from a number near {:g}, which is at most {:.3g},", values[i], most));
    }
}

/// Decimals are what was loaded, apart from rounding, and have few digits. Numbers that were not rounded tell
/// themselves whether they are such decimals.
void read_decimals(const JsonPlace& place, Dataset& data) {
    const bool has_values = !are_bytes(data) && !coordinates(data).empty();
    if (!has_values || data.holds_distances || !data.scales.empty() || (is_rounded(data) && !data.decimals))
        return data.decimals.reset();
    constexpr double rounding = 0x1p-47; // relative: two of float32, and an origin that was added
    const double units = is_rounded(data) ? std::pow(10.0, data.decimals->behind_point) : 0.0;
    DecimalPlaces found;
    for (std::int64_t row = 0; row < data.rows; ++row)
        for (std::int64_t k = 0; k < data.dims; ++k) {
            const double number = whole_coordinate(data, row, k), whole = nearest_whole(number * units);
            if (std::isnan(number)) continue; // it is missing
            const bool is_near = std::abs(number * units - whole) <= rounding * std::abs(whole);
            if (is_rounded(data) && !(std::abs(whole) <= most_decimal_units && is_near))
                place.at("decimal_places")
                    .refuse(fmt::format("the number of digits behind the point of all coordinates, also of {:.15g},",
                                        number));
            found.include(is_rounded(data) ? whole / units : number);
        }
    data.decimals = found.found();
}

/// Given distances are symmetric, with a zero diagonal, as far as the recording holds them.
void require_distances(const JsonPlace& place, const Dataset& data) {
    const bool is_square = !are_bytes(data) && data.rows == data.dims;
    const bool is_odd = data.is_asymmetric || data.missing_pairs > 0; // it was shown as it stood in its file
    const bool has_values = is_square && !is_odd && !coordinates(data).empty();
    if (!is_square || (has_values && !recorded_distances(Dataset(data))))
        place.at("holds_distances").refuse("false, because these values are not distances,");
}

/// Format 1: the coordinates of points are those of their file.
void read_coordinates(const JsonPlace& place, Dataset& data) {
    const auto values = coordinates_of(data).numbers(place.at("coordinates"), -most_float, most_float, false);
    std::array<std::vector<double>, 2> columns;
    for (std::size_t i = 0; i < values.size(); ++i) columns[i % 2].push_back(values[i]);
    set_coordinates(data, std::array{std::span<const double>(columns[0]), std::span<const double>(columns[1])});
}

bool is_written_with_rows(const Dataset& data) {
    const bool has_values = std::visit([](const auto& values) { return !values.empty(); }, data.values);
    return has_values && data.rows * data.dims <= most_values_of_set;
}

/// Also of no workload that this version knows.
bool are_of_series(const std::set<std::string_view>& workloads) {
    return std::ranges::all_of(workloads, [](std::string_view id) { return type_of(id).prepare == mark_ends; });
}

} // namespace

Json points_json(const Dataset& points) {
    const Dataset& data = original_of(points);
    require_finite(data, "coordinates", Missing::nowhere);
    return json_with_rows(data, true);
}

Json set_json(const Dataset& set) {
    const Dataset& data = original_of(set);
    const bool with_rows = is_written_with_rows(data);
    if (with_rows) require_finite(data, "vectors", data.holds_distances ? Missing::nowhere : Missing::at_ends);
    return json_with_rows(data, with_rows);
}

void require_numbers(const std::vector<std::shared_ptr<const Dataset>>& sets,
                     const std::set<std::string_view>& workloads) {
    if (are_of_series(workloads)) return;
    for (const auto& set : sets)
        if (const Dataset& data = original_of(*set); is_written_with_rows(data))
            require_finite(data, "vectors", Missing::nowhere);
}

void require_numbers(const std::vector<std::shared_ptr<const Dataset>>& sets,
                     const std::set<std::string_view>& workloads, const JsonPlace& root) {
    if (are_of_series(workloads)) return;
    for (std::size_t i = 0; i < sets.size(); ++i)
        require_ends(root.at("sets").items(sets.size())[i], *sets[i], Missing::nowhere);
}

Dataset points_in(const JsonPlace& place, std::int64_t version) {
    RecordingContext context{.version = version};
    Dataset data{.dims = 2};
    read_fields(place, description_of_points, data, context);
    if (data.axes.empty()) data.axes = {"x", "y"}; // points have a name for both; pages without labels left them out
    if (version == 1) {
        read_coordinates(place, data);
    } else {
        std::ignore = place.at("values");
        read_fields(place, coordinates_in_parts, data, context);
        require_ends(place, data, Missing::nowhere);
    }
    read_fields(place, row_fields, data, context);
    require_rounded(place, data);
    read_decimals(place, data);
    require_own_rows(place, data);
    return data;
}

Dataset set_in(const JsonPlace& place) {
    RecordingContext context;
    Dataset data;
    read_fields(place, description, data, context);
    if (data.dims != 2) data.latitude_axis.reset();
    if (!data.scales.empty()) data.unit = standardised_unit; // files of format 1 name no unit
    read_fields(place, row_fields, data, context);
    if (are_bytes(data) || !place.find("values"))
        for (const char* key : {"origin", "low"})
            if (const auto list = place.find(key)) list->refuse("nothing, because there are no float32 values,");
    read_fields(place, coordinates_in_parts, data, context);
    require_ends(place, data, data.holds_distances ? Missing::nowhere : Missing::at_ends);
    require_rounded(place, data);
    read_decimals(place, data);
    require_own_rows(place, data);
    if (data.holds_distances) require_distances(place, data);
    return data;
}

} // namespace pairscope::profiling
