// SPDX-License-Identifier: MIT
#include "app/spine/worker/workbench.h"

#include "app/spine/worker/large_matrix.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/recordings/session_second.h"
#include "app/subjects/recordings/session_source.h"
#include "app/subjects/workshop/remote_kernel.h"
#include "kernels/data/errors.h"
#include "kernels/data/save.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/matrix/operations.h"
#include "profiling/comparing/contest.h"
#include "profiling/recording/file.h"
#include "render/png.h"

#include <fmt/format.h>

#include <cctype>
#include <exception>

namespace pairscope::app {
namespace {

/// About a second of one core for the kernels of the ladder; more blocks than that takes are sampled.
constexpr std::int64_t trace_accesses = 10'000'000;

/// The answer before it is made: what it is an answer to.
event::OutputMade answer_to(const job::MakeOutput& job) {
    event::OutputMade made{};
    made.variant_id = std::string(job.variant->id);
    made.revision = job.revision;
    return made;
}
event::Measured answer_to(const job::Measure& job) {
    return {.key = job.key, .outcome = {}, .revision = job.revision, .max_seconds = job.max_seconds};
}
event::CeilingsMeasured answer_to(const job::MeasureCeilings& job) {
    return {.device_index = job.device_index,
            .ceilings = {},
            .others = job.request.kinds == profiling::other_ceilings(),
            .kinds = job.request.kinds};
}
event::Counted answer_to(const job::Count& job) { return {.key = job.key, .choice = job.choice, .counts = {}}; }
event::LaunchSampled answer_to(const job::SampleLaunch& job) {
    return {.key = job.key, .sampled = {}, .why_not_here = {}};
}
event::StallsSampled answer_to(const job::SampleStalls& job) { return {.key = job.key, .stalls = {}}; }
event::CodeRead answer_to(const job::ReadCode& job) { return {.key = job.key, .code = nullptr}; }
event::CountersListed answer_to(const job::ListCounters& job) {
    event::CountersListed answer;
    answer.question = job.question;
    return answer;
}
event::Compared answer_to(const job::Compare& job) { return {.key = job.key, .outcome = {}}; }
event::Traced answer_to(const job::Trace& job) { return {.key = job.key, .trace = nullptr}; }
event::OrderMade answer_to(const job::MakeOrder& job) { return {.key = job.key, .order = nullptr}; }
event::ClustersMeasured answer_to(const job::MeasureClusters& job) { return {.key = job.key, .fit = nullptr}; }
event::MatricesJoined answer_to(const job::JoinMatrices& job) { return {.key = job.key, .two = nullptr}; }
event::MatricesTested answer_to(const job::TestMatrices& job) { return {.key = job.key, .two = nullptr}; }
event::VectorsReduced answer_to(const job::ReduceVectors& job) {
    return {.reduced = nullptr, .revision = job.revision};
}
event::MatchedBackward answer_to(const job::MatchBackward& job) { return {.revision = job.revision, .best = nullptr}; }
event::TilesMade answer_to(const job::MakeTiles& job) {
    return {.revision = job.revision, .shape = job.shape, .tiles = {}, .range = {}, .unusable = {}, .order = job.order};
}
event::NeighboursFound answer_to(const job::FindNeighbours& job) { return {.key = job.key, .found = nullptr}; }
event::CloserPairsCounted answer_to(const job::CountCloserPairs& job) { return {.key = job.key, .pairs = {}}; }
event::Loaded answer_to(const job::Load& job) { return {.data = {}, .request = job.request}; }
event::RecordingOpened answer_to(const job::OpenRecording& job) {
    return {job.path, nullptr, job.by_itself, job.follow, job.with_data};
}
event::KernelRead answer_to(const job::ReadKernel& job) { return {.path = job.path, .text = {}}; }
event::KernelSaved answer_to(const job::SaveKernel& job) { return {job.path, job.text, job.is_new}; }
event::KernelTried answer_to(const job::TryKernel& job) {
    return {.path = job.path, .number = job.number, .made = nullptr};
}
event::KernelChecked answer_to(const job::CheckKernel& job) { return {.path = job.path, .number = job.number}; }
/// All other jobs save something.
template <class Save> event::Saved answer_to(const Save& job) { return {.path = job.path}; }

/// The sentence that a user reads about a failure, with a place for the reason.
template <class What> constexpr std::string_view attempted(const What&) { return "{}"; }
constexpr std::string_view attempted(const job::MeasureCeilings&) { return "Measuring the ceilings: {}"; }
constexpr std::string_view attempted(const job::Count&) { return "Counting failed: {}"; }
constexpr std::string_view attempted(const job::SampleLaunch&) { return "Sampling a launch failed: {}"; }
constexpr std::string_view attempted(const job::SampleStalls&) { return "Sampling instructions failed: {}"; }
constexpr std::string_view attempted(const job::MakeOrder&) { return "Ordering the matrix failed: {}"; }
constexpr std::string_view attempted(const job::JoinMatrices&) { return "There is no second matrix: {}."; }
constexpr std::string_view attempted(const job::ReduceVectors&) { return "Preparing the charts of the vectors: {}"; }
constexpr std::string_view attempted(const job::MakeTiles&) { return "Computing a part of the matrix: {}"; }
constexpr std::string_view attempted(const job::FindNeighbours&) {
    return "The search for the nearest neighbours failed: {}.";
}
constexpr std::string_view attempted(const job::CountCloserPairs&) {
    return "Counting the pairs within the radius failed: {}.";
}

/// The window shows why reading failed as a whole sentence. Elsewhere it follows the name of the program.
template <class What> std::string message_about(const What& job, const std::exception& error) {
    std::string message = fmt::format(fmt::runtime(attempted(job)), sentence_of(error));
    constexpr bool reads = std::is_same_v<What, job::Load> || std::is_same_v<What, job::OpenRecording>;
    if (reads && !message.empty()) message.front() = char(std::toupper(static_cast<unsigned char>(message.front())));
    return message;
}

/// Is the file a recording, whatever it is called?
bool is_recording(const job::Load& looked) {
    return looked.may_be_recording && !looked.files.empty() && looked.files.front().is(FileFormat::recording);
}

} // namespace

Workbench::Workbench(Progress progress) : progress_(std::move(progress)) {}

/// The one place where what goes wrong becomes a sentence for the user.
template <class What> void Workbench::attempt(const What& job, Event& event, const RunControl& control) {
    auto answer = answer_to(job);
    try {
        make(Asked<What>{job, event.lease, control}, answer);
    } catch (const UnreadDistances& unread) {
        event.failure = Failure{.message = message_about(job, unread), .question = {}};
        if constexpr (std::is_same_v<What, job::Load>) event.failure->question = question_about(job.source, unread);
    } catch (const UnclearFile& unclear) {
        event.failure = Failure{.message = message_about(job, unclear), .question = {}};
        if constexpr (std::is_same_v<What, job::Load>) event.failure->question = question_about(job, unclear);
    } catch (const std::exception& error) {
        const bool is_out_of_memory = dynamic_cast<const MemoryError*>(&error) != nullptr;
        event.failure = Failure{.message = message_about(job, error), .out_of_memory = is_out_of_memory};
    }
    rows_ = 0;
    event.what = std::move(answer);
}

/// A table that is there needs no file.
void Workbench::load_file(const job::Load& job, Event& event, const RunControl& control) {
    job::Load looked = job;
    if (!job.table) looked.files = look_at_files(job.source, job.files);
    if (!is_recording(looked)) {
        attempt(looked, event, control);
        return;
    }
    attempt(job::OpenRecording{.path = looked.files.front().path, .follow = true, .with_data = true}, event, control);
    if (event.failure && control.stop.stop_requested()) event.what = answer_to(job); // it was the loading that stopped
}

Event Workbench::carry_out(const Job& job, const std::stop_token& stop) {
    const RunControl control{.stop = stop};
    Event event{event::Saved{}};
    event.lease = job.lease;
    if (const auto* load = job.what.as<job::Load>()) {
        load_file(*load, event, control);
        return event;
    }
    job::All::visit(job.what, [&](const auto& what) { attempt(what, event, control); });
    if (job.what.is<job::MakeOutput>() && event.failure && stop.stop_requested()) event.failure->message.clear();
    return event;
}

void Workbench::make(const Asked<job::MeasureCeilings>& asked, event::CeilingsMeasured& made) {
    if (asked.job.device.backend == Backend::cpu) release_large_matrices();
    auto ceilings = profiling::measure_ceilings(
        asked.job.device, asked.job.request, asked.control, [&](std::string_view which, double share) {
            progress_({.kind = TaskKind::measuring_ceilings, .subject = std::string(which)}, share);
        });
    if (!asked.control.stop.stop_requested()) made.ceilings = std::move(ceilings);
}

void Workbench::make(const Asked<job::MakeOrder>& asked, event::OrderMade& made) {
    progress_({.kind = TaskKind::ordering, .subject = std::string(title_of(asked.job.key.choice.kind))}, 0.0);
    rows_done_ = 0;
    rows_ = rows_to_count(asked.job);
    RunControl watched = asked.control;
    watched.rows_done = &rows_done_;
    made.order = make_order(asked.job, watched);
}

void Workbench::make(const Asked<job::MeasureClusters>& asked, event::ClustersMeasured& made) {
    progress_({.kind = TaskKind::measuring_clusters}, 0.0);
    rows_done_ = 0;
    rows_ = asked.job.question.first->rows;
    RunControl watched = asked.control;
    watched.rows_done = &rows_done_;
    made.fit = fit_of(asked.job, watched);
}

void Workbench::make(const Asked<job::ReduceVectors>& asked, event::VectorsReduced& made) {
    progress_({.kind = TaskKind::reducing_vectors}, 0.0);
    made.reduced = reduce_vectors(asked.job.vectors, asked.control.stop);
}

void Workbench::make(const Asked<job::MatchBackward>& asked, event::MatchedBackward& made) {
    progress_({.kind = TaskKind::matching_backward}, 0.0);
    made.best = backward_matches(asked.job.question, asked.control.stop);
    made.cancelled = asked.control.stop.stop_requested();
}

void Workbench::make(const Asked<job::SaveRecording>& asked, event::Saved&) {
    profiling::Recording recording = *asked.job.recording;
    if (recording.source) add_check_sums(*recording.source, asked.job.path);
    if (recording.second && recording.second->source) add_check_sums(*recording.second->source, asked.job.path);
    profiling::save_recording(asked.job.path, recording);
}

void Workbench::make(const Asked<job::SavePixels>& asked, event::Saved&) {
    save_png(asked.job.path, asked.job.image, asked.job.facts);
}

void Workbench::make(const Asked<job::SavePoints>& asked, event::Saved&) {
    if (asked.job.path.extension() == ".json")
        save_text(asked.job.path, points_json(*asked.job.dataset));
    else
        save_points_csv(asked.job.path, *asked.job.dataset);
}

void Workbench::make(const Asked<job::SaveText>& asked, event::Saved&) { save_text(asked.job.path, asked.job.text); }

void Workbench::make(const Asked<job::SavePage>& asked, event::Saved& made) {
    progress_({.kind = TaskKind::writing, .subject = asked.job.path.filename().string()}, 0.0);
    job::WrittenPage page = asked.job.write(asked.job, asked.control.stop);
    if (asked.control.stop.stop_requested()) throw InputError("it was cancelled; save it again");
    save_text(asked.job.path, page.html);
    made.notes = std::move(page.notes);
}

/// In host memory: the arrays of the ceilings may be as large.
void Workbench::release_large_matrices() {
    host_buffers_.release_unused(is_large);
    for (auto& [index, station] : stations_)
        if (station.device().backend == Backend::cpu) station.buffers().release_unused(is_large);
}

profiling::Station& Workbench::station_for(std::size_t index, const Device& device) {
    const auto found = stations_.find(index);
    if (found != stations_.end()) return found->second;
    progress_({.kind = TaskKind::opening, .subject = device.name}, 0.0);
    return stations_.emplace(index, profiling::Station(device)).first->second;
}

profiling::Station& Workbench::loaded(std::size_t index, const Device& device, const Question& question,
                                      std::uint64_t revision) {
    profiling::Station& station = station_for(index, device);
    station.load(
        {.a = *question.first, .b = question.across(), .parameters = question.parameters, .revision = revision});
    return station;
}

void Workbench::make(const Asked<job::Measure>& asked, event::Measured& made) {
    const auto& [job, lease, control] = asked;
    profiling::Station& station = loaded(job.key.device, job.device, job.question, job.revision);
    profiling::RunnerOptions options;
    options.stopping.max_seconds = job.max_seconds;
    options.is_first_look = job.is_first_look;
    options.caches = job.key.caches;
    options.progress = [&](profiling::Stage stage, double share) {
        progress_({.kind = kind_of(stage), .variants = {job.key.variant_id}}, share);
    };
    profiling::RunTarget target{.out = LinearMemory{}, .shape = job.question.words_by(*job.variant), .buffer = nullptr};
    std::optional<OutputBuffer> buffer;
    if (lease) {
        target.out = lease->matrix;
    } else {
        buffer = station.buffers().acquire(station.engine(), target.shape, job.variant->entry, control.stop);
        target.out = buffer->memory();
        target.buffer = &*buffer;
    }
    auto outcome = station.measure({*job.variant, job.key.workload, target}, options, control);
    if (auto* m = std::get_if<profiling::Measurement>(&outcome); m != nullptr && job.draws_the_window) {
        if (!m->conditions) m->conditions.emplace();
        m->conditions->drew_the_screen = true;
    }
    if (!control.stop.stop_requested()) made.outcome = std::move(outcome);
}

void Workbench::make(const Asked<job::Compare>& asked, event::Compared& made) {
    const auto& [job, lease, control] = asked;
    profiling::InterleavedOptions options;
    options.runner.caches = job.key.a.caches;
    options.runner.progress = [&](profiling::Stage stage, double share) {
        progress_({.kind = kind_of(stage), .variants = {std::string(job.a->id), std::string(job.b->id)}}, share);
    };
    // Beside a user's own kernel a variant of the program runs in the same process, so that nothing else differs.
    const KernelVariant *a = job.a, *b = job.b;
    std::optional<workshop::BesideKernel> beside;
    KernelVariant beside_variant;
    const auto put_beside = [&](const KernelVariant& own, const KernelVariant*& other, const Device& device) {
        auto* const kernel = dynamic_cast<workshop::RemoteKernel*>(own.remote);
        if (kernel == nullptr || device.backend != Backend::cuda || !workshop::BesideKernel::can_run(*other)) return;
        beside_variant = beside.emplace(*kernel, *other).as_variant();
        other = &beside_variant;
    };
    put_beside(*job.a, b, job.device_b);
    put_beside(*job.b, a, job.device_a);
    std::optional<profiling::RunTarget> lent;
    if (lease) lent = profiling::RunTarget{.out = lease->matrix, .shape = job.question.words(), .buffer = nullptr};
    profiling::Station& at_a = loaded(job.key.a.device, job.device_a, job.question, job.revision);
    profiling::Station& at_b = loaded(job.key.b.device, job.device_b, job.question, job.revision);
    const profiling::Contest contest = profiling::contest_of({at_a, *a, 0, lent}, {at_b, *b, 0, lent}, control.stop);
    auto outcome = profiling::compare_interleaved(contest.a, contest.b, job.key.a.workload, options, control);
    if (!control.stop.stop_requested()) made.outcome = std::move(outcome);
}

void Workbench::make(const Asked<job::Trace>& asked, event::Traced& made) {
    const auto& [job, lease, control] = asked;
    progress_({.kind = TaskKind::tracing, .variants = {std::string(job.variant->id)}}, 0.0);
    simt::TraceOptions options;
    options.target = job.key.target;
    options.most_accesses = trace_accesses;
    options.chosen_block = job.key.block;
    options.chosen_warp = job.key.warp;
    options.stop = control.stop;
    rows_done_ = 0;
    rows_ = 0;
    options.blocks_done = &rows_done_;
    options.blocks_to_do = &rows_;
    auto trace = std::make_shared<const simt::Trace>(simt::trace(*job.variant, job.question.inputs(), options));
    if (!control.stop.stop_requested()) made.trace = std::move(trace);
}

void Workbench::make(const Asked<job::OpenRecording>& asked, event::RecordingOpened& made) {
    progress_({.kind = TaskKind::reading, .subject = asked.job.path.filename().string()}, 0.0);
    made.recording =
        std::make_shared<const profiling::Recording>(profiling::load_recording(asked.job.path, asked.control.stop));
    FoundSecond second = found_second(*made.recording, asked.job.path, asked.job.files, asked.control.stop);
    made.second = std::move(second.second);
    made.why_no_second = std::move(second.why_not);
    if (!made.recording->source) return;
    FoundSource found = found_source(*made.recording->source, asked.job.path, asked.job.files, asked.control.stop);
    made.source = std::move(found.source);
    made.why_no_source = std::move(found.why_not);
}

} // namespace pairscope::app
