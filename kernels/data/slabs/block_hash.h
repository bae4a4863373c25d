// SPDX-License-Identifier: MIT
// A quick hash by which a block of a file is known again. It is no protection against somebody who wants two blocks
// to have the same one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pairscope {

/// Eight bytes at a time: each is mixed in by a product with an odd number.
[[nodiscard]] inline std::uint64_t hash_of_block(std::string_view bytes, std::uint64_t start = 0) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u; // 2^64 divided by the golden ratio
    constexpr int half = 32;
    std::uint64_t hash = start ^ (bytes.size() * odd);
    const auto mix = [&](std::uint64_t word) {
        hash = (std::rotl(hash, 5) ^ word) * odd;
        hash ^= hash >> half;
    };
    while (!bytes.empty()) {
        std::uint64_t word = 0;
        const std::size_t count = std::min(bytes.size(), sizeof(word));
        std::memcpy(&word, bytes.data(), count);
        mix(word);
        bytes.remove_prefix(count);
    }
    return hash;
}

} // namespace pairscope
