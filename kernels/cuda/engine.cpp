// SPDX-License-Identifier: MIT
#include "kernels/cuda/engine.h"

#include "kernels/core/errors.h"
#include "kernels/core/text.h"
#include "kernels/cuda/check.h"
#include "kernels/cuda/device_buffer.h"
#include "kernels/cuda/event.h"
#include "kernels/cuda/launch_facts.h"
#include "kernels/cuda/passes.h"
#include "kernels/cuda/scratch.h"
#include "kernels/cuda/stream.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <new>
#include <utility>

namespace pairscope::cuda {
namespace {

/// Entries before and behind a matrix. 4 KiB: the matrix stays aligned, and a stray row's first entries land in the
/// band.
constexpr std::int64_t guard_entries = 1024;

constexpr std::int64_t least_flush = 64 << 20; // [B], where the size of the L2 is not known

template <class T> std::vector<T> on_host(std::int64_t count) {
    try {
        return std::vector<T>(static_cast<std::size_t>(count));
    } catch (const std::bad_alloc&) {
        throw MemoryError(fmt::format("{} of host memory could not be had: choose fewer points",
                                      bytes_in_words(static_cast<double>(count) * sizeof(T))));
    }
}

/// Frees on the device that has the memory, on whatever thread the last owner goes.
std::shared_ptr<float> shared(DeviceBuffer<float> buffer, int ordinal) {
    auto owner = std::make_shared<DeviceBuffer<float>>(std::move(buffer));
    return {owner->data(), [owner, ordinal](float*) mutable {
                warn(cudaSetDevice(ordinal));
                owner.reset();
            }};
}

} // namespace

struct Engine::State {
    explicit State(const Device& chosen) : device(chosen) {}

    Device device;
    Stream stream;
    Event start, stop;
    std::vector<std::byte> host_vectors;
    DeviceBuffer<std::byte> vectors;
    Input input; ///< in device memory
    Scratch scratch;
    DeviceBuffer<std::byte> other_memory; ///< to flush the caches with; empty until it is needed

    /// First thing in every member: the device is a setting of the thread, and who calls may be another than last time.
    void use() const { check(cudaSetDevice(device.ordinal)); }

    [[nodiscard]] Workplace workplace() { return {stream.get(), scratch}; }

    void copy_to_host(void* to, const void* from, std::size_t bytes) const {
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream.get()));
        stream.synchronize();
    }
    void read(const MatrixTarget& matrix, Region region, float* to) const;
    void read_linear(const LinearMemory& memory, Region region, void* to) const;
    void read_surface(Surface surface, Region region, void* to) const;
    void read_raw(const MatrixTarget& matrix, Region region, void* to) const;
    [[nodiscard]] Input host_input() const;
    void sample_entries(const WorkloadType& type, const Accuracy& accuracy, const MatrixTarget& out,
                        const std::vector<std::int64_t>& rows, Comparison& comparison) const;
    void complete_first_wrong(const WorkloadType& type, const MatrixTarget& out, Comparison& comparison) const;
};

Engine::Engine(const Device& device) {
    check(cudaSetDevice(device.ordinal));
    state_ = std::make_unique<State>(device);
}
Engine::~Engine() {
    if (state_) warn(cudaSetDevice(state_->device.ordinal));
}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

const Device& Engine::device() const { return state_->device; }

void Engine::load(const Dataset& data) {
    state_->use();
    const Input host = input_of(data);
    const auto* const first = static_cast<const std::byte*>(host.data);
    state_->host_vectors.assign(first, first + host.size_bytes());
    if (state_->vectors.size() != host.size_bytes()) {
        state_->vectors = {}; // first free, then ask
        state_->vectors = DeviceBuffer<std::byte>(host.size_bytes());
    }
    check(cudaMemcpyAsync(state_->vectors.data(), state_->host_vectors.data(), state_->host_vectors.size(),
                          cudaMemcpyHostToDevice, state_->stream.get()));
    state_->stream.synchronize();
    state_->input = host;
    state_->input.data = state_->vectors.data();
}

Input Engine::input() const { return state_->host_input(); }

Input Engine::State::host_input() const {
    Input host = input;
    host.data = host_vectors.data();
    return host;
}

