// SPDX-License-Identifier: MIT
// A recording: everything that was measured in one session, with what is needed to read it elsewhere. Plain values; the
// file is described in profiling/FORMAT.md.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/engines/simt/trace.h"
#include "profiling/ceilings/ceilings.h"
#include "profiling/machine_code/sass.h"
#include "profiling/measurement.h"
#include "profiling/work_rule.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace pairscope::profiling {

/// What FORMAT.md describes. A file with a larger number is refused; one with a smaller number, or with more fields
/// than we know, is read.
inline constexpr int recording_format = 2;

/// The machine as a whole.
struct Host {
    std::string cpu;
    int threads = 0;               ///< hardware threads
    std::int64_t memory_bytes = 0; ///< [B]
    std::string system;            ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
    bool operator==(const Host&) const = default;
};
[[nodiscard]] Host this_host();

/// Settings where they make the points again; the points where they came from a file or were edited; neither where a
/// newer version made them by a shape that this one lacks.
using RecordedPoints = std::variant<std::monostate, GeneratorSettings, std::shared_ptr<const Dataset>>;

/// A run that this version cannot show, because it asks for something unknown here.
struct UnknownRun {
    std::string variant_id;
    std::string reason; ///< "/runs/3/workload/kind is 'nearest_pair', which this version does not know"
};

/// Two vectors that a user kept in a list: a row of the matrix and a column.
struct RecordedPair {
    std::int64_t row = 0, column = 0;
    std::string name{}; ///< what the user calls them; may be empty
    bool operator==(const RecordedPair&) const = default;
};

/// A kernel of the user's own that runs are of. Its source is shown and never run.
struct RecordedKernel {
    std::string variant_id; ///< "own/mine"
    std::string title, workload, parent;
    std::string source;   ///< the whole file
    std::string compiler; ///< with its flags
    bool operator==(const RecordedKernel&) const = default;
};

/// What a warp of one block of a variant touches, found by executing the source on few vectors. The `block` of the
/// trace is empty, and its `warp` has only the first requests that the chosen warp makes from each line.
struct RecordedTrace {
    simt::Trace trace;
    std::int64_t requests = 0; ///< that the chosen warp makes
};

/// The instructions of a kernel of a variant, as nvdisasm listed them. Branches name the offset that they lead to,
/// files of a toolkit have no folder, and long kernels are cut short.
struct RecordedCode {
    std::string variant_id;
    TargetKind target = TargetKind::linear; ///< the kernel is the one that writes it
    int architecture = 0;                   ///< 90 for sm_90
    std::string kernel{};                   ///< "coalesced<256, LinearTarget>"
    std::string checksum{};                 ///< CUPTI's of the module, as StallSamples has it; empty: not known
    std::int64_t made = 0;                  ///< instructions of the whole kernel; the first ones are in `sass`
    SassKernel sass{};
};

/// What a track knows of one set.
struct RecordedTrackValues {
    /// Numbers, or places in the categories, for each row that has a value, in their order.
    std::vector<double> values{};
    std::vector<std::int64_t> unknown{}; ///< the other rows, in their order
    bool operator==(const RecordedTrackValues&) const = default;
};

/// A column beside the coordinates, which is drawn along the matrix.
struct RecordedTrack {
    std::string name;
    bool is_class = false;
    std::vector<std::string> categories{};   ///< its different texts; empty: it has numbers
    std::vector<RecordedTrackValues> sets{}; ///< one for each set; without any row where nothing is known of the set
    bool operator==(const RecordedTrack&) const = default;
};
/// A recording has no tracks where they have more values together.
inline constexpr std::int64_t most_track_values = 1'000'000;

/// A set with more values is only described.
inline constexpr std::int64_t most_values_of_set = 1'000'000;

/// A vector that the output of a run names, of a set that is only described.
struct RecordedVector {
    std::int64_t set = 0, row = 0; ///< from 0
    std::vector<float> values{};   ///< as many as the set has coordinates
    bool operator==(const RecordedVector&) const = default;
};

/// The source that a variant had when it was recorded.
struct RecordedHash {
    std::string variant_id;
    std::string sha256; ///< 64 digits of 0 to 9 and a to f
    bool operator==(const RecordedHash&) const = default;
};

/// A file that the data of a session was read from.
struct RecordedFile {
    std::string path{};      ///< from the folder of the session
    std::string absolute{};  ///< where it was
    std::int64_t bytes = 0;  ///< [B]
    std::string check_sum{}; ///< "crc32:1c291ca3": this alone decides whether a file is the one that was read
    std::string role{};      ///< "picture-a", as the option for it; empty: points or vectors
    bool operator==(const RecordedFile&) const = default;
};

