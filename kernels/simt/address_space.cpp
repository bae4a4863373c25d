// SPDX-License-Identifier: MIT
#include "kernels/simt/address_space.h"

#include <algorithm>
#include <fmt/format.h>
#include <link.h>

namespace pairscope::simt {
namespace {

constexpr std::uintptr_t near = std::uintptr_t{1} << 30; // farther away no sentence would help

int add_constant_data(dl_phdr_info* object, std::size_t, void* ranges) {
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        const bool read_only = segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0;
        // Tables of pointers are writable until the loader has filled them in.
        if (!read_only && segment.p_type != PT_GNU_RELRO) continue;
        const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
        static_cast<std::vector<AddressRange>*>(ranges)->push_back({begin, begin + segment.p_memsz});
    }
    return 0;
}

std::uintptr_t distance(const AddressRange& range, std::uintptr_t address) {
    if (address < range.begin) return range.begin - address;
    return address >= range.end ? address - range.end + 1 : 0;
}

std::string relative(const std::string& name, const AddressRange& range, std::uintptr_t address, int bytes) {
    const std::uintptr_t end = address + static_cast<std::uintptr_t>(bytes);
    const auto unit = [](std::uintptr_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); };
    if (address < range.begin) {
        return fmt::format("{} - {}, {} before its begin", name, range.begin - address, unit(range.begin - address));
    }
    const std::string place = fmt::format("{} + {}", name, address - range.begin);
    if (address >= range.end) return fmt::format("{}, {} behind its end", place, unit(address - range.end));
    if (end > range.end) return fmt::format("{}, of which {} lie behind its end", place, unit(end - range.end));
    return place;
}

} // namespace

std::vector<AddressRange> constant_data() {
    std::vector<AddressRange> ranges;
    dl_iterate_phdr(add_constant_data, &ranges);
    return ranges;
}

AddressSpace::AddressSpace(const MemoryMap& memory) : ranges_(memory.ranges), constants_(constant_data()) {}

void AddressSpace::begin_block(const BlockToObserve& block) {
    dynamic_ = {block.dynamic_begin, block.dynamic_end};
    static_ = {block.static_begin & ~std::uintptr_t{15},
               block.static_end}; // so that offsets are aligned as addresses are
}

Space AddressSpace::space_of(std::uintptr_t address) {
    const auto is_in = [&](const GlobalRange& range) { return address >= range.begin && address < range.end; };
    if (last_ < ranges_.size() && is_in(ranges_[last_])) return Space::global;
    if (dynamic_.contains(address)) return Space::dynamic_shared;
    if (static_.contains(address)) return Space::static_shared;
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        if (!is_in(ranges_[i])) continue;
        last_ = i;
        return Space::global;
    }
    const bool constant = std::ranges::any_of(constants_, [&](const auto& range) { return range.contains(address); });
    return constant ? Space::constant : Space::nowhere;
}

bool AddressSpace::holds_all(Space space, std::uintptr_t address, int bytes) const {
    const std::uintptr_t end = address + static_cast<std::uintptr_t>(bytes);
    switch (space) {
    case Space::global:
        return end <= range().end;
    case Space::dynamic_shared:
        return end <= dynamic_.end;
    case Space::static_shared:
        return end <= static_.end;
    case Space::constant:
        return true;
    case Space::nowhere:
        return false;
    }
    return false;
}

std::string AddressSpace::described(std::uintptr_t address, int bytes) const {
    if (address < 65536) return fmt::format("address {:#x}, a null pointer", address);
    std::string name;
    AddressRange nearest;
    std::uintptr_t least = near;
    const auto consider = [&](const std::string& candidate, const AddressRange& range) {
        if (range.begin == range.end || distance(range, address) >= least) return;
        least = distance(range, address);
        name = candidate;
        nearest = range;
    };
    consider("dynamic shared memory", dynamic_);
    for (const GlobalRange& range : ranges_) consider(range.name, {range.begin, range.end});
    if (static_.contains(address)) return "static shared memory";
    if (!name.empty()) return relative(name, nearest, address, bytes);
    return fmt::format("address {:#x}, far from everything that the kernel was given", address);
}

} // namespace pairscope::simt
