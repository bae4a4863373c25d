// SPDX-License-Identifier: MIT
// What the worker is asked to do, and what it answers: plain values that travel by queue, so that no frame waits for a
// kernel. Surfaces are lent to the worker and come back with its answer; GL may not touch them in between.
#pragma once

#include "app/spine/state.h"
#include "app/subjects/output/reduced_vectors.h"
#include "profiling/counting/count_run.h"
#include "render/png.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pairscope::app {

/// A mapped texture, lent to the worker.
struct Lease {
    int slot = 0; ///< which of the textures that take turns
    Surface matrix;
    std::optional<Surface> overview; ///< absent: the matrix is small enough without
    std::int64_t overview_factor = 1;
};

namespace job {
/// Run the variant once and show its answer.
struct MakeOutput {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    std::size_t device_index = 0;
    Device device;
    std::int64_t exact_side = 2048; ///< host pictures with more cells a side come with an overview
    std::optional<Lease> lease;     ///< absent: the answer is copied through the host
    bool count = false;             ///< the live counters meanwhile
    double seconds = 0.0;           ///< that a run takes, about, if it is to be counted
    MatrixContent content = MatrixContent::values;
    const KernelVariant* against = nullptr; ///< what the content differs from; null: the reference
    OrderStep order{};                      ///< the order of the rows and columns of a matrix
};
/// Work out in which order the matrix is to be looked at.
struct MakeOrder {
    OrderKey key;
    std::array<std::vector<float>, 2>
        places{}; ///< the places of the vectors of each set in the Points panel, if they are needed
};
struct Measure {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    RunKey key;
    Device device;
    double max_seconds = 3.0;
    bool draws_the_window = false; ///< the device does, meanwhile
    std::optional<Lease> lease;    ///< needed if key.target is the surface
};
struct MeasureCeilings {
    std::size_t device_index = 0;
    Device device;
    profiling::CeilingRequest request;
};
/// Count what the hardware does while the variant runs, and take kernel times from activity records.
struct Count {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    RunKey key;
    Device device;
    profiling::CounterChoice choice;
    std::optional<Lease> lease; ///< needed if key.target is the surface
};
/// Sample what the hardware does in the course of one launch.
struct SampleLaunch {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    RunKey key;
    Device device;
    double seconds = 0.0;       ///< that a launch takes, about
    std::optional<Lease> lease; ///< needed if key.target is the surface
};
/// Ask the browser of metrics.
struct AskMetrics {
    MetricsQuestion question;
    std::optional<Device> device; ///< the GPU whose chip is meant where the question names none
};
/// Measure two variants in turns.
struct Compare {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* a = nullptr;
    const KernelVariant* b = nullptr;
    ComparedRuns key;
    Device device_a, device_b;
    std::optional<Lease> lease; ///< both write this texture; absent: memory of their own
};
/// Follow what the warps of a CUDA variant touch.
struct Trace {
    Question question;
    const KernelVariant* variant = nullptr;
    TraceKey key;
};
/// Reduce two vectors to what their charts draw.
struct ReduceVectors {
    VectorsToReduce vectors;
    std::uint64_t revision = 0; ///< the revision of the data
};
/// Look at parts of a matrix that is not stored.
struct MakeTiles {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    std::size_t device_index = 0;
    Device device;
    MatrixShape shape;                          ///< the shape of the whole matrix
    std::vector<TileKey> tiles;                 ///< the tiles, in the order in which they are wanted
    int samples = 0;                            ///< entries that are looked at for each texel; 0: all
    double max_seconds = 0.0;                   ///< after the first tile and so long, the rest is left out
    double share = 0.0;                         ///< the fraction of the tiles in sight that are already exact
    bool count_unusable = false;                ///< whether the vectors without distances are counted
    std::shared_ptr<const MatrixOrder> order{}; ///< the order of the matrix; null: as loaded
};
/// Find the best match in the first set for each vector of the second set.
struct MatchBackward {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
};
/// Find the nearest neighbours of all vectors.
struct FindNeighbours {
    Question question;
    NeighbourKey key;
    Device device;
};
/// Count the pairs that are closer than a radius.
struct CountCloserPairs {
    Question question;
    RadiusKey key;
};
/// All neighbours of one vector, as a table.
struct SaveRow {
    std::filesystem::path path;
    Question question;
    std::int64_t row = 0;
    NeighbourOrder order;
};
/// The nearest neighbours of all vectors, as a table.
struct SaveNeighbours {
    std::filesystem::path path;
    Question question;
    int k = 0;
    std::shared_ptr<const FoundNeighbours> found; ///< null: they are searched for
};
struct Load {
    DataSource source; ///< files, or the example
    std::string_view workload = workload_types().front().id;
    std::shared_ptr<const Table> table;            ///< set: only columns, n or order of points changed
    bool may_be_recording = false;                 ///< a recording is opened; otherwise its points are read
    bool may_be_distances = false;                 ///< then they are shown, whatever the workload asks about
    std::optional<std::int64_t> asked_rows{};      ///< rows that a user asked for before the file was known
    std::optional<std::vector<double>> parameters; ///< absent: the current parameters, or the defaults
    std::vector<PinnedPair> pairs{};               ///< the pinned pairs of a recording
    std::optional<ViewText> view{};                ///< what was looked at when a recording was made
    std::uint64_t request = 0;                     ///< DataState::request when it was asked for; the answer has it too
};
/// Read a recording.
struct OpenRecording {
    std::filesystem::path path;
    bool by_itself = false;
    bool follow = false;    ///< select its workload, too
    bool with_data = false; ///< and open the data that it holds
};
struct SaveRecording {
    std::filesystem::path path;
    std::shared_ptr<const profiling::Recording> recording;
};
struct SaveMatrix {
    std::filesystem::path path;
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    std::size_t device_index = 0;
    Device device;
    MatrixContent content = MatrixContent::values;
    const KernelVariant* against = nullptr; ///< as of MakeOutput
    bool as_picture = false;                ///< a PNG with one pixel per cell; otherwise CSV or .npy by the path's end
    std::optional<AnswerBuffer> shown;      ///< in host memory, if it is the wanted one; absent: it is computed again
    std::vector<PngText> facts;
    Colouring colouring;
};
struct SavePixels {
    std::filesystem::path path;
    Image image;
    std::vector<PngText> facts;
};
struct SavePoints {
    std::filesystem::path path;
    std::shared_ptr<const Dataset> dataset;
};
struct SaveText {
    std::filesystem::path path;
    std::string text;
};
} // namespace job

