// SPDX-License-Identifier: MIT
// A workload is a question about one or two datasets. Everything outside the workload's own files sees it through the
// plain values here.
#pragma once

#include "kernels/core/distance_matrix.h"
#include "kernels/core/matrix.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace pairscope {

/// The questions, a closed set. A switch over it has no default, so that the compiler lists what a new one still lacks.
enum class WorkloadKind : std::uint8_t { distance_matrix };

/// The question and its size. Equal values have equal cost: it is the key of every measurement.
struct Workload {
    WorkloadKind kind = WorkloadKind::distance_matrix;
    std::int64_t rows = 0; ///< vectors of the first set
    std::int64_t cols = 0; ///< vectors of the second set; of the first again where there is one set
    std::int64_t dims = 0;
    auto operator<=>(const Workload&) const = default;
};

/// The shapes of answers.
struct ScalarShape {
    auto operator<=>(const ScalarShape&) const = default;
};
struct PairShape {
    auto operator<=>(const PairShape&) const = default;
};
struct MatchesShape {
    std::int64_t count = 0;
    auto operator<=>(const MatchesShape&) const = default;
};
using AnswerShape = std::variant<MatrixShape, ScalarShape, PairShape, MatchesShape>;

/// What the answer needs, whatever the variant does. A kind of work that the workload has none of is 0.
struct Work {
    double flops = 0.0;            ///< [flop]
    double integer_operations = 0; ///< [op]
    double pairs = 0.0;            ///< pairs of vectors looked at
    double compulsory_bytes = 0.0; ///< read every input once, write every entry of the answer once [B]
};

/// The typed problems: inputs, and where the answer goes.
using Problem = std::variant<DistanceMatrixProblem>;

[[nodiscard]] std::string_view name_of(WorkloadKind kind); ///< "distance_matrix"
[[nodiscard]] std::span<const WorkloadKind> workload_kinds();
[[nodiscard]] AnswerShape answer_of(const Workload& workload);
/// With an answer of such entries.
[[nodiscard]] Work work_of(const Workload& workload, Entry entry = Entry::float32);

/// The problem of a matrix workload for one set of `rows` vectors in the device's memory.
[[nodiscard]] Problem problem_of(WorkloadKind kind, const float* points, std::int64_t rows, const MatrixTarget& out);
/// Why this workload cannot be asked at all, in one sentence; empty if it can.
[[nodiscard]] std::string why_not(const Workload& workload);

} // namespace pairscope
