// SPDX-License-Identifier: MIT
// Runs CPU variants. The members do what pairscope::Engine says of them; a Surface is refused: only a GPU writes one.
#pragma once

#include "kernels/core/engine.h"
#include "kernels/cpu/memory.h"

namespace pairscope::cpu {

class Engine {
public:
    explicit Engine(const Device& device);

    [[nodiscard]] const Device& device() const { return device_; }
    void load(const Dataset& data);
    [[nodiscard]] Input input() const { return vectors_.input; }
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
    Device device_;
    CopiedInput vectors_;
    std::shared_ptr<float> other_memory_; ///< to flush the caches with; null until it is needed
};

} // namespace pairscope::cpu
