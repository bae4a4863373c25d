// SPDX-License-Identifier: MIT
// A workload is a question about one or two datasets. Everything outside the workload's own folder sees it through the
// plain values here.
#pragma once

#include "kernels/ladder/device.h"
#include "kernels/ladder/metric.h"
#include "kernels/ladder/pair_formula.h"
#include "kernels/ladder/problem.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

struct CUstream_st; // what cudaStream_t points to

namespace pairscope {

struct Comparison;
struct Dataset;
struct ExactSets;
enum class ExactKind : std::uint8_t;
struct MatrixErrors;
struct ErrorRule;
struct PlainKernel;
struct Preparation;
namespace cuda {
struct Workplace;
}

/// What the output needs, whatever the variant does. A kind of work that the workload has none of is 0.
struct Work {
    double flops = 0.0;            ///< [flop]
    double integer_operations = 0; ///< [op]
    double exponentials = 0.0;     ///< [op]
    double pairs = 0.0;            ///< pairs of vectors looked at
    double compulsory_bytes = 0.0; ///< read every input once, write every entry of the output once [B]
};

[[nodiscard]] Input input_of(const Dataset& data); ///< in host memory; lives as long as the dataset
Input input_of(const Dataset&& data) = delete;

/// What a workload is asked about. A workload of one set has it twice.
struct Inputs {
    Input a, b;
    std::vector<double> parameters{}; ///< one for each of WorkloadType::parameters
};
[[nodiscard]] Inputs inputs_of(const Dataset& set); ///< in host memory; lives as long as the dataset
[[nodiscard]] Inputs inputs_of(const Dataset& a, const Dataset& b);
Inputs inputs_of(const Dataset&& set) = delete;

/// Lives as long as the inputs.
[[nodiscard]] Problem problem_of(const Inputs& inputs, const OutputTarget& out);

struct SizeRange {
    std::int64_t least = 1, most = 1;
};

/// A number that a workload is asked with, such as sigma.
struct ParameterRule {
    std::string_view name{};  ///< for the command line's option and the file's key: "sigma"
    std::string_view title{}; ///< for the slider: "Width of the Gaussian"
    std::string_view unit{};  ///< empty: none
    double least = 0.0, most = 1.0, usual = 0.5;
    bool logarithmic = false; ///< the slider's scale
    bool is_whole = false;    ///< it counts something
};

/// What columns of texts of a file are to a workload.
enum class TextColumns : std::uint8_t {
    left_out,   ///< only numbers are compared
    categories, ///< they are equal or different: see kernels/data/columns/categories.h
    members     ///< categories of sets: a text such as "no" says that a row does not have one
};

/// What a workload takes.
struct InputRule {
    int sets = 1;
    Element element = Element::float32;
    SizeRange rows, dims;
    std::array<std::string_view, 2> names{}; ///< what the kernels call each set: "points"
    bool unit_length = false; ///< vectors are scaled to length 1 before they are asked about: see with_unit_length()
    /// The set holds distances (Dataset::holds_distances), and its one variant copies them into the matrix. Nothing is
    /// computed, so nothing is measured.
    bool takes_distances = false;
    TextColumns texts = TextColumns::left_out;
};
/// What does --n count? The coordinates, where each set has a fixed number of vectors; else the vectors.
[[nodiscard]] constexpr bool counts_coordinates(const InputRule& rule) { return rule.rows.least == rule.rows.most; }
[[nodiscard]] constexpr const SizeRange& counted_range(const InputRule& rule) {
    return counts_coordinates(rule) ? rule.dims : rule.rows;
}

/// How a GPU judges a matrix in its memory, with the inputs there, too. Without the functions, as in a build without
/// CUDA, the rows are copied to the host and judged there.
struct GpuJudge {
    /// Looks at every entry of these rows, which ascend. `found` and `expected` of the first wrong entry are left to
    /// the caller.
    Comparison (*compare)(const Problem&, const Accuracy&, const std::vector<std::int64_t>& rows, std::stop_token stop,
                          const cuda::Workplace& at) = nullptr;
    /// MatrixCheck::row_into_errors of all rows. A stopped one leaves values in the last rows.
    MatrixErrors (*into_errors)(const Problem&, const ErrorRule&, std::stop_token stop,
                                const cuda::Workplace& at) = nullptr;
};

/// One step of a computation that is written out.
struct WrittenStep {
    std::string what;    ///< "dx = x1 - x2"
    float single = 0.0f; ///< as float32 arithmetic has it, from what the steps before gave
    double exact = 0.0;  ///< as double precision has it
};
/// One way to compute an entry.
struct WrittenOut {
    std::string_view title;         ///< "Direct form"
    std::vector<WrittenStep> steps; ///< the last one is the entry
};

/// Data on which something can be seen, chosen by one click.
struct Preset {
    std::string_view name;    ///< "far_lattice", for the command line
    std::string_view title;   ///< "Lattice far from zero"
    std::string_view about;   ///< what can be seen, in whole sentences
    std::string_view variant; ///< the short name of the variant that shows it
    Dataset (*make)(int set) = nullptr;
};

/// One entry in double precision, of inputs in host memory.
using PairDistance = double (*)(const Problem&, std::int64_t row, std::int64_t col);

/// The distance of two vectors with all digits of their file. `parameters` are those of the workload.
using PairOfRows = double (*)(std::span<const double> a, std::span<const double> b, std::span<const double> parameters);

/// A metric of a workload's own, with the parameters that the workload is asked with.
struct OwnDistance {
    PairDistance pair = nullptr;  ///< null: the metric is none of a workload's own
    PairOfRows of_rows = nullptr; ///< null: only the float32 coordinates can be compared
    PairOfRows nearly = nullptr;  ///< see WorkloadType::pair_nearly
    std::vector<double> parameters{};
    bool operator==(const OwnDistance&) const = default;
};

/// Another form of the computation than the usual one, with work and limits of its own: KernelVariant::form names it.
struct WorkForm {
    std::string_view name{};  ///< "expanded"
    std::string_view words{}; ///< "|x|^2 + |y|^2 - 2 x.y, a product and a sum per coordinate"
    Work (*work)(const Workload&, Entry) = nullptr;
    std::vector<std::string_view> ceilings{}; ///< as WorkloadType::ceilings
    double share = 1.0; ///< the part of the rate of a ceiling of arithmetic that this work can use
};

/// What a rate counts.
enum class Arithmetic : std::uint8_t { flop, operation, exponential };

/// A limit of arithmetic that only one workload has, such as counting bits, measured by a micro-kernel in its folder.
struct OwnCeiling {
    std::string_view name{};    ///< for recordings, unlike all others: "popcount"
    std::string_view title{};   ///< "population count"
    std::string_view meaning{}; ///< one sentence
    std::string_view how{};     ///< "4 chains of 64-bit population counts per thread"
    Arithmetic counts = Arithmetic::operation;
    /// Does so many steps on the thread that calls it and returns the operations done. `result` depends on all of them,
    /// so that a compiler leaves none out.
    double (*on_cpu)(std::int64_t steps, double& result) = nullptr;
    /// Enqueues a launch that keeps all multiprocessors of the device busy, and returns the operations that it does.
    /// Null: a GPU has no such ceiling.
    double (*on_gpu)(const Device&, CUstream_st* stream) = nullptr;
};

/// What a matrix holds, and how it is judged. Inputs and output are in host memory, but for on_gpu.
struct MatrixCheck {
    std::string_view entries = "entries"; ///< what they are, in the plural: "distances"
    bool are_distances = false; ///< by WorkloadType::metric, and small between near vectors; else without a unit, and
                                ///< large between near ones
    /// The double-precision output for one entry.
    PairDistance reference = nullptr;
    bool (*is_right)(const Problem&, const JudgedEntry&, const Accuracy&) = nullptr;
    /// Looks at every entry of one row of the output and adds the findings.
    void (*compare_row)(const Problem&, std::int64_t row, const Accuracy&, Comparison& findings) = nullptr;
    /// Replaces every entry of one row of the output by its error. Adds to what is known of the rows before.
    void (*row_into_errors)(const Problem&, std::int64_t row, const ErrorRule&, MatrixErrors& so_far) = nullptr;
    GpuJudge on_gpu{};
    /// An entry written out step by step: each way to compute it, in float32 beside double. Null: it has none.
    std::vector<WrittenOut> (*written_out)(const Problem&, std::int64_t row, std::int64_t col) = nullptr;
};

/// Real vectors that are shipped.
struct ExampleFiles {
    std::string_view title{};                ///< "two views of a photograph"; empty: there are none
    std::array<std::string_view, 2> names{}; ///< below assets/datasets, one for each set
};

/// Everything the program knows about a workload: its folder's workload.cpp gives it, but for the id.
struct WorkloadType {
    std::string_view id{};       ///< the name of its folder
    int place = 0;               ///< in lists: they ascend, and the program starts with the first one
    std::string_view title{};    ///< "Distance matrix"
    std::string_view question{}; ///< one sentence, with its question mark
    InputRule inputs{};
    std::vector<ParameterRule> parameters{};
    OutputKind output = OutputKind::matrix;
    std::string_view value = "value"; ///< what the number of a pair is: "squared distance"
    /// How far two vectors are apart: the entries of the matrix, where it holds distances, and in any case the lists of
    /// nearest neighbours, the radius and the orders. A workload that names no metric has its own one.
    Metric metric = Metric::own;
    /// The distance of vector `row` of the first set from vector `col` of the second one, in double precision, for a
    /// metric of the workload's own. NaN: there is none. Lists, radius, orders and views of a matrix that is not stored
    /// use it on a CPU. Null: MatrixCheck::reference where the entries are distances, and otherwise no list is made.
    PairDistance pair = nullptr;
    /// Like `pair`, but with all digits of a file. Null: lists, radius, orders and exports compare float32 coordinates.
    PairOfRows pair_of_rows = nullptr;
    /// Like `pair_of_rows`, but quicker: it may differ by 2 (d + 8) roundings of d coordinates. Searches compare pairs
    /// by it first. Null: `pair_of_rows` is quick.
    PairOfRows pair_nearly = nullptr;
    /// What becomes of the vectors before they are compared (kernels/data/prepared/preparation.h): their distances by
    /// `metric` are then the distances that are meant. Null: they are taken as they are.
    Preparation (*prepare)(std::span<double> numbers, std::int64_t dims) = nullptr;
    /// What files and options call these distances, and what sentences do, where `metric` does not say it.
    std::string_view metric_name{};  ///< "mahalanobis"
    std::string_view metric_title{}; ///< "Mahalanobis distance"
    Workload classic{};              ///< the size of the published work; `type` is filled in
    bool is_published = true;        ///< is there such work? Otherwise `classic` is only a typical size
    /// Example data for a user who has none: set 0 or 1, of so many rows and coordinates. A function that takes longer
    /// than 100 ms looks at the token; the result of a stopped call is not used. Null: generated points.
    Dataset (*example)(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop) = nullptr;
    /// Vectors that the program begins with, like `example`, for a workload that takes points in the plane, but has
    /// little to say about them. Null: points.
    Dataset (*example_vectors)(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop) = nullptr;
    /// Data of this size on which every sum is exact in float32 in any order; absent: there is none of this size. Null:
    /// what exact_data() makes for any workload is exact for this one, too.
    std::optional<ExactSets> (*exact)(const Workload&, ExactKind) = nullptr;
    /// The size of `example` and `example_vectors` where a user names none; without rows: `classic`.
    Workload example_size{};
    ExampleFiles example_files{}; ///< what the window begins with; without a title: `example`, or generated points
    std::vector<Preset> presets{};
    /// Do matches have a ratio? It is the distance to the best one by the distance to the second best one, by `metric`:
    /// neighbours::ratio_to_next().
    bool has_match_ratio = false;
    /// With an output of such entries.
    Work (*work)(const Workload&, Entry) = nullptr;
    /// What can limit a variant, as profiling names its ceilings, or as own_ceilings does: "fill". The first one is
    /// needed for every ratio, and one of those of arithmetic, if any is named.
    std::vector<std::string_view> ceilings{};
    /// The short name of the variant with the exact output that is expected to be the fastest one on a GPU like the
    /// H200 on which tests/bench/shapes.cpp measured all of them; the size alone decides. Null: nobody has measured.
    std::string_view (*fastest)(const Workload&) = nullptr;
    std::vector<WorkForm> forms{};          ///< beside the usual one
    std::vector<OwnCeiling> own_ceilings{}; ///< that `ceilings` or a form names

