// SPDX-License-Identifier: MIT
// The data that the program is asked about: where it comes from, and how other data takes its place.
#pragma once

#include "app/spine/other_matrix.h"
#include "app/spine/question.h"
#include "app/subjects/data/data_source.h"
#include "app/subjects/data/map/principal_plane.h"
#include "app/subjects/data/size_parts.h" // for tables of other subjects
#include "app/subjects/matrix/matrix.h"
#include "kernels/data/distances/distance_table.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct FeatureViews;
struct RunState;
struct State;

/// One way to go on: a button of the question.
struct ReadingChoice {
    std::string id, title, explanation;
    AsVectors read;                ///< the workload and the source that do it
    bool may_be_recording = false; ///< as job::Load has it
};

/// What the program asks about a file that can be read in several ways.
struct ReadingQuestion {
    /// "odd.csv looks like a distance matrix, but the entry in row 0, column 1 (counted from 0) is 1, and ..."
    std::string sentence;
    std::string advice;
    std::vector<ReadingChoice> choices; ///< what fits best first
};

/// The first rows of the sets of a question.
struct FirstRows {
    std::shared_ptr<const Dataset> first, second; ///< as Question has them
};

/// One step of undo: the workload, and everything about its data.
struct DataSnapshot {
    DataSource source{};
    std::vector<InputFile> files{};       ///< the files of the source, as somebody looked at them
    std::shared_ptr<const Table> table{}; ///< the table of a file of points; otherwise null
    Question question{};
    /// What the variants are measured with, where the question has too many rows for that: see limit_measured().
    /// Absent: all rows.
    std::optional<FirstRows> measured{};
    bool edited = false;       ///< points were moved, added or deleted since the source made them
    std::string why_vectors{}; ///< why its file, whose table is nearly one of distances, is read as vectors, in one
                               ///< sentence; empty: it is not
    std::shared_ptr<const PrincipalPlane> principal{}; ///< the plane of vectors with more than two coordinates that are
                                                       ///< drawn; null: no vector is finite
    std::shared_ptr<const FeatureViews> views{};       ///< the pictures of features; null: there are none
    /// The best match in the first set for each vector of the second set, if the workload asks for matches. Null:
    /// unknown, see backward_matches().
    std::shared_ptr<const std::vector<std::int32_t>> backward{};
    std::shared_ptr<const Tracks> tracks{}; ///< what the source says to show of the rows; null: nothing
    std::vector<PinnedPair> pairs{};        ///< pairs of its vectors, in the order in which they were pinned
    ViewSnapshot view{};                    ///< for a step of undo: what the user looked at when the step began
};

/// What a workload was asked about when the user left it.
struct LeftData {
    DataSnapshot data;
    std::uint64_t times_brought = 0; ///< DataState::times_brought at that time
};

struct DataState {
    DataSnapshot now;
    std::map<std::string_view, LeftData> left; ///< what other workloads were asked about
    /// The latest data that are no workload's example: points, or vectors of a file. Workloads that take them get them.
    std::optional<DataSnapshot> brought;
    std::uint64_t times_brought = 0; ///< counts up whenever these are other data
    std::uint64_t revision = 0;      ///< counts up whenever the sets or the parameters change
    bool dragging = false;
    std::vector<DataSnapshot> undo, redo;
    /// The revision for which somebody tried to match in the other direction: DataSnapshot::backward is there, or
    /// cannot.
    std::optional<std::uint64_t> matched_backward;
    std::optional<GrowingStep> growing; ///< the latest step of undo, where it is one of the view that may go on
    std::optional<std::string> loading; ///< the file being read
    std::optional<ReadingQuestion> asked_reading{}; ///< the question of Dialog::reading
    std::uint64_t request = 0; ///< number of the latest request for points; the result of an older request is ignored
    std::vector<std::filesystem::path> recent;
    SelectedRows selected;
};

