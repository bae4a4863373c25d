// SPDX-License-Identifier: MIT
// Small kernels for the tests of the executor: each specimen has one fault, or shows one thing that must work.
// Compiled like the variants, so they live in the namespace that kernels/engines/simt/CMakeLists.txt gives those.
#pragma once

#include "kernels/workloads/distance_matrix/problem.h"

#include <string_view>
#include <vector>

namespace pairscope::specimens {

struct Specimen {
    std::string_view name;
    void (*launch)(const Run&) = nullptr;
    std::string_view fault{}; ///< the name of the one kind of finding; empty: none
    int line = 0;             ///< line of the fault
    std::string_view told{};  ///< what describe() says of it behind the line; empty: not part of the specimen
};

[[nodiscard]] std::vector<Specimen> faulty_kernels();
[[nodiscard]] std::vector<Specimen> faulty_grids();    ///< several blocks, each with a finding on its line
[[nodiscard]] std::vector<Specimen> faulty_matrices(); ///< whole distance matrices in linear memory
/// Wrong only where a matrix of points is large: a fault in the source, and a wrong place without one.
[[nodiscard]] std::vector<Specimen> large_matrices();
[[nodiscard]] Specimen barrier_missing_in_long_vectors(); ///< of cross_distance; a fault with more than 64 coordinates
[[nodiscard]] std::vector<Specimen> taught_faults(); ///< each has exactly one finding, with the words that it must have
[[nodiscard]] Specimen stage_that_is_reused_too_early(); ///< is found at the copy, and where others read
[[nodiscard]] std::vector<Specimen> ordinary_kernels();  ///< the same: what courses and exercises do with memory
[[nodiscard]] std::vector<Specimen> several_launches();  ///< they have 16 blocks of 64 threads; all is right
[[nodiscard]] std::vector<Specimen> hidden_faults();     ///< one finding each, though the kernels look right on a CPU
[[nodiscard]] Specimen load_by_ldg_of_what_another_block_writes();
[[nodiscard]] std::vector<Specimen> right_kernels_that_look_alike(); ///< they have 4 blocks of 64 threads
[[nodiscard]] Specimen counter_outside_of_namespaces();              ///< 4 blocks: out[block] is how many came before
/// Ask for dynamic shared memory by <<<...>>>: more than a kernel may have, as much as was allowed, and by launch_grid.
[[nodiscard]] std::vector<Specimen> launches_with_much_shared_memory();
// out[i] is 1 where thread i saw what it should. nvcc compiles these files for tests/gpu, too.
[[nodiscard]] std::vector<Specimen> working_kernels();
[[nodiscard]] std::vector<Specimen> working_numbers();
[[nodiscard]] std::vector<Specimen> working_halves();
[[nodiscard]] std::vector<Specimen> working_groups();
[[nodiscard]] std::vector<Specimen> failing_assertions();
[[nodiscard]] std::vector<Specimen> crashing_kernels(); ///< for 64 points; on a CPU their faults are signals, or no end
[[nodiscard]] std::vector<Specimen> endless_kernels();

} // namespace pairscope::specimens
