// SPDX-License-Identifier: MIT
// A specimen as a variant, and the findings of its trace as one text.
#pragma once

#include "kernels/engines/simt/trace.h"
#include "kernels/ladder/variant.h"
#include "tests/kernels/specimens/specimens.h"

#include <string>
#include <vector>

namespace pairscope::simt {

inline KernelVariant variant_of(const specimens::Specimen& specimen) {
    return {.id = specimen.name, .workload = "distance_matrix", .backend = Backend::cuda, .simulate = specimen.launch};
}

inline std::string all_of(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) text += describe(finding) + "\n";
    return text;
}

} // namespace pairscope::simt
