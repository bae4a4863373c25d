// SPDX-License-Identifier: MIT
// Which memory of the GPU an address of the simulation stands for.
#pragma once

#include "kernels/engines/simt/memory/kernel_module.h"
#include "kernels/engines/simt/memory/memory_map.h"
#include "kernels/engines/simt/observer.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pairscope::simt {

/// Read-only data of this program and its libraries: tables of constants, on a GPU part of the code or in constant
/// memory.
[[nodiscard]] std::vector<AddressRange> constant_data();

enum class Space : std::uint8_t {
    global, ///< an argument, or a `__device__` variable
    dynamic_shared,
    static_shared,
    constant,
    nowhere, ///< no memory that the kernel may touch
};

class AddressSpace {
public:
    explicit AddressSpace(const MemoryMap& memory);
    void begin_block(const BlockToObserve& block);

    /// Where the byte at `address` lies.
    [[nodiscard]] Space space_of(std::uintptr_t address);
    /// The argument or variable found by the last space_of() that answered `global`.
    [[nodiscard]] const GlobalRange& range() const { return *range_; }
    [[nodiscard]] const AddressRange& dynamic_shared() const { return dynamic_; }
    [[nodiscard]] const AddressRange& static_shared() const { return static_; }
    /// Does something end between the begin and the end of an access whose first byte lies in `space`?
    [[nodiscard]] bool holds_all(Space space, std::uintptr_t address, int bytes) const;

    /// The `__shared__` variables that an index outside of an array, at this place of the program, may belong to.
    [[nodiscard]] std::vector<SharedVariable> arrays_at(std::uintptr_t pc, const OutsideIndex& outside) const;

    /// "points + 4096, 0 bytes behind its end": the place relative to the nearest thing that the kernel was given.
    [[nodiscard]] std::string described(std::uintptr_t address, int bytes) const;

private:
    bool is_in_shared_variable(std::uintptr_t address);

    MemoryMap memory_;
    std::vector<AddressRange> constants_;
    AddressRange dynamic_, static_;
    AddressRange variable_;              // the `__shared__` variable that was touched last
    const GlobalRange* range_ = nullptr; // the one that was touched last
};

} // namespace pairscope::simt
