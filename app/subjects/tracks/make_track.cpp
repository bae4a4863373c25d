// SPDX-License-Identifier: MIT
#include "app/subjects/tracks/make_track.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>

namespace pairscope::app {
namespace {

constexpr std::size_t most_whole_categories = 10; // more different whole numbers are amounts

/// The different finite numbers of both sets; none where there are more than `most`.
std::set<double> few_numbers(const TrackColumn& column, std::size_t most) {
    std::set<double> different;
    for (const auto& cells : column.of_sets)
        for (const double number : cells ? cells->numbers : std::vector<double>()) {
            if (std::isfinite(number)) different.insert(number);
            if (different.size() > most) return {};
        }
    return different;
}

bool are_whole(const std::set<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return number == std::floor(number); });
}

bool has_numbers(const TrackColumn& column) {
    return std::ranges::any_of(column.of_sets, [](const auto& cells) { return cells && !cells->numbers.empty(); });
}

Track track_of_numbers(const TrackColumn& column) {
    Track track{.name = column.name, .kind = TrackKind::numbers, .is_class = column.is_class};
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t set = 0; set < column.of_sets.size(); ++set) {
        const auto& cells = column.of_sets[set];
        if (!cells) continue;
        auto values = std::make_shared<TrackValues>();
        values->numbers = cells->numbers;
        for (const double number : values->numbers) {
            if (!std::isfinite(number)) continue;
            low = std::min(low, number);
            high = std::max(high, number);
        }
        track.of_sets[set] = std::move(values);
    }
    if (low <= high) {
        track.low = low;
        track.high = high;
    }
    return track;
}

/// Texts that stand for numbers keep the order of the numbers.
void name_numbers(TrackColumn& column) {
    for (auto& cells : column.of_sets) {
        if (!cells) continue;
        for (const double number : cells->numbers)
            cells->texts.push_back(std::isfinite(number) ? fmt::format("{}", number) : std::string());
        cells->numbers.clear();
    }
}

std::vector<std::string> different_texts(const TrackColumn& column) {
    std::set<std::string_view> different;
    for (const auto& cells : column.of_sets)
        if (cells)
            for (const std::string& text : cells->texts)
                if (!text.empty()) different.insert(text);
    return {different.begin(), different.end()};
}

std::vector<std::string> in_order_of_numbers(std::vector<std::string> texts) {
    std::ranges::stable_sort(texts, {}, [](const std::string& text) { return std::strtod(text.c_str(), nullptr); });
    return texts;
}

} // namespace

Track made_track(TrackColumn column) {
    bool are_named_numbers = false;
    if (has_numbers(column)) {
        const std::set<double> few = few_numbers(column, most_whole_categories);
        are_named_numbers = column.is_class || (!few.empty() && are_whole(few));
        if (!are_named_numbers) return track_of_numbers(column);
        name_numbers(column);
    }
    Track track{.name = column.name, .is_class = column.is_class};
    track.categories = different_texts(column);
    if (are_named_numbers) track.categories = in_order_of_numbers(std::move(track.categories));
    track.kind = track.categories.size() <= most_categories ? TrackKind::categories : TrackKind::texts;
    std::unordered_map<std::string_view, std::int32_t> places;
    for (std::size_t i = 0; i < track.categories.size(); ++i) places.emplace(track.categories[i], std::int32_t(i));
    for (std::size_t set = 0; set < column.of_sets.size(); ++set) {
        const auto& cells = column.of_sets[set];
        if (!cells) continue;
        auto values = std::make_shared<TrackValues>();
        for (const std::string& text : cells->texts) values->categories.push_back(text.empty() ? -1 : places.at(text));
        track.of_sets[set] = std::move(values);
    }
    return track;
}

} // namespace pairscope::app
