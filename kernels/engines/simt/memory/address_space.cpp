// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/address_space.h"

#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/memory/variables.h"

#include <algorithm>
#include <fmt/format.h>
#include <link.h>

namespace pairscope::simt {
namespace {

constexpr std::uintptr_t near = std::uintptr_t{1} << 30; // farther away no sentence would help
constexpr std::uintptr_t near_variable = 4096;           // the program has variables that are no kernel's

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
    const auto unit = [](std::uintptr_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); };
    if (address < range.begin)
        return fmt::format("an address {} before the beginning of {}", unit(range.begin - address), name);
    const std::string place = fmt::format("byte {} of {}", address - range.begin, name);
    if (address + static_cast<std::uintptr_t>(bytes) <= range.end) return place;
    return fmt::format("{}, but {} has only {}", place, name, unit(range.end - range.begin));
}

/// An unsigned index of 32 bits that fell below zero is a little less than 2^32. What it indexes may be larger than
/// what is accessed: one member of a vector.
std::string wrapped_index(const GlobalRange& range, std::uintptr_t address, int bytes) {
    constexpr std::uintptr_t wrap = std::uintptr_t{1} << 32, little = 65536;
    for (std::uintptr_t stride = static_cast<std::uintptr_t>(bytes); stride <= 16; stride *= 2) {
        const std::uintptr_t index = (address - range.begin) / stride;
        if (address >= range.begin && index >= wrap - little && index < wrap)
            return fmt::format("{}[{}], which is 2^32 - {}: an unsigned index fell below zero", range.name, index,
                               wrap - index);
    }
    return {};
}

} // namespace

std::vector<AddressRange> constant_data() {
    std::vector<AddressRange> ranges;
    dl_iterate_phdr(add_constant_data, &ranges);
    return ranges;
}

AddressSpace::AddressSpace(const MemoryMap& memory) : memory_(memory), constants_(constant_data()) {}

void AddressSpace::begin_block(const BlockToObserve& block) {
    dynamic_ = {block.dynamic_begin, block.dynamic_end};
    static_ = {block.static_begin & ~std::uintptr_t{15},
               block.static_end}; // so that offsets are aligned as addresses are
    variable_ = {};
    range_ = nullptr;
}

Space AddressSpace::space_of(std::uintptr_t address) {
    const auto is_in = [&](const GlobalRange& range) { return address >= range.begin && address < range.end; };
    if (range_ != nullptr && is_in(*range_)) return Space::global;
    if (dynamic_.contains(address)) return Space::dynamic_shared;
    if (static_.contains(address)) return is_in_shared_variable(address) ? Space::static_shared : Space::nowhere;
    for (const GlobalRange& range : memory_.ranges) {
        if (!is_in(range)) continue;
        range_ = &range;
        return Space::global;
    }
    if (std::ranges::any_of(constants_, [&](const auto& range) { return range.contains(address); }))
        return Space::constant;
    const GlobalRange* const variable = last_begun(memory_.device_variables, address);
    if (variable == nullptr || !is_in(*variable)) return Space::nowhere;
    range_ = variable;
    return Space::global;
}

bool AddressSpace::is_in_shared_variable(std::uintptr_t address) {
    if (memory_.shared_variables.empty()) variable_ = static_;
    if (variable_.contains(address)) return true;
    const SharedVariable* const found = last_begun(memory_.shared_variables, address - static_.begin);
    if (found == nullptr) return false;
    variable_ = {static_.begin + found->begin, static_.begin + found->end};
    return variable_.contains(address);
}

bool AddressSpace::holds_all(Space space, std::uintptr_t address, int bytes) const {
    const std::uintptr_t end = address + static_cast<std::uintptr_t>(bytes);
    switch (space) {
    case Space::global:
        return end <= range().end;
    case Space::dynamic_shared:
        return end <= dynamic_.end;
    case Space::static_shared:
        return end <= variable_.end;
    case Space::constant:
        return true;
    case Space::nowhere:
        return false;
    }
    return false;
}

std::vector<SharedVariable> AddressSpace::arrays_at(std::uintptr_t pc, const OutsideIndex& outside) const {
    return candidates(memory_.shared_variables, function_symbol_of(pc), outside);
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
    for (const GlobalRange& range : memory_.ranges) consider(range.name, {range.begin, range.end});
    if (static_.contains(address)) {
        if (memory_.shared_variables.empty()) return "static shared memory";
        for (const SharedVariable& variable : memory_.shared_variables)
            consider(variable.name, {static_.begin + variable.begin, static_.begin + variable.end});
    } else if (const GlobalRange* variable = last_begun(memory_.device_variables, address);
               variable != nullptr && address < variable->end + near_variable) {
        consider(variable->name, {variable->begin, variable->end});
    }
    if (!name.empty()) return relative(name, nearest, address, bytes);
    for (const GlobalRange& range : memory_.ranges)
        if (std::string wrapped = wrapped_index(range, address, bytes); !wrapped.empty()) return wrapped;
    return fmt::format("address {:#x}, far from everything that the kernel was given", address);
}

} // namespace pairscope::simt
