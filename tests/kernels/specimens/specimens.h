// SPDX-License-Identifier: MIT
// Small kernels for the tests of the executor: each specimen has one fault, or shows one thing that must work.
// Compiled like the variants, so they live in the namespace that kernels/simt/CMakeLists.txt gives those.
#pragma once

#include "kernels/core/variant.h"

#include <string_view>
#include <vector>

namespace pairscope::specimens {

struct Specimen {
    std::string_view name;
    void (*launch)(const Run&) = nullptr;
    std::string_view fault{}; ///< the name of the one kind of finding; empty: none
    int line = 0;             ///< of the fault
};

[[nodiscard]] std::vector<Specimen> faulty_kernels();
[[nodiscard]] std::vector<Specimen> faulty_matrices(); ///< whole distance matrices in linear memory
[[nodiscard]] std::vector<Specimen> working_kernels(); ///< out[i] is 1 where thread i saw what it should

} // namespace pairscope::specimens
