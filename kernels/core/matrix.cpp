// SPDX-License-Identifier: MIT
#include "kernels/core/matrix.h"

#include <algorithm>
#include <numeric>

namespace pairscope {

std::int64_t sample_step(MatrixShape shape) {
    constexpr std::int64_t most = 65536;
    std::int64_t step = std::max<std::int64_t>(1, (shape.rows * shape.cols + most - 1) / most);
    while (std::gcd(step, shape.cols) > 1) ++step;
    return step;
}

} // namespace pairscope
