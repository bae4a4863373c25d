// SPDX-License-Identifier: MIT
#include "app/spine/worker/workbench.h"

#include "app/spine/worker/large_matrix.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matches/backward_matches.h"
#include "app/subjects/matrix/order/make_order.h"
#include "kernels/data/errors.h"
#include "kernels/data/overloaded.h"
#include "kernels/data/save.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/matrix/operations.h"
#include "profiling/comparing/contest.h"
#include "profiling/recording/file.h"
#include "render/png.h"

#include <fmt/format.h>

#include <exception>

namespace pairscope::app {
namespace {

/// About a second of one core for the kernels of the ladder; more blocks than that takes are sampled.
constexpr std::int64_t trace_accesses = 10'000'000;

/// The sentence a user reads when `attempt` failed.
std::string told(std::string_view attempt, const std::exception& error) {
    return fmt::format("{}: {}", attempt, error.what());
}

} // namespace

Workbench::Workbench(Progress progress) : progress_(std::move(progress)) {}

Event Workbench::done(const Job& job, const std::stop_token& stop) {
    const RunControl control{.stop = stop};
    const auto save = [](const std::filesystem::path& path, const auto& write) -> Event {
        try {
            write();
            return event::Saved{.path = path, .message = {}};
        } catch (const std::exception& error) {
            return event::Saved{.path = path, .message = error.what()};
        }
    };
    return std::visit(
        Overloaded{
            [&](const job::MakeOutput& j) -> Event {
                try {
                    const bool simulates = simulated(*j.variant, j.device);
                    progress_({.kind = simulates ? TaskKind::simulating : TaskKind::computing,
                               .variants = {std::string(j.variant->id)}},
                              0.0);
                    return output(j, control);
                } catch (const std::exception& error) {
                    rows_ = 0;
                    return event::OutputFailed{.variant_id = std::string(j.variant->id),
                                               .revision = j.revision,
                                               .message = stop.stop_requested() ? "" : error.what(),
                                               .out_of_memory = dynamic_cast<const MemoryError*>(&error) != nullptr,
                                               .lease = j.lease};
                }
            },
            [&](const job::Measure& j) -> Event {
                try {
                    return measured(j, control);
                } catch (const std::exception& error) {
                    return event::Measured{j.key, profiling::Failed{j.key.variant_id, error.what()}, j.lease,
                                           j.revision};
                }
            },
            [&](const job::MeasureCeilings& j) -> Event {
                event::CeilingsMeasured made{.device_index = j.device_index, .ceilings = {}, .message = {}};
                made.others = j.request.kinds == profiling::other_ceilings();
                if (j.device.backend == Backend::cpu) release_large_matrices();
                try {
                    auto ceilings = profiling::measure_ceilings(
                        j.device, j.request, control, [&](std::string_view which, double share) {
                            progress_({.kind = TaskKind::measuring_ceilings, .subject = std::string(which)}, share);
                        });
                    if (!stop.stop_requested()) made.ceilings = std::move(ceilings);
                } catch (const std::exception& error) {
                    made.message = told("Measuring the ceilings", error);
                }
                return made;
            },
            [&](const job::Count& j) -> Event {
                try {
                    return counted(j, control);
                } catch (const std::exception& error) {
                    return event::Counted{.key = j.key,
                                          .choice = j.choice,
                                          .counts = {},
                                          .message = told("Counting failed", error),
                                          .lease = j.lease};
                }
            },
            [&](const job::SampleLaunch& j) -> Event {
                try {
                    return sampled(j, control);
                } catch (const std::exception& error) {
                    return event::LaunchSampled{.key = j.key,
                                                .sampled = {.why_not = told("Sampling a launch failed", error)},
                                                .why_not_here = {},
                                                .lease = j.lease};
                }
            },
            [&](const job::AskMetrics& j) -> Event {
                try {
                    return answered(j);
                } catch (const std::exception& error) {
                    event::MetricsAnswered answer;
                    answer.question = j.question;
                    answer.why_not = error.what();
                    return answer;
                }
            },
            [&](const job::Compare& j) -> Event {
                try {
                    return compared(j, control);
                } catch (const std::exception& error) {
                    return event::Compared{j.key, profiling::Failed{j.key.b.variant_id, error.what()}, j.lease};
                }
            },
            [&](const job::Trace& j) -> Event {
                try {
                    return traced(j, control);
                } catch (const std::exception& error) {
                    return event::Traced{j.key, nullptr, error.what()};
                }
            },
            [&](const job::MakeOrder& j) -> Event {
                try {
                    progress_({.kind = TaskKind::ordering, .subject = std::string(title_of(j.key.choice.kind))}, 0.0);
                    return event::OrderMade{j.key, make_order(j, stop), {}};
                } catch (const std::exception& error) {
                    return event::OrderMade{j.key, nullptr, told("Ordering the matrix failed", error)};
                }
            },
            [&](const job::ReduceVectors& j) -> Event {
                try {
                    progress_({.kind = TaskKind::reducing_vectors}, 0.0);
                    return event::VectorsReduced{reduce_vectors(j.vectors, stop), j.revision, {}};
                } catch (const std::exception& error) {
                    return event::VectorsReduced{nullptr, j.revision,
                                                 told("Preparing the charts of the vectors", error)};
                }
            },
            [&](const job::MatchBackward& j) -> Event {
                progress_({.kind = TaskKind::matching_backward}, 0.0);
                try {
                    auto best = backward_matches(j.question, stop);
                    return event::MatchedBackward{j.revision, std::move(best), stop.stop_requested()};
                } catch (const std::exception&) { // out of memory: it is then unknown which matches are mutual
                    return event::MatchedBackward{.revision = j.revision, .best = nullptr};
                }
            },
            [&](const job::MakeTiles& j) -> Event {
                try {
                    return tiles(j, control);
                } catch (const std::exception& error) {
                    return event::TilesMade{.revision = j.revision,
                                            .shape = j.shape,
                                            .tiles = {},
                                            .range = {},
                                            .unusable = {},
                                            .message = told("Computing a part of the matrix", error),
                                            .order = j.order};
                }
            },
            [&](const job::Load& j) -> Event {
                try {
                    // A recording under another name is known by its content.
                    const std::filesystem::path file = files_of(j.source).empty() ? "" : files_of(j.source).front();
                    if (j.may_be_recording && !j.table && profiling::looks_like_recording(file)) {
                        Event answer = opened({file, false}, stop);
                        const auto* failed = std::get_if<event::RecordingFailed>(&answer);
                        if (failed == nullptr || !stop.stop_requested()) return answer;
                        return event::LoadFailed{failed->message, j.request};
                    }
                    return load(j, stop);
                } catch (const UnreadDistances& unread) {
                    return event::LoadFailed{unread.what(), j.request, question_about(j.source, unread)};
                } catch (const std::exception& error) {
                    return event::LoadFailed{error.what(), j.request};
                }
            },
            [&](const job::OpenRecording& j) { return opened(j, stop); },
            [&](const job::SaveRecording& j) {
                return save(j.path, [&] { profiling::save_recording(j.path, *j.recording); });
            },
            [&](const job::SaveMatrix& j) { return save(j.path, [&] { save_matrix(j, control); }); },
            [&](const job::SavePixels& j) { return save(j.path, [&] { save_png(j.path, j.image, j.facts); }); },
            [&](const job::SavePoints& j) {
                return save(j.path, [&] {
                    if (j.path.extension() == ".json")
                        save_text(j.path, points_json(*j.dataset));
                    else
                        save_points_csv(j.path, *j.dataset);
                });
            },
            [&](const job::SaveText& j) { return save(j.path, [&] { save_text(j.path, j.text); }); },
            [&](const job::FindNeighbours& j) -> Event { return found(j, control); },
            [&](const job::CountCloserPairs& j) -> Event { return counted(j, control); },
            [&](const job::SaveRow& j) { return save(j.path, [&] { save_row(j); }); },
            [&](const job::SaveNeighbours& j) { return save(j.path, [&] { save_neighbours(j, control); }); },
        },
        job);
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

event::Measured Workbench::measured(const job::Measure& job, const RunControl& control) {
    profiling::Station& station = loaded(job.key.device, job.device, job.question, job.revision);
    profiling::RunnerOptions options;
    options.stopping.max_seconds = job.max_seconds;
    options.caches = job.key.caches;
    options.progress = [&](profiling::Stage stage, double share) {
        progress_({.kind = kind_of(stage), .variants = {job.key.variant_id}}, share);
    };
    profiling::RunTarget target{.out = LinearMemory{}, .shape = job.question.words_by(*job.variant), .buffer = nullptr};
    std::optional<AnswerBuffer> buffer;
    if (job.lease) {
        target.out = job.lease->matrix;
    } else {
        buffer = station.buffers().acquire(station.engine(), target.shape, job.variant->entry, control.stop);
        target.out = buffer->memory();
        target.buffer = &*buffer;
    }
    event::Measured answer{.key = job.key, .outcome = {}, .lease = job.lease, .revision = job.revision};
    auto outcome = station.measure({*job.variant, job.key.workload, target}, options, control);
    if (auto* m = std::get_if<profiling::Measurement>(&outcome); m != nullptr && job.draws_the_window) {
        if (!m->conditions) m->conditions.emplace();
        m->conditions->drew_the_screen = true;
    }
    if (!control.stop.stop_requested()) answer.outcome = std::move(outcome);
    return answer;
}

event::Compared Workbench::compared(const job::Compare& job, const RunControl& control) {
    profiling::InterleavedOptions options;
    options.runner.caches = job.key.a.caches;
    options.runner.progress = [&](profiling::Stage stage, double share) {
        progress_({.kind = kind_of(stage), .variants = {std::string(job.a->id), std::string(job.b->id)}}, share);
    };
    std::optional<profiling::RunTarget> lent;
    if (job.lease)
        lent = profiling::RunTarget{.out = job.lease->matrix, .shape = job.question.words(), .buffer = nullptr};
    profiling::Station& at_a = loaded(job.key.a.device, job.device_a, job.question, job.revision);
    profiling::Station& at_b = loaded(job.key.b.device, job.device_b, job.question, job.revision);
    const profiling::Contest contest =
        profiling::contest_of({at_a, *job.a, 0, lent}, {at_b, *job.b, 0, lent}, control.stop);
    event::Compared answer{.key = job.key, .outcome = {}, .lease = job.lease};
    auto outcome = profiling::compare_interleaved(contest.a, contest.b, job.key.a.workload, options, control);
    if (!control.stop.stop_requested()) answer.outcome = std::move(outcome);
    return answer;
}

event::Traced Workbench::traced(const job::Trace& job, const RunControl& control) {
    progress_({.kind = TaskKind::tracing, .variants = {std::string(job.variant->id)}}, 0.0);
    simt::TraceOptions options;
    options.target = job.key.target;
    options.most_accesses = trace_accesses;
    options.chosen_block = job.key.block;
    options.chosen_warp = job.key.warp;
    options.stop = control.stop;
    auto trace = std::make_shared<const simt::Trace>(simt::trace(*job.variant, job.question.inputs(), options));
    if (control.stop.stop_requested()) return {job.key, nullptr, {}};
    return {job.key, std::move(trace), {}};
}

Event Workbench::opened(const job::OpenRecording& job, const std::stop_token& stop) {
    progress_({.kind = TaskKind::reading, .subject = job.path.filename().string()}, 0.0);
    try {
        auto recording = std::make_shared<const profiling::Recording>(profiling::load_recording(job.path, stop));
        return event::RecordingOpened{job.path, std::move(recording), job.by_itself, job.follow, job.with_data};
    } catch (const std::exception& error) {
        return event::RecordingFailed{job.path, error.what(), job.by_itself};
    }
}

} // namespace pairscope::app
