// SPDX-License-Identifier: MIT
#include "profiling/recording/json_place.h"

#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <cmath>

namespace pairscope::profiling {
namespace {

constexpr std::string_view what_to_do = "copy the file again, or record it anew";

/// A value in a few words.
std::string told(const JsonValue& value) {
    if (value.members() != nullptr) return "an object";
    if (const auto* const list = value.list()) return fmt::format("a list of {}", grouped(std::ssize(*list)));
    if (const auto* const text = value.text()) return excerpt(*text);
    std::string text;
    append(text, value);
    return text;
}

bool is_in(const JsonValue& value, double low, double high) {
    if (!value.is_number()) return false;
    const double number = value.number();
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
    if (value_->members() == nullptr) refuse("an object");
    const JsonValue* const found = value_->find(key);
    if (found == nullptr) return {};
    return JsonPlace(*found, pointer_ + "/" + key);
}

JsonPlace JsonPlace::at(const char* key) const {
    if (auto found = find(key)) return *found;
    throw InputError(fmt::format("{}/{} is missing; {}", pointer_, key, what_to_do));
}

std::vector<JsonPlace> JsonPlace::items(std::size_t most) const {
    const JsonValue::List* const list = value_->list();
    if (list == nullptr || list->size() > most)
        refuse(fmt::format("a list of at most {}", grouped(std::int64_t(most))));
    std::vector<JsonPlace> places;
    places.reserve(list->size());
    for (const JsonValue& item : *list) places.emplace_back(item, fmt::format("{}/{}", pointer_, places.size()));
    return places;
}

double JsonPlace::number(double low, double high) const {
    if (!is_in(*value_, low, high)) refuse(fmt::format("a number from {:g} to {:g}", low, high));
    return value_->number();
}

std::vector<double> JsonPlace::numbers(double low, double high, std::size_t most, bool takes_null) const {
    const JsonValue::List* const list = value_->list();
    if (list == nullptr || list->size() > most)
        refuse(fmt::format("a list of at most {} numbers", grouped(std::int64_t(most))));
    std::vector<double> found;
    found.reserve(list->size());
    for (const JsonValue& item : *list) {
        if (takes_null && item.is_null()) {
            found.push_back(std::nan(""));
            continue;
        }
        if (!is_in(item, low, high))
            std::ignore = JsonPlace(item, fmt::format("{}/{}", pointer_, found.size())).number(low, high);
        found.push_back(item.number());
    }
    return found;
}

std::int64_t JsonPlace::whole(std::int64_t low, std::int64_t high) const {
    const std::uint64_t* const large = value_->unsigned_whole();
    const std::int64_t* const negative = value_->whole();
    const bool fits = large != nullptr ? *large <= std::uint64_t(INT64_MAX) : negative != nullptr;
    const std::int64_t number = !fits ? 0 : large != nullptr ? std::int64_t(*large) : *negative;
    if (!fits || number < low || number > high) refuse(fmt::format("a whole number from {} to {}", low, high));
    return number;
}

std::uint64_t JsonPlace::unsigned_whole() const {
    const std::uint64_t* const number = value_->unsigned_whole();
    if (number == nullptr) refuse(fmt::format("a whole number from 0 to {}", UINT64_MAX));
    return *number;
}

std::string JsonPlace::text(std::size_t most) const {
    const std::string* const text = value_->text();
    if (text == nullptr || text->size() > most)
        refuse(fmt::format("a text of at most {} bytes", grouped(std::int64_t(most))));
    return *text;
}

bool JsonPlace::flag() const {
    const bool* const flag = value_->flag();
    if (flag == nullptr) refuse("true or false");
    return *flag;
}

} // namespace pairscope::profiling
