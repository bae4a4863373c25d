// SPDX-License-Identifier: MIT
// The child's side of a function for the CPU: its inputs lie beside memory that cannot be touched, so that it fails
// where it reads outside of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pairscope::app::workshop {

/// The end at which not even one byte more can be read. At the other end there is room up to a page, whose words are
/// NaN as float32. The begin is aligned to 16 bytes, as malloc aligns it, so that up to 15 bytes of such room may lie
/// behind a tight end.
enum class TightEnd : bool { first, last };

/// A copy of bytes between two guards of 1 MiB.
class GuardedBytes {
public:
    /// Throws std::bad_alloc.
    GuardedBytes(std::span<const std::byte> bytes, TightEnd tight);
    ~GuardedBytes();
    GuardedBytes(const GuardedBytes&) = delete;
    GuardedBytes& operator=(const GuardedBytes&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_}; }
    /// "behind the end of points, at byte 2 048 of 2 048"; absent: the address is in none of the guards.
    [[nodiscard]] std::optional<std::string> place_of(std::uintptr_t address, std::string_view name) const;

private:
    std::byte* memory_ = nullptr; ///< with the guards
    std::size_t mapped_ = 0;
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace pairscope::app::workshop