/// How the data of a session was read. The words are those of the options of `pairscope`; empty: the usual ones.
struct RecordedSource {
    std::vector<RecordedFile> files{}; ///< one with points, one or two with vectors, none where an example is
                                       ///< made; and up to five about pictures of vectors
    bool of_points = false;
    std::vector<std::string> columns{}; ///< x and y where it has points
    std::optional<std::string> label{};
    bool standardise = false, are_places = false;
    bool keeps_zero = false; ///< nothing was subtracted from the numbers
    std::optional<std::int64_t> n{}, m{}, dims{};
    bool whole = false; ///< all rows of a file of points are taken, whatever n is
    std::string order{}, preset{}, as{}, symmetrise{}, similarity{}, missing_pairs{}, reader{}, header{};
    std::string classes{};                    ///< the column of the classes
    std::vector<std::string> tracks{};        ///< the columns that are drawn along the matrix
    std::vector<RecordedFile> tracks_files{}; ///< the table of these columns, if it is not the file of the data
    bool operator==(const RecordedSource&) const = default;
};

/// The matrix that a session compares its own with, and how it shows the two.
struct RecordedSecond {
    std::optional<RecordedSource> source{}; ///< its own file; absent: it is of the rows, or the file, of the session
    std::string workload{};                 ///< whose distances it has; empty: that of the session
    std::vector<std::string> columns{};     ///< names in the file of the session; empty: the columns of the session
    std::string drawn{};                    ///< "swipe", a view of two matrices; empty: side by side
    double swipe = 0.5;                     ///< share of the width that shows the first matrix
    bool same_range = false;                ///< both have the colours of one range
    std::vector<double> place{};            ///< row and column in the middle, and pixels per cell; empty: all of it
    bool operator==(const RecordedSecond&) const = default;
};

struct Recording {
    std::string made_by; ///< "pairscope 0.1.0"
    std::chrono::sys_seconds when{};
    std::string label; ///< what a user calls it; may be empty
    Host host;
    std::vector<Device> devices; ///< devices that ceilings and runs are of
    std::string workload{};      ///< id of the workload that was asked; empty: that of the runs, as in format 1
    RecordedPoints points;       ///< the points of the last runs
    /// What the last runs were asked about where that is not points in the plane: one set or two. A workload of two
    /// sets with one here compares that set with itself. Large sets are without values.
    std::vector<std::shared_ptr<const Dataset>> sets{};
    std::vector<RecordedVector> vectors{}; ///< their sets have no values in the file
    bool same_rows = false; ///< row i of both sets is the same vector: both are the first rows of one file
    /// The rule by which work was counted when it was made; see profiling/work_rule.h. What is shown is computed from
    /// the times by the rule of today.
    int work_rule = rule_of_today;
    std::string
        ratio{}; ///< the metric whose distances the ratio of a match is made of; empty: unknown, or there are none
    std::vector<double> parameters{};    ///< parameters of the last runs, one for each of WorkloadType::parameters
    std::vector<RecordedPair> pairs{};   ///< pairs of the points, or of the sets
    std::vector<RecordedTrack> tracks{}; ///< from the matrix outwards; the class comes first
    std::string view{};                  ///< what was looked at, as `pairscope --view` takes it; empty: unknown
    /// A session that comes back: it has data, view and pairs, and no runs.
    bool is_session = false;
    std::optional<RecordedSource> source{}; ///< the files of its data; absent: the data is in the recording
    std::optional<RecordedSecond> second{}; ///< absent: nothing is compared
    std::vector<RecordedKernel> kernels{};  ///< the kernels of the user's own among the variants of the runs
    std::vector<RecordedTrace> traces{};    ///< one of each variant that was traced
    std::vector<RecordedCode> codes{};      ///< one of each target of each CUDA variant that ran
    std::vector<RecordedHash> hashes{};     ///< one of each variant whose source the program has
    std::vector<Ceilings> ceilings;         ///< one a device
    std::vector<RunOutcome> runs;
    std::vector<UnknownRun> unknown;
};

/// The ceilings of that device; null if there are none.
[[nodiscard]] const Ceilings* ceilings_of(const Recording& recording, const Device& device);

/// "2026-11-21": the day, as the charts show it.
[[nodiscard]] std::string day_of(std::chrono::sys_seconds when);

/// The text of a recording's file. A number that is not finite is left out. Throws InputError if it holds more than the
/// reader takes.
[[nodiscard]] std::string text_of(const Recording& recording);
/// Throws InputError: where (a JSON pointer), what was found, what to do; also when it was cancelled.
[[nodiscard]] Recording recording_in(std::string_view text, const std::stop_token& stop = {});

} // namespace pairscope::profiling
