// SPDX-License-Identifier: MIT
// The engine of one GPU: what pairscope::Engine promises, kept with CUDA.
#pragma once

#include "kernels/ladder/engine.h"

namespace pairscope::cuda {

/// The members are those of pairscope::Engine, which see. It has a stream of its own; every member waits for the end of
/// its work. It may be used from another thread than the one that made it, by one thread at a time.
class Engine {
public:
    explicit Engine(const Device& device);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    [[nodiscard]] const Device& device() const;

    void load(const Dataset& a, const Dataset& b);
    void set_parameters(std::vector<double> values);
    [[nodiscard]] const Inputs& inputs() const;
    [[nodiscard]] OutputBuffer allocate(MatrixShape shape, Entry entry, const std::stop_token& stop);
    void poison(OutputBuffer& buffer, const std::stop_token& stop);

    double prepare(const KernelVariant& variant);
    double run(const KernelVariant& variant, const OutputTarget& out, const RunControl& control);
    void flush_caches();
    [[nodiscard]] std::vector<LaunchFacts> launch_facts(const KernelVariant& variant, const OutputTarget& out,
                                                        int block);

    [[nodiscard]] GuardDamage guard_damage(const OutputBuffer& buffer);
    void copy_to_host(void* to, const void* from, std::size_t bytes);
    /// The words of an output, which lie one after the other in host memory.
    void copy_to_device(const LinearMemory& to, const float* from, MatrixShape words);

    [[nodiscard]] Problem problem(const OutputTarget& out) const;
    [[nodiscard]] const Workplace* workplace();

private:
    struct State; // keeps the CUDA headers out of this file
    std::unique_ptr<State> state_;
};

} // namespace pairscope::cuda
