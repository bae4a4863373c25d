// SPDX-License-Identifier: MIT
// An index outside of its array, as -fsanitize=bounds reports it: before the access, and without the array's name. The
// name is found when the access comes.
#pragma once

#include "kernels/engines/simt/memory/memory_map.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::simt {

struct OutsideIndex {
    std::int64_t index = 0;
    std::vector<std::int64_t> extents; ///< extents of the array: the index is not below the first of them
    int element_bytes = 0;             ///< bytes of an innermost element; 0: not known
};

/// The extents in the compiler's name of a type: {16, 17} for "'float [16][17]'".
[[nodiscard]] std::vector<std::int64_t> extents_of(std::string_view type);

/// The variables declared in the function (its symbol) that may be the array, or hold it as one of their rows.
[[nodiscard]] std::vector<SharedVariable> candidates(std::span<const SharedVariable> variables,
                                                     std::string_view function, const OutsideIndex& outside);

/// Is an access at `place`, counted like the variable's begin, one to that index of that variable? Then the size of the
/// elements is known, too.
[[nodiscard]] std::optional<OutsideIndex> matched(const SharedVariable& variable, const OutsideIndex& outside,
                                                  std::uintptr_t place);

/// "uses index 64 of the shared array tile, which has 64 elements (0 to 63)"; the variable may be null.
[[nodiscard]] std::string describe(const OutsideIndex& outside, const SharedVariable* variable);

} // namespace pairscope::simt
