// SPDX-License-Identifier: MIT
// Chooses between the engines that run variants. Only this file and devices.cpp depend on whether CUDA was built.
#include "kernels/ladder/engine.h"

#include "kernels/engines/cpu/engine.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/simt/engine.h"
#include "kernels/engines/simt/remote.h"
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <atomic>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#if PAIRSCOPE_HAS_CUDA
#include "kernels/engines/cuda/engine.h"
#endif

namespace pairscope {
namespace {

/// A CPU runs its own variants, and those of a GPU in the executor.
class HostEngine : public cpu::Engine {
public:
    using cpu::Engine::Engine;
    double run(const KernelVariant& variant, const OutputTarget& out, const RunControl& control) {
        if (variant.backend == Backend::cuda) return simt::run_launches(variant, problem_for(variant, out), control);
        if (variant.remote != nullptr) return run_elsewhere(variant, out, control);
        return cpu::Engine::run(variant, out, control);
    }

private:
    /// A function for the CPU whose code another process has.
    double run_elsewhere(const KernelVariant& variant, const OutputTarget& out, const RunControl& control) {
        const HostRun host{
            .threads = cpu::threads_to_use(control.threads), .stop = control.stop, .rows_done = control.rows_done};
        const Run run{.problem = problem_for(variant, cpu::host_memory(out)), .stream = nullptr, .host = &host};
        double seconds = 0.0;
        for (int i = 0; i < control.launches && !control.stop.stop_requested(); ++i)
            seconds += variant.remote->run_on_cpu(run, control.is_output_read);
        return seconds / control.launches;
    }
};

#if PAIRSCOPE_HAS_CUDA
/// Numbers what is loaded, whichever engine loads it.
std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// A GPU runs its own variants, and asks another process for those whose code this one does not load.
class GpuEngine : public cuda::Engine {
public:
    using cuda::Engine::Engine;
    void load(const Dataset& a, const Dataset& b) {
        number_ = next_number();
        cuda::Engine::load(a, b);
    }
    void set_parameters(std::vector<double> values) {
        number_ = next_number();
        cuda::Engine::set_parameters(std::move(values));
    }
    double run(const KernelVariant& variant, const OutputTarget& out, const RunControl& control) {
        if (variant.remote == nullptr) return cuda::Engine::run(variant, out, control);
        if (control.stop.stop_requested()) return 0.0;
        simt::GpuRun run{.inputs = inputs(),
                         .inputs_number = number_,
                         .launches = control.launches,
                         .block = control.block,
                         .stop = control.stop};
        const double seconds =
            control.is_output_read ? run_for_output(variant, out, run) : variant.remote->run_on_gpu(run);
        if (control.rows_done != nullptr) *control.rows_done += inputs().a.rows;
        return seconds;
    }
    [[nodiscard]] std::vector<LaunchFacts> launch_facts(const KernelVariant& variant, const OutputTarget& out,
                                                        int block) {
        if (variant.remote == nullptr) return cuda::Engine::launch_facts(variant, out, block);
        return variant.remote->launch_facts({.inputs = inputs(), .inputs_number = number_, .block = block});
    }

private:
    /// The output comes by way of the host.
    double run_for_output(const KernelVariant& variant, const OutputTarget& out, simt::GpuRun& run) {
        const auto* const memory = std::get_if<LinearMemory>(&out);
        if (memory == nullptr)
            throw std::logic_error("a variant of another process writes into no texture of this one");
        const MatrixShape words = words_of(output_of(workload_of(variant.workload, inputs())));
        std::vector<float> room(static_cast<std::size_t>(words.rows * words.cols));
        run.out = LinearMemory{room.data(), words.cols};
        const double seconds = variant.remote->run_on_gpu(run);
        copy_to_device(*memory, room.data(), words);
        return seconds;
    }

