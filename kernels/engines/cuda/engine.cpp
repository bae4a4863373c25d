// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/engine.h"

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/device_buffer.h"
#include "kernels/engines/cuda/event.h"
#include "kernels/engines/cuda/fill.h"
#include "kernels/engines/cuda/host_memory.h"
#include "kernels/engines/cuda/launch_facts.h"
#include "kernels/engines/cuda/scratch.h"
#include "kernels/engines/cuda/sets.h"
#include "kernels/engines/cuda/stream.h"
#include "kernels/engines/cuda/workplace.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pairscope::cuda {
namespace {

/// Entries before and behind an output. 4 KiB: the output stays aligned, and a stray row's first entries land in the
/// band.
constexpr std::int64_t guard_entries = 1024;

constexpr std::int64_t least_flush = 64 << 20; // [B], where the size of the L2 is not known

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
    explicit State(const Device& chosen) : device(chosen), stream(chosen) {}

    Device device;
    Stream stream;
    Event start, stop;
    SetStore a, b;             ///< b is empty where there is one set
    Inputs on_host, on_device; ///< row-major
    DeviceBuffer<std::byte> workspace;
    Scratch scratch;
    Workplace place{stream.get(), scratch};
    DeviceBuffer<std::byte> other_memory; ///< to flush the caches with; empty until it is needed

    /// First thing in every member: the device is a setting of the thread, and who calls may be another than last time.
    void use() const { check(cudaSetDevice(device.ordinal)); }

    /// What the variant is given: inputs in its layout, and its workspace.
    [[nodiscard]] Problem problem_for(const KernelVariant& variant, const OutputTarget& out);
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

void Engine::load(const Dataset& a, const Dataset& b) {
    state_->use();
    const bool is_one_set = &a == &b;
    state_->a.load(input_of(a), state_->stream.get());
    if (is_one_set)
        state_->b.clear();
    else
        state_->b.load(input_of(b), state_->stream.get());
    const SetStore& second = is_one_set ? state_->a : state_->b;
    state_->on_host.a = state_->a.on_host();
    state_->on_host.b = second.on_host();
    state_->on_device.a = state_->a.row_major();
    state_->on_device.b = second.row_major();
}

void Engine::set_parameters(std::vector<double> values) {
    state_->on_device.parameters = values;
    state_->on_host.parameters = std::move(values);
}

const Inputs& Engine::inputs() const { return state_->on_host; }

Problem Engine::problem(const OutputTarget& out) const { return problem_of(state_->on_device, out); }

const Workplace* Engine::workplace() {
    state_->use();
    return &state_->place;
}

Problem Engine::State::problem_for(const KernelVariant& variant, const OutputTarget& out) {
    Problem problem = problem_of(on_device, out);
    problem.a = a.in(variant.layout, stream.get());
    problem.b = b.empty() ? problem.a : b.in(variant.layout, stream.get());
    if (variant.workspace_bytes == nullptr) return problem;
    const std::int64_t bytes = variant.workspace_bytes(workload_of(variant.workload, on_host));
    if (workspace.size() < bytes) {
        workspace = {}; // first free, then ask
        workspace = DeviceBuffer<std::byte>(bytes);
    }
    problem.workspace = workspace.data();
    return problem;
}

double Engine::prepare(const KernelVariant& variant) {
    state_->use();
    (void)state_->problem_for(variant, LinearMemory{});
    return state_->a.seconds_of(variant.layout) + state_->b.seconds_of(variant.layout);
}

OutputBuffer Engine::allocate(MatrixShape shape, Entry entry, const std::stop_token& stop) {
    state_->use();
    OutputBuffer buffer{
        .shape = shape, .backend = Backend::cuda, .guard = guard_entries, .storage = {}, .entry = entry};
    DeviceBuffer<float> memory((buffer.entries() * bytes_of(entry) + 3) / 4);
    buffer.storage = shared(std::move(memory), state_->device.ordinal);
    poison(buffer, stop);
    return buffer;
}

void Engine::poison(OutputBuffer& buffer, const std::stop_token&) { // takes a millisecond
    state_->use();
    poison_memory(buffer.leading_guard(), buffer.entries(), state_->stream.get());
    state_->stream.synchronize();
}

double Engine::run(const KernelVariant& variant, const OutputTarget& out, const RunControl& control) {
    state_->use();
    if (control.stop.stop_requested()) return 0.0;
    const Run run{.problem = state_->problem_for(variant, out), .stream = state_->stream.get(), .block = control.block};
    state_->start.record(state_->stream.get());
    for (int i = 0; i < control.launches; ++i) variant.launch(run);
    check(cudaGetLastError());
    state_->stop.record(state_->stream.get());
    state_->stop.synchronize();
    if (control.rows_done != nullptr) *control.rows_done += state_->on_host.a.rows;
    return seconds_between(state_->start, state_->stop) / control.launches;
}

void Engine::copy_to_device(const LinearMemory& to, const float* from, MatrixShape words) {
    state_->use();
    const auto row = static_cast<std::size_t>(words.cols) * sizeof(float);
    check(cudaMemcpy2DAsync(to.data, static_cast<std::size_t>(to.pitch) * sizeof(float), from, row, row,
                            static_cast<std::size_t>(words.rows), cudaMemcpyHostToDevice, state_->stream.get()));
    state_->stream.synchronize();
}

void Engine::flush_caches() {
    state_->use();
    const std::int64_t bytes = std::max<std::int64_t>(2 * state_->device.cache_bytes, least_flush);
    if (state_->other_memory.size() != bytes) state_->other_memory = DeviceBuffer<std::byte>(bytes);
    check(cudaMemsetAsync(state_->other_memory.data(), 0, static_cast<std::size_t>(bytes), state_->stream.get()));
    state_->stream.synchronize();
}

std::vector<LaunchFacts> Engine::launch_facts(const KernelVariant& variant, const OutputTarget& out, int block) {
    state_->use();
    const Problem problem = state_->problem_for(variant, out); // before the capture, which allows no copies
    return captured_launches(state_->device, state_->stream.get(), [&](cudaStream_t stream) {
        variant.launch({.problem = problem, .stream = stream, .block = block});
    });
}

GuardDamage Engine::guard_damage(const OutputBuffer& buffer) {
    state_->use();
    const auto on_the_host = [&](const LinearMemory& band, std::vector<float>& room) {
        room = on_host<float>(buffer.guard);
        copy_to_host(room.data(), band.data, static_cast<std::size_t>(buffer.guard * bytes_of(band.entry)));
        return LinearMemory{room.data(), buffer.guard, band.entry};
    };
    std::vector<float> before, behind;
    return damage_of(on_the_host(buffer.leading_guard(), before), on_the_host(buffer.trailing_guard(), behind),
                     buffer.guard);
}

void Engine::copy_to_host(void* to, const void* from, std::size_t bytes) {
    state_->use();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, state_->stream.get()));
    state_->stream.synchronize();
}

} // namespace pairscope::cuda
