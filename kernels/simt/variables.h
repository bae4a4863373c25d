// SPDX-License-Identifier: MIT
// The variables of the program that a kernel's source can name, `__shared__` and `__device__` ones: where they lie,
// read from the program's symbol table.
#pragma once

#include "kernels/simt/memory_map.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pairscope::simt {

/// Both lists ascend. Both are empty if the program was stripped.
struct Variables {
    std::vector<SharedVariable> shared;
    std::vector<GlobalRange> device;              ///< all variables of the program that can be written
    std::vector<std::span<std::byte>> of_kernels; ///< those of them that are declared in namespaces of kernels
};
[[nodiscard]] const Variables& variables_of_program();

/// Puts the variables of kernels back to the values that they had when it was made, unless keep() is called. A launch
/// of which only a sample of blocks ran leaves counters and flags behind that no whole launch would leave.
class RestoredVariables {
public:
    RestoredVariables();
    ~RestoredVariables();
    RestoredVariables(const RestoredVariables&) = delete;
    RestoredVariables& operator=(const RestoredVariables&) = delete;
    void keep() { values_.clear(); }

private:
    std::vector<std::vector<std::byte>> values_; ///< by variable; empty: they are kept
};

/// "tile" for "_ZZN9specimens6kernelEPfiE4tile".
[[nodiscard]] std::string name_in_source(const std::string& symbol);

/// The last variable that begins at or before `address`; null if there is none.
template <class Variable>
[[nodiscard]] const Variable* last_begun(std::span<const Variable> ascending, std::uintptr_t address) {
    const auto next = std::ranges::upper_bound(ascending, address, {}, &Variable::begin);
    return next == ascending.begin() ? nullptr : &*(next - 1);
}

} // namespace pairscope::simt
