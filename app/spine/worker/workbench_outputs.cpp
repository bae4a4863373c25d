// SPDX-License-Identifier: MIT
// The workbench's outputs: a variant runs once, and its output goes to the screen or into a file.
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"
#include "kernels/data/save.h"
#include "kernels/engines/outputs.h"
#include "kernels/matrix/operations.h"
#include "render/matrix_picture.h"

#include <algorithm>
#include <string>
#include <vector>

namespace pairscope::app {
namespace {

/// For what follows the run: the progress that is shown is the run's alone.
RunControl uncounted(RunControl control) {
    control.rows_done = nullptr;
    return control;
}

/// The output of another variant for the same inputs.
OutputBuffer output_of_other(const KernelVariant& variant, profiling::Station& station, MatrixShape shape,
                             const RunControl& control) {
    OutputBuffer written = station.buffers().acquire(station.engine(), shape, variant.entry, control.stop);
    station.engine().poison(written, control.stop); // it may hold an earlier output, which must not stay unseen
    station.engine().run(variant, written.memory(), control);
    return written;
}

/// If one set has names, the vectors of the other one are numbered.
EdgeNames edge_names(const Question& question) {
    EdgeNames names{.rows = names_to_save(*question.first), .cols = names_to_save(question.across())};
    if (names.rows.empty() && names.cols.empty()) return names;
    const auto number = [](std::vector<std::string>& empty, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) empty.push_back(std::to_string(i));
    };
    if (names.rows.empty()) number(names.rows, question.first->rows);
    if (names.cols.empty()) number(names.cols, question.across().rows);
    return names;
}

} // namespace

double Workbench::rows_share() const {
    const std::int64_t rows = rows_;
    return rows == 0 ? 0.0 : std::min(1.0, double(rows_done_) / double(rows)); // several loops may count each row
}

void Workbench::make(const Asked<job::MakeOutput>& asked, event::OutputMade& made) {
    const auto& [job, lease, control] = asked;
    progress_({.kind = simulated(*job.variant, job.device) ? TaskKind::simulating : TaskKind::computing,
               .variants = {std::string(job.variant->id)}},
              0.0);
    const bool is_matrix = job.question.output().kind == OutputKind::matrix;
    made.order = is_matrix ? picture_order(job) : nullptr;
    profiling::Station& station =
        made.order ? loaded_in_order({job.device_index, job.device, job.question, job.revision}, made.order)
                   : loaded(job.device_index, job.device, job.question, job.revision);
    made.device_index = job.device_index;
    made.written = job.question.output_by(*job.variant);
    made.content = job.content;
    if (job.against != nullptr) made.against = std::string(job.against->id);
    rows_done_ = 0;
    rows_ = job.question.size().rows; // what variants count, also where they write one pair or value
    RunControl watched = control;
    watched.rows_done = &rows_done_;
    if (is_matrix) {
        make_matrix(made, asked, station, watched);
    } else {
        OutputBuffer written =
            station.buffers().acquire(station.engine(), words_of(made.written), Entry::float32, control.stop);
        station.engine().poison(written, control.stop); // it may hold an earlier output, which must not stay unseen
        fill(made, job, station, written.memory(), watched);
        if (!control.stop.stop_requested())
            made.values =
                read_output(station.engine(), job.question.size(), written.memory(), job.variant->both_directions);
    }
    if (control.stop.stop_requested()) throw InputError("cancelled");
}

/// The sets in another order are other inputs, so that nothing else is ever run with them.
profiling::Station& Workbench::loaded_in_order(const Inquiry& asked, const std::shared_ptr<const MatrixOrder>& order) {
    constexpr std::uint64_t first_of_ordered = std::uint64_t{1} << 63; // the data's revisions count up from 1
    if (ordered_.order != order || ordered_.revision != asked.revision)
        ordered_ = {order, asked.revision, in_order(asked.question, *order), first_of_ordered + ++orders_loaded_};
    return loaded(asked.index, asked.device, ordered_.question, ordered_.number);
}

void Workbench::make_matrix(event::OutputMade& made, const Asked<job::MakeOutput>& asked, profiling::Station& station,
                            const RunControl& watched) {
    const auto& [job, lease, control] = asked;
    const MatrixShape shape = made.shape = made.written.extent;
    made.in_texture = lease.has_value();
    if (lease && job.variant->writes_surface) {
        fill(made, job, station, lease->matrix, watched);
        finish_content(made, job, station, lease->matrix, watched);
        finish_in_texture(made, *lease, station, watched);
        return;
    }
    const OutputBuffer written = station.buffers().acquire(station.engine(), shape, job.variant->entry, control.stop);
    fill(made, job, station, written.memory(), watched);
    finish_content(made, job, station, written.memory(), watched);
    if (control.stop.stop_requested()) return;
    if (!lease) {
        finish_on_host(made, job, station, written, watched);
        return;
    }
    copy(station.engine(), written.memory(), shape, lease->matrix);
    finish_in_texture(made, *lease, station, watched);
}

