// SPDX-License-Identifier: MIT
// Runs CPU variants. The members do what pairscope::Engine says of them; a texture is refused: only a GPU writes one.
#pragma once

#include "kernels/engines/cpu/sets.h"
#include "kernels/ladder/engine.h"

namespace pairscope::cpu {

/// The memory of a target; throws std::logic_error for a texture.
[[nodiscard]] LinearMemory host_memory(const OutputTarget& target);

class Engine {
public:
    explicit Engine(const Device& device);

    [[nodiscard]] const Device& device() const { return device_; }
    void load(const Dataset& a, const Dataset& b);
    void set_parameters(std::vector<double> values) { inputs_.parameters = std::move(values); }
    [[nodiscard]] const Inputs& inputs() const { return inputs_; }
    [[nodiscard]] OutputBuffer allocate(MatrixShape shape, Entry entry, const std::stop_token& stop);
    void poison(OutputBuffer& buffer, const std::stop_token& stop);
    double prepare(const KernelVariant& variant);
    double run(const KernelVariant& variant, const OutputTarget& out, const RunControl& control);
    void flush_caches();
    [[nodiscard]] std::vector<LaunchFacts> launch_facts(const KernelVariant&, const OutputTarget&, int) { return {}; }
    [[nodiscard]] GuardDamage guard_damage(const OutputBuffer& buffer);
    void copy_to_host(void* to, const void* from, std::size_t bytes);
    [[nodiscard]] Problem problem(const OutputTarget& out) const { return problem_of(inputs_, out); }
    [[nodiscard]] const cuda::Workplace* workplace() { return nullptr; }

protected:
    /// What the variant is given: inputs in its layout, and its workspace.
    [[nodiscard]] Problem problem_for(const KernelVariant& variant, const OutputTarget& out);

private:
    Device device_;
    SetStore a_, b_; ///< b_ is empty where there is one set
    Inputs inputs_;
    std::shared_ptr<float> workspace_;
    std::int64_t workspace_bytes_ = 0;
    std::shared_ptr<float> other_memory_; ///< to flush the caches with; null until it is needed
};

} // namespace pairscope::cpu
