// SPDX-License-Identifier: MIT
#include "profiling/recording/json_place.h"

#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <cmath>

namespace pairscope::profiling {
namespace {

using nlohmann::json;

constexpr std::string_view what_to_do = "copy the file again, or record it anew";

/// A value in a few words.
std::string told(const json& value) {
    switch (value.type()) {
    case json::value_t::object:
        return "an object";
    case json::value_t::array:
        return fmt::format("a list of {}", grouped(std::int64_t(value.size())));
    case json::value_t::string:
        return excerpt(value.get_ref<const std::string&>());
    case json::value_t::null:
    case json::value_t::boolean:
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
    case json::value_t::number_float:
    case json::value_t::binary:
    case json::value_t::discarded:
        break;
    }
    return value.dump();
}

bool is_in(const json& value, double low, double high) {
    if (!value.is_number()) return false;
    const auto number = value.get<double>();
    return std::isfinite(number) && number >= low && number <= high;
}

} // namespace

void JsonPlace::refuse(std::string_view belongs) const {
    throw InputError(fmt::format("{} is {}, where {} belongs; {}", pointer_.empty() ? "its content" : pointer_,
                                 told(*value_), belongs, what_to_do));
}

void JsonPlace::unknown(std::string_view word) const {
    throw UnknownWord(
        fmt::format("{} is {}, which this version does not know; update Pairscope to see it", pointer_, excerpt(word)));
}

std::optional<JsonPlace> JsonPlace::find(const char* key) const {
    if (!value_->is_object()) refuse("an object");
    const auto found = value_->find(key);
    if (found == value_->end()) return {};
    return JsonPlace(*found, pointer_ + "/" + key);
}

JsonPlace JsonPlace::at(const char* key) const {
    if (auto found = find(key)) return *found;
    throw InputError(fmt::format("{}/{} is missing; {}", pointer_, key, what_to_do));
}

std::vector<JsonPlace> JsonPlace::items(std::size_t most) const {
    if (!value_->is_array() || value_->size() > most)
        refuse(fmt::format("a list of at most {}", grouped(std::int64_t(most))));
    std::vector<JsonPlace> places;
    places.reserve(value_->size());
    for (const json& item : *value_) places.emplace_back(item, fmt::format("{}/{}", pointer_, places.size()));
    return places;
}

double JsonPlace::number(double low, double high) const {
    if (!is_in(*value_, low, high)) refuse(fmt::format("a number from {:g} to {:g}", low, high));
    return value_->get<double>();
}

std::vector<double> JsonPlace::numbers(double low, double high, std::size_t most) const {
    if (!value_->is_array() || value_->size() > most)
        refuse(fmt::format("a list of at most {} numbers", grouped(std::int64_t(most))));
    std::vector<double> found;
    found.reserve(value_->size());
    for (const json& item : *value_) {
        if (!is_in(item, low, high))
            std::ignore = JsonPlace(item, fmt::format("{}/{}", pointer_, found.size())).number(low, high);
        found.push_back(item.get<double>());
    }
    return found;
}

std::int64_t JsonPlace::whole(std::int64_t low, std::int64_t high) const {
    const bool fits = value_->is_number_unsigned() ? value_->get<std::uint64_t>() <= std::uint64_t(INT64_MAX)
                                                   : value_->is_number_integer();
    if (!fits || value_->get<std::int64_t>() < low || value_->get<std::int64_t>() > high)
        refuse(fmt::format("a whole number from {} to {}", low, high));
    return value_->get<std::int64_t>();
}

std::uint64_t JsonPlace::unsigned_whole() const {
    if (!value_->is_number_unsigned()) refuse(fmt::format("a whole number from 0 to {}", UINT64_MAX));
    return value_->get<std::uint64_t>();
}

std::string JsonPlace::text(std::size_t most) const {
    const bool fits = value_->is_string() && value_->get_ref<const std::string&>().size() <= most;
    if (!fits) refuse(fmt::format("a text of at most {} bytes", grouped(std::int64_t(most))));
    return value_->get<std::string>();
}

bool JsonPlace::flag() const {
    if (!value_->is_boolean()) refuse("true or false");
    return value_->get<bool>();
}

} // namespace pairscope::profiling
