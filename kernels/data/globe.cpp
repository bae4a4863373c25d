// SPDX-License-Identifier: MIT
#include "kernels/data/globe.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/prepared/prepared_sets.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

constexpr std::size_t most_looked_at = 4096; // places: the answer is needed in every frame

bool is_within(double value, double least, double most) {
    return std::isnan(value) || (value >= least && value <= most); // a number that is missing is in no wrong place
}

struct Range {
    double least, most; ///< longitudes [degrees]
};
constexpr Range possible{-360.0, 360.0}, usual{-180.0, 360.0};
constexpr double most_latitude = 90.0;

/// Looks at every `step`-th row.
ImpossiblePlaces outside(const Dataset& data, std::size_t latitude, const Range& longitudes, std::size_t step = 1) {
    ImpossiblePlaces found;
    const GlobeAxes axes = globe_axes(data);
    const auto look = [&](const auto& values) {
        for (std::size_t i = 0; i + 1 < values.size(); i += 2 * step) {
            const auto at = [&](std::size_t k) { return static_cast<double>(values[i + k]) + axes.origin[k]; };
            ++found.looked_at;
            if (is_within(at(latitude), -most_latitude, most_latitude) &&
                is_within(at(1 - latitude), longitudes.least, longitudes.most))
                continue;
            if (found.count++ == 0) found.first = static_cast<std::int64_t>(i / 2);
        }
    };
    std::visit(look, data.values);
    return found;
}

/// What the names of the axes say.
enum class Told : std::uint8_t {
    longitude_first,
    latitude_first,
    nothing, ///< they are x and y, or missing
    neither  ///< they mean other things
};

bool is_longitude(std::string_view name) { return means_longitude(name) || may_mean_longitude(name); }
bool is_latitude(std::string_view name) { return means_latitude(name) || may_mean_latitude(name); }
bool says_nothing(std::string_view name) { return has_no_name(name) || is_letter_across(name) || is_letter_up(name); }

Told told_by(const Dataset& data) {
    if (data.axes.size() != 2) return Told::nothing;
    const std::string &one = data.axes[0], &other = data.axes[1];
    if (is_latitude(one) && is_longitude(other)) return Told::latitude_first;
    if (is_longitude(one) && is_latitude(other)) return Told::longitude_first;
    if (!says_nothing(one) && !says_nothing(other)) return Told::neither;
    if (says_nothing(one) && says_nothing(other)) return Told::nothing;
    if (is_latitude(one) || is_longitude(other)) return Told::latitude_first;
    if (is_longitude(one) || is_latitude(other)) return Told::longitude_first;
    return Told::neither;
}

/// In German and some other languages, the words for longitude and latitude also mean length and width.
bool may_be_sizes_by_name(const Dataset& data) {
    const auto is_unsure = [](const std::string& name) {
        return (may_mean_longitude(name) || may_mean_latitude(name)) && !means_longitude(name) && !means_latitude(name);
    };
    return data.axes.size() == 2 && std::ranges::all_of(data.axes, is_unsure);
}

/// A thing is at least as long as it is wide, and neither is negative. Places seldom all lie so.
bool have_lengths_and_widths(const Dataset& data) {
    const auto* const values = std::get_if<std::vector<float>>(&data.values);
    if (values == nullptr || !may_be_sizes_by_name(data)) return false;
    const GlobeAxes axes = globe_axes(data);
    const std::size_t latitude = axes.latitude_first ? 0 : 1;
    const std::size_t step = std::max<std::size_t>(1, values->size() / 2 / most_looked_at);
    for (std::size_t i = 0; i + 1 < values->size(); i += 2 * step) {
        const auto at = [&](std::size_t k) { return static_cast<double>((*values)[i + k]) + axes.origin[k]; };
        if (at(latitude) <= 0.0 || at(1 - latitude) < at(latitude)) return false; // false for a number that is missing
    }
    return true;
}

/// Is one of the axes x and the other one y?
bool are_x_and_y(const Dataset& data) {
    if (data.axes.size() != 2) return false;
    const std::string &one = data.axes[0], &other = data.axes[1];
    return (is_letter_across(one) && is_letter_up(other)) || (is_letter_up(one) && is_letter_across(other));
}

