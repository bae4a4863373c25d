// SPDX-License-Identifier: MIT
#include "kernels/data/coordinates.h"
#include "kernels/data/vectors.h"

#include <cmath>

namespace pairscope {

bool may_be_codes(const Dataset& data) {
    constexpr std::int64_t fewest_rows = 16;
    constexpr double least_mean = 96.0, most_mean = 160.0; // random bits give 127.5
    if (data.holds_distances || data.rows < fewest_rows || (data.dims != 16 && data.dims != 32 && data.dims != 64))
        return false;
    double sum = 0.0;
    for (std::int64_t row = 0; row < data.rows; ++row)
        for (std::int64_t k = 0; k < data.dims; ++k) {
            const double x = whole_coordinate(data, row, k);
            if (!(x >= 0.0 && x <= 255.0) || x != std::floor(x)) return false;
            sum += x;
        }
    const double mean = sum / static_cast<double>(data.rows * data.dims);
    return mean >= least_mean && mean <= most_mean;
}

} // namespace pairscope
