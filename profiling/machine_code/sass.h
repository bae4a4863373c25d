// SPDX-License-Identifier: MIT
// SASS, the instructions of a GPU, as nvdisasm prints them with line information.
#pragma once

#include "profiling/machine_code/code_place.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

struct SassInstruction {
    std::int64_t offset = 0; ///< bytes from the beginning of the kernel
    std::string text;        ///< "@P0 BRA `(.L_x_5)"
    std::string label{};     ///< the name of this place, if a branch leads to it: ".L_x_5"
    CodePlaces places{};
    std::optional<std::int64_t> target{}; ///< for a branch: the offset that it leads to
};

/// A loop: the instructions from `first` to `last`, the branch back.
struct SassLoop {
    std::size_t first = 0, last = 0; ///< indices
    int depth = 0;                   ///< loops around it
    bool operator==(const SassLoop&) const = default;
};

struct SassKernel {
    std::string symbol;
    std::string architecture{};
    std::vector<SassInstruction> instructions{};  ///< without what only fills the end
    std::vector<SassLoop> loops{};                ///< in the order of their first instructions
    std::map<std::string, std::int64_t> labels{}; ///< the offset of each
};

/// "@P0 BRA 0x0470" of "@P0 BRA `(.L_x_5)". Labels that the kernel lacks stay.
[[nodiscard]] std::string with_offset(const SassKernel& kernel, std::string_view instruction);

/// Reads what `nvdisasm -c -gi` prints, kernel by kernel. Throws InputError with the line that this program does not
/// understand.
[[nodiscard]] std::vector<SassKernel> read_sass(std::string_view text);

/// "LDG" of "@!P0 LDG.E.64.CONSTANT R2, desc[UR6][R2.64]".
[[nodiscard]] std::string_view opcode(std::string_view instruction);

/// Instructions that load from local memory or store into it: registers that did not suffice, or an array.
struct LocalAccesses {
    int loads = 0, stores = 0;
};
[[nodiscard]] LocalAccesses local_accesses(const SassKernel& kernel);

} // namespace pairscope::profiling
