// SPDX-License-Identifier: MIT
// One table of fields for each struct of a recording. The writer and the reader both follow it, so that a field is
// named once: with its key, the place where it is kept, its kind, and whether files may lack it.
#pragma once

#include "profiling/recording/field_kinds.h"

#include <concepts>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace pairscope::profiling {

/// Whether a file may lack a field. A figure that is absent or not finite is never written.
enum class Presence : std::uint8_t {
    required,      ///< always written; a file without it is refused
    may_be_absent, ///< always written; older files lack it
    unless_empty,  ///< written unless it is empty or zero
};

/// `When` is a Presence, or a function that says of the struct whether the field is written; a file may then lack it.
template <class Part, class Kind, class When> struct Field {
    const char* key;
    Part part; ///< pointer to a member, or a function that returns a reference into the struct
    Kind kind; ///< see field_kinds.h; or a function that returns it, given the struct with the fields before this one
    When when;
    const char* older_key = nullptr; ///< the key in files before version 0.2

    [[nodiscard]] constexpr Field formerly(const char* name) const { return {key, part, kind, when, name}; }
};
template <class Part, class Kind, class When = Presence>
[[nodiscard]] constexpr Field<Part, Kind, When> field(const char* key, Part part, Kind kind,
                                                      When when = Presence::required) {
    return {key, part, kind, when};
}
using Presence::may_be_absent;
using Presence::unless_empty;

template <class Owner> struct NoFields;
/// A tuple with the fields of a struct, in the order in which they are written and read.
template <class Owner> inline constexpr NoFields<Owner> fields{};

namespace as {

/// A struct with its own table of fields. `check` refuses values that are wrong only together.
template <class Owner> struct Object {
    void (*check)(const JsonPlace& place, Owner& found) = nullptr;

    [[nodiscard]] Json json(const Owner& owner, RecordingContext& context) const;
    void read(const JsonPlace& place, Owner& owner, RecordingContext& context) const;
};

} // namespace as

template <class Value> inline constexpr bool is_optional = false;
template <class Value> inline constexpr bool is_optional<std::optional<Value>> = true;

template <class Value> [[nodiscard]] bool is_empty(const Value& value) {
    if constexpr (is_optional<Value>)
        return !value;
    else if constexpr (requires { value.empty(); })
        return value.empty();
    else if constexpr (std::equality_comparable<Value>)
        return value == Value{};
    else
        return false;
}

template <class Owner, class Part, class Kind, class When>
[[nodiscard]] auto kind_of(const Field<Part, Kind, When>& field, const Owner& owner) {
    if constexpr (std::is_invocable_v<const Kind&, const Owner&>)
        return field.kind(owner);
    else
        return field.kind;
}

template <class Owner, class Part, class Kind, class When>
[[nodiscard]] bool is_written(const Field<Part, Kind, When>& field, const Owner& owner) {
    if constexpr (!std::is_same_v<When, Presence>)
        return field.when(owner);
    else
        return field.when != Presence::unless_empty || !is_empty(std::invoke(field.part, owner));
}

/// False if the field is required, and nothing can be written.
template <class Owner, class Part, class Kind, class When>
bool write_field(Json& json, const Field<Part, Kind, When>& field, const Owner& owner, RecordingContext& context) {
    const auto& value = std::invoke(field.part, owner);
    Json written;
    if constexpr (is_optional<std::remove_cvref_t<decltype(value)>>) {
        if (value) written = json_of(kind_of(field, owner), *value, context);
    } else if (is_written(field, owner)) {
        written = json_of(kind_of(field, owner), value, context);
    }
    if constexpr (std::is_same_v<When, Presence>)
        if (written.is_null()) return field.when != Presence::required;
    if (!written.is_null()) json.add(field.key, std::move(written));
    return true;
}

template <class Owner, class Part, class Kind, class When>
void read_field(const JsonPlace& place, const Field<Part, Kind, When>& field, Owner& owner, RecordingContext& context) {
    std::optional<JsonPlace> found = place.find(field.key);
    if (!found && field.older_key != nullptr) found = place.find(field.older_key);
    if constexpr (std::is_same_v<When, Presence>)
        if (!found && field.when == Presence::required) found = place.at(field.key);
    if (!found) return;
    auto& value = std::invoke(field.part, owner);
    if constexpr (is_optional<std::remove_cvref_t<decltype(value)>>)
        read_as(kind_of(field, owner), *found, value.emplace(), context);
    else
        read_as(kind_of(field, owner), *found, value, context);
}

/// Adds all fields of a table. False if a required one cannot be written.
template <class Owner, class... Fields>
bool write_fields(Json& json, const std::tuple<Fields...>& table, const Owner& owner, RecordingContext& context) {
    bool all = true;
    std::apply([&](const auto&... field) { ((all = write_field(json, field, owner, context) && all), ...); }, table);
    return all;
}
template <class Owner, class... Fields>
void read_fields(const JsonPlace& place, const std::tuple<Fields...>& table, Owner& owner, RecordingContext& context) {
    std::apply([&](const auto&... field) { (read_field(place, field, owner, context), ...); }, table);
}

/// Null if it lacks a required figure: a reader would refuse it, so it is left out.
template <class Owner> Json as::Object<Owner>::json(const Owner& owner, RecordingContext& context) const {
    auto json = Json::object();
    if (!write_fields(json, fields<Owner>, owner, context)) return {};
    return json;
}
template <class Owner>
void as::Object<Owner>::read(const JsonPlace& place, Owner& owner, RecordingContext& context) const {
    read_fields(place, fields<Owner>, owner, context);
    if (check != nullptr) check(place, owner);
}

/// The struct at a place, with its defaults for the fields that the file lacks.
template <class Owner> [[nodiscard]] Owner read_object(const JsonPlace& place, RecordingContext& context) {
    Owner found{};
    read_fields(place, fields<Owner>, found, context);
    return found;
}

} // namespace pairscope::profiling
