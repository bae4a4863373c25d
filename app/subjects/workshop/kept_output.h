// SPDX-License-Identifier: MIT
// An output that was judged, to compare those of timed launches with: a kernel must not give answers that it has kept.
#pragma once

#include "app/subjects/workshop/gpu_messages.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace pairscope::app::workshop {

/// By how many places the vectors of a set of so many are turned: vector i is then the former vector
/// (i + turned_by(turn, count)) % count. Turn 0 is turn_of(count).
[[nodiscard]] constexpr std::int64_t turned_by(std::int64_t turn, std::int64_t count) {
    if (turn == 0) return turn_of(count);
    return count > 1 ? 1 + turn % (count - 1) : 0;
}

/// Some rows of a matrix, or the whole of another output.
class KeptOutput {
public:
    /// `words` lie in rows of `words.cols` words from `data` on.
    KeptOutput(const Workload& workload, const float* data, std::uint64_t inputs_number, std::minstd_rand& random);

    [[nodiscard]] std::uint64_t inputs_number() const { return inputs_number_; }

    /// Compares an output for the same inputs. Returns one sentence about the first difference; empty: there is none.
    [[nodiscard]] std::string differs_from(const float* data) const;
    /// Compares an output for the inputs that are turned, see turned_by().
    [[nodiscard]] std::string differs_from_turned(const float* data, std::int64_t turn = 0) const;

private:
    [[nodiscard]] std::string first_difference(const float* data, std::optional<std::int64_t> turn) const;
    [[nodiscard]] std::string difference_of_matches(const float* data, std::optional<std::int64_t> turn) const;

    Workload workload_;
    OutputKind kind_;
    MatrixShape words_;
    double tolerance_;
    std::uint64_t inputs_number_;
    std::vector<std::int64_t> rows_; ///< that are kept
    std::vector<float> kept_;        ///< their words
};

} // namespace pairscope::app::workshop