namespace command {

struct SetSource {
    DataSource source;
    std::optional<std::int64_t> asked_rows{}; ///< as job::Load has it
    bool may_be_distances = false;            ///< also of vectors: nobody has said what their one file holds
    std::vector<InputFile> files{};           ///< as job::Load has them
};                                            ///< generate or load anew: forgets edits, can be undone
struct OpenFile {
    InputFile file;
    int set = 0;                        ///< 1: the second set of a workload of two
    std::optional<std::int64_t> rows{}; ///< rows of a file of points; absent: as many as there are now
};
/// Select another workload. data_for() says what it is asked about.
struct ChooseWorkload {
    std::string id;
};
/// Ask another workload about a file: for more columns than the workload of now takes, or to read a table of distances
/// as vectors and the other way round. Or read it by the reader that the user has chosen.
struct AskAboutVectors {
    std::string workload; ///< id
    DataSource source;
    bool may_be_recording = false; ///< as job::Load has it
};
/// Ask about the places of now, whose degrees are compared as if the Earth were flat, by great-circle distances.
struct MeasureInKilometres {};
struct SetParameter {
    std::size_t index; ///< an index into WorkloadType::parameters
    double value;      ///< clamped to its range
};
struct ForgetRecent {
    std::filesystem::path path;
};
struct Undo {};
struct Redo {};

void carry_out(const SetSource&, State&, Effects&);
void carry_out(const OpenFile&, State&, Effects&);
void carry_out(const ChooseWorkload&, State&, Effects&);
void carry_out(const AskAboutVectors&, State&, Effects&);
void carry_out(const MeasureInKilometres&, State&, Effects&);
void carry_out(const SetParameter&, State&, Effects&);
void carry_out(const ForgetRecent&, State&, Effects&);
void carry_out(const Undo&, State&, Effects&);
void carry_out(const Redo&, State&, Effects&);

} // namespace command

namespace job {

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
    std::optional<SecondMatrix> second{};          ///< what a session compares its matrix with; absent: it is none
    std::uint64_t request = 0;                     ///< DataState::request when it was asked for; the answer has it too
    std::vector<InputFile> files{};                ///< files of the source that were looked at before
};

} // namespace job

/// The file looks like a table of distances and is none. `source`: what was to be read.
[[nodiscard]] ReadingQuestion question_about(const DataSource& source, const UnreadDistances& unread);
/// How else the first row of its files can be read: where the cells do not tell whether it names the columns, and where
/// the user said so. Absent: in no other way.
[[nodiscard]] std::optional<Header> other_header(const DataSnapshot& data);
/// Several readers know the file that was to be read.
[[nodiscard]] ReadingQuestion question_about(const job::Load& job, const UnclearFile& unclear);

namespace event {

struct Loaded {
    DataSnapshot data;
    std::optional<std::vector<double>> parameters{}; ///< as job::Load
    std::vector<std::string> remarks{};              ///< what differs from what was asked
    std::uint64_t request = 0;
    std::optional<ViewText> view{};       ///< as job::Load
    std::optional<SecondMatrix> second{}; ///< as job::Load
};
void take(const Loaded&, State&);
void take_failure(const Loaded&, const Failure&, State&);

} // namespace event

/// How many points of a file the window begins with. On a CPU their matrix does not stay in the caches, as far as the
/// executor can compute it.
[[nodiscard]] std::int64_t usual_rows(const RunState& run);
/// The vectors that the window begins with: usual_vectors() of the workload, or fewer of them where its example is so
/// large that the variants of a CPU would take minutes.
[[nodiscard]] VectorSource first_vectors(const RunState& run, const WorkloadType& type);

/// What a workload begins with where nobody has chosen data, at the start of the program and later.
[[nodiscard]] DataSource first_data(const RunState& run, const WorkloadType& type);

/// What a workload is asked about when a user selects it.
struct NextData {
    std::optional<DataSnapshot> ready; ///< absent: it has to be read
    DataSource to_read{};
    std::string warning{}; ///< why the user's data are not shown; empty: they are, or there is nothing to say
};
/// The data that the workload had when the user left it, unless the user has brought other data since and it takes
/// these. Where it had none: the data that the user brought last if it takes them, or else first_data().
[[nodiscard]] NextData data_for(const State& state, const WorkloadType& type);
/// Keeps the data of now for the way back, and for workloads that take them.
void note_leaving(DataState& data);

