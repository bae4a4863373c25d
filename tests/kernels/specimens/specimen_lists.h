// SPDX-License-Identifier: MIT
// All specimens, for tests that want every one of them.
#pragma once

#include "tests/kernels/specimens/specimens.h"

#include <string_view>
#include <vector>

namespace pairscope::specimens {

struct SpecimenList {
    std::string_view name;
    std::vector<Specimen> all;
};

[[nodiscard]] inline std::vector<SpecimenList> specimen_lists() {
    return {{"faulty_kernels", faulty_kernels()},
            {"faulty_grids", faulty_grids()},
            {"faulty_matrices", faulty_matrices()},
            {"taught_faults", taught_faults()},
            {"stage", {stage_that_is_reused_too_early()}},
            {"ordinary_kernels", ordinary_kernels()},
            {"several_launches", several_launches()},
            {"hidden_faults", hidden_faults()},
            {"ldg", {load_by_ldg_of_what_another_block_writes()}},
            {"right_kernels_that_look_alike", right_kernels_that_look_alike()},
            {"counter", {counter_outside_of_namespaces()}},
            {"much_shared_memory", launches_with_much_shared_memory()},
            {"working_kernels", working_kernels()},
            {"working_numbers", working_numbers()},
            {"working_halves", working_halves()},
            {"working_groups", working_groups()},
            {"failing_assertions", failing_assertions()},
            {"crashing_kernels", crashing_kernels()},
            {"endless_kernels", endless_kernels()},
            {"large_matrices", large_matrices()},
            {"long_vectors", {barrier_missing_in_long_vectors()}}};
}

} // namespace pairscope::specimens
