// SPDX-License-Identifier: MIT
// What an access is called, and the pieces in which it is made.
#pragma once

#include "kernels/engines/simt/memory/address_space.h"
#include "kernels/engines/simt/observer.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace pairscope::simt {

/// One access, or one piece of it.
struct Access {
    AccessSite place;
    std::uintptr_t address = 0;
    int bytes = 0;
    Operation operation = Operation::load;
};

/// The words around "4 bytes" in a sentence.
struct Words {
    std::string_view verb, preposition;
};
[[nodiscard]] inline Words words_of(Operation operation) {
    switch (operation) {
    case Operation::load:
        return {"reads", "at"};
    case Operation::store:
        return {"writes", "at"};
    case Operation::atomic:
        return {"updates", "at"};
    }
    return {};
}

/// "reads 4 bytes at byte 16 of points"
[[nodiscard]] inline std::string told(const Access& a, const Words& words, const AddressSpace& space) {
    return fmt::format("{} {} byte{} {} {}", words.verb, a.bytes, a.bytes == 1 ? "" : "s", words.preposition,
                       space.described(a.address, a.bytes));
}

[[nodiscard]] inline AccessKind kind_of(Operation operation, bool shared) {
    switch (operation) {
    case Operation::load:
        return shared ? AccessKind::shared_load : AccessKind::global_load;
    case Operation::store:
        return shared ? AccessKind::shared_store : AccessKind::global_store;
    case Operation::atomic:
        return shared ? AccessKind::shared_atomic : AccessKind::global_atomic;
    }
    return AccessKind::global_load;
}

[[nodiscard]] inline bool is_one_instruction(int bytes) {
    return bytes <= 16 && std::has_single_bit(static_cast<unsigned>(bytes));
}

/// A struct that no single instruction holds is moved in the largest pieces that its size and place allow.
[[nodiscard]] inline int piece_of(std::uintptr_t address, int bytes) {
    int piece = 16;
    while (bytes % piece != 0 || address % static_cast<std::uintptr_t>(piece) != 0) piece /= 2;
    return piece;
}

/// The compiler announces a whole struct where no single access holds it, or where its type's alignment is smaller than
/// its size and than 8 bytes. A GPU moves such a struct in pieces that the alignment allows. The alignment is not
/// announced, but a size is a multiple of it; where the struct happens to lie does not matter to nvcc. A struct of 24
/// bytes may therefore have an alignment of 4 bytes and is still taken for one of 8.
[[nodiscard]] inline int piece_of_struct(std::uintptr_t address, std::size_t bytes) {
    const bool is_badly_aligned = bytes <= 16 && std::has_single_bit(bytes);
    std::size_t piece = is_badly_aligned ? std::clamp<std::size_t>(bytes / 2, 1, 4) : 16;
    while (bytes % piece != 0 || address % piece != 0) piece /= 2;
    return static_cast<int>(piece);
}

} // namespace pairscope::simt