/// Generates points, which become the data of that workload with these parameters.
void make_points(State& state, const GeneratorSettings& settings, const WorkloadType& type,
                 const std::vector<double>& parameters, Effects& effects);

/// Generates the points, or has them read. What is still being read is not wanted any more, unless it is the same table
/// in another way.
/// The same source with its first rows alone; absent where rows cannot be left out.
[[nodiscard]] std::optional<DataSource> source_of_first(const DataSnapshot& data, std::int64_t rows);
void set_source(State& state, const command::SetSource& asked, Effects& effects);
void set_source(State& state, const DataSource& source, Effects& effects,
                const std::optional<std::int64_t>& asked_rows = {});

/// Has the files or the example read, as the data of that workload. What is still being read is not wanted any more.
void have_read(State& state, const DataSource& source, std::string_view workload, Effects& effects);

/// The first rows of its sets, which are shared where they have no more rows than that.
[[nodiscard]] FirstRows first_rows_of(const Question& question, std::int64_t rows);
/// Variants are measured with all rows only if their output can be stored, and if somebody asked for so many: otherwise
/// with as many as the window begins with. Pictures, lists and orders are always of all rows.
void limit_measured(DataSnapshot& data, const RunState& run);

/// The sets were generated or read. Those of before become a step of undo.
void set_dataset(State& state, DataSnapshot data);

/// Puts the file at the head of the recent ones.
void remember_recent(DataState& data, const std::filesystem::path& path);

/// Are longitude and latitude compared by another metric, where great-circle distances are possible?
[[nodiscard]] bool offers_kilometres(const State& state);
/// Why the values of this metric mislead, in whole sentences.
[[nodiscard]] std::string_view why_kilometres(const WorkloadType& type);

/// How many places are measured in kilometres, but are not on the Earth, in one sentence; empty if there are none, or
/// the metric is another one.
[[nodiscard]] std::string note_on_places(const Dataset& set, Metric metric);
/// The note on the places of the data of now. Each frame asks for it, so where the matrix is too large to store, the
/// worker counts the places with the first picture, and until then there is no note.
[[nodiscard]] std::string note_on_places(const State& state);
/// Why a vector has no neighbours by this metric, as a part of a sentence: "with a coordinate that is not finite".
[[nodiscard]] std::string_view why_without_neighbours(const WorkloadType& type);
/// "2 vectors with a coordinate that is not finite are left out"
[[nodiscard]] std::string left_out_words(std::int64_t count, std::string_view noun, const WorkloadType& type);

/// "pairscope --shape ring --n 2048 --seed 1", "pairscope 'my cities.csv' --n 500 --x lon --y lat --order hilbert",
/// "pairscope --workload byte_matches --a queries.npy --b candidates.npy --weight 2": fit for a shell. Edits of points
/// are not in it.
[[nodiscard]] std::string shell_command_of(const DataSnapshot& data);

/// Like shell_command_of(), but with the files' names alone, without their folders.
[[nodiscard]] std::string brief_command_of(const DataSnapshot& data);

/// A word for a POSIX shell: quoted if it needs to be.
[[nodiscard]] std::string shell_word(const std::string& text);

/// Asks about the data by that workload; absent if the workload does not take it. Points in the plane stay for
/// workloads that take points. Vectors of a file stay for workloads that take one set of such vectors, and for those
/// that compare two sets, where both sets are then this one.
[[nodiscard]] std::optional<DataSnapshot> carried_over(const DataSnapshot& data, const WorkloadType& type);

/// Why the places that are compared as flat degrees are not measured in kilometres; empty: they can be.
[[nodiscard]] std::string why_not_in_kilometres(const DataSnapshot& data);

/// Do the vectors come from a recording, whatever its file is called? It holds all sets of its question.
[[nodiscard]] bool is_of_recording(const DataSnapshot& data);

/// Why another file is opened in the place of these points; empty where no explanation is needed.
[[nodiscard]] std::string why_not_kept(const DataSnapshot& data, const WorkloadType& type);

} // namespace pairscope::app
