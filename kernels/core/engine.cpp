// SPDX-License-Identifier: MIT
// The glue between the engine everybody sees and the one of each backend: with device.cpp, the one place where the core
// asks whether CUDA was built.
#include "kernels/core/engine.h"

#include "kernels/core/registry.h"
#include "kernels/cpu/engine.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <vector>

#if PAIRSCOPE_HAS_CUDA
#include "kernels/cuda/engine.h"
#endif

namespace pairscope {
namespace {

#if PAIRSCOPE_HAS_CUDA
using AnyEngine = std::variant<cpu::Engine, cuda::Engine>;
#else
using AnyEngine = std::variant<cpu::Engine>;
#endif

AnyEngine engine_for(const Device& device) {
    switch (device.backend) {
    case Backend::cpu:
        return AnyEngine{std::in_place_type<cpu::Engine>, device};
    case Backend::cuda:
#if PAIRSCOPE_HAS_CUDA
        return AnyEngine{std::in_place_type<cuda::Engine>, device};
#else
        break;
#endif
    }
    throw std::runtime_error("cannot use " + device_id(device) + ": " + why_no_gpu());
}

} // namespace

struct Engine::Parts {
    AnyEngine engine;
};

Engine::Engine(const Device& device) : parts_{new Parts{engine_for(device)}} {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

const Device& Engine::device() const {
    return std::visit([](const auto& engine) -> const Device& { return engine.device(); }, parts_->engine);
}
void Engine::load(const Dataset& data) {
    std::visit([&](auto& engine) { engine.load(data); }, parts_->engine);
}
Input Engine::input() const {
    return std::visit([](const auto& engine) { return engine.input(); }, parts_->engine);
}
MatrixBuffer Engine::allocate(MatrixShape shape, Entry entry, const std::stop_token& stop) {
    return std::visit([&](auto& engine) { return engine.allocate(shape, entry, stop); }, parts_->engine);
}
void Engine::poison(MatrixBuffer& buffer, const std::stop_token& stop) {
    std::visit([&](auto& engine) { engine.poison(buffer, stop); }, parts_->engine);
}
void Engine::poison(Surface surface, MatrixShape shape) {
    std::visit([&](auto& engine) { engine.poison(surface, shape); }, parts_->engine);
}
double Engine::run(const KernelVariant& variant, const MatrixTarget& out, const RunControl& control) {
    if (entry_of(out) != variant.entry)
        throw std::logic_error(fmt::format("{} writes {}-bit floats, and was given room for {}-bit floats", variant.id,
                                           8 * bytes_of(variant.entry), 8 * bytes_of(entry_of(out))));
    if (const std::string reason = why_not_block(variant, control.block); !reason.empty())
        throw std::logic_error(
            fmt::format("{} was asked for blocks of {} threads: {}", variant.id, control.block, reason));
    return std::visit([&](auto& engine) { return engine.run(variant, out, control); }, parts_->engine);
}
void Engine::flush_caches() {
    std::visit([](auto& engine) { engine.flush_caches(); }, parts_->engine);
}
std::vector<LaunchFacts> Engine::launch_facts(const KernelVariant& variant, const MatrixTarget& out, int block) {
    return std::visit([&](auto& engine) { return engine.launch_facts(variant, out, block); }, parts_->engine);
}
Comparison Engine::compare(const KernelVariant& variant, const MatrixTarget& out, const std::vector<std::int64_t>& rows,
                           const RunControl& control) {
    return std::visit([&](auto& engine) { return engine.compare(variant, out, rows, control); }, parts_->engine);
}
GuardDamage Engine::guard_damage(const MatrixBuffer& buffer) {
    return std::visit([&](auto& engine) { return engine.guard_damage(buffer); }, parts_->engine);
}
MatrixSummary Engine::summarize(const MatrixTarget& matrix, MatrixShape shape, const RunControl& control) {
    return std::visit([&](auto& engine) { return engine.summarize(matrix, shape, control); }, parts_->engine);
}
void Engine::reduce(const MatrixTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out) {
    std::visit([&](auto& engine) { engine.reduce(matrix, shape, factor, out); }, parts_->engine);
}
std::vector<float> Engine::read(const MatrixTarget& matrix, Region region) {
    return std::visit([&](auto& engine) { return engine.read(matrix, region); }, parts_->engine);
}

} // namespace pairscope
