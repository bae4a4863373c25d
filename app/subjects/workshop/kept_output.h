// SPDX-License-Identifier: MIT
// An output that was judged, to compare those of timed launches with: a kernel must not give answers that it has kept.
#pragma once

#include "app/subjects/workshop/gpu_messages.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace pairscope::app::workshop {

/// Some rows of a matrix, or the whole of another output.
class KeptOutput {
public:
    /// `words` lie in rows of `words.cols` words from `data` on.
    KeptOutput(const Workload& workload, const float* data, std::uint64_t inputs_number, std::minstd_rand& random);

    [[nodiscard]] std::uint64_t inputs_number() const { return inputs_number_; }

    /// Compares an output for the same inputs. Returns one sentence about the first difference; empty: there is none.
    [[nodiscard]] std::string differs_from(const float* data) const;
    /// Compares an output for the inputs that are turned, see turn_of().
    [[nodiscard]] std::string differs_from_turned(const float* data) const;

private:
    [[nodiscard]] std::string first_difference(const float* data, bool is_turned) const;
    [[nodiscard]] std::string difference_of_matches(const float* data, bool is_turned) const;

    Workload workload_;
    OutputKind kind_;
    MatrixShape words_;
    double tolerance_;
    std::uint64_t inputs_number_;
    std::vector<std::int64_t> rows_; ///< that are kept
    std::vector<float> kept_;        ///< their words
};

} // namespace pairscope::app::workshop