/// Do the names mean places, as great-circle distances would take them? A length and a width in another unit do not,
/// and x and y do only where they come from points of well-known text.
bool are_places_by_name(const Dataset& data) {
    constexpr auto words_of_points = std::to_array<std::string_view>(
        {"wkt", "geom", "geometry", "point", "points", "location", "coordinates", "position", "geo", "place"});
    const Told told = told_by(data);
    const auto may_be_of_degrees = [](const std::string& unit) {
        return unit.empty() || unit.starts_with("deg") || unit.starts_with("\u00b0");
    };
    const auto has_no_other_unit = [&](const std::string& name) { return may_be_of_degrees(axis_name_of(name).unit); };
    if (!may_be_of_degrees(data.unit)) return false;
    if (told == Told::neither || !std::ranges::all_of(data.axes, has_no_other_unit)) return false;
    if (told != Told::nothing) {
        const std::size_t latitude = told == Told::latitude_first ? 0 : 1;
        return is_latitude(data.axes[latitude]) && is_longitude(data.axes[1 - latitude]);
    }
    const auto is_of_point = [&](const std::string& name) {
        return std::ranges::any_of(name_words(name), [&](const std::string& word) {
            return std::ranges::find(words_of_points, word) != words_of_points.end();
        });
    };
    return are_x_and_y(data) && std::ranges::all_of(data.axes, is_of_point);
}

/// x is across also where it is the second axis.
std::size_t usual_latitude(const Dataset& data) {
    const bool is_turned = data.axes.size() == 2 && is_letter_up(data.axes[0]) && is_letter_across(data.axes[1]);
    return is_turned ? 0 : 1;
}

/// Returns the set, or a copy in which the other coordinate is the latitude because more rows fit then.
std::shared_ptr<const Dataset> with_latitude(std::shared_ptr<const Dataset> set) {
    if (set->dims != 2 || set->latitude_axis || told_by(*set) != Told::nothing) return set;
    const std::size_t latitude = usual_latitude(*set);
    if (outside(*set, 1 - latitude, possible).count >= outside(*set, latitude, possible).count) return set;
    auto turned = std::make_shared<Dataset>(*set);
    turned->latitude_axis = LatitudeAxis{.axis = 1 - latitude, .by_ranges = true};
    return turned;
}

/// The power of two that brings the largest coordinate to between 1 and 2, if the squared length is so small or so
/// large that squares and products of coordinates would lose digits or overflow; else 0.
int exponent_to_scale(std::span<const float> vector) {
    constexpr double least = 0x1p-80, most = 0x1p100; // products of two such vectors are far from both limits, too
    double squares = 0.0;
    float largest = 0.0f;
    for (const float x : vector) {
        squares += double{x} * double{x};
        largest = std::max(largest, std::abs(x));
    }
    if (!std::isfinite(squares) || squares == 0.0 || (squares >= least && squares <= most)) return 0;
    return -std::ilogb(largest);
}

/// `scaled` becomes a copy of the set if one of its vectors needs another length; it may be one already.
void scale_to_moderate_lengths(const Dataset& set, std::shared_ptr<Dataset>& scaled) {
    const auto* const values = std::get_if<std::vector<float>>(scaled ? &scaled->values : &set.values);
    if (values == nullptr) return;
    const auto dims = static_cast<std::size_t>(set.dims), count = values->size();
    for (std::size_t at = 0; at < count; at += dims) {
        const auto& now = std::get<std::vector<float>>(scaled ? scaled->values : set.values);
        const int exponent = exponent_to_scale(std::span(now).subspan(at, dims));
        if (exponent == 0) continue;
        if (!scaled) scaled = std::make_shared<Dataset>(set);
        for (float& x : std::span(std::get<std::vector<float>>(scaled->values)).subspan(at, dims))
            x = std::ldexp(x, exponent);
        if (scaled->low.empty()) continue;
        for (float& x : std::span(scaled->low).subspan(at, dims)) x = std::ldexp(x, exponent);
    }
}

