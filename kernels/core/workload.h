// SPDX-License-Identifier: MIT
// A workload is a question about one or two datasets. Everything outside the workload's own folder sees it through the
// plain values here.
#pragma once

#include "kernels/core/accuracy.h"
#include "kernels/core/matrix.h"

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pairscope {

struct Comparison;
struct Dataset;
namespace cuda {
struct Workplace;
}

/// The question and its size. Equal values have equal cost: it is the key of every measurement.
struct Workload {
    std::string_view type{}; ///< WorkloadType::id: "distance_matrix"
    std::int64_t rows = 0;   ///< vectors of the first set
    std::int64_t cols = 0;   ///< vectors of the second set; of the first again where there is one set
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

/// What a coordinate is.
enum class Element : std::uint8_t { float32, uint8 };
[[nodiscard]] std::string_view name_of(Element element); ///< "float32"

/// One set of vectors in the memory of the device that runs: coordinate k of vector i is the element i * pitch + k.
/// Aligned to 16 bytes. Owns nothing.
struct Input {
    const void* data = nullptr;
    Element element = Element::float32;
    std::int64_t rows = 0;
    std::int64_t dims = 0;
    std::int64_t pitch = 0; ///< [elements]

    [[nodiscard]] const float* floats() const { return static_cast<const float*>(data); }
    [[nodiscard]] const std::uint8_t* bytes() const { return static_cast<const std::uint8_t*>(data); }
    [[nodiscard]] std::int64_t size_bytes() const {
        return rows * pitch * (element == Element::float32 ? std::int64_t{sizeof(float)} : 1);
    }
};
[[nodiscard]] Input input_of(const Dataset& data); ///< in host memory; lives as long as the dataset
Input input_of(const Dataset&& data) = delete;

/// The inputs, and where the answer goes. A workload of one set has it twice.
struct Problem {
    Input a, b;
    MatrixTarget out;
};
[[nodiscard]] inline Problem problem_of(const Input& set, const MatrixTarget& out) { return {set, set, out}; }

struct SizeRange {
    std::int64_t least = 1, most = 1;
};

/// What a workload takes.
struct InputRule {
    int sets = 1;
    Element element = Element::float32;
    SizeRange rows, dims;
    std::array<std::string_view, 2> names{}; ///< what the kernels call each set: "points"
};

/// Everything the program knows about a workload: its folder's workload.cpp gives it, but for the id.
struct WorkloadType {
    std::string_view id{};       ///< the name of its folder
    std::string_view title{};    ///< "Distance matrix"
    std::string_view question{}; ///< one sentence, with its question mark
    InputRule inputs{};
    std::int64_t classic_rows = 0; ///< of the published work
    AnswerShape (*answer)(const Workload&) = nullptr;
    /// With an answer of such entries.
    Work (*work)(const Workload&, Entry) = nullptr;

    // The check. Inputs and answer are in host memory, but for the last function.
    /// The double-precision answer for one entry.
    double (*reference)(const Problem&, std::int64_t row, std::int64_t col) = nullptr;
    bool (*is_right)(float found, double expected, const Accuracy&) = nullptr;
    /// Looks at every entry of one row of the answer and adds the findings.
    void (*compare_row)(const Problem&, std::int64_t row, const Accuracy&, Comparison& findings) = nullptr;
    /// Looks at every entry of these rows, which ascend, on the GPU that holds inputs and answer. `found` and
    /// `expected` of the first wrong entry are left to the caller. Null in a build without CUDA.
    Comparison (*compare_on_gpu)(const Problem&, const Accuracy&, const std::vector<std::int64_t>& rows,
                                 std::stop_token stop, const cuda::Workplace& at) = nullptr;
};

/// All workloads of this build, in the order of their names. Written by the build from the folder kernels/workloads.
[[nodiscard]] std::span<const WorkloadType> workload_types();
/// Null if there is none.
[[nodiscard]] const WorkloadType* find_workload(std::string_view id);
/// The workload's description. Throws std::logic_error if there is none.
[[nodiscard]] const WorkloadType& type_of(std::string_view id);

[[nodiscard]] AnswerShape answer_of(const Workload& workload);
/// With an answer of such entries.
[[nodiscard]] Work work_of(const Workload& workload, Entry entry = Entry::float32);
/// Why this workload cannot be asked at all, in one sentence; empty if it can.
[[nodiscard]] std::string why_not(const Workload& workload);

namespace manifest {
[[nodiscard]] std::vector<WorkloadType> workload_types(); ///< written by the build
}

} // namespace pairscope
