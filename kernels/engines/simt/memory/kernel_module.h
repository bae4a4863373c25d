// SPDX-License-Identifier: MIT
// The modules that hold kernels: the program itself, and shared objects with a user's own kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::simt {

struct AddressRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    [[nodiscard]] bool contains(std::uintptr_t address) const { return address >= begin && address < end; }
};

struct KernelModule {
    std::string path;                    ///< its file
    std::uintptr_t bias = 0;             ///< what the loader added to the addresses in the file
    std::size_t storage = 0;             ///< the loader's number of its thread-local storage; 0: it has none
    std::size_t storage_bytes = 0;       ///< how large that storage is
    std::vector<AddressRange> code;      ///< what can be executed
    std::vector<AddressRange> variables; ///< what can be written: on a GPU the variables declared `__device__`
    bool is_program = false;
};

/// The module whose code holds this address. It must not be unloaded: whoever asks may keep the answer.
[[nodiscard]] const KernelModule& module_of(const void* code);
/// The module of the program's own kernels.
[[nodiscard]] const KernelModule& module_of_program();

} // namespace pairscope::simt