void Workbench::finish_content(event::OutputMade& made, const job::MakeOutput& job, profiling::Station& station,
                               const OutputTarget& out, const RunControl& control) {
    if (job.content == MatrixContent::values || control.stop.stop_requested()) return;
    ErrorQuestion question{.content = job.content, .other = {}};
    std::optional<OutputBuffer> other;
    if (job.against != nullptr) {
        other = output_of_other(*job.against, station, made.shape, uncounted(control));
        question.other = other->memory();
    }
    if (!control.stop.stop_requested())
        made.errors = into_errors(station.engine(), *job.variant, out, uncounted(control), question);
}

void Workbench::finish_in_texture(event::OutputMade& made, const Lease& lease, profiling::Station& station,
                                  const RunControl& control) {
    if (lease.overview) reduce(station.engine(), lease.matrix, made.shape, lease.overview_factor, *lease.overview);
    made.summary = summarize(station.engine(), lease.matrix, made.shape, uncounted(control));
}

void Workbench::finish_on_host(event::OutputMade& made, const job::MakeOutput& job, profiling::Station& station,
                               const OutputBuffer& written, const RunControl& control) {
    made.summary = summarize(station.engine(), written.memory(), written.shape, uncounted(control));
    const std::int64_t factor = overview_factor(written.shape);
    if (factor > 1 || written.shape.rows > job.exact_side || written.shape.cols > job.exact_side) {
        auto overview = std::make_shared<Overview>();
        reduce(station.engine(), written.memory(), written.shape, factor, overview.get());
        made.overview = std::move(overview);
    }
    if (written.backend == Backend::cpu) {
        made.host = written;
        return;
    }
    Engine cpu{Device{}};
    const OutputBuffer host =
        host_buffers_.acquire(cpu, written.shape, Entry::float32, control.stop); // what read() gives
    constexpr std::int64_t slice = 1024;
    for (std::int64_t row = 0; row < written.shape.rows && !control.stop.stop_requested(); row += slice) {
        const Region region{row, 0, std::min(slice, written.shape.rows - row), written.shape.cols};
        const std::vector<float> rows = read(station.engine(), written.memory(), region);
        std::copy(rows.begin(), rows.end(), host.memory().data + row * host.memory().pitch);
    }
    made.host = host;
}

/// Runs the variant for an output. If that is counted, its time is the counters' own.
void Workbench::fill(event::OutputMade& made, const job::MakeOutput& job, profiling::Station& station,
                     const OutputTarget& out, const RunControl& control) {
    const auto launch = [&] { made.seconds = station.engine().run(*job.variant, out, control); };
    if (!job.count) {
        launch();
        return;
    }
    const auto start = Clock::now();
    made.counters = station.counting().count_live(job.seconds, launch).counters;
    made.why_not_sampled = station.counting().why_not_sampled();
    made.counting_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!made.counters) {
        launch();
        return;
    }
    made.seconds = value_of(*made.counters, "duration").value_or(made.seconds);
}

void Workbench::make(const Asked<job::SaveMatrix>& asked, event::Saved&) {
    const job::SaveMatrix& job = asked.job;
    const RunControl& control = asked.control;
    const std::string file = job.path.filename().string();
    progress_({.kind = TaskKind::computing, .variants = {std::string(job.variant->id)}, .subject = file}, 0.0);
    profiling::Station& station = loaded(job.device_index, job.device, job.question, job.revision);
    const MatrixShape shape = job.question.words();
    const OutputBuffer buffer =
        job.shown ? *job.shown : station.engine().allocate(shape, job.variant->entry, control.stop);
    if (!job.shown) {
        station.engine().run(*job.variant, buffer.memory(), control);
        if (job.content != MatrixContent::values && !control.stop.stop_requested()) {
            ErrorQuestion question{.content = job.content, .other = {}};
            std::optional<OutputBuffer> other;
            if (job.against != nullptr) {
                other = output_of_other(*job.against, station, shape, uncounted(control));
                question.other = other->memory();
            }
            into_errors(station.engine(), *job.variant, buffer.memory(), uncounted(control), question);
        }
    }
    const auto rows_of = [&](std::int64_t row, std::int64_t count) {
        if (control.stop.stop_requested()) throw InputError("Saving was cancelled; the file is as it was.");
        progress_({.kind = TaskKind::writing, .subject = file}, double(row) / double(shape.rows));
        return read(station.engine(), buffer.memory(), Region{row, 0, count, shape.cols});
    };
    if (job.as_picture)
        save_matrix_png(job.path, {.shape = shape, .rows_of = rows_of, .colouring = job.colouring, .text = job.facts});
    else if (job.path.extension() == ".csv")
        save_matrix_csv(job.path, shape, edge_names(job.question), rows_of);
    else
        save_npy(job.path, shape, rows_of);
}

} // namespace pairscope::app