    MatrixCheck matrix{}; ///< for an output that is a matrix
    /// The entry (i, j) of the matrix behind the question, whether the output is this matrix or not: it makes any part
    /// of a matrix that is too large to store visible (kernels/matrix/unstored/blocks.h). Absent: there is no such
    /// matrix.
    std::optional<PairFormula> formula{};
    /// Judges another output, in host memory, against the double-precision output. Words that hold poison were never
    /// written. A stopped comparison looks at fewer records.
    Comparison (*compare)(const Problem&, const Accuracy&, std::stop_token stop) = nullptr;
    /// What a user's own kernel may take (kernels/ladder/plain_kernel.h). Null: an own kernel cannot answer it.
    const PlainKernel* plain = nullptr;
};

/// All workloads of this build, in the order of their places. Written by the build from the folder kernels/workloads.
[[nodiscard]] std::span<const WorkloadType> workload_types();
/// Null if there is none.
[[nodiscard]] const WorkloadType* find_workload(std::string_view id);
/// The workload that shows distances that were given; null if there is none.
[[nodiscard]] const WorkloadType* workload_of_distances();
/// The workload's description. Throws std::logic_error if there is none.
[[nodiscard]] const WorkloadType& type_of(std::string_view id);

/// Why there are no distances between the vectors of this workload, in one sentence; empty if there are.
[[nodiscard]] std::string why_no_distances(const WorkloadType& type);

/// What files and options call the distances of this workload: "euclidean", "mahalanobis", or its id.
[[nodiscard]] std::string_view metric_name_of(const WorkloadType& type);
/// What sentences call them: "Euclidean distance", "workload's own distance".
[[nodiscard]] std::string_view metric_title_of(const WorkloadType& type);
/// Is this the Euclidean distance of the vectors as they are?
[[nodiscard]] bool is_plainly_euclidean(const WorkloadType& type);

/// The parameters' usual values.
[[nodiscard]] std::vector<double> usual_parameters(const WorkloadType& type);
/// Which set of a workload is this: "the points", "the first set". `set` is 0 or 1.
[[nodiscard]] std::string_view set_name(const WorkloadType& type, int set);

/// The size of what is asked.
[[nodiscard]] Workload workload_of(std::string_view type, const Inputs& inputs);
/// What a variant writes; `both_directions` is the variant's.
[[nodiscard]] OutputShape output_of(const Workload& workload, bool both_directions = false);
/// The question in the other direction: the second set's vectors look for a match in the first set.
[[nodiscard]] Workload turned(const Workload& workload);
[[nodiscard]] Inputs turned(const Inputs& inputs);
/// What --n counts of it, and tables call n: see counts_coordinates().
[[nodiscard]] std::int64_t n_of(const Workload& workload);
/// With an output of such entries.
[[nodiscard]] Work work_of(const Workload& workload, Entry entry = Entry::float32);
/// Why this workload cannot be asked at all, in one sentence; empty if it can.
[[nodiscard]] std::string why_not(const Workload& workload);
/// Why no variant can answer it, because the output is a matrix that is too large to be stored; empty if it is not.
[[nodiscard]] std::string why_not_stored(const Workload& workload);

namespace manifest {
[[nodiscard]] std::vector<WorkloadType> workload_types(); ///< written by the build
}

} // namespace pairscope
