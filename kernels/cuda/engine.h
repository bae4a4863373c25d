// SPDX-License-Identifier: MIT
// The engine of one GPU: what pairscope::Engine promises, kept with CUDA.
#pragma once

#include "kernels/core/engine.h"

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

    void load(const Dataset& data);
    [[nodiscard]] Input input() const;
    [[nodiscard]] MatrixBuffer allocate(MatrixShape shape, Entry entry, const std::stop_token& stop);
    void poison(MatrixBuffer& buffer, const std::stop_token& stop);
    void poison(Surface surface, MatrixShape shape);

    double run(const KernelVariant& variant, const MatrixTarget& out, const RunControl& control);
    void flush_caches();
    [[nodiscard]] std::vector<LaunchFacts> launch_facts(const KernelVariant& variant, const MatrixTarget& out,
                                                        int block);

    [[nodiscard]] Comparison compare(const KernelVariant& variant, const MatrixTarget& out,
                                     const std::vector<std::int64_t>& rows, const RunControl& control);
    [[nodiscard]] GuardDamage guard_damage(const MatrixBuffer& buffer);

    [[nodiscard]] MatrixSummary summarize(const MatrixTarget& matrix, MatrixShape shape, const RunControl& control);
    void reduce(const MatrixTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out);
    [[nodiscard]] std::vector<float> read(const MatrixTarget& matrix, Region region);

private:
    struct State; // keeps the CUDA headers out of this file
    std::unique_ptr<State> state_;
};

} // namespace pairscope::cuda
