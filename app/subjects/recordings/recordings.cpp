// SPDX-License-Identifier: MIT
#include "app/subjects/recordings/recordings.h"

#include "app/chart/number_text.h"
#include "app/spine/files/paths.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/update/update.h"
#include "app/spine/version.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/recordings/recorded_kernels.h"
#include "app/subjects/tracks/tracks.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"
#include "profiling/outcome.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace pairscope::app {
namespace {

bool has_gpu(const std::vector<Device>& devices) {
    return std::ranges::find(devices, Backend::cuda, &Device::backend) != devices.end();
}

bool is_known(const std::string& id) {
    return find_variant(id) != nullptr || std::ranges::find(left_out(), id, &LeftOut::id) != left_out().end();
}

/// The recording must be open.
int id_of(const RecordingsState& recordings, const std::filesystem::path& path) {
    return std::ranges::find(recordings.shown, path, &ShownRecording::path)->id;
}

/// What it holds that cannot be shown, in one sentence; empty if all can.
std::string hidden_parts(const profiling::Recording& recording) {
    std::set<std::string> strangers;
    for (const profiling::RunOutcome& run : recording.runs)
        if (!is_known(variant_id_of(run))) strangers.insert(variant_id_of(run));
    std::string text;
    constexpr std::size_t most_names = 5;
    std::vector<std::string> named(
        strangers.begin(), std::next(strangers.begin(), std::ptrdiff_t(std::min(strangers.size(), most_names))));
    if (named.size() < strangers.size()) named.emplace_back("and more");
    if (!strangers.empty())
        text = fmt::format(" Variants that this version lacks are not drawn: {}.", fmt::join(named, ", "));
    if (!recording.unknown.empty())
        text += fmt::format(" {} of its runs cannot be shown: {}.", recording.unknown.size(),
                            recording.unknown.front().reason);
    return text;
}

/// They are checked against the vectors when these are there.
std::vector<PinnedPair> pairs_of(const profiling::Recording& recording) {
    std::vector<PinnedPair> pairs;
    for (const profiling::RecordedPair& pair : recording.pairs) pairs.push_back({{pair.row, pair.column}, pair.name});
    return pairs;
}

/// What was looked at when the recording was saved. Absent where it says nothing, or nothing that this version knows.
std::optional<ViewText> view_of(State& state, const profiling::Recording& recording) {
    if (recording.view.empty()) return {};
    try {
        return view_in_text(recording.view);
    } catch (const InputError& error) {
        notify(state, Severity::warning, fmt::format("{}: {}", title_of(recording), error.what()),
               {Topic::recording, {}});
        return {};
    }
}

bool has_values_of(const Dataset& a, const Dataset* b) {
    return b != nullptr && a.rows == b->rows && a.dims == b->dims && original_of(a).values == original_of(*b).values &&
           original_of(a).low == original_of(*b).low && original_of(a).origin == original_of(*b).origin;
}

/// Was it made with the very data of now? Then its view is a view of what is on the screen.
bool is_of_data_now(const State& state, const profiling::Recording& recording) {
    const DataSnapshot& now = state.data.now;
    if (!now.question.first || recorded_workload(recording) != now.question.workload) return false;
    if (const auto* settings = std::get_if<GeneratorSettings>(&recording.points))
        return !now.edited && now.source == DataSource(*settings);
    if (const auto* points = std::get_if<std::shared_ptr<const Dataset>>(&recording.points))
        return *points && has_values_of(**points, now.question.first.get());
    if (recording.sets.empty() || !has_values_of(*recording.sets.front(), now.question.first.get())) return false;
    const Dataset* const second = now.question.second == now.question.first ? nullptr : now.question.second.get();
    const bool has_second = recording.sets.size() > 1;
    if (has_second != (second != nullptr)) return false;
    return !has_second || has_values_of(*recording.sets[1], second);
}

bool is_shipped(const RecordingsState& recordings, const std::filesystem::path& path) {
    return std::ranges::any_of(recordings.shipped, [&](const auto& shipped) { return is_same_file(shipped, path); });
}

/// The points are there at once.
void use_settings(State& state, const GeneratorSettings& settings, const profiling::Recording& recording,
                  Effects& effects) {
    const auto recorded = recorded_workload(recording);
    const WorkloadType& type = type_of(recorded.value_or(state.data.now.question.workload));
    const bool has_parameters = recorded && recording.parameters.size() == type.parameters.size();
    state.view.asked = view_of(state, recording);
    make_points(state, settings, type, has_parameters ? recording.parameters : usual_parameters(type), effects);
    if (state.data.now.question.first)
        state.data.now.pairs = pairs_within(pairs_of(recording), state.data.now.question);
}

/// Generated points belong to the runs that asked about them, and are as quickly there as those that the window begins
/// with; other data is what its file was.
bool opens_its_data(const State& state, const profiling::Recording& recording) {
    if (!holds_data(recording) || is_of_data_now(state, recording)) return false;
    const auto* settings = std::get_if<GeneratorSettings>(&recording.points);
    if (settings == nullptr || !recording.sets.empty()) return true;
    const auto is_of_other_size = [&](const profiling::RunOutcome& run) {
        const auto* m = std::get_if<profiling::Measurement>(&run);
        return m != nullptr && m->workload.rows != settings->n;
    };
    return settings->n <= usual_rows(state.run) && std::ranges::none_of(recording.runs, is_of_other_size);
}

/// It opens automatically. One shipped recording of a GPU for each workload is enough.
bool is_welcome(const RecordingsState& recordings, const profiling::Recording& offered) {
    if (recordings.never_by_itself || !has_gpu(offered.devices)) return false;
    return std::ranges::none_of(recordings.shown, [&](const ShownRecording& shown) {
        return (shown.by_itself || is_shipped(recordings, shown.path)) && has_gpu(shown.recording->devices) &&
               recorded_workload(*shown.recording) == recorded_workload(offered);
    });
}

/// The last job, which reads the data of a recording, also brings its parameters, pairs, view and second matrix.
void expect_recorded(State& state, const profiling::Recording& recording, const SecondMatrix& second,
                     Effects& effects) {
    auto& load = effects.files.back().what.get<job::Load>();
    if (load.workload == recorded_workload(recording)) load.parameters = recording.parameters;
    load.pairs = pairs_of(recording);
    load.view = view_of(state, recording);
    if (recording.is_session) load.second = second;
}

/// Says what became of the data of a session. False: it cannot be opened.
bool can_open_session(State& state, const event::RecordingOpened& opened) {
    const profiling::Recording& session = *opened.recording;
    const std::string name = shown(opened.path.filename());
    const About about{Topic::recording, opened.path.string()};
    if (!recorded_workload(session)) {
        notify(state, Severity::error,
               fmt::format("The session {} was not opened, because this version of Pairscope does not have its "
                           "workload {}.",
                           name, session.workload),
               about);
        return false;
    }
    if (!opened.why_no_second.empty())
        notify(state, Severity::warning,
               fmt::format("{}: the second matrix is not shown, because {}. Put that file back, or beside the session, "
                           "and open the session again.",
                           name, opened.why_no_second),
               about);
    if (opened.source && !opened.why_no_source.empty())
        notify(state, Severity::warning,
               fmt::format("{}: {}. Put that file back, or beside the session, and open the session again.", name,
                           opened.why_no_source),
               about);
    if (!session.source || opened.source) return true;
    if (holds_data(session)) {
        notify(state, Severity::warning,
               fmt::format("{}: {}, so the numbers that were saved with the session are shown. Put that file back, or "
                           "beside the session, and open the session again.",
                           name, opened.why_no_source),
               about);
        return true;
    }
    notify(state, Severity::error,
           fmt::format("{}: {}, so the session was not opened. Open the file as it was then, wherever it is now, and "
                       "then open the session again.",
                       name, opened.why_no_source),
           about);
    show_dialog(state.look, Dialog::open_file);
    return false;
}

} // namespace

