// SPDX-License-Identifier: MIT
// Included by each mutated source (see tests/mutants/run). It tells which of the planted bugs is switched on.
#pragma once

#include <cstdlib>
#include <cstring>

namespace pairscope_mutants {
inline bool is_on(const char* id) {
    const char* const chosen = std::getenv("PAIRSCOPE_MUTANT");
    return chosen != nullptr && std::strcmp(chosen, id) == 0;
}
} // namespace pairscope_mutants
