// SPDX-License-Identifier: MIT
// A JSON value: what a recording is written from and read into. nlohmann::json asks for memory when it is destroyed,
// which ends the program if that happens because the memory is used up. This one asks for none.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pairscope::profiling {

class JsonValue {
public:
    struct Member;
    using List = std::vector<JsonValue>;
    using Object = std::vector<Member>; ///< in the order of the text

    JsonValue() = default; ///< null
    template <class Value>
    requires(!std::same_as<std::remove_cvref_t<Value>, JsonValue>)
        JsonValue(Value&& value) { // NOLINT: a value of any kind is one of JSON, too
        using Kind = std::remove_cvref_t<Value>;
        if constexpr (std::same_as<Kind, bool> || std::floating_point<Kind>)
            value_ = static_cast<std::conditional_t<std::same_as<Kind, bool>, bool, double>>(value);
        else if constexpr (std::unsigned_integral<Kind>)
            value_ = std::uint64_t{value};
        else if constexpr (std::signed_integral<Kind>)
            value_ = std::int64_t{value};
        else if constexpr (std::convertible_to<Value, std::string_view>)
            value_ = std::make_unique<std::string>(std::forward<Value>(value));
        else
            take_items(value);
    }
    [[nodiscard]] static JsonValue array();
    [[nodiscard]] static JsonValue object();

    [[nodiscard]] bool is_null() const { return holds<std::monostate>(); }
    [[nodiscard]] bool is_number() const { return holds<double>() || holds<std::int64_t>() || holds<std::uint64_t>(); }
    [[nodiscard]] const bool* flag() const { return std::get_if<bool>(&value_); } ///< null: it is none; so below
    [[nodiscard]] const std::int64_t* whole() const { return std::get_if<std::int64_t>(&value_); }
    [[nodiscard]] const std::uint64_t* unsigned_whole() const { return std::get_if<std::uint64_t>(&value_); }
    [[nodiscard]] const std::string* text() const { return pointed<std::string>(); }
    [[nodiscard]] const List* list() const { return pointed<List>(); }
    [[nodiscard]] const Object* members() const { return pointed<Object>(); }
    [[nodiscard]] double number() const; ///< it must be one

    /// The member of an object; null: it has none of this name.
    [[nodiscard]] const JsonValue* find(std::string_view name) const;
    /// The last member, which is added. It must be an object without a member of this name.
    JsonValue& add(std::string name, JsonValue value);
    JsonValue& push_back(JsonValue value); ///< it must be a list

private:
    template <class Kind> [[nodiscard]] bool holds() const { return std::holds_alternative<Kind>(value_); }
    template <class Kind> [[nodiscard]] const Kind* pointed() const {
        const auto* const found = std::get_if<std::unique_ptr<Kind>>(&value_);
        return found == nullptr ? nullptr : found->get();
    }
    template <std::ranges::sized_range Items> void take_items(const Items& items) {
        auto list = std::make_unique<List>();
        list->reserve(std::ranges::size(items));
        for (const auto& item : items) list->emplace_back(item);
        value_ = std::move(list);
    }

    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::unique_ptr<std::string>,
                 std::unique_ptr<List>, std::unique_ptr<Object>>
        value_;
};

struct JsonValue::Member {
    std::string name;
    JsonValue value;
};

/// Adds the text of the value, without blanks. Numbers have the fewest digits that read back to the same double.
void append(std::string& text, const JsonValue& value);

} // namespace pairscope::profiling