    std::uint64_t number_ = next_number(); ///< the inputs and parameters have it
};

using AnyEngine = std::variant<HostEngine, GpuEngine>;
#else
using AnyEngine = std::variant<HostEngine>;
#endif

AnyEngine engine_for(const Device& device) {
    switch (device.backend) {
    case Backend::cpu:
        return AnyEngine{std::in_place_type<HostEngine>, device};
    case Backend::cuda:
#if PAIRSCOPE_HAS_CUDA
        return AnyEngine{std::in_place_type<GpuEngine>, device};
#else
        break;
#endif
    }
    throw std::runtime_error("cannot use " + device_id(device) + ": " + why_no_gpu());
}

} // namespace

struct Engine::Parts {
    AnyEngine engine;
    bool has_parameters = false; ///< set_parameters() was called
    std::optional<JudgedOutput> judged{};

    template <class Call> decltype(auto) visit(Call call) { return std::visit(call, engine); }

    /// Until parameters are given, a variant has the default parameters of its workload.
    void complete_parameters(const KernelVariant& variant) {
        if (!has_parameters) set_parameters(usual_parameters(type_of(variant.workload)));
    }
    void set_parameters(std::vector<double> values) {
        judged.reset();
        visit([&](auto& of_device) { of_device.set_parameters(std::move(values)); });
    }
};

Engine::Engine(const Device& device) : parts_{new Parts{engine_for(device)}} {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

const Device& Engine::device() const {
    return parts_->visit([](const auto& engine) -> const Device& { return engine.device(); });
}
void Engine::load(const Dataset& set) { load(set, set); }
void Engine::load(const Dataset& a, const Dataset& b) {
    parts_->judged.reset();
    parts_->visit([&](auto& engine) { engine.load(a, b); });
}
void Engine::set_parameters(std::vector<double> values) {
    parts_->has_parameters = true;
    parts_->set_parameters(std::move(values));
}
const Inputs& Engine::inputs() const {
    return parts_->visit([](const auto& engine) -> const Inputs& { return engine.inputs(); });
}
OutputBuffer Engine::allocate(const OutputShape& shape, Entry entry, const std::stop_token& stop) {
    return allocate(words_of(shape), entry, stop);
}
OutputBuffer Engine::allocate(MatrixShape shape, Entry entry, const std::stop_token& stop) {
    return parts_->visit([&](auto& engine) { return engine.allocate(shape, entry, stop); });
}
void Engine::poison(OutputBuffer& buffer, const std::stop_token& stop) {
    parts_->visit([&](auto& engine) { engine.poison(buffer, stop); });
}
double Engine::prepare(const KernelVariant& variant) {
    return parts_->visit([&](auto& engine) { return engine.prepare(variant); });
}
double Engine::run(const KernelVariant& variant, const OutputTarget& out, const RunControl& control) {
    if (entry_of(out) != variant.entry)
        throw std::logic_error(fmt::format("{} writes {}-bit floats, and was given room for {}-bit floats", variant.id,
                                           8 * bytes_of(variant.entry), 8 * bytes_of(entry_of(out))));
    if (const std::string reason = why_not_block(variant, control.block); !reason.empty())
        throw std::logic_error(
            fmt::format("{} was asked for blocks of {} threads: {}", variant.id, control.block, reason));
    parts_->complete_parameters(variant);
    return parts_->visit([&](auto& engine) { return engine.run(variant, out, control); });
}
void Engine::flush_caches() {
    parts_->visit([](auto& engine) { engine.flush_caches(); });
}
std::vector<LaunchFacts> Engine::launch_facts(const KernelVariant& variant, const OutputTarget& out, int block) {
    parts_->complete_parameters(variant);
    return parts_->visit([&](auto& engine) { return engine.launch_facts(variant, out, block); });
}
GuardDamage Engine::guard_damage(const OutputBuffer& buffer) {
    return parts_->visit([&](auto& engine) { return engine.guard_damage(buffer); });
}
void Engine::copy_to_host(void* to, const void* from, std::size_t bytes) {
    parts_->visit([&](auto& engine) { engine.copy_to_host(to, from, bytes); });
}
std::optional<Engine::JudgedOutput>& Engine::judged() { return parts_->judged; }
Problem Engine::problem(const OutputTarget& out) const {
    return parts_->visit([&](const auto& engine) { return engine.problem(out); });
}
const cuda::Workplace* Engine::workplace() {
    return parts_->visit([](auto& engine) { return engine.workplace(); });
}

} // namespace pairscope
