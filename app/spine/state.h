// SPDX-License-Identifier: MIT
// The whole state of the program as plain values. Panels only read it. A user's commands change it through update(),
// a worker's answers through apply(). The rest belongs to the session that owns it: it fills the state before the first
// frame (options, settings, devices, stored ceilings), notes what only the window knows (activity, marked pair, lost
// textures, frame rate), works out what panels list and draw (matches, chosen places), and ends what lasts one frame
// (focus, one_to_one, reveal, reset_layout).
#pragma once

#include "app/spine/activity.h"
#include "app/spine/commands.h"
#include "app/spine/device_ceilings.h"
#include "app/subjects/data/data_source.h"
#include "app/subjects/data/map/principal_plane.h"
#include "app/subjects/data/question.h"
#include "app/subjects/data/reading_question.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matrix/order/order_state.h"
#include "app/subjects/matrix/view_snapshot.h"
#include "app/subjects/matrix/view_text.h"
#include "app/subjects/matrix/zoom/deep_zoom_state.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/label_groups.h"
#include "app/subjects/tour/tour_state.h"
#include "app/subjects/trace/trace_film.h"
#include "kernels/data/dataset.h"
#include "kernels/engines/simt/trace.h"
#include "kernels/ladder/device.h"
#include "kernels/ladder/registry.h"
#include "profiling/comparing/interleaved.h"
#include "profiling/counting/metrics.h"
#include "profiling/measurement.h"
#include "profiling/recording/recording.h"

#include <array>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pairscope::app {

struct FeatureViews;
struct ReducedVectors;

/// The first rows of the sets of a question.
struct FirstRows {
    std::shared_ptr<const Dataset> first, second; ///< as Question has them
};

/// One step of undo: the workload, and everything about its data.
struct DataSnapshot {
    DataSource source{};
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
    std::vector<PinnedPair> pairs{}; ///< pairs of its vectors, in the order in which they were pinned
    ViewSnapshot view{};             ///< for a step of undo: what the user looked at when the step began
};

struct DataState {
    DataSnapshot now;
    std::map<std::string_view, DataSnapshot> left; ///< the data of other workloads, as it was when the user left them
    std::uint64_t revision = 0;                    ///< counts up whenever the sets or the parameters change
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

/// What a measurement belongs to.
struct RunKey {
    std::string variant_id;
    Workload workload;
    int device = 0; ///< index into RunState::devices
    TargetKind target = TargetKind::linear;
    profiling::CacheState caches = profiling::CacheState::warm;
    auto operator<=>(const RunKey&) const = default;
};

/// One run that made a picture: a point of the history strip.
struct HistoryPoint {
    std::string variant_id;
    double seconds = 0.0;
};

/// The user cancelled the work while this variant was selected and these points were shown. Until others are chosen, or
/// something is asked for, the variant is not measured.
struct CancelledWork {
    std::string variant_id;
    std::uint64_t revision = 0; ///< the revision of the points
    bool operator==(const CancelledWork&) const = default;
};

struct RunState {
    std::vector<Device> devices; ///< as devices() lists them
    std::string no_gpu;          ///< why there is none; empty if there is one
    std::size_t device = 0;      ///< the GPU that runs CUDA variants, or the CPU
    int interop_device = -1;     ///< index of the device that draws the window, and so can write its texture; -1: none
    std::string variant_id;
    std::map<std::string_view, std::string> variants_left; ///< the variant that was selected when a workload was left
    TargetKind target = TargetKind::linear; ///< where the runs that are shown write: ladder, time, roofline, counters
                                            ///< and trace alike. The picture goes straight to the screen anyway
    profiling::CacheState caches = profiling::CacheState::warm; ///< when a timed run begins
    double max_seconds = 3.0; ///< the longest time for the timed runs of a variant, if the interval stays wide
    bool live = true;
    bool measure_all = true; ///< measure the other variants in the background
    bool measure_again = false;
    std::optional<CancelledWork> cancelled; ///< absent: nothing, or something was asked for since
    std::map<RunKey, profiling::RunOutcome> outcomes;
    std::map<RunKey, std::uint64_t> checked_at; ///< the revision of the points for which the outcome was checked
    CeilingsByDevice ceilings;
    std::optional<Activity> activity; ///< what the worker of runs does, or else the worker of files
    std::deque<HistoryPoint> history; ///< the latest last, at most 240
};

/// A picture that was counted while it was made: where the roofline's dot is during a drag.
struct LivePoint {
    std::string variant_id;
    std::uint64_t revision = 0;
    profiling::Counters counters;
    Clock::time_point when;
    double cost = 0.0;    ///< what counting took [s]
    bool sampled = false; ///< which is so quick that every picture can be counted
};

/// What is asked of the browser of metrics.
struct MetricsQuestion {
    std::string chip;                ///< "GH100"; empty: the first that can be had
    std::vector<std::string> picked; ///< metrics with endings; the question is how many passes they need
    std::string chosen;              ///< without ending: which endings are there? Empty: of none
    bool operator==(const MetricsQuestion&) const = default;
};

/// Counters: what was counted of which run, what is wanted, and the browser of metrics.
struct CounterState {
    bool on = true; ///< count the live set after every measurement, and while points are dragged
    std::map<std::size_t, std::string> forbidden;                       ///< why nothing can be counted, by device index
    std::set<std::pair<RunKey, profiling::CounterSet>> wanted, counted; ///< counted: or tried, and it is absent
    std::map<RunKey, std::vector<std::string>> picked_counted;
    std::optional<LivePoint> live;
    std::map<RunKey, std::string> sampled;          ///< launches that were sampled; or why one was not
    std::map<std::size_t, std::string> not_sampled; ///< why no launch is sampled, by device index

