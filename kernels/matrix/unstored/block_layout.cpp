// SPDX-License-Identifier: MIT
#include "kernels/matrix/unstored/block_layout.h"

namespace pairscope::matrix {
namespace {

float factor_of(const WorkloadType& type, const Problem& problem) {
    const std::span<const double> parameters = problem.parameters;
    if (type.formula->ending == PairEnding::fraction) return 1.0f / static_cast<float>(problem.a.dims);
    if (type.formula->ending != PairEnding::gaussian) return 0.0f;
    const bool are_given = parameters.size() == type.parameters.size();
    const double sigma = are_given ? parameters.front() : type.parameters.front().usual;
    return static_cast<float>(-0.5 / (sigma * sigma));
}

} // namespace

std::int64_t BlockLayout::tiles_over(std::int64_t entries, std::int64_t tile_side, std::int64_t parts) const {
    if (entries <= 0) return 0;
    if (grid.side < tile_side) {
        const std::int64_t step = tile_side / grid.side * grid.side;
        return (entries + step - 1) / step;
    }
    return entries / grid.side * parts + (entries % grid.side + tile_side - 1) / tile_side;
}

BlockLayout layout_of(const Problem& problem, const BlockGrid& grid) {
    const bool is_one_set = problem.a.data == problem.b.data;
    const std::int64_t offset = grid.first_col - grid.first_row;
    return {.grid = grid,
            .matrix = {problem.a.rows, problem.b.rows},
            .is_mirrored = is_one_set && offset % grid.side == 0,
            .diagonal = offset / grid.side};
}

PairQuestion question_of(const WorkloadType& type, const Problem& problem) {
    return {.a = problem.a, .b = problem.b, .formula = *type.formula, .factor = factor_of(type, problem)};
}

} // namespace pairscope::matrix
