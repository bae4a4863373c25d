// SPDX-License-Identifier: MIT
#include "profiling/recording/json_value.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

namespace pairscope::profiling {
namespace {

/// Very large and very small numbers have an exponent. The others have a point, which says that they are no integers.
void append_number(std::string& text, double number) {
    const double size = std::abs(number);
    const bool is_plain = size == 0.0 || (size >= 1e-4 && size < 1e15);
    std::array<char, 32> digits{};
    const auto format = is_plain ? std::chars_format::fixed : std::chars_format::scientific;
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number, format).ptr;
    const std::string_view written(digits.data(), end);
    text += written;
    if (is_plain && written.find('.') == std::string_view::npos) text += ".0";
}

/// What is no UTF-8 is replaced.
void append_text(std::string& text, const std::string& value) {
    const auto is_simple = [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; };
    if (std::ranges::all_of(value, is_simple))
        fmt::format_to(std::back_inserter(text), "\"{}\"", value);
    else
        text += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_list(std::string& text, const JsonValue::List& list) {
    text += '[';
    for (const JsonValue& item : list) {
        if (&item != list.data()) text += ',';
        append(text, item);
    }
    text += ']';
}

void append_members(std::string& text, const JsonValue::Object& members) {
    text += '{';
    for (const auto& [name, value] : members) {
        if (&name != &members.front().name) text += ',';
        append_text(text, name);
        text += ':';
        append(text, value);
    }
    text += '}';
}

} // namespace

JsonValue JsonValue::array() {
    JsonValue value;
    value.value_ = std::make_unique<List>();
    return value;
}

JsonValue JsonValue::object() {
    JsonValue value;
    value.value_ = std::make_unique<Object>();
    return value;
}

double JsonValue::number() const {
    if (const std::int64_t* const integer = whole()) return static_cast<double>(*integer);
    if (const std::uint64_t* const integer = unsigned_whole()) return static_cast<double>(*integer);
    return std::get<double>(value_);
}

const JsonValue* JsonValue::find(std::string_view name) const {
    const Object* const all = members();
    if (all == nullptr) return nullptr;
    const auto found = std::ranges::find(*all, name, &Member::name);
    return found == all->end() ? nullptr : &found->value;
}

JsonValue& JsonValue::add(std::string name, JsonValue value) {
    return std::get<std::unique_ptr<Object>>(value_)->emplace_back(Member{std::move(name), std::move(value)}).value;
}

JsonValue& JsonValue::push_back(JsonValue value) {
    return std::get<std::unique_ptr<List>>(value_)->emplace_back(std::move(value));
}

void append(std::string& text, const JsonValue& value) {
    if (value.is_null()) text += "null";
    if (const bool* const flag = value.flag()) text += *flag ? "true" : "false";
    if (const std::int64_t* const number = value.whole())
        fmt::format_to(std::back_inserter(text), "{}", *number);
    else if (const std::uint64_t* const large = value.unsigned_whole())
        fmt::format_to(std::back_inserter(text), "{}", *large);
    else if (value.is_number())
        append_number(text, value.number());
    if (const std::string* const string = value.text()) append_text(text, *string);
    if (const JsonValue::List* const list = value.list()) append_list(text, *list);
    if (const JsonValue::Object* const members = value.members()) append_members(text, *members);
}

} // namespace pairscope::profiling
