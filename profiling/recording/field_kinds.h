// SPDX-License-Identifier: MIT
// The kinds of fields: how a value becomes JSON and how it is read back within its limits. A kind is a struct with
// `json(value)` and `read(place, value)`, which may also take the context. JSON that is null is not written.
#pragma once

#include "kernels/ladder/device.h"
#include "profiling/recording/json_place.h"
#include "profiling/recording/limits.h"
#include "profiling/recording/recording.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::profiling {

using Json = JsonValue;

/// What the parts of one recording share while it is written or read.
struct RecordingContext {
    std::int64_t version = recording_format;
    /// Ceilings and runs name their device by its place in this list. Absent: of a kind that this version lacks.
    std::vector<std::optional<Device>> devices{};
};

template <class Kind, class Value>
[[nodiscard]] Json json_of(const Kind& kind, const Value& value, RecordingContext& context) {
    if constexpr (requires { kind.json(value, context); })
        return kind.json(value, context);
    else
        return kind.json(value);
}
template <class Kind, class Value>
void read_as(const Kind& kind, const JsonPlace& place, Value& value, RecordingContext& context) {
    if constexpr (requires { kind.read(place, value, context); })
        kind.read(place, value, context);
    else
        kind.read(place, value);
}

/// As much of a text as a reader takes. Where that cuts a letter in two, writing replaces it.
[[nodiscard]] std::string fitting(const std::string& text);
/// The number with the fewest digits that rounds to this float.
[[nodiscard]] double shortest(float value);
/// "2026-11-21T08:36:39Z"
[[nodiscard]] std::string time_text(std::chrono::sys_seconds when);
[[nodiscard]] std::chrono::sys_seconds time_at(const JsonPlace& place);

namespace as {

struct Text {
    [[nodiscard]] Json json(const std::string& text) const { return fitting(text); }
    void read(const JsonPlace& place, std::string& text) const { text = place.text(); }
};
struct Flag {
    [[nodiscard]] Json json(bool flag) const { return flag; }
    void read(const JsonPlace& place, bool& flag) const { flag = place.flag(); }
};
struct Whole {
    std::int64_t low = 0, high = most_whole;
    [[nodiscard]] Json json(std::int64_t number) const { return number; }
    template <class Int> void read(const JsonPlace& place, Int& number) const {
        number = static_cast<Int>(place.whole(low, high));
    }
};
inline constexpr Whole count{0, INT32_MAX};

/// A number with a fraction. One that is not finite is not written.
struct Figure {
    double low = 0.0, high = most_figure;
    [[nodiscard]] Json json(double number) const { return std::isfinite(number) ? Json(number) : Json(); }
    template <class Float> void read(const JsonPlace& place, Float& number) const {
        number = static_cast<Float>(place.number(low, high));
    }
};

/// A value of an enumeration, by its name.
template <class Enum, std::size_t size> struct Word {
    const std::array<Name<Enum>, size>* names;
    [[nodiscard]] Json json(Enum value) const { return name_in(*names, value); }
    void read(const JsonPlace& place, Enum& value) const { value = place.word(*names); }
};
template <class Enum, std::size_t size> Word(const std::array<Name<Enum>, size>*) -> Word<Enum, size>;

/// A value whose name is looked up by a function.
template <auto find> struct Known {
    template <class Value> [[nodiscard]] Json json(Value value) const { return name_of(value); }
    template <class Value> void read(const JsonPlace& place, Value& value) const {
        const std::string name = place.text();
        const auto known = find(name);
        if (!known) place.unknown(name);
        value = *known;
    }
};

enum class Count : std::uint8_t { at_most, at_least_one, exactly };

/// A list of numbers: `most` of them, by how they are counted.
struct Numbers {
    double low, high;
    std::size_t most = most_samples;
    Count how = Count::at_most;
    [[nodiscard]] Json json(const std::vector<double>& numbers) const { return numbers; }
    void read(const JsonPlace& place, std::vector<double>& numbers) const;
};

/// A list. With `all_of` it has exactly `most` items, which a message calls so. Items that cannot be written are left
/// out.
template <class Item> struct List {
    Item item;
    std::size_t most;
    std::string_view all_of{};

    template <class Value> [[nodiscard]] Json json(const std::vector<Value>& values, RecordingContext& context) const {
        auto list = Json::array();
        for (const Value& value : values)
            if (Json written = json_of(item, value, context); !written.is_null()) list.push_back(std::move(written));
        return list;
    }
    template <class Value>
    void read(const JsonPlace& place, std::vector<Value>& values, RecordingContext& context) const {
        for (const JsonPlace& at : place.items(most)) read_as(item, at, values.emplace_back(), context);
        if (!all_of.empty() && values.size() != most) place.refuse(fmt::format("a list of {} {}", most, all_of));
    }
};
template <class Item> List(Item, std::size_t, std::string_view = {}) -> List<Item>;

/// A list whose reader leaves out the items with a word that this version does not know.
template <class Item> struct KnownItems : List<Item> {
    template <class Value>
    void read(const JsonPlace& place, std::vector<Value>& values, RecordingContext& context) const {
        for (const JsonPlace& at : place.items(this->most)) {
            Value value{};
            try {
                read_as(this->item, at, value, context);
            } catch (const UnknownWord&) {
                continue;
            }
            values.push_back(std::move(value));
        }
    }
};
template <class Item> KnownItems(Item, std::size_t) -> KnownItems<Item>;

/// UTC, to the second.
struct Time {
    template <class When> [[nodiscard]] Json json(When when) const {
        return time_text(std::chrono::floor<std::chrono::seconds>(when));
    }
    template <class When> void read(const JsonPlace& place, When& when) const { when = time_at(place); }
};

/// A device, by its place in the list of the recording.
struct DevicePlace {
    [[nodiscard]] Json json(const Device& device, RecordingContext& context) const;
    void read(const JsonPlace& place, Device& device, RecordingContext& context) const;
};

} // namespace as

} // namespace pairscope::profiling