/// Are distances between two rows of zeros not defined?
bool divides_zeros(const WorkloadType& type, std::int64_t dims) {
    if (type.pair_of_rows == nullptr) return false;
    const std::vector<double> zeros(static_cast<std::size_t>(dims), 0.0), parameters = usual_parameters(type);
    return std::isnan(type.pair_of_rows(zeros, zeros, parameters));
}
/// A sum of absolute sums is small where numbers have different signs, so Bray-Curtis dissimilarities have no upper
/// bound then.
bool is_for_amounts(const WorkloadType& type) { return metric_name_of(type) == "bray_curtis"; }

std::string note_on_zero_rows(const WorkloadType& type, std::int64_t count) {
    if (type.metric == Metric::cosine)
        return count == 1 ? std::string("1 row has only zeros and so no direction; its cosine distance from every row "
                                        "is 1")
                          : fmt::format("{} have only zeros and so no direction; their cosine distance from every row "
                                        "is 1",
                                        counted(count, "row"));
    return count == 1 ? fmt::format("1 row has only zeros; the {} of two such rows is not defined, and is NaN",
                                    metric_title_of(type))
                      : fmt::format("{} have only zeros; the {} of two such rows is not defined, and is NaN",
                                    counted(count, "row"), metric_title_of(type));
}

} // namespace

ImpossiblePlaces impossible_places(const Dataset& data, std::size_t latitude) {
    return outside(data, latitude, possible);
}

OddRows odd_rows_in(const Dataset& set, OddKinds kinds) {
    OddRows odd;
    if (kinds == OddKinds::none) return odd;
    const bool needs_negative = kinds == OddKinds::zeros_and_negative;
    for (std::int64_t row = 0; row < set.rows; ++row) {
        bool is_zero = true, is_negative = false;
        for (std::int64_t k = 0; k < set.dims && (is_zero || (needs_negative && !is_negative)); ++k) {
            const double number = whole_coordinate(set, row, k);
            is_zero = is_zero && number == 0.0;
            is_negative = is_negative || number < 0.0;
        }
        odd += {.zeros = is_zero ? 1 : 0, .negative = needs_negative && is_negative ? 1 : 0};
    }
    return odd;
}

OddKinds odd_kinds_of(const WorkloadType& type, std::int64_t dims) {
    if (is_for_amounts(type)) return OddKinds::zeros_and_negative;
    return type.metric == Metric::cosine || divides_zeros(type, dims) ? OddKinds::zeros : OddKinds::none;
}

std::vector<std::string> notes_on_odd_rows(const WorkloadType& type, std::int64_t dims, const OddRows& odd) {
    std::vector<std::string> notes;
    if (odd.zeros > 0 && (type.metric == Metric::cosine || divides_zeros(type, dims)))
        notes.push_back(note_on_zero_rows(type, odd.zeros));
    if (odd.negative > 0 && is_for_amounts(type))
        notes.push_back(fmt::format("{} {} negative numbers, and the {} is meant for amounts of 0 and more; with "
                                    "others it is not always between 0 and 1",
                                    counted(odd.negative, "row"), odd.negative == 1 ? "has" : "have",
                                    metric_title_of(type)));
    return notes;
}

GlobeAxes globe_axes(const Dataset& data) {
    GlobeAxes found;
    if (data.latitude_axis)
        found.latitude_first = data.latitude_axis->axis == 0;
    else if (const Told told = told_by(data); told == Told::nothing)
        found.latitude_first = usual_latitude(data) == 0;
    else
        found.latitude_first = told == Told::latitude_first;
    for (std::size_t k = 0; k < found.origin.size() && k < data.origin.size(); ++k) found.origin[k] = data.origin[k];
    return found;
}

PlaceNames place_names(const Dataset& data) {
    const auto name = [&](std::size_t k) {
        const bool is_named = k < data.axes.size() && !data.axes[k].empty();
        return is_named ? data.axes[k] : fmt::format("column {}", k + 1);
    };
    const std::size_t latitude = globe_axes(data).latitude_first ? 0 : 1;
    return {name(1 - latitude), name(latitude)};
}

