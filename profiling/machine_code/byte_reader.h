// SPDX-License-Identifier: MIT
// Numbers in bytes that nobody has checked: each is read only if it lies inside.
#pragma once

#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace pairscope::profiling {

/// The bytes of a file or a part of it, with what it is called in a message.
struct Bytes {
    std::string_view data;
    std::string_view name;

    /// The bytes from `at` on, `size` of them. Throws InputError.
    [[nodiscard]] std::string_view part(std::uint64_t at, std::uint64_t size) const {
        if (at > data.size() || size > data.size() - at)
            throw InputError(fmt::format("{} is damaged: it has {} bytes, and {} bytes are expected at byte {}", name,
                                         data.size(), size, at));
        return data.substr(std::size_t(at), std::size_t(size));
    }
    /// A number in the order of bytes of x86 and of GPUs. Throws InputError.
    template <class Number> [[nodiscard]] Number number(std::uint64_t at) const {
        Number value{};
        std::memcpy(&value, part(at, sizeof value).data(), sizeof value);
        return value;
    }
    /// The text from `at` to its zero byte. Throws InputError.
    [[nodiscard]] std::string_view text(std::uint64_t at) const {
        const std::string_view rest = part(at, at > data.size() ? 1 : data.size() - at);
        const std::size_t end = rest.find('\0');
        if (end == std::string_view::npos)
            throw InputError(fmt::format("{} is damaged: a name at byte {} does not end", name, at));
        return rest.substr(0, end);
    }
};

} // namespace pairscope::profiling
