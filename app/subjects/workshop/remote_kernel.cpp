// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/remote_kernel.h"

#include "app/subjects/workshop/shared_inputs.h"
#include "kernels/ladder/host_run.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

namespace pairscope::app::workshop {
namespace {

/// The places of the output's words are as the workload wants them, so that they can be copied row by row.
MatrixShape words_for(const WorkloadType& type, const Inputs& inputs) {
    return words_of(output_of(workload_of(type.id, inputs)));
}

/// The output goes behind the inputs in the shared memory, without gaps between its rows.
void make_room(RunRequest& request, const MatrixShape& words) {
    request.pitch = words.cols;
    request.memory_bytes = request.out_offset + words.rows * words.cols * 4;
}

const float* output_in(const SharedMemory& memory, const RunRequest& request) {
    return reinterpret_cast<const float*>(memory.at(request.out_offset));
}

void copy_output(const SharedMemory& memory, const RunRequest& request, const MatrixShape& words,
                 const LinearMemory& out) {
    const float* const from = output_in(memory, request);
    for (std::int64_t row = 0; row < words.rows; ++row)
        std::memcpy(out.data + row * out.pitch, from + row * words.cols, static_cast<std::size_t>(words.cols) * 4);
}

Inputs inputs_in(const Problem& problem) {
    return {.a = problem.a, .b = problem.b, .parameters = {problem.parameters.begin(), problem.parameters.end()}};
}

/// Tells inputs apart by their first and last bytes, and by where they lie.
std::uint64_t number_of(const Problem& problem) {
    constexpr std::size_t most = 4096;
    std::uint64_t number = 1;
    const auto add = [&](std::size_t hash) { number = number * 1099511628211ull + hash; };
    for (const Input* const set : {&problem.a, &problem.b}) {
        const auto bytes =
            static_cast<std::size_t>(((set->rows - 1) * set->pitch + set->dims) * bytes_of(set->element));
        const std::string_view text(static_cast<const char*>(set->data), bytes);
        add(std::hash<const void*>{}(set->data));
        add(std::hash<std::string_view>{}(text.substr(0, most)));
        add(std::hash<std::string_view>{}(text.substr(bytes - std::min(bytes, most))));
        add(std::hash<std::int64_t>{}(set->rows));
    }
    for (const double parameter : problem.parameters) add(std::hash<double>{}(parameter));
    return std::max<std::uint64_t>(number, 1);
}

/// The vectors in another order, without gaps; of a single vector the coordinates.
std::vector<std::byte> turned(const Input& set, std::int64_t turn) {
    const std::int64_t size = bytes_of(set.element), vector = set.dims * size;
    std::vector<std::byte> bytes(static_cast<std::size_t>(set.rows * vector));
    for (std::int64_t row = 0; row < set.rows; ++row)
        std::memcpy(bytes.data() + row * vector, static_cast<const std::byte*>(set.data) + row * set.pitch * size,
                    static_cast<std::size_t>(vector));
    const std::int64_t count = set.rows == 1 ? set.dims : set.rows, step = set.rows == 1 ? size : vector;
    std::ranges::rotate(bytes, bytes.begin() + turned_by(turn, count) * step);
    return bytes;
}

} // namespace

void RemoteKernel::run(const Run& run) { static_cast<void>(run_for_output(run, {})); }

/// The output goes to who asked, and to `look`.
RunReply RemoteKernel::run_for_output(const Run& run, const std::function<void(const float*)>& look) {
    const auto shop = workshop();
    const WorkloadType& type = type_of(shop->file().workload);
    const Inputs inputs = inputs_in(run.problem);
    const MatrixShape words = words_for(type, inputs);
    const auto& out = std::get<LinearMemory>(run.problem.out);
    RunRequest request = request_for(type, inputs);
    make_room(request, words);
    request.is_followed = false;
    request.block = run.block;
    request.threads = run.host->threads;
    const auto take = [&](const SharedMemory& memory) {
        copy_output(memory, request, words, out);
        if (look) look(output_in(memory, request));
    };
    RunReply reply = shop->ask(request, inputs, run.host->stop, take);
    if (run.host->rows_done != nullptr) *run.host->rows_done = run.problem.a.rows;
    return reply;
}

void require_possible(double seconds, const profiling::TimeLimits& limits) {
    if (const std::string why = profiling::why_impossible(seconds, limits); !why.empty()) throw std::runtime_error(why);
}

double RemoteKernel::run_on_cpu(const Run& run, bool is_output_read) {
    const std::lock_guard lock(kept_mutex_);
    if (!is_output_read && kept_ && kept_->inputs_number() == number_of(run.problem)) return run_on_turned_data(run);
    const auto keep = [&](const float* data) {
        kept_.emplace(workload_of(file_.workload, inputs_in(run.problem)), data, number_of(run.problem), random_);
    };
    return run_for_output(run, keep).seconds_of_run;
}

/// Each timed run has other data, so that no answer can be kept from an earlier one, and its output is compared.
double RemoteKernel::run_on_turned_data(const Run& run) {
    const auto shop = workshop();
    const WorkloadType& type = type_of(file_.workload);
    const std::int64_t turn = std::uniform_int_distribution<std::int64_t>(1, 1 << 30)(random_);
    const Inputs usual = inputs_in(run.problem);
    const std::vector<std::byte> a = turned(usual.a, turn);
    const std::vector<std::byte> b = usual.b.data == usual.a.data ? a : turned(usual.b, turn);
    Inputs inputs = usual;
    inputs.a.data = a.data();
    inputs.a.pitch = usual.a.dims;
    inputs.b.data = usual.b.data == usual.a.data ? a.data() : b.data();
    inputs.b.pitch = usual.b.dims;
    RunRequest request = request_for(type, inputs);
    make_room(request, words_for(type, inputs));
    request.is_followed = false;
    request.threads = run.host->threads;
    std::string wrong;
    const auto take = [&](const SharedMemory& memory) {
        wrong = kept_->differs_from_turned(output_in(memory, request), turn);
    };
    const double seconds = shop->ask(request, inputs, run.host->stop, take).seconds_of_run;
    if (!wrong.empty() && !run.host->stop.stop_requested()) throw std::runtime_error(wrong);
    return seconds;
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

bool RemoteKernel::runs_on_gpu() const { return gpu().has_value(); }

std::optional<Device> RemoteKernel::gpu() const {
    const std::lock_guard lock(mutex_);
    if (workshop_) {
        Workshop::OnGpu made = workshop_->on_gpu();
        gpu_ = made.compiler.empty() ? std::nullopt : made.device;
    }
    return gpu_;
}

GpuRequest RemoteKernel::gpu_request(const simt::GpuRun& run) const {
    GpuRequest request{.run = request_for(type_of(file_.workload), run.inputs)};
    request.run.block = run.block;
    request.is_poisoned = false;
    request.launches = run.launches;
    return request;
}

/// After a failure the child may have no GPU any more, so that another one is started when it is needed.
GpuReply RemoteKernel::ask(const GpuRequest& request, const simt::GpuRun& run,
                           const std::function<void(const SharedMemory&)>& take) {
    const auto shop = workshop();
    try {
        return shop->ask_gpu(request, run.inputs, run.inputs_number, run.stop, take);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (workshop_ == shop) workshop_.reset();
        throw;
    }
}

std::vector<LaunchFacts> RemoteKernel::launch_facts(const simt::GpuRun& run) {
    GpuRequest request = gpu_request(run);
    request.asks_for_facts = true;
    return ask(request, run).kernels;
}

profiling::RunCounts RemoteKernel::counted(const simt::GpuRun& run, const profiling::CounterChoice& choice) {
    GpuRequest request = gpu_request(run);
    request.count = choice;
    return ask(request, run).counts;
}

double RemoteKernel::run_beside(std::string_view variant, const simt::GpuRun& run) {
    GpuRequest request = gpu_request(run);
    request.variant = variant;
    return run.out ? run_for_output(std::move(request), run, {}) : ask(request, run).seconds;
}

double RemoteKernel::run_on_gpu(const simt::GpuRun& run) {
    const std::lock_guard lock(kept_mutex_);
    if (run.out) {
        until_look_ = std::uniform_int_distribution<int>(0, 2)(random_);
        return run_for_output(gpu_request(run), run, [&](const float* data) {
            kept_.emplace(workload_of(file_.workload, run.inputs), data, run.inputs_number, random_);
        });
    }
    if (until_look_-- == 0) look_at_other_data(run);
    const double seconds = ask(gpu_request(run), run).seconds;
    if (const auto device = gpu())
        require_possible(seconds, profiling::limits_of_gpu(*device, profiling::data_sheet_of(*device),
                                                           workload_of(file_.workload, run.inputs)));
    return seconds;
}

/// The output goes to who asked, and to `look`.
double RemoteKernel::run_for_output(GpuRequest request, const simt::GpuRun& run,
                                    const std::function<void(const float*)>& look) {
    const MatrixShape words = words_for(type_of(file_.workload), run.inputs);
    request.is_sent = request.is_poisoned = true;
    make_room(request.run, words);
    const auto take = [&](const SharedMemory& memory) {
        copy_output(memory, request.run, words, *run.out);
        if (look) look(output_in(memory, request.run));
    };
    return ask(request, run, take).seconds;
}

/// Between timed launches, which the kernel cannot tell from these: first on turned data, while the output still holds
/// the right one for the usual data; then on the usual data again, while it holds the one for the turned data.
void RemoteKernel::look_at_other_data(const simt::GpuRun& run) {
    until_look_ = std::uniform_int_distribution<int>(16, 48)(random_);
    if (!kept_ || kept_->inputs_number() != run.inputs_number) return;
    const MatrixShape words = words_for(type_of(file_.workload), run.inputs);
    GpuRequest request = gpu_request(run);
    request.is_sent = true;
    make_room(request.run, words);
    for (const bool is_turned : {true, false}) {
        request.is_turned = is_turned;
        std::string wrong;
        const auto take = [&](const SharedMemory& memory) {
            const float* const data = output_in(memory, request.run);
            wrong = is_turned ? kept_->differs_from_turned(data) : kept_->differs_from(data);
        };
        static_cast<void>(ask(request, run, take));
        if (!wrong.empty()) throw std::runtime_error(wrong);
    }
}

void BesideKernel::run(const Run& run) { simt::run(variant_, run); }

simt::TracedEntries BesideKernel::traced(const Inputs& inputs, const simt::TraceOptions& options) {
    if (options.few_blocks) return simt::trace_few_blocks(variant_, inputs, options);
    return {.trace = simt::trace(variant_, inputs, options), .places = {}, .values = {}};
}

std::optional<simt::EntryWriter> BesideKernel::find_writer(const Inputs& inputs, const simt::TraceOptions& options,
                                                           MatrixEntry entry) {
    return simt::find_writer(variant_, inputs, options, entry);
}

double BesideKernel::run_on_gpu(const simt::GpuRun& run) { return own_.run_beside(variant_.id, run); }

std::vector<LaunchFacts> BesideKernel::launch_facts(const simt::GpuRun&) { return {}; }

bool BesideKernel::can_run(const KernelVariant& variant) {
    return variant.backend == Backend::cuda && variant.remote == nullptr && variant.launch != nullptr &&
           variant.entry == Entry::float32 && !variant.both_directions && variant.writes_linear;
}

KernelVariant BesideKernel::as_variant() {
    KernelVariant made = variant_;
    made.remote = this;
    made.launch = nullptr;
    made.writes_surface = false;
    made.workspace_bytes = nullptr; // the other process has it
    made.layout = Layout::row_major;
    return made;
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

std::shared_ptr<Workshop> RemoteKernel::running() {
    const std::lock_guard lock(mutex_);
    if (is_closed_) throw std::runtime_error("this version of the kernel was replaced by another one");
    used_ = std::chrono::steady_clock::now();
    return workshop_;
}

std::shared_ptr<Workshop> RemoteKernel::workshop() {
    if (auto found = running()) return found;
    const std::lock_guard building(building_mutex_);
    if (auto found = running()) return found; // another thread has built it meanwhile
    auto again = std::make_shared<Workshop>(file_);
    if (const auto errors = again->build(); !errors.empty()) throw std::runtime_error(errors.front());
    std::unique_lock lock(mutex_);
    const std::optional<Device> gpu = gpu_;
    lock.unlock();
    if (gpu) again->build_for_gpu(*gpu);
    lock.lock();
    if (is_closed_) throw std::runtime_error("this version of the kernel was replaced by another one");
    used_ = std::chrono::steady_clock::now();
    workshop_ = again;
    return again;
}

} // namespace pairscope::app::workshop
