// SPDX-License-Identifier: MIT
// ELF files of 64 bits, of this machine or of a GPU: their sections and symbols.
#pragma once

#include "profiling/machine_code/byte_reader.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

struct ElfSection {
    std::string_view name;
    std::uint32_t type = 0;
    std::uint64_t size = 0;   ///< also of a section that has no bytes in the file
    std::string_view bytes{}; ///< empty if it has none
    std::uint32_t link = 0;   ///< index of a section that belongs to it
};

struct ElfSymbol {
    std::string_view name;
    int type = 0;    ///< 2: a function
    int other = 0;   ///< visibility and flags
    int section = 0; ///< index
    std::uint64_t value = 0, size = 0;
};

struct Elf {
    std::vector<ElfSection> sections;
    std::vector<ElfSymbol> symbols; ///< by their index
};

/// Sections and symbols, which refer to `file`. Throws InputError with what is wrong.
[[nodiscard]] Elf read_elf(const Bytes& file);

} // namespace pairscope::profiling