std::string place_words(const Dataset& data) {
    const PlaceNames names = place_names(data);
    const std::string words =
        fmt::format("longitude is {} and latitude is {}", excerpt(names.longitude), excerpt(names.latitude));
    if (data.latitude_axis && data.latitude_axis->by_ranges)
        return fmt::format("{}, because only this order fits the ranges of both", words);
    if (!data.latitude_axis && may_be_sizes_by_name(data))
        return fmt::format("{}; if these are lengths and widths, leave the metric out", words);
    if (data.latitude_axis || told_by(data) != Told::nothing) return words;
    return are_x_and_y(data)
               ? fmt::format("{}, because x is taken as the longitude and y as the latitude; to choose others, use "
                             "--longitude COL --latitude COL",
                             words)
               : fmt::format("{}, by position, because the names do not say which is which; to choose others, use "
                             "--longitude COL --latitude COL",
                             words);
}

std::string why_no_places(const Dataset& data) {
    if (data.dims != 2) return {};
    const PlaceNames names = place_names(data);
    if (!data.latitude_axis && told_by(data) == Told::neither)
        return fmt::format("the names of the columns {} and {} in {} do not mean longitude and latitude, which "
                           "great-circle distances need; choose two columns with --longitude COL --latitude COL",
                           excerpt(data.axes[0]), excerpt(data.axes[1]), data.name);
    const std::size_t latitude = globe_axes(data).latitude_first ? 0 : 1;
    const ImpossiblePlaces found = outside(data, latitude, possible);
    if (!found.are_many()) return {};
    const bool fits_turned = !outside(data, 1 - latitude, possible).are_many();
    const auto row = static_cast<std::size_t>(found.first);
    const std::int64_t in_file = data.source_rows.empty() ? found.first : data.source_rows[row];
    return fmt::format("cannot use {} as places: in {} of {} the latitude ({}) is not between -90 and 90, or the "
                       "longitude ({}) is not between -360 and 360. The first such row is {}; {} with --longitude COL "
                       "--latitude COL",
                       data.name, grouped(found.count), counted(found.looked_at, "row"), excerpt(names.latitude),
                       excerpt(names.longitude), grouped(in_file),
                       fits_turned ? "exchange the two columns" : "choose two columns");
}

bool are_flat_degrees(const Dataset& data) {
    if (data.dims != 2 || data.axes.size() != 2 || !data.scales.empty()) return false;
    if (!std::holds_alternative<std::vector<float>>(data.values)) return false;
    const std::size_t latitude = globe_axes(data).latitude_first ? 0 : 1;
    if (!data.latitude_axis && (!are_places_by_name(data) || have_lengths_and_widths(data))) return false;
    const auto rows = static_cast<std::size_t>(data.rows);
    const ImpossiblePlaces found = outside(data, latitude, usual, std::max<std::size_t>(1, rows / most_looked_at));
    return found.looked_at > 0 && !found.are_many();
}

bool compares_differences(const WorkloadType& type) {
    if (is_seen_from_zero(type.metric)) return false;
    if (!type.formula) return type.metric != Metric::own;
    return type.formula->terms != PairTerms::products && type.formula->terms != PairTerms::directions;
}

std::shared_ptr<const Dataset> as_needed_by(const WorkloadType& type, std::shared_ptr<const Dataset> set) {
    if (!set) return set;
    if (type.prepare != nullptr) {
        std::shared_ptr<const Dataset> none;
        prepare_sets(type, set, none);
        return set;
    }
    if (set->original) set = set->original;
    if (type.metric == Metric::great_circle) return with_latitude(std::move(set));
    if (compares_differences(type)) return set;
    std::shared_ptr<Dataset> needed;
    if (!set->origin.empty()) needed = std::make_shared<Dataset>(with_origin_added(*set));
    if (type.metric == Metric::cosine) scale_to_moderate_lengths(*set, needed);
    const OddRows odd = odd_rows_in(needed ? *needed : *set, odd_kinds_of(type, set->dims));
    for (const std::string& note : notes_on_odd_rows(type, set->dims, odd)) {
        if (!needed) needed = std::make_shared<Dataset>(*set);
        add_note(*needed, note);
    }
    if (!needed) return set;
    needed->original = std::move(set);
    return needed;
}

void bring_as_needed_by(const WorkloadType& type, std::shared_ptr<const Dataset>& first,
                        std::shared_ptr<const Dataset>& second) {
    if (type.prepare != nullptr && first) return prepare_sets(type, first, second);
    const bool is_one_set = second == first;
    first = as_needed_by(type, std::move(first));
    second = is_one_set ? first : as_needed_by(type, std::move(second));
}

} // namespace pairscope
