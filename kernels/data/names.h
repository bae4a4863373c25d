// SPDX-License-Identifier: MIT
// How the values of an enumeration are called. Each enumeration has one table of names beside it; whatever prints,
// reads, or offers its values takes the names from there.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace pairscope {

template <class Enum> struct Name {
    Enum value;
    std::string_view name;       ///< in files, options, tables
    std::string_view title{};    ///< in a sentence, on the screen; empty: the name
    std::string_view old_name{}; ///< what files of earlier versions have; empty: the same name
};

/// Has every value that counts from 0 its place? The lookups need it, and a static_assert beside each table proves it.
template <class Enum, std::size_t count>
[[nodiscard]] constexpr bool is_in_order(const std::array<Name<Enum>, count>& names) {
    for (std::size_t i = 0; i < count; ++i)
        if (static_cast<std::size_t>(names[i].value) != i) return false;
    return true;
}

template <class Enum, std::size_t count>
[[nodiscard]] constexpr std::string_view name_in(const std::array<Name<Enum>, count>& names, Enum value) {
    return names[static_cast<std::size_t>(value)].name;
}
template <class Enum, std::size_t count>
[[nodiscard]] constexpr std::string_view title_in(const std::array<Name<Enum>, count>& names, Enum value) {
    const Name<Enum>& known = names[static_cast<std::size_t>(value)];
    return known.title.empty() ? known.name : known.title;
}

/// The value of that name, or of that old name; absent if the text is neither.
template <class Enum, std::size_t count>
[[nodiscard]] constexpr std::optional<Enum> value_named(const std::array<Name<Enum>, count>& names,
                                                        std::string_view text) {
    for (const Name<Enum>& known : names)
        if (text == known.name || (!known.old_name.empty() && text == known.old_name)) return known.value;
    return std::nullopt;
}

} // namespace pairscope