    bool browsing = false; ///< the panel with the browser was opened
    MetricsQuestion question;
    std::optional<MetricsQuestion> answered;
    std::string no_metrics; ///< why there are none to browse
    std::vector<std::string> chips;
    std::shared_ptr<const std::vector<profiling::MetricFact>> metrics; ///< those of question.chip; null: not yet
    int passes = 0;                                                    ///< the passes that the picked metrics need
    std::vector<std::string> endings;                                  ///< the endings of the chosen metric
    std::string search;
};

/// What a trace is of.
struct TraceKey {
    std::string variant_id;
    Workload workload;
    TargetKind target = TargetKind::linear;
    std::int64_t block = -1; ///< linear index of the block whose warp is followed; -1: the middle one
    int warp = 0;
    auto operator<=>(const TraceKey&) const = default;
};

/// What the warps of the selected CUDA variant touch. Always made on the CPU, whatever runs the variant.
struct TraceState {
    std::shared_ptr<const simt::Trace> trace; ///< the last one that was made; null: none yet
    std::optional<TraceKey> made_for;
    std::optional<TraceKey> failed_for; ///< not tried again until something changes
    std::string failure;
    std::int64_t block = -1;
    int warp = 0;
    std::optional<std::size_t> line; ///< the chosen one of Trace::lines; absent: the store that touches most
    std::size_t request = 0;         ///< which one of the requests that the warp makes from this line
    FilmState film;                  ///< the requests of the whole block, one after the other

