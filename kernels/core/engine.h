// SPDX-License-Identifier: MIT
// An engine runs variants on one device and owns what they need there: the vectors, a stream, the outputs.
// One engine belongs to one thread at a time. Every member throws MemoryError when memory is short, and cuda::Error (a
// std::runtime_error) when the device fails.
#pragma once

#include "kernels/core/compare.h"
#include "kernels/core/dataset.h"
#include "kernels/core/device.h"
#include "kernels/core/launch_facts.h"
#include "kernels/core/matrix.h"
#include "kernels/core/variant.h"

#include <atomic>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace pairscope {

/// How a run may be watched and stopped from another thread.
struct RunControl {
    std::stop_token stop{};
    std::atomic<std::int64_t>* rows_done = nullptr;
    int threads = 0;  ///< 0: all hardware threads
    int launches = 1; ///< of the variant in a run, one after the other
    int block = 0;    ///< threads of a CUDA variant's blocks, one of its sizes; 0: the usual one
};

/// Where an overview goes: host memory, or an RGBA32F surface (minimum, mean, maximum, 1) of the overview's shape.
using OverviewTarget = std::variant<Overview*, Surface>;

class Engine {
public:
    explicit Engine(const Device& device);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    [[nodiscard]] const Device& device() const;

    /// Copies the vectors to the device. The dataset need not outlive the call.
    void load(const Dataset& data);
    /// The vectors that were loaded, in host memory: until the next load.
    [[nodiscard]] Input input() const;

    /// A new matrix in this device's memory, poisoned and guarded.
    [[nodiscard]] MatrixBuffer allocate(MatrixShape shape, Entry entry = Entry::float32,
                                        const std::stop_token& stop = {});

    /// Fills every entry (and the guard bands of a buffer) with poison. A stop ends it early, and leaves a matrix that
    /// no run may be judged by.
    void poison(MatrixBuffer& buffer, const std::stop_token& stop = {});
    void poison(Surface surface, MatrixShape shape);

    /// Runs the variant on the loaded vectors and waits for the end. Returns the seconds that one launch took: between
    /// two CUDA events on the variant's stream, or by the steady clock, over the number of launches. Throws if the
    /// launch failed. A stopped run returns early; its answer is then incomplete, and `control.stop.stop_requested()`
    /// is true. Throws std::logic_error if the variant writes other entries than `out` has, or has no such blocks.
    double run(const KernelVariant& variant, const MatrixTarget& out, const RunControl& control);

    /// Writes so much other memory that the caches hold nothing of the vectors or the answer.
    void flush_caches();

    /// What the variant would launch to write `out` with blocks of that size (0: the usual one); empty on a CPU, and
    /// for a kernel that was not launched by the runtime. Nothing runs.
    [[nodiscard]] std::vector<LaunchFacts> launch_facts(const KernelVariant& variant, const MatrixTarget& out,
                                                        int block = 0);

    /// Compares the rows with the double-precision answer for the loaded vectors. A stopped comparison checks fewer
    /// rows.
    [[nodiscard]] Comparison compare(const KernelVariant& variant, const MatrixTarget& out,
                                     const std::vector<std::int64_t>& rows, const RunControl& control);
    /// Which guard entries of the buffer were overwritten.
    [[nodiscard]] GuardDamage guard_damage(const MatrixBuffer& buffer);

    /// Looks at every entry.
    [[nodiscard]] MatrixSummary summarize(const MatrixTarget& matrix, MatrixShape shape, const RunControl& control);
    /// Reduces by `factor` into `out` (a host overview is sized by the call).
    void reduce(const MatrixTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out);
    /// Copies a region to the host, row-major. Halves become floats.
    [[nodiscard]] std::vector<float> read(const MatrixTarget& matrix, Region region);

    /// Defined by the build: cpu::Engine, or cpu::Engine and cuda::Engine.
    struct Parts;

private:
    std::unique_ptr<Parts> parts_;
};

} // namespace pairscope