std::vector<std::filesystem::path> recordings_to_offer(const State& state) {
    const RecordingsState& recordings = state.recordings;
    std::vector<std::filesystem::path> offered;
    if (has_gpu(state.run.devices) || recordings.never_by_itself) return offered;
    std::ranges::copy_if(recordings.shipped, std::back_inserter(offered), [&](const std::filesystem::path& file) {
        return is_shipped_for(file, state.data.now.question.workload) &&
               std::ranges::none_of(recordings.shown,
                                    [&](const ShownRecording& shown) { return is_same_file(shown.path, file); });
    });
    std::ranges::reverse(offered); // H200 before H100
    return offered;
}

void save_session(const State& state, const std::filesystem::path& path, Effects& effects) {
    auto recording = std::make_shared<const profiling::Recording>(session_recording(state));
    effects.files.emplace_back(job::SaveRecording{path, std::move(recording)});
}

/// Its source, if there is a run of it, and if it is not too long for a recording.
std::optional<profiling::RecordedKernel> kernel_to_record(const State& state, const OwnKernel& kernel) {
    constexpr std::size_t most_bytes = std::size_t{64} << 10;
    const bool has_run = std::ranges::any_of(
        state.run.outcomes, [&](const auto& outcome) { return outcome.first.variant_id == kernel.id; });
    const KernelVariant* const variant = find_own_variant(kernel.id);
    if (!has_run || variant == nullptr || variant->source_text.size() > most_bytes) return {};
    return profiling::RecordedKernel{.variant_id = kernel.id,
                                     .title = std::string(variant->title),
                                     .workload = std::string(variant->workload),
                                     .parent = std::string(variant->parent),
                                     .source = std::string(variant->source_text),
                                     .compiler = kernel.compiler};
}