    /// As the first three, for the variant that the selected one is compared with.
    std::shared_ptr<const simt::Trace> other;
    std::optional<TraceKey> other_made_for, other_failed_for;
};

/// Which two runs are compared.
struct ComparedRuns {
    RunKey a, b;
    std::uint64_t revision = 0; ///< the revision of the points: other points make other runs
    auto operator<=>(const ComparedRuns&) const = default;
};

/// "Which of these is faster, really?" The selected variant, and one more.
struct CompareState {
    std::string other;       ///< empty: none
    int other_recording = 0; ///< id of the recording whose run of it is compared; 0: this session's
    Device other_device;     ///< the device of that recording
    std::optional<ComparedRuns> made_for;
    std::optional<profiling::InterleavedOutcome> outcome; ///< the result for made_for; absent: cancelled
};

/// How the picture came to the screen.
enum class PicturePath : std::uint8_t { none, interop, device_copy, host_copy };

/// The output on the screen. The textures of a matrix belong to the GUI.
struct OutputState {
    std::string variant_id; ///< empty: no output yet
    std::uint64_t revision = 0;
    std::size_t device = 0;
    AnswerShape answer;
    double seconds = 0.0;   ///< the time of the run that wrote it [s]
    bool simulated = false; ///< a CUDA variant that the CPU executed: its seconds say nothing about the kernel
    Answer values;          ///< the output, if it is not a matrix
    MatrixShape shape;      ///< the shape, if the output is a matrix; the next three members are also about a matrix
    PicturePath path = PicturePath::none;
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

/// Equal keys, equal places.
struct PlacesKey {
    std::uint64_t revision = 0; ///< DataState::revision
    PointAxes axes;
    bool operator==(const PlacesKey&) const = default;
};

/// Where the vectors are drawn by coordinates that were chosen: x, y, x, y, ...
struct ChosenPlaces {
    PlacesKey key;
    std::vector<float> first, second;
};

struct ViewState {
    HeatmapView heatmap;
    bool one_to_one = false; ///< asked for: the panel, which knows its size, works the view out
    bool fit = true;         ///< keep the whole matrix in sight as the panel or the matrix changes
    double drawn_zoom =
        0.0;                ///< the zoom of this matrix's last picture [px per entry]; 0: none. The session fills it in
    ColourSettings colours; ///< the colours of the wanted content
    std::array<ColourSettings, 3> kept_colours{ColourSettings{}, error_colours(),
                                               difference_colours()}; ///< those of contents not shown, by ColourGroup
    ScatterView scatter;
    PointAxes point_axes;
    std::optional<ChosenPlaces> chosen_places; ///< filled in by the session: see update_places()
    LabelGroups label_groups;                  ///< filled in by the session: see update_label_groups()
    std::optional<Cell> hovered;
    HoverPlace hovered_in = HoverPlace::elsewhere; ///< whose mark it is, and who takes it away
    std::optional<Cell> pinned;
    bool wrong_marks = true;                       ///< mark the entries that are wrong
    MatrixContent content = MatrixContent::values; ///< what the heatmap is to show
    std::string against;           ///< the variant that differences are from; empty: the double-precision reference
    bool difference_steps = false; ///< the Differences panel shows the steps of an entry instead of the figures
    OrderChoice order;             ///< the order of the matrix
    std::optional<AxisRange> coordinates; ///< the range on the charts of two vectors; absent: all coordinates
    std::optional<Cell> reveal;           ///< the cell that the panels bring into view, because they know their sizes
    std::optional<Region> reveal_region;  ///< the same of a region
    MatchFilter match_filter;
    MatchOrder match_order;
    std::optional<ViewText> asked;    ///< what the command line wants to look at, until there is data
    std::optional<ValueRange> seen;   ///< the range of what the picture shows; filled in by the session where the
                                      ///< colours follow it
    std::optional<MarkedPair> marked; ///< hovered if there is one, else pinned; filled in by the picture
};

enum class Severity : std::uint8_t { info, warning, error };
/// What a notice is about. Something else that happens to the same thing makes it obsolete.
enum class Topic : std::uint8_t { other, points, recording, saving, picture, run, counters, ceilings };
struct About {
    Topic topic = Topic::other;
    std::string which; ///< path of a recording, id of a variant, index of a device; empty: there is one only
    bool operator==(const About&) const = default;
};
struct Notice {
    std::int64_t id = 0;
    Severity severity = Severity::info;
    std::string text;
    std::chrono::system_clock::time_point when;
    bool read = false; ///< errors stay in the strip until they are read, or their cause is gone
    About about;
};

/// A file that was saved: the status line says so for a while.
struct SavedFile {
    std::filesystem::path path;
    Clock::time_point when;
};

struct LookState {
    Theme theme = Theme::dark;
    float scale = 1.0f;
    bool presentation = false;
    bool data_arrangement = false; ///< the panels about kernels and machines are hidden
    float scale_before = 1.0f;     ///< the user's own factor outside the presentation, while there is one
    Bars bars = Bars::share;
    /// The memory whose bytes the roofline counts, if the user chose it; see roofline_level().
    std::optional<profiling::MemoryLevel> level{};
    profiling::WorkUnit unit = profiling::WorkUnit::flop; ///< the unit of work in the roofline
    Dialog dialog = Dialog::none;
    DialogEntry entry;
    bool charts_as_screen = false; ///< saved charts in the screen's theme, not in the light one
    bool builtin_files = false;    ///< choose files in the window, not with the desktop's dialog
    bool hints = true;             ///< the three hints of the first start
    bool reset_layout = false;
    std::string focus;                  ///< the panel that comes to the front in this frame; empty: none
    std::map<std::string, bool> panels; ///< shown or not; absent: shown
    std::map<std::string, bool> folded; ///< groups of the ladder; absent: folded where they have no room
    std::optional<SavedFile> saved;     ///< the last one; absent: nothing was saved, or it was long ago
    double frames_per_second = 0.0;
    std::string gl_renderer; ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string no_interop;  ///< why the picture goes through the host; empty: straight into the texture
};

/// An open recording.
struct ShownRecording {
    int id = 0; ///< never used again
    std::filesystem::path path;
    std::shared_ptr<const profiling::Recording> recording;
    bool visible = true;
    bool by_itself = false; ///< opened because there is no GPU here, not because the user asked
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
    std::set<std::filesystem::path> hidden;             ///< those that were open but not shown when it ended
    std::string_view workload_to_select; ///< that of a recording just opened; the session selects it. Empty: none
    std::optional<int> data_to_open;     ///< id of a recording just opened, whose data the session opens; absent: none
};

struct State {
    DataState data;
    RunState run;
    RecordingsState recordings;
    OutputState output;
    MatchesState matches;
    VectorsState vectors;
    TraceState trace;
    CounterState counters;
    CompareState compare;
    NeighbourState neighbours;
    ViewState view;
    DeepZoomState deep;
    OrderState order;
    LookState look;
    TourState tour;
    std::vector<Notice> notices; ///< the log, oldest first
    bool quit = false;
};

} // namespace pairscope::app
