// SPDX-License-Identifier: MIT
#include "kernels/data/columns/standardise.h"

#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace pairscope {

void standardise(ReadVectors& read, const VectorRequest& request) {
    std::vector<double> room;
    for (std::int64_t k = 0; k < read.numbers.dims(); ++k) {
        const bool has_first = request.first != nullptr && k < std::ssize(request.first->scales);
        read.set.scales.push_back(has_first ? request.first->scales[static_cast<std::size_t>(k)]
                                            : scale_of(read.numbers.column(k, room)));
    }
    read.numbers.standardise(read.set.scales);
    read.set.picture_width = 0; // its pixels have no grey values any more
}

std::int64_t count_incomplete(const FileNumbers& numbers) {
    std::vector<std::int64_t> missing(static_cast<std::size_t>(numbers.rows()));
    std::vector<double> room;
    for (std::int64_t k = 0; k < numbers.dims(); ++k) {
        const std::span<const double> column = numbers.column(k, room);
        for (std::size_t row = 0; row < column.size(); ++row) missing[row] += std::isnan(column[row]) ? 1 : 0;
    }
    return std::ranges::count_if(missing, [&](std::int64_t of_row) { return of_row > 0 && of_row < numbers.dims(); });
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
