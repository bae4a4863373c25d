// SPDX-License-Identifier: MIT
// Recordings that are open: their runs beside those of this session, and the data that they hold.
#pragma once

#include "app/spine/question.h"
#include "app/subjects/data/data.h"
#include "profiling/recording/recording.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct State;

/// An open recording.
struct ShownRecording {
    int id = 0; ///< never used again
    std::filesystem::path path;
    std::shared_ptr<const profiling::Recording> recording;
    bool visible = true;
    bool by_itself = false;             ///< opened because there is no GPU here, not because the user asked
    std::optional<DataSource> source{}; ///< a session's data, whose files are there
    SecondMatrix second{};              ///< that a session compares its matrix with, where its file is there
};

/// The device of a recording whose runs a user chose to look at.
struct RecordedChoice {
    int recording = 0; ///< id
    Device device;
};

struct RecordingsState {
    std::vector<ShownRecording> shown;
    int last_id = 0;
    std::optional<RecordedChoice> chosen; ///< absent: the selected variant's own run is looked at
    std::vector<std::filesystem::path> shipped;
    std::string_view offered_for;                       ///< the workload whose shipped recordings were offered last
    bool never_by_itself = false;                       ///< the user closed the one that was
    std::vector<std::filesystem::path> of_last_session; ///< open when it ended, to be opened again
    std::set<std::filesystem::path> hidden;             ///< recordings that were open but not shown when it ended
    std::string_view
        workload_to_select;          ///< the workload of a recording just opened; the session selects it. Empty: none
    std::optional<int> data_to_open; ///< id of a recording just opened, whose data the session opens; absent: none
};

namespace command {

struct OpenRecording {
    std::filesystem::path path;
    bool by_itself = false; ///< the user did not ask: only where there is no GPU, and if it has runs of one
    bool follow = false;    ///< select its workload, too
    bool with_data = false; ///< and open the data that it holds
};
struct UseRecordedPoints {
    int id;
}; ///< the points that it was recorded with become the program's
struct CloseRecording {
    int id;
};
struct ShowRecording {
    int id;
    bool visible;
};
struct SelectRecorded {
    int recording; ///< id
    Device device;
    std::string variant_id;
};

void carry_out(const OpenRecording&, State&, Effects&);
void carry_out(const UseRecordedPoints&, State&, Effects&);
void carry_out(const CloseRecording&, State&, Effects&);
void carry_out(const ShowRecording&, State&, Effects&);
void carry_out(const SelectRecorded&, State&, Effects&);

} // namespace command

namespace job {

/// Read a recording.
struct OpenRecording {
    std::filesystem::path path;
    bool by_itself = false;
    bool follow = false;                        ///< select its workload, too
    bool with_data = false;                     ///< and open the data that it holds
    std::vector<std::filesystem::path> files{}; ///< the files of the data of now, one of which a session may be about
};
/// A session gets the check sums of its files first.
struct SaveRecording {
    std::filesystem::path path;
    std::shared_ptr<const profiling::Recording> recording;
};

} // namespace job

namespace event {

struct RecordingOpened {
    std::filesystem::path path;
    std::shared_ptr<const profiling::Recording> recording;
    bool by_itself = false;
    bool follow = false;                ///< select its workload, too
    bool with_data = false;             ///< and open the data that it holds
    std::optional<DataSource> source{}; ///< a session's data, whose files are there
    std::string why_no_source{};        ///< why a session's files are not there, without a full stop
    SecondMatrix second{};              ///< that a session compares its matrix with, where its file is there
    std::string why_no_second{};        ///< why it is not, without a full stop
};
void take(const RecordingOpened&, State&);
void take_failure(const RecordingOpened&, const Failure&, State&);

} // namespace event

/// Puts the workload, its data and its parameters into the recording. `edited`: points were changed since their source
/// made them, so settings do not make them again.
void record_question(profiling::Recording& recording, const Question& question, const DataSource& source, bool edited);

/// The workload that was asked: the recorded one, or else that of the first measured or simulated run, or that of given
/// distances. Absent: this version has none of the recorded workloads.
[[nodiscard]] std::optional<std::string_view> recorded_workload(const profiling::Recording& recording);

/// Its points in the plane, which are generated if it holds settings; null: its data are something else.
[[nodiscard]] std::shared_ptr<const Dataset> recorded_points(const profiling::Recording& recording);

