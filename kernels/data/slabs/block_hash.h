// SPDX-License-Identifier: MIT
// A quick hash by which a block of a file is known again. It is no protection against somebody who wants two blocks
// to have the same one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pairscope {

/// Eight bytes at a time: each is mixed in by a product with an odd number. Four of them take turns, because one
/// product after the other would take longer than reading a file from memory.
[[nodiscard]] inline std::uint64_t hash_of_block(std::string_view bytes, std::uint64_t start = 0) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u; // 2^64 divided by the golden ratio
    constexpr int half = 32;
    const auto mix = [](std::uint64_t& hash, std::uint64_t word) {
        hash = (std::rotl(hash, 5) ^ word) * odd;
        hash ^= hash >> half;
    };
    const auto first_word = [](std::string_view text) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data(), std::min(text.size(), sizeof(word)));
        return word;
    };
    std::uint64_t hash = start ^ (bytes.size() * odd);
    std::array<std::uint64_t, 4> turns{hash, ~hash, hash + odd, hash - odd};
    constexpr std::size_t bytes_of_turn = sizeof(turns);
    for (; bytes.size() >= bytes_of_turn; bytes.remove_prefix(bytes_of_turn))
        for (std::size_t i = 0; i < turns.size(); ++i) mix(turns[i], first_word(bytes.substr(i * sizeof(hash))));
    for (const std::uint64_t turn : turns) mix(hash, turn);
    while (!bytes.empty()) {
        mix(hash, first_word(bytes));
        bytes.remove_prefix(std::min(bytes.size(), sizeof(hash)));
    }
    return hash;
}

} // namespace pairscope