using Job = std::variant<job::MakeOutput, job::Measure, job::MeasureCeilings, job::Compare, job::Count,
                         job::SampleLaunch, job::AskMetrics, job::Trace, job::ReduceVectors, job::MakeTiles, job::Load,
                         job::OpenRecording, job::SaveRecording, job::SaveMatrix, job::SavePixels, job::SavePoints,
                         job::SaveText, job::FindNeighbours, job::CountCloserPairs, job::SaveRow, job::SaveNeighbours,
                         job::MakeOrder, job::MatchBackward>;

namespace event {
struct OutputMade {
    std::string variant_id;
    std::uint64_t revision = 0;
    std::size_t device_index = 0;
    AnswerShape answer;
    double seconds = 0.0;
    Answer values;     ///< the output, if it is not a matrix
    MatrixShape shape; ///< the shape, if the output is a matrix; the next four members are also about a matrix
    MatrixSummary summary;
    MatrixContent content = MatrixContent::values;
    std::string against{}; ///< id of a variant; empty: the reference
    MatrixErrors errors{};
    std::shared_ptr<const MatrixOrder> order{}; ///< null: as loaded
    std::optional<Lease> lease;
    std::optional<AnswerBuffer> host;
    std::shared_ptr<const Overview> overview;      ///< that of a picture in host memory; null if the matrix is small
    std::optional<profiling::Counters> counters{}; ///< if they were asked for and can be had
    double counting_seconds = 0.0;                 ///< what counting took, the run among it [s]
    std::string why_not_sampled{}; ///< why the counters were not sampled, which is quicker; empty if they were
};
struct OutputFailed {
    std::string variant_id;
    std::uint64_t revision = 0;
    std::string message; ///< empty: cancelled
    bool out_of_memory = false;
    std::optional<Lease> lease;
};
struct Measured {
    RunKey key;
    std::optional<profiling::RunOutcome> outcome; ///< absent: cancelled
    std::optional<Lease> lease;
    std::uint64_t revision = 0; ///< the revision of the points
};
struct CeilingsMeasured {
    std::size_t device_index = 0;
    std::optional<profiling::Ceilings> ceilings; ///< absent: cancelled, or failed with the message
    std::string message;
    bool others = false; ///< those beside the essential ones
};
struct Compared {
    ComparedRuns key;
    std::optional<profiling::InterleavedOutcome> outcome; ///< absent: cancelled
    std::optional<Lease> lease;
};
struct Counted {
    RunKey key;
    profiling::CounterChoice choice;
    profiling::RunCounts counts;
    std::string message; ///< the message of a failed run; empty: none failed
    std::optional<Lease> lease;
};
struct LaunchSampled {
    RunKey key;
    profiling::Sampled sampled;
    std::string why_not_here; ///< why no launch can be sampled on this device; empty if one can
    std::optional<Lease> lease;
};
struct MetricsAnswered {
    MetricsQuestion question; ///< the question, with the chip that was meant
    std::string why_not;
    std::vector<std::string> chips;
    std::shared_ptr<const std::vector<profiling::MetricFact>> metrics;
    int passes = 0;
    std::vector<std::string> endings;
};
struct Traced {
    TraceKey key;
    std::shared_ptr<const simt::Trace> trace; ///< null: cancelled, or failed with the message
    std::string message;
};
struct VectorsReduced {
    std::shared_ptr<const ReducedVectors> reduced; ///< null: cancelled, or failed with the message
    std::uint64_t revision = 0;
    std::string message;
};
struct TilesMade {
    std::uint64_t revision = 0;
    MatrixShape shape;
    /// Fewer than asked for if the time was over, or it was cancelled. Each comes with its mirror image where entry
    /// (i, j) is also entry (j, i).
    std::vector<std::pair<TileKey, Tile>> tiles;
    std::optional<ValueRange> range;      ///< the range of the finite values in the tiles; absent if there are none
    std::optional<std::int64_t> unusable; ///< DeepZoomState::unusable, if it was asked for
    std::string message;                  ///< why there are none; empty if nothing went wrong
    std::shared_ptr<const MatrixOrder> order{}; ///< that they are in; null: as loaded
};
struct MatchedBackward {
    std::uint64_t revision = 0;
    std::shared_ptr<const std::vector<std::int32_t>> best; ///< null: they cannot be had, see backward_matches()
    bool cancelled = false;
};
struct NeighboursFound {
    NeighbourKey key;
    std::shared_ptr<const FoundNeighbours> found; ///< null: cancelled, or failed with the message
    std::string message;
};
struct CloserPairsCounted {
    RadiusKey key;
    std::optional<neighbours::CloserPairs> pairs; ///< absent: cancelled, or failed with the message
    std::string message;
};
struct OrderMade {
    OrderKey key;
    std::shared_ptr<const MatrixOrder> order; ///< null: cancelled, or failed with the message
    std::string message;
};
struct Loaded {
    DataSnapshot data;
    std::optional<std::vector<double>> parameters{}; ///< as job::Load
    std::vector<std::string> remarks{};              ///< what differs from what was asked
    std::uint64_t request = 0;
    std::optional<ViewText> view{}; ///< as job::Load
};
struct LoadFailed {
    std::string message;
    std::uint64_t request = 0;
    std::optional<ReadingQuestion> question{}; ///< the user can say how the file is to be read
};
struct RecordingOpened {
    std::filesystem::path path;
    std::shared_ptr<const profiling::Recording> recording;
    bool by_itself = false;
    bool follow = false;    ///< select its workload, too
    bool with_data = false; ///< and open the data that it holds
};
struct RecordingFailed {
    std::filesystem::path path;
    std::string message;
    bool by_itself = false;
};
struct Saved {
    std::filesystem::path path;
    std::string message; ///< empty: it was saved
};
} // namespace event

using Event = std::variant<event::OutputMade, event::OutputFailed, event::Measured, event::CeilingsMeasured,
                           event::Compared, event::Counted, event::LaunchSampled, event::MetricsAnswered, event::Traced,
                           event::VectorsReduced, event::TilesMade, event::Loaded, event::LoadFailed,
                           event::RecordingOpened, event::RecordingFailed, event::Saved, event::NeighboursFound,
                           event::CloserPairsCounted, event::OrderMade, event::MatchedBackward>;

} // namespace pairscope::app
