// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/remote_kernel.h"

#include "app/subjects/workshop/shared_inputs.h"
#include "kernels/ladder/host_run.h"

#include <cstring>
#include <stdexcept>
#include <variant>

namespace pairscope::app::workshop {
namespace {

/// The places of the output's words are as the workload wants them, so that they can be copied row by row.
MatrixShape words_for(const WorkloadType& type, const Inputs& inputs) {
    return words_of(output_of(workload_of(type.id, inputs)));
}

} // namespace

void RemoteKernel::run(const Run& run) {
    const auto shop = workshop();
    const WorkloadType& type = type_of(shop->file().workload);
    const Problem& problem = run.problem;
    const Inputs inputs{
        .a = problem.a, .b = problem.b, .parameters = {problem.parameters.begin(), problem.parameters.end()}};
    const MatrixShape words = words_for(type, inputs);
    const auto& out = std::get<LinearMemory>(problem.out);
    RunRequest request = request_for(type, inputs);
    request.pitch = words.cols;
    request.memory_bytes = request.out_offset + words.rows * words.cols * 4;
    request.is_followed = false;
    request.block = run.block;
    const auto take = [&](const SharedMemory& memory) {
        for (std::int64_t row = 0; row < words.rows; ++row)
            std::memcpy(out.data + row * out.pitch, memory.at(request.out_offset + row * words.cols * 4),
                        static_cast<std::size_t>(words.cols) * 4);
    };
    static_cast<void>(shop->ask(request, inputs, run.host->stop, take));
    if (run.host->rows_done != nullptr) *run.host->rows_done = problem.a.rows;
}

simt::TracedEntries RemoteKernel::traced(const Inputs& inputs, const simt::TraceOptions& options) {
    const auto shop = workshop();
    RunRequest request = request_for(type_of(shop->file().workload), inputs);
    request.most_accesses = options.most_accesses;
    request.into_texture = options.target == TargetKind::surface;
    request.trace = TraceAsked{.few_blocks = options.few_blocks,
                               .chosen_block = options.chosen_block,
                               .chosen_warp = options.chosen_warp,
                               .warp_requests = options.warp_requests,
                               .block = options.block};
    auto traced = shop->ask(request, inputs, options.stop).traced;
    if (!traced) throw std::runtime_error("the child has sent no trace");
    return std::move(*traced);
}

std::optional<simt::EntryWriter> RemoteKernel::find_writer(const Inputs& inputs, const simt::TraceOptions& options,
                                                           MatrixEntry entry) {
    const auto shop = workshop();
    RunRequest request = request_for(type_of(shop->file().workload), inputs);
    request.writer_of = {entry.row, entry.col};
    request.into_texture = options.target == TargetKind::surface;
    return shop->ask(request, inputs, options.stop).writer;
}

void RemoteKernel::close() {
    std::shared_ptr<Workshop> gone;
    const std::lock_guard lock(mutex_);
    gone = std::exchange(workshop_, nullptr);
    is_closed_ = true;
}

void RemoteKernel::rest_if_unused_for(std::chrono::duration<double> time) {
    std::shared_ptr<Workshop> gone;
    const std::lock_guard lock(mutex_);
    const bool is_in_use = workshop_.use_count() > 1;
    if (!is_in_use && std::chrono::steady_clock::now() - used_ >= time) gone = std::exchange(workshop_, nullptr);
}

bool RemoteKernel::has_child() const {
    const std::lock_guard lock(mutex_);
    return workshop_ != nullptr;
}

std::shared_ptr<Workshop> RemoteKernel::workshop() {
    const std::lock_guard lock(mutex_);
    if (is_closed_) throw std::runtime_error("this version of the kernel was replaced by another one");
    used_ = std::chrono::steady_clock::now();
    if (workshop_) return workshop_;
    auto again = std::make_shared<Workshop>(file_);
    if (const auto errors = again->build(); !errors.empty()) throw std::runtime_error(errors.front());
    workshop_ = std::move(again);
    return workshop_;
}

} // namespace pairscope::app::workshop