/// What was measured of the workload of now, whose data a recording can hold.
profiling::Recording session_recording(const State& state) {
    profiling::Recording recording;
    recording.made_by = fmt::format("pairscope {}", version());
    recording.when = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    recording.host = profiling::this_host();
    const DataSnapshot& data = state.data.now;
    record_question(recording, data.question, data.source, data.edited);
    recording.tracks = tracks_to_record(data.question, data.tracks.get());
    for (const PinnedPair& pair : data.pairs) recording.pairs.push_back({pair.cell.row, pair.cell.col, pair.name});
    if (data.question.first && has_matrix_view(state)) recording.view = view_to_record(state);
    for (const auto& [index, known] : state.run.ceilings)
        if (known.figures) recording.ceilings.push_back(*known.figures);
    const auto is_of_now = [&](const RunKey& key) { return key.workload.type == data.question.workload; };
    for (const auto& [key, outcome] : state.run.outcomes)
        if (is_of_now(key)) recording.runs.push_back(outcome);
    for (const OwnKernel& kernel : state.workshop.kernels)
        if (auto recorded = kernel_to_record(state, kernel)) recording.kernels.push_back(std::move(*recorded));
    for (const Device& device : state.run.devices) {
        const bool used = std::ranges::any_of(state.run.outcomes, [&](const auto& item) {
            const auto index = std::size_t(item.first.device);
            return is_of_now(item.first) && index < state.run.devices.size() && state.run.devices[index] == device;
        });
        if (used) recording.devices.push_back(device);
    }
    return recording;
}

std::string names_of_devices(const profiling::Recording& recording) {
    std::vector<std::string> names;
    for (const Device& device : recording.devices)
        if (device.whole_units == 0) names.push_back(device.name);
    for (const Device& device : recording.devices) // a part of a GPU has its name
        if (std::ranges::find(names, device.name) == names.end()) names.push_back(device.name);
    return fmt::format("{}", fmt::join(names, " and "));
}

std::string title_of(const profiling::Recording& recording) {
    if (!recording.label.empty()) return recording.label;
    return fmt::format("{}, {}", recording.devices.empty() ? recording.host.cpu : names_of_devices(recording),
                       profiling::day_of(recording.when));
}

