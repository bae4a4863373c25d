// SPDX-License-Identifier: MIT
// The variables that a kernel's source can name, `__shared__` and `__device__` ones: where they lie, read from the
// symbol table of the kernel's module.
#pragma once

#include "kernels/engines/simt/memory/memory_map.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace pairscope::simt {

/// Both lists ascend. Both are empty if the module was stripped.
struct Variables {
    bool are_known = false; ///< the module has a symbol table
    std::vector<SharedVariable> shared;
    std::vector<GlobalRange> device; ///< all variables of the module that can be written
    std::vector<std::span<std::byte>>
        of_kernels; ///< parts that are declared in namespaces of kernels, or in a file of own kernels
};
[[nodiscard]] const Variables& variables_of(const KernelModule& module);

/// Puts the variables that kernels change back to the values that they had before, unless keep() is called. A launch of
/// which only a sample of blocks ran leaves counters and flags behind that no whole launch would leave. Safe to use
/// from several threads.
class RestoredVariables {
public:
    /// The variables outlive it.
    explicit RestoredVariables(std::span<const GlobalRange> variables);
    ~RestoredVariables();
    RestoredVariables(const RestoredVariables&) = delete;
    RestoredVariables& operator=(const RestoredVariables&) = delete;

    /// To be called before a kernel writes into a range. Nothing is done if it is none of the variables.
    void save(const GlobalRange& range) {
        const auto number = static_cast<std::size_t>(&range - variables_.data());
        if (number < variables_.size() && !is_saved_[number].load(std::memory_order_acquire)) save_value(number);
    }
    void keep() { saved_.clear(); }

private:
    struct Saved {
        std::byte* at;
        std::vector<std::byte> value;
    };
    void save_value(std::size_t number);

    std::span<const GlobalRange> variables_;
    std::vector<std::atomic<bool>> is_saved_; ///< by variable
    std::mutex saving_;
    std::vector<Saved> saved_;
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
