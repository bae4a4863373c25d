// SPDX-License-Identifier: MIT
// Data with exact sums at all sizes that pairscope check tries, for the tests of the check.
#pragma once

#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/workload.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace pairscope::exactness {

inline constexpr std::array<ExactKind, 2> kinds{ExactKind::whole_numbers, ExactKind::needles};

inline Inputs inputs_of_sets(const ExactSets& sets) {
    Inputs found = sets.b ? inputs_of(sets.a, *sets.b) : inputs_of(sets.a);
    found.parameters = sets.parameters;
    return found;
}

/// Tests look at many variants: the alignments of all pairs of 33 long series would take a minute for each.
inline constexpr double most_operations = 3e7;
inline double operations_of(const Workload& size) {
    const Work work = work_of(size);
    return work.flops + work.integer_operations;
}
/// The wanted number of vectors, or a few where more would need too many operations.
inline std::int64_t rows_within(const WorkloadType& type, std::int64_t wanted, std::int64_t dims) {
    return operations_of({type.id, wanted, wanted, dims}) <= most_operations ? wanted : 4;
}

/// Sizes that pairscope check tries, and those with the fewest vectors.
inline std::vector<Workload> sizes_of(const WorkloadType& type) {
    const InputRule& rule = type.inputs;
    std::vector<Workload> sizes;
    if (counts_coordinates(rule)) {
        for (const std::int64_t dims : {1, 2, 65, 4097, 100'003}) sizes.push_back({type.id, 1, 1, dims});
        return sizes;
    }
    for (const std::int64_t dims : {1, 2, 3, 4, 16, 17, 33, 261, 1024})
        for (const std::int64_t rows : {2, 3, 67}) {
            const Workload size{type.id, rows, rule.sets == 2 ? rows / 2 + 1 : rows, dims};
            if (dims < rule.dims.least || dims > rule.dims.most || rows * dims >= 20'000) continue;
            if (operations_of(size) <= most_operations) sizes.push_back(size);
        }
    return sizes;
}

inline std::vector<const WorkloadType*> types_with_exact_data() {
    std::vector<const WorkloadType*> found;
    for (const WorkloadType& type : workload_types())
        if (!type.inputs.takes_distances && type.metric != Metric::great_circle) found.push_back(&type);
    return found;
}

inline void for_each_case(const std::function<void(const WorkloadType&, const Workload&, const ExactSets&)>& test) {
    for (const WorkloadType* type : types_with_exact_data())
        for (const Workload& size : sizes_of(*type))
            for (const ExactKind kind : kinds) {
                const std::optional<ExactSets> sets = exact_data(size, kind);
                ASSERT_TRUE(sets) << type->id << ", d = " << size.dims;
                SCOPED_TRACE(::testing::Message() << type->id << ", " << title_of(kind) << " of " << size.rows << " x "
                                                  << size.cols << " x " << size.dims);
                test(*type, size, *sets);
            }
}

} // namespace pairscope::exactness