namespace command {

void carry_out(const SelectRecorded& c, State& state, Effects& effects) {
    state.recordings.chosen = RecordedChoice{c.recording, c.device};
    select_variant(state, c.variant_id, effects);
}
void carry_out(const OpenRecording& asked, State& state, Effects& effects) {
    if (asked.by_itself && (has_gpu(state.run.devices) || state.recordings.never_by_itself)) return;
    if (!asked.by_itself) settle_all(state, Topic::recording);
    effects.files.emplace_back(job::OpenRecording{asked.path, asked.by_itself, asked.follow, asked.with_data,
                                                  files_of(state.data.now.source)});
}
/// Settings make the points again, whatever became of the file; anything else is read from it.
void carry_out(const UseRecordedPoints& c, State& state, Effects& effects) {
    const auto found = std::ranges::find(state.recordings.shown, c.id, &ShownRecording::id);
    if (found == state.recordings.shown.end()) return;
    const std::shared_ptr<const profiling::Recording> recording = found->recording;
    const auto recorded = recorded_workload(*recording);
    const std::optional<DataSource> source = found->source;
    const std::filesystem::path path = found->path;
    const SecondMatrix second = found->second;
    if (recording->is_session) state.recordings.shown.erase(found); // it has no runs that would stay beside others
    if (const auto* settings = std::get_if<GeneratorSettings>(&recording->points);
        settings && recording->sets.empty()) {
        use_settings(state, *settings, *recording, effects);
        if (recording->is_session) use_second(state, second);
        return;
    }
    if (source && recorded) {
        have_read(state, *source, *recorded, effects);
        expect_recorded(state, *recording, second, effects);
        return;
    }
    if (!recorded || !holds_data(*recording)) {
        notify(
            state, Severity::warning,
            fmt::format("The data of {} was not loaded, because the recording holds no points and no vectors that this "
                        "version of Pairscope can show.",
                        title_of(*recording)),
            {Topic::points, {}});
        return;
    }
    const auto* points = std::get_if<std::shared_ptr<const Dataset>>(&recording->points);
    if (recording->sets.empty() && points != nullptr)
        have_read(
            state,
            FileSource{.path = path, .columns = {}, .n = (*points)->rows, .order = Order::as_loaded, .whole = true},
            takes_points(type_of(*recorded)) ? *recorded : workload_of_points().id, effects);
    else
        have_read(state, VectorSource{.a = path, .b = {}, .n = {}, .m = {}}, *recorded, effects);
    expect_recorded(state, *recording, second, effects);
}
void carry_out(const CloseRecording& c, State& state, Effects&) {
    RecordingsState& recordings = state.recordings;
    const auto found = std::ranges::find(recordings.shown, c.id, &ShownRecording::id);
    if (found == recordings.shown.end()) return;
    if (found->by_itself) recordings.never_by_itself = true;
    if (recordings.chosen && recordings.chosen->recording == c.id) recordings.chosen.reset();
    recordings.shown.erase(found);
    forget_kernels_of_closed(state);
}
void carry_out(const ShowRecording& asked, State& state, Effects&) {
    for (ShownRecording& shown : state.recordings.shown)
        if (shown.id == asked.id) shown.visible = asked.visible;
    if (!asked.visible && state.recordings.chosen && state.recordings.chosen->recording == asked.id)
        state.recordings.chosen.reset();
}

} // namespace command

namespace event {

void take(const RecordingOpened& opened, State& state) {
    RecordingsState& recordings = state.recordings;
    state.data.loading.reset();
    if (opened.by_itself && !is_welcome(recordings, *opened.recording)) return;
    if (opened.recording->is_session) {
        if (opened.by_itself || !can_open_session(state, opened)) return;
        std::erase_if(recordings.shown, [&](const ShownRecording& shown) { return shown.path == opened.path; });
        recordings.shown.push_back({.id = ++recordings.last_id,
                                    .path = opened.path,
                                    .recording = opened.recording,
                                    .visible = false,
                                    .source = opened.source,
                                    .second = opened.second});
        recordings.data_to_open = recordings.last_id;
        return;
    }
    const auto same = std::ranges::find(recordings.shown, opened.path, &ShownRecording::path);
    if (same != recordings.shown.end()) {
        same->recording = opened.recording;
        same->visible = true;
    } else {
        recordings.shown.push_back({.id = ++recordings.last_id,
                                    .path = opened.path,
                                    .recording = opened.recording,
                                    .visible = recordings.hidden.erase(opened.path) == 0,
                                    .by_itself = opened.by_itself});
    }
    show_kernels_of(*opened.recording);
    const bool asked_for = !opened.by_itself && std::ranges::find(recordings.of_last_session, opened.path) ==
                                                    recordings.of_last_session.end();
    if (asked_for && is_of_data_now(state, *opened.recording))
        if (const auto view = view_of(state, *opened.recording)) use_recorded_view(state, *view);
    const auto workload = recorded_workload(*opened.recording);
    const bool is_of_now = workload == state.data.now.question.workload;
    if (opened.with_data && workload && (opened.follow || is_of_now) && opens_its_data(state, *opened.recording))
        recordings.data_to_open = id_of(recordings, opened.path);
    else if (opened.follow && workload)
        recordings.workload_to_select = *workload;
    const std::string hidden = hidden_parts(*opened.recording);
    notify(state, hidden.empty() ? Severity::info : Severity::warning,
           fmt::format("Opened the recording {}: {}, {}, made by {}.{}", shown(opened.path.filename()),
                       title_of(*opened.recording), counted(std::int64_t(opened.recording->runs.size()), "run"),
                       opened.recording->made_by, hidden),
           {Topic::recording, opened.path.string()});
}

void take_failure(const RecordingOpened& opened, const Failure& failure, State& state) {
    state.data.loading.reset();
    notify(state, opened.by_itself ? Severity::warning : Severity::error, failure.message,
           {Topic::recording, opened.path.string()});
}

} // namespace event

} // namespace pairscope::app
