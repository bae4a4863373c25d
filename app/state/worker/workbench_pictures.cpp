// SPDX-License-Identifier: MIT
// The workbench's pictures: a variant runs once, and its answer goes to the screen or into a file.
#include "app/state/worker/workbench.h"

#include "kernels/core/errors.h"
#include "kernels/core/save.h"
#include "kernels/matrix/operations.h"
#include "render/matrix_picture.h"

#include <algorithm>

namespace pairscope::app {

double Workbench::rows_share() const {
    const std::int64_t rows = rows_;
    return rows == 0 ? 0.0 : double(rows_done_) / double(rows);
}

event::PictureMade Workbench::picture(const job::MakePicture& job, const RunControl& control) {
    Bench& bench = loaded(job.device_index, job.device, *job.dataset, job.revision);
    const MatrixShape shape = shape_of(*job.dataset);
    rows_done_ = 0;
    rows_ = shape.rows;
    RunControl watched = control;
    watched.rows_done = &rows_done_;
    event::PictureMade made{.variant_id = std::string(job.variant->id),
                            .revision = job.revision,
                            .device_index = job.device_index,
                            .shape = shape,
                            .seconds = 0.0,
                            .summary = {},
                            .lease = job.lease,
                            .host = {},
                            .overview = {}};
    if (job.lease) {
        fill(made, job, bench, job.lease->matrix, watched);
        if (job.lease->overview)
            reduce(bench.engine(), job.lease->matrix, shape, job.lease->overview_factor, *job.lease->overview);
        made.summary = summarize(bench.engine(), job.lease->matrix, shape, watched);
    } else {
        const AnswerBuffer written = bench.buffers().acquire(bench.engine(), shape, job.variant->entry, control.stop);
        fill(made, job, bench, written.memory(), watched);
        if (control.stop.stop_requested()) throw InputError("cancelled");
        finish_on_host(made, job, bench, written, watched);
    }
    rows_ = 0;
    if (control.stop.stop_requested()) throw InputError("cancelled");
    return made;
}

void Workbench::finish_on_host(event::PictureMade& made, const job::MakePicture& job, Bench& bench,
                               const AnswerBuffer& written, const RunControl& control) {
    made.summary = summarize(bench.engine(), written.memory(), written.shape, control);
    const std::int64_t factor = overview_factor(written.shape);
    if (factor > 1 || written.shape.rows > job.exact_side || written.shape.cols > job.exact_side) {
        auto overview = std::make_shared<Overview>();
        reduce(bench.engine(), written.memory(), written.shape, factor, overview.get());
        made.overview = std::move(overview);
    }
    if (written.backend == Backend::cpu) {
        made.host = written;
        return;
    }
    Engine cpu{Device{}};
    const AnswerBuffer host =
        host_buffers_.acquire(cpu, written.shape, Entry::float32, control.stop); // what read() gives
    constexpr std::int64_t slice = 1024;
    for (std::int64_t row = 0; row < written.shape.rows && !control.stop.stop_requested(); row += slice) {
        const Region region{row, 0, std::min(slice, written.shape.rows - row), written.shape.cols};
        const std::vector<float> rows = read(bench.engine(), written.memory(), region);
        std::copy(rows.begin(), rows.end(), host.memory().data + row * host.memory().pitch);
    }
    made.host = host;
}

/// Runs the variant for a picture. If that is counted, its time is the counters' own.
void Workbench::fill(event::PictureMade& made, const job::MakePicture& job, Bench& bench, const AnswerTarget& out,
                     const RunControl& control) {
    const auto launch = [&] { made.seconds = bench.engine().run(*job.variant, out, control); };
    if (!job.count) {
        launch();
        return;
    }
    const auto start = Clock::now();
    made.counters = bench.counting().count({.sets = {profiling::CounterSet::live}, .metrics = {}}, launch).counters;
    made.counting_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!made.counters) {
        launch();
        return;
    }
    made.seconds = value_of(*made.counters, "duration").value_or(made.seconds);
}

void Workbench::save_matrix(const job::SaveMatrix& job, const RunControl& control) {
    const std::string file = job.path.filename().string();
    progress_({.kind = TaskKind::computing, .variants = {std::string(job.variant->id)}, .subject = file}, 0.0);
    Bench& bench = loaded(job.device_index, job.device, *job.dataset, job.revision);
    const MatrixShape shape = shape_of(*job.dataset);
    const AnswerBuffer buffer =
        job.shown ? *job.shown : bench.engine().allocate(shape, job.variant->entry, control.stop);
    if (!job.shown) bench.engine().run(*job.variant, buffer.memory(), control);
    const auto rows_of = [&](std::int64_t row, std::int64_t count) {
        if (control.stop.stop_requested()) throw InputError("Saving was cancelled; the file is as it was.");
        progress_({.kind = TaskKind::writing, .subject = file}, double(row) / double(shape.rows));
        return read(bench.engine(), buffer.memory(), Region{row, 0, count, shape.cols});
    };
    if (job.as_picture)
        save_matrix_png(job.path, {.shape = shape, .rows_of = rows_of, .colouring = job.colouring, .text = job.facts});
    else
        save_npy(job.path, shape, rows_of);
}

} // namespace pairscope::app
