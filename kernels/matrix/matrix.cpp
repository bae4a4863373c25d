// SPDX-License-Identifier: MIT
#include "kernels/matrix/matrix.h"

#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace pairscope {

std::span<const float> floats_of(const LinearMemory& memory, std::int64_t row, std::int64_t col, std::int64_t count,
                                 std::vector<float>& room) {
    const std::int64_t first = row * memory.pitch + col;
    const auto size = static_cast<std::size_t>(count);
    if (memory.entry == Entry::float32) return {memory.data + first, size};
    room.resize(size);
    std::transform(memory.halves() + first, memory.halves() + first + count, room.begin(), float_of_half);
    return room;
}

std::int64_t sample_step(MatrixShape shape) {
    constexpr std::int64_t most = 65536;
    std::int64_t step = std::max<std::int64_t>(1, (shape.rows * shape.cols + most - 1) / most);
    while (std::gcd(step, shape.cols) > 1) ++step;
    return step;
}

BlockGrid blocks_of(MatrixShape matrix, std::int64_t side) {
    const auto count = [side](std::int64_t entries) { return (entries + side - 1) / side; };
    return {.side = side, .shape = {count(matrix.rows), count(matrix.cols)}};
}

NearestRule nearest_rule(const WorkloadType& type) {
    return {.smallest = type.matrix.are_distances, .one_set = type.inputs.sets == 1};
}

void add(MatrixErrors& total, const MatrixErrors& part) {
    total.rows += part.rows;
    total.other_nearest += part.other_nearest;
    total.finite += part.finite;
    total.equal += part.equal;
    total.sum += part.sum;
    const bool is_earlier = std::pair(part.worst_row, part.worst_col) < std::pair(total.worst_row, total.worst_col);
    if (part.worst > total.worst || (part.worst == total.worst && is_earlier)) {
        total.worst = part.worst;
        total.worst_row = part.worst_row;
        total.worst_col = part.worst_col;
    }
}

std::string describe(const MatrixErrors& errors) {
    if (errors.other_nearest == 0) return "The errors do not change the nearest vector of any row.";
    return fmt::format("In {} of {} rows the errors change which vector is the nearest.", grouped(errors.other_nearest),
                       grouped(errors.rows));
}

} // namespace pairscope