MatrixBuffer Engine::allocate(MatrixShape shape, Entry entry, const std::stop_token& stop) {
    state_->use();
    MatrixBuffer buffer{
        .shape = shape, .backend = Backend::cuda, .guard = guard_entries, .storage = {}, .entry = entry};
    DeviceBuffer<float> memory((buffer.entries() * bytes_of(entry) + 3) / 4);
    buffer.storage = shared(std::move(memory), state_->device.ordinal);
    poison(buffer, stop);
    return buffer;
}

void Engine::poison(MatrixBuffer& buffer, const std::stop_token&) { // takes a millisecond
    state_->use();
    poison_memory(buffer.leading_guard(), buffer.entries(), state_->stream.get());
    state_->stream.synchronize();
}

void Engine::poison(Surface surface, MatrixShape shape) {
    state_->use();
    poison_surface(surface, shape, state_->stream.get());
    state_->stream.synchronize();
}

double Engine::run(const KernelVariant& variant, const MatrixTarget& out, const RunControl& control) {
    state_->use();
    if (control.stop.stop_requested()) return 0.0;
    const Run run{.problem = problem_of(state_->input, out),
                  .stream = state_->stream.get(),
                  .block = control.block,
                  .stop = control.stop,
                  .rows_done = control.rows_done};
    state_->start.record(state_->stream.get());
    for (int i = 0; i < control.launches; ++i) variant.launch(run);
    check(cudaGetLastError());
    state_->stop.record(state_->stream.get());
    state_->stop.synchronize();
    if (control.rows_done != nullptr) *control.rows_done += state_->input.rows;
    return seconds_between(state_->start, state_->stop) / control.launches;
}

void Engine::flush_caches() {
    state_->use();
    const std::int64_t bytes = std::max<std::int64_t>(2 * state_->device.cache_bytes, least_flush);
    if (state_->other_memory.size() != bytes) state_->other_memory = DeviceBuffer<std::byte>(bytes);
    check(cudaMemsetAsync(state_->other_memory.data(), 0, static_cast<std::size_t>(bytes), state_->stream.get()));
    state_->stream.synchronize();
}

std::vector<LaunchFacts> Engine::launch_facts(const KernelVariant& variant, const MatrixTarget& out, int block) {
    state_->use();
    return captured_launches(state_->device, state_->stream.get(), [&](cudaStream_t stream) {
        variant.launch({.problem = problem_of(state_->input, out),
                        .stream = stream,
                        .block = block,
                        .stop = {}});
    });
}

Comparison Engine::compare(const KernelVariant& variant, const MatrixTarget& out, const std::vector<std::int64_t>& rows,
                           const RunControl& control) {
    state_->use();
    const WorkloadType& type = type_of(variant.workload);
    const Accuracy accuracy{variant.tolerance, variant.entry};
    Comparison result =
        type.compare_on_gpu(problem_of(state_->input, out), accuracy, rows, control.stop, state_->workplace());
    result.tolerance = accuracy.relative();
    if (result.wrong_entries > 0) state_->complete_first_wrong(type, out, result);
    if (!result.right()) state_->sample_entries(type, accuracy, out, rows, result);
    return result;
}

void Engine::State::complete_first_wrong(const WorkloadType& type, const MatrixTarget& out,
                                         Comparison& comparison) const {
    read(out, {.row = comparison.row, .col = comparison.col, .rows = 1, .cols = 1}, &comparison.found);
    comparison.expected = type.reference(problem_of(host_input(), out), comparison.row, comparison.col);
}

GuardDamage Engine::guard_damage(const MatrixBuffer& buffer) {
    state_->use();
    const auto on_the_host = [&](const LinearMemory& band, std::vector<float>& room) {
        room = on_host<float>(buffer.guard);
        state_->copy_to_host(room.data(), band.data, static_cast<std::size_t>(buffer.guard * bytes_of(band.entry)));
        return LinearMemory{room.data(), buffer.guard, band.entry};
    };
    std::vector<float> before, behind;
    return damage_of(on_the_host(buffer.leading_guard(), before), on_the_host(buffer.trailing_guard(), behind),
                     buffer.guard);
}

