// SPDX-License-Identifier: MIT
#include "kernels/core/standardise.h"

#include "kernels/core/errors.h"

#include <fmt/format.h>

namespace pairscope {

ColumnScale scale_for(const VectorRequest& request, std::int64_t coordinate, std::span<const double> numbers) {
    const auto k = static_cast<std::size_t>(coordinate);
    return k < request.scales.size() ? request.scales[k] : scale_of(numbers);
}

Dataset standardised(Dataset data, const VectorRequest& request) {
    auto& values = std::get<std::vector<float>>(data.values);
    std::vector<double> numbers(static_cast<std::size_t>(data.rows));
    for (std::int64_t k = 0; k < data.dims; ++k) {
        const auto at = [&](std::size_t row) { return row * static_cast<std::size_t>(data.dims) + std::size_t(k); };
        for (std::size_t row = 0; row < numbers.size(); ++row) numbers[row] = double{values[at(row)]};
        const ColumnScale& scale = data.scales.emplace_back(scale_for(request, k, numbers));
        for (std::size_t row = 0; row < numbers.size(); ++row)
            values[at(row)] = static_cast<float>(standardised(numbers[row], scale));
    }
    data.picture_width = 0; // its pixels have no grey values any more
    return data;
}

void require_standardisable(const std::string& name, const InputRule& rule, const VectorRequest& request) {
    if (request.columns.standardise && rule.element == Element::uint8)
        throw InputError(
            fmt::format("cannot standardise {}, because this workload takes bytes, which are whole numbers from 0 "
                        "to 255; leave standardising out",
                        name));
    if (request.columns.standardise && counts_coordinates(rule))
        throw InputError(
            fmt::format("cannot standardise {}, because this workload compares single vectors, and standardising "
                        "needs several rows; leave standardising out",
                        name));
}

} // namespace pairscope
