// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/child/guarded_bytes.h"

#include "app/chart/number_text.h"

#include <fmt/format.h>

#include <cstring>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace pairscope::app::workshop {
namespace {

constexpr std::size_t guard_bytes = 1 << 20;
constexpr std::size_t begin_alignment = 16;
constexpr int nan_byte = 0xff; // NaN in float32

std::size_t up_to_multiple(std::size_t bytes, std::size_t step) { return (bytes + step - 1) / step * step; }

} // namespace

GuardedBytes::GuardedBytes(std::span<const std::byte> bytes, TightEnd tight) : size_(bytes.size()) {
    const std::size_t inside = up_to_multiple(size_ + 1, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
    mapped_ = inside + 2 * guard_bytes;
    void* const memory = ::mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<std::byte*>(memory);
    std::byte* const first = memory_ + guard_bytes;
    if (::mprotect(first, inside, PROT_READ | PROT_WRITE) != 0) {
        ::munmap(memory_, mapped_);
        throw std::bad_alloc();
    }
    std::memset(first, nan_byte, inside);
    data_ = tight == TightEnd::first ? first : first + inside - up_to_multiple(size_, begin_alignment);
    if (size_ > 0) std::memcpy(data_, bytes.data(), size_);
}

GuardedBytes::~GuardedBytes() { ::munmap(memory_, mapped_); }

std::optional<std::string> GuardedBytes::place_of(std::uintptr_t address, std::string_view name) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(data_), memory = reinterpret_cast<std::uintptr_t>(memory_);
    if (address < memory || address >= memory + mapped_) return {};
    if (address < begin)
        return fmt::format("before the begin of {}, {} bytes too early", name,
                           grouped(static_cast<std::int64_t>(begin - address)));
    if (address < begin + size_) return {};
    return fmt::format("behind the end of {}, at byte {} of {}", name,
                       grouped(static_cast<std::int64_t>(address - begin)), grouped(static_cast<std::int64_t>(size_)));
}

} // namespace pairscope::app::workshop
