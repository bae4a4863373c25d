// SPDX-License-Identifier: MIT
// The input of a variant: a workload, its sets of vectors and its parameters. These are shared values that never
// change.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/variant.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Question {
    std::string_view workload = workload_types().front().id;
    std::shared_ptr<const Dataset> first{}, second{}; ///< first: null before there is data; second: null where the
                                                      ///< workload has one set
    bool same_rows = false; ///< row i of both sets is the same vector: both are the first rows of one file
    std::vector<double> parameters = usual_parameters(workload_types().front()); ///< one for each of
                                                                                 ///< WorkloadType::parameters

    [[nodiscard]] const Dataset& across() const { return second ? *second : *first; } ///< columns and candidates
    [[nodiscard]] Inputs inputs() const; ///< in host memory; lives as long as the sets
    /// Without vectors where there is no first set.
    [[nodiscard]] Workload size() const;
    [[nodiscard]] OutputShape output() const { return output_of(size()); }
    [[nodiscard]] MatrixShape words() const { return words_of(output()); }
    /// What this variant writes.
    [[nodiscard]] OutputShape output_by(const KernelVariant& variant) const {
        return output_of(size(), variant.both_directions);
    }
    [[nodiscard]] MatrixShape words_by(const KernelVariant& variant) const { return words_of(output_by(variant)); }
};

/// With data on which all sums are exact. Absent where the workload has no such data of this size.
[[nodiscard]] std::optional<Question> exact_question(const Workload& size, ExactKind kind);

} // namespace pairscope::app
