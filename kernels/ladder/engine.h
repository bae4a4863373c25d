// SPDX-License-Identifier: MIT
// An engine runs variants on one device and owns what they need there: the inputs, a stream, workspaces, outputs.
// One engine belongs to one thread at a time. Every member throws MemoryError when memory is short, and cuda::Error (a
// std::runtime_error) when the device fails.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/device.h"
#include "kernels/ladder/launch_facts.h"
#include "kernels/ladder/output_buffer.h"
#include "kernels/ladder/variant.h"
#include "kernels/ladder/workload.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace pairscope {

namespace cuda {
struct Workplace;
}

/// How a run may be watched and stopped from another thread.
struct RunControl {
    std::stop_token stop{};
    std::atomic<std::int64_t>* rows_done = nullptr;
    int threads = 0;  ///< 0: all hardware threads
    int launches = 1; ///< launches of the variant in a run, one after the other
    int block = 0;    ///< threads of a CUDA variant's blocks, one of its sizes; 0: the usual one
    /// False: nobody reads the output of this run. A variant that runs in another process leaves it there.
    bool is_output_read = true;
};

class Engine {
public:
    explicit Engine(const Device& device);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    [[nodiscard]] const Device& device() const;

    /// Copies one set, or two, to the device, row-major. The datasets need not outlive the call.
    void load(const Dataset& set);
    void load(const Dataset& a, const Dataset& b);
    /// What the workload is asked with from now on, one value for each of WorkloadType::parameters. Until the first
    /// call each variant runs with the usual ones of its workload.
    void set_parameters(std::vector<double> values);
    /// What was loaded, in host memory: until the next load.
    [[nodiscard]] const Inputs& inputs() const;

    /// A new output in this device's memory, poisoned and guarded.
    [[nodiscard]] OutputBuffer allocate(const OutputShape& shape, Entry entry = Entry::float32,
                                        const std::stop_token& stop = {});
    [[nodiscard]] OutputBuffer allocate(MatrixShape shape, Entry entry = Entry::float32,
                                        const std::stop_token& stop = {});

    /// Fills every entry and the guard bands with poison. A stop ends it early, and leaves an output that no run may be
    /// judged by.
    void poison(OutputBuffer& buffer, const std::stop_token& stop = {});

    /// Makes what a run of the variant needs beside the inputs: its layout, its workspace. Returns the seconds that the
    /// layout takes; 0 for the row-major one. A run does this too, before its time begins.
    double prepare(const KernelVariant& variant);
    /// Runs the variant on what was loaded and waits for the end. Returns the seconds that one launch took: between
    /// two CUDA events on the variant's stream, or by the steady clock, over the number of launches. Throws if the
    /// launch failed. A stopped run returns early; its output is then incomplete, and `control.stop.stop_requested()`
    /// is true. Throws std::logic_error if the variant writes other entries than `out` has, or has no such blocks.
    double run(const KernelVariant& variant, const OutputTarget& out, const RunControl& control);

    /// Writes so much other memory that the caches hold nothing of the inputs or the output.
    void flush_caches();

    /// What the variant would launch to write `out` with blocks of that size (0: the usual one); empty on a CPU, and
    /// for a kernel that was not launched by the runtime. Nothing runs.
    [[nodiscard]] std::vector<LaunchFacts> launch_facts(const KernelVariant& variant, const OutputTarget& out,
                                                        int block = 0);

    /// Which guard entries of the buffer were overwritten.
    [[nodiscard]] GuardDamage guard_damage(const OutputBuffer& buffer);
    /// Copies bytes of this device's memory.
    void copy_to_host(void* to, const void* from, std::size_t bytes);

    /// The verdict on an output that is no matrix, for the inputs that are loaded: an equal output gets the same one
    /// without being judged again, which may take a second.
    struct JudgedOutput {
        std::vector<float> words; ///< all of the output
        Accuracy accuracy;
        bool both_directions = false;
        Comparison verdict;
    };
    [[nodiscard]] std::optional<JudgedOutput>& judged();

    /// For passes over an output in this device's memory: the inputs there, row-major,
    [[nodiscard]] Problem problem(const OutputTarget& out) const;
    /// and where a GPU works; null on a CPU. The device is made the current one of the thread.
    [[nodiscard]] const cuda::Workplace* workplace();

    /// Defined by the build: cpu::Engine with simt::Engine, or cuda::Engine.
    struct Parts;

private:
    std::unique_ptr<Parts> parts_;
};

} // namespace pairscope
