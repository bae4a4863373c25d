// SPDX-License-Identifier: MIT
// The output on the screen: whose it is, and what it holds where it is no matrix.
#pragma once

#include "app/spine/question.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/output/reduced_vectors.h"
#include "kernels/ladder/output_buffer.h"
#include "kernels/matrix/matrix.h"
#include "profiling/counting/count_run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

/// How the picture came to the screen.
enum class PicturePath : std::uint8_t { none, interop, device_copy, host_copy };

/// The output on the screen. The textures of a matrix belong to the GUI.
struct OutputState {
    std::string variant_id; ///< empty: no output yet
    std::uint64_t revision = 0;
    std::size_t device = 0;
    OutputShape written;
    double seconds = 0.0;   ///< the time of the run that wrote it [s]
    bool simulated = false; ///< a CUDA variant that the CPU executed: its seconds say nothing about the kernel
    Output values;          ///< the output, if it is not a matrix
    MatrixShape shape;      ///< the shape, if the output is a matrix; the next three members are also about a matrix
    PicturePath path = PicturePath::none;
    bool is_of_older_text =
        false;                ///< the text of an own kernel has changed since: it is drawn until the new one is there
    bool values_gone = false; ///< the matrix made room for a run: it is still drawn, but its entries cannot be read
    MatrixSummary summary;
    MatrixContent content = MatrixContent::values;
    std::string against; ///< the variant that the content differs from; empty: the reference, or values are shown
    MatrixErrors errors; ///< where the content is not values
    std::shared_ptr<const MatrixOrder> order; ///< the order of the vectors of a matrix; null: as loaded
    std::string failure;                      ///< why the wanted output could not be made; the old one stays
    std::string failed_for;                   ///< the variant it could not be made with
    std::uint64_t failed_revision = 0;
    bool failed_by_memory = false;
};

/// The vectors of a workload whose sets have one vector each, reduced to what charts draw.
struct VectorsState {
    std::shared_ptr<const ReducedVectors> reduced; ///< the last one that was made; null: none yet
    std::optional<std::uint64_t> failed_revision;  ///< the revision that failed; it is not tried again
};

namespace command {

struct SetCoordinates {
    std::optional<AxisRange> axis;
}; ///< the range on the horizontal axis of the charts of two vectors; absent: all coordinates

void carry_out(const SetCoordinates&, State&, Effects&);

} // namespace command

namespace job {

/// Run the variant once and show its output.
struct MakeOutput {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    std::size_t device_index = 0;
    Device device;
    std::int64_t exact_side = 2048; ///< host pictures with more cells a side come with an overview
    bool count = false;             ///< the live counters meanwhile
    double seconds = 0.0;           ///< that a run takes, about, if it is to be counted
    MatrixContent content = MatrixContent::values;
    const KernelVariant* against = nullptr; ///< what the content differs from; null: the reference
    OrderStep order{};                      ///< the order of the rows and columns of a matrix
};
/// Reduce two vectors to what their charts draw.
struct ReduceVectors {
    VectorsToReduce vectors;
    std::uint64_t revision = 0; ///< the revision of the data
};

} // namespace job

namespace event {

struct OutputMade {
    std::string variant_id;
    std::uint64_t revision = 0;
    std::size_t device_index = 0;
    OutputShape written;
    double seconds = 0.0;
    Output values;     ///< the output, if it is not a matrix
    MatrixShape shape; ///< the shape, if the output is a matrix; the next four members are also about a matrix
    MatrixSummary summary;
    MatrixContent content = MatrixContent::values;
    std::string against{}; ///< id of a variant; empty: the reference
    MatrixErrors errors{};
    std::shared_ptr<const MatrixOrder> order{}; ///< null: as loaded
    bool in_texture = false;                    ///< the matrix is in the texture that was lent
    std::optional<OutputBuffer> host;
    std::shared_ptr<const Overview> overview; ///< the overview of a picture in host memory; null if the matrix is small
    std::optional<profiling::Counters> counters{}; ///< if they were asked for and can be had
    double counting_seconds = 0.0;                 ///< what counting took, the run among it [s]
    std::string why_not_sampled{}; ///< why the counters were not sampled, which is quicker; empty if they were
};
struct VectorsReduced {
    std::shared_ptr<const ReducedVectors> reduced; ///< null: cancelled
    std::uint64_t revision = 0;
};

void take(const OutputMade&, State&);
void take_failure(const OutputMade&, const Failure&, State&);
void take(const VectorsReduced&, State&);
void take_failure(const VectorsReduced&, const Failure&, State&);

} // namespace event

/// Does the output on the screen belong to the data of now, and is it no matrix? An older output stays while the next
/// one is computed, but not beside other data.
[[nodiscard]] bool shows_output(const State& state);
/// Who gave the output on the screen, and what the check said: "by cpu_simd, right output", "by
/// tensor_tf32, approximate output: 37 of 16 384 rows differ".
[[nodiscard]] std::string origin_of_output(const State& state);
/// What is shown in its place, in whole sentences, while there is none.
[[nodiscard]] std::string output_awaits(const State& state);

/// A value with nine digits, which tell any two float32 numbers apart.
[[nodiscard]] std::string value_text(double value);
/// "row 12", with its label if it has one: "row 12, Lyon". "none" for a row below 0.
[[nodiscard]] std::string vector_text(const Dataset& set, std::int64_t row);

/// Has each of its two sets one vector?
[[nodiscard]] bool asks_about_two_vectors(const WorkloadType& type);
/// Is it asked about two vectors, and are they there?
[[nodiscard]] bool has_two_vectors(const State& state);

/// The coordinates in sight on the horizontal axis: all of them until the user zooms. Only for two vectors.
[[nodiscard]] AxisRange shown_coordinates(const State& state);

/// The latest reduction of the vectors of now, perhaps of other coordinates than are shown; null: there is none yet.
[[nodiscard]] const ReducedVectors* reduced_vectors(const State& state);

/// The reduction that the charts lack; absent: none.
[[nodiscard]] std::optional<Job> vectors_job(const State& state);

} // namespace pairscope::app