/// Which entries are wrong or unwritten, found on the host in at most a thousand of the rows: for patterns.
void Engine::State::sample_entries(const WorkloadType& type, const Accuracy& accuracy, const MatrixTarget& out,
                                   const std::vector<std::int64_t>& rows, Comparison& comparison) const {
    constexpr std::size_t most_rows = 1024;
    std::vector<float> row_values = on_host<float>(input.rows);
    Comparison sampled;
    const auto look_at = [&](std::int64_t row) {
        read_raw(out, {.row = row, .col = 0, .rows = 1, .cols = input.rows}, row_values.data());
        const LinearMemory one_row{row_values.data(), 0, accuracy.entry}; // of pitch 0: every row is this one
        type.compare_row(problem_of(host_input(), one_row), row, accuracy, sampled);
    };
    const std::size_t step = (rows.size() + most_rows - 1) / most_rows;
    for (std::size_t i = 0; i < rows.size(); i += step)
        if (rows[i] != comparison.row) look_at(rows[i]);
    if (comparison.row >= 0) look_at(comparison.row);
    comparison.wrong = sampled.wrong;
    comparison.unwritten = sampled.unwritten;
}

MatrixSummary Engine::summarize(const MatrixTarget& matrix, MatrixShape shape, const RunControl&) {
    state_->use();
    return summary_of(matrix, shape, state_->workplace());
}

void Engine::reduce(const MatrixTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out) {
    state_->use();
    const MatrixShape cells{(shape.rows + factor - 1) / factor, (shape.cols + factor - 1) / factor};
    if (const auto* surface = std::get_if<Surface>(&out)) {
        reduce_matrix(matrix, shape, factor, {.surface = *surface, .shape = cells}, state_->stream.get());
        state_->stream.synchronize();
        return;
    }
    const std::int64_t count = cells.rows * cells.cols;
    auto* const min = state_->scratch.get<float>(3 * count);
    reduce_matrix(matrix, shape, factor, {.min = min, .mean = min + count, .max = min + 2 * count, .shape = cells},
                  state_->stream.get());
    Overview& overview = *std::get<Overview*>(out);
    overview = {.factor = factor, .shape = cells, .min = {}, .mean = {}, .max = {}};
    const float* from = min;
    for (std::vector<float>* to : {&overview.min, &overview.mean, &overview.max}) {
        *to = on_host<float>(count);
        state_->copy_to_host(to->data(), from, to->size() * sizeof(float));
        from += count;
    }
}

std::vector<float> Engine::read(const MatrixTarget& matrix, Region region) {
    state_->use();
    std::vector<float> values = on_host<float>(region.rows * region.cols);
    if (!values.empty()) state_->read(matrix, region, values.data());
    return values;
}

void Engine::State::read(const MatrixTarget& matrix, Region region, float* to) const {
    std::vector<std::uint16_t> halves;
    if (entry_of(matrix) == Entry::float16) halves = on_host<std::uint16_t>(region.rows * region.cols);
    void* const raw = halves.empty() ? static_cast<void*>(to) : halves.data();
    read_raw(matrix, region, raw);
    std::transform(halves.begin(), halves.end(), to, float_of_half);
}

/// Entries as they are: halves stay halves.
void Engine::State::read_raw(const MatrixTarget& matrix, Region region, void* to) const {
    if (const auto* memory = std::get_if<LinearMemory>(&matrix))
        read_linear(*memory, region, to);
    else
        read_surface(std::get<Surface>(matrix), region, to);
}

void Engine::State::read_linear(const LinearMemory& memory, Region region, void* to) const {
    const auto bytes = static_cast<std::size_t>(bytes_of(memory.entry));
    const std::size_t width = static_cast<std::size_t>(region.cols) * bytes;
    const std::size_t first = static_cast<std::size_t>(region.row * memory.pitch + region.col) * bytes;
    check(cudaMemcpy2DAsync(to, width, reinterpret_cast<const std::byte*>(memory.data) + first,
                            static_cast<std::size_t>(memory.pitch) * bytes, width,
                            static_cast<std::size_t>(region.rows), cudaMemcpyDeviceToHost, stream.get()));
    stream.synchronize();
}

void Engine::State::read_surface(Surface surface, Region region, void* to) const {
    cudaResourceDesc resource{};
    check(cudaGetSurfaceObjectResourceDesc(&resource, surface.handle));
    const auto bytes = static_cast<std::size_t>(bytes_of(surface.entry));
    const std::size_t width = static_cast<std::size_t>(region.cols) * bytes;
    check(cudaMemcpy2DFromArrayAsync(to, width, resource.res.array.array, static_cast<std::size_t>(region.col) * bytes,
                                     static_cast<std::size_t>(region.row), width, static_cast<std::size_t>(region.rows),
                                     cudaMemcpyDeviceToHost, stream.get()));
    stream.synchronize();
}

} // namespace pairscope::cuda