/// The sets that were asked about, with points as one set; empty: this version cannot make them.
[[nodiscard]] std::vector<std::shared_ptr<const Dataset>> recorded_data(const profiling::Recording& recording);

/// Can its data be opened? Large sets are described only.
[[nodiscard]] bool holds_data(const profiling::Recording& recording);

/// A run whose output was wrong, or that ended with an error: it has no time that counts.
struct RecordedFailure {
    std::string variant_id;
    std::string message;
};
/// Covers all devices and sizes, in the order of the recording.
[[nodiscard]] std::vector<RecordedFailure> failures_in(const profiling::Recording& recording);

/// The runs of one device of one recording into the chosen output, all of one size: the current one if it was recorded,
/// else the one with most variants. The pointers are into the recording.
struct RecordedSet {
    const ShownRecording* shown = nullptr;
    const Device* device = nullptr;
    const profiling::Ceilings* ceilings = nullptr; ///< null: none were recorded
    Workload workload;
    std::vector<const profiling::Measurement*>
        runs; ///< variants that this version knows, in ladder order; none if all were recorded with another output
    std::vector<RecordedFailure> failed; ///< such variants that this device ran and that have no time here
};

/// The sets of the visible recordings, in the order of opening. Each has runs of the current kind of workload.
[[nodiscard]] std::vector<RecordedSet> recorded_sets(const State& state);

/// The variant's run; null if there is none.
[[nodiscard]] const profiling::Measurement* run_of(const RecordedSet& set, std::string_view variant_id);

/// A machine without a GPU cannot time the CUDA rows: they show the times of this recorded set. Null: no set fits.
[[nodiscard]] const RecordedSet* standing_in(const State& state, const std::vector<RecordedSet>& sets);

/// The recorded run that panels show for the selected variant: of the recording that a user chose, or the one that
/// stands in. Absent: this session's own run is shown.
struct RecordedRun {
    RecordedSet set;
    const profiling::Measurement* run = nullptr;
};
[[nodiscard]] std::optional<RecordedRun> recorded_run(const State& state);

/// The run that panels and charts are about: the selected variant's of this session, or a recorded one.
struct ShownRun {
    const profiling::Measurement* run = nullptr; ///< null: not measured yet
    const profiling::Ceilings* ceilings = nullptr;
    std::string origin; ///< "recorded 2026-11-21 by pairscope 0.1.0"; empty: of this session
};
[[nodiscard]] ShownRun shown_run(const State& state, const std::optional<RecordedRun>& recorded);

/// Can charts show it? Its output is right, and its time and its bytes are above zero, so that it has a place on
/// logarithmic axes.
[[nodiscard]] bool is_drawable(const profiling::Measurement& m);

/// Had its blocks the size that the variant has unless it is asked for another? The answer is yes for a CPU variant,
/// and where the recording does not say.
[[nodiscard]] bool has_usual_block(const profiling::Measurement& m);

[[nodiscard]] std::string name_of(const RecordedSet& set); ///< "NVIDIA H200, 2026-11-21"
[[nodiscard]] std::string day_of(const RecordedSet& set);  ///< "2026-11-21"
[[nodiscard]] std::string size_of(const RecordedSet& set); ///< "n = 30 336"
[[nodiscard]] std::string origin_of(const profiling::Recording& recording);
[[nodiscard]] std::string origin_of(const RecordedSet& set); ///< "recorded 2026-11-21 by pairscope 0.1.0"

/// The shipped recordings of the current workload that are not open, in reverse order of their names. Where there is
/// no GPU, the first one with runs of a GPU is opened without being asked for.
[[nodiscard]] std::vector<std::filesystem::path> recordings_to_offer(const State& state);
void save_session(const State& state, const std::filesystem::path& path, Effects& effects);

/// Saves the data, or where its file is, with everything that is looked at, for opening it again.
void save_looked_at(State& state, const std::filesystem::path& path, Effects& effects);

/// What is looked at: the data or its files, view and pairs, without runs.
[[nodiscard]] profiling::Recording looked_at_recording(const State& state);

/// Everything that this session measured, of all sizes, with the points it is about now.
[[nodiscard]] profiling::Recording session_recording(const State& state);

/// "NVIDIA H200 and AMD EPYC"
[[nodiscard]] std::string names_of_devices(const profiling::Recording& recording);

/// Whatever a user calls it: its label, else its devices and its day.
[[nodiscard]] std::string title_of(const profiling::Recording& recording);

} // namespace pairscope::app
