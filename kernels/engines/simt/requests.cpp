// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/requests.h"

#include <algorithm>
#include <bit>
#include <span>

namespace pairscope::simt {
namespace {

constexpr std::uint64_t outside_bit = std::uint64_t{1} << 63;
constexpr unsigned banks = 32;
constexpr std::uint64_t word_bytes = 4;

template <int Most> struct Few {
    std::array<std::uint64_t, static_cast<std::size_t>(Most)> values;
    std::size_t count = 0;

    void push(std::uint64_t value) { values[count++] = value; }
    [[nodiscard]] std::span<std::uint64_t> all() { return {values.data(), count}; }
    /// Most requests are in order already: looking is cheaper than sorting.
    void sort() {
        if (!std::ranges::is_sorted(all())) std::ranges::sort(all());
    }
    void sort_unique() {
        sort();
        count = static_cast<std::size_t>(std::unique(values.begin(), values.begin() + static_cast<long>(count)) -
                                         values.begin());
    }
};

Few<warp_size> sorted_addresses(const Lanes& lanes, std::uint32_t part = ~0u) {
    Few<warp_size> sorted;
    for (std::uint32_t left = lanes.mask & part; left != 0; left &= left - 1) {
        sorted.push(lanes.address[static_cast<std::size_t>(std::countr_zero(left))]);
    }
    sorted.sort();
    return sorted;
}

/// Units of so many bytes touched by [address, address + bytes) for ascending addresses.
template <std::uint64_t unit> int distinct_units(std::span<const std::uint64_t> ascending, std::uint64_t bytes) {
    std::uint64_t next = 0, count = 0; // units below `next` are counted
    for (const std::uint64_t address : ascending) {
        const std::uint64_t first = std::max(address / unit, next), last = (address + bytes - 1) / unit;
        if (last < first) continue;
        count += last - first + 1;
        next = last + 1;
    }
    return static_cast<int>(count);
}

/// Passes through the banks if the lanes in `part` were served together, and how many words they want.
struct Passes {
    int passes = 0;
    int words = 0;
};
Passes passes_of(const Lanes& lanes, std::uint32_t part, std::uint64_t bytes) {
    std::array<int, banks> per_bank{};
    int words = 0;
    std::uint64_t next = 0; // words below it are counted
    Few<warp_size> sorted = sorted_addresses(lanes, part);
    for (const std::uint64_t address : sorted.all()) {
        const std::uint64_t last = (address + bytes - 1) / word_bytes;
        for (std::uint64_t word = std::max(address / word_bytes, next); word <= last; ++word, ++words) {
            ++per_bank[word % banks];
        }
        next = last + 1;
    }
    return {*std::ranges::max_element(per_bank), words};
}

/// Does every active lane read what its neighbour `distance` away (lane xor distance) reads, if that is active?
bool neighbours_agree(const Lanes& lanes, std::uint32_t part, int distance) {
    const std::uint32_t active = lanes.mask & part;
    for (int k = 0; k < warp_size; ++k) {
        const int other = k ^ distance;
        if ((active >> k & 1) == 0 || (active >> other & 1) == 0) continue;
        if (lanes.address[static_cast<std::size_t>(k)] != lanes.address[static_cast<std::size_t>(other)]) return false;
    }
    return true;
}

int passes_by_parts(const Lanes& lanes, std::uint32_t part, int lanes_in_part, int bytes) {
    const int passes = passes_of(lanes, part, static_cast<std::uint64_t>(bytes)).passes;
    const int served_together = std::min(warp_size, 128 / bytes);
    if (lanes_in_part <= served_together || neighbours_agree(lanes, part, 1) || neighbours_agree(lanes, part, 2))
        return passes;
    const int half = lanes_in_part / 2;
    const std::uint32_t low = part & (part >> half), high = part & ~low;
    return passes_by_parts(lanes, low, half, bytes) + passes_by_parts(lanes, high, half, bytes);
}

} // namespace

Sectors sectors_of(const Lanes& lanes, int bytes) {
    Few<warp_size> sorted = sorted_addresses(lanes);
    const auto width = static_cast<std::uint64_t>(bytes);
    return {distinct_units<sector_bytes>(sorted.all(), width), distinct_units<1>(sorted.all(), width)};
}

std::uint64_t surface_address(int x_bytes, int y, bool inside) {
    const std::uint64_t at = (std::uint64_t{static_cast<std::uint32_t>(y)} << 32) | static_cast<std::uint32_t>(x_bytes);
    return inside ? at : at | outside_bit;
}

std::int64_t surface_offset(std::uint64_t address) {
    const std::uint64_t at = address & ~outside_bit;
    // A row below zero has bits 32 to 62 near all ones: no surface is that high.
    if ((at >> 62) != 0 || (at & 0x80000000u) != 0) return -1;
    return static_cast<std::int64_t>(at);
}

Lanes lanes_from(const Lanes& lanes, int first, int count) {
    Lanes some = lanes;
    some.mask &= ((std::uint32_t{1} << count) - 1) << first;
    return some;
}

Sectors surface_sectors_of(const Lanes& lanes, int bytes) {
    Few<warp_size> sorted = sorted_addresses(lanes);
    while (sorted.count > 0 && (sorted.values[sorted.count - 1] & outside_bit) != 0) --sorted.count;
    const auto width = static_cast<std::uint64_t>(bytes);
    Few<2 * warp_size> touched;
    for (const std::uint64_t at : sorted.all()) {
        const std::uint64_t x = at & 0xffffffffu, pair_of_rows = at >> 33;
        for (std::uint64_t column = x / 16; column <= (x + width - 1) / 16; ++column) {
            touched.push(pair_of_rows << 32 | column);
        }
    }
    touched.sort_unique();
    return {static_cast<int>(touched.count), distinct_units<1>(sorted.all(), width)};
}

Wavefronts wavefronts_of(const Lanes& lanes, int bytes, bool store) {
    if (lanes.mask == 0) return {};
    const Passes all = passes_of(lanes, ~0u, static_cast<std::uint64_t>(bytes));
    const int needed = (all.words + static_cast<int>(banks) - 1) / static_cast<int>(banks);
    if (bytes <= 4) return {all.passes, needed};
    if (bytes <= 8 && !store) return {passes_by_parts(lanes, ~0u, warp_size, bytes), needed};
    Wavefronts both{0, 0};
    for (const std::uint32_t half : {0x0000ffffu, 0xffff0000u}) {
        if ((lanes.mask & half) == 0) continue;
        both.modelled += passes_by_parts(lanes, half, warp_size / 2, bytes);
        ++both.needed;
    }
    return {both.modelled, std::max(both.needed, needed)};
}

} // namespace pairscope::simt
