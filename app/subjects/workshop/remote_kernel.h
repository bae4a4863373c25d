// SPDX-License-Identifier: MIT
// An own kernel as a variant that runs in a child: pictures, traces and checks use it like any other variant.
#pragma once

#include "app/subjects/workshop/built_kernel.h"
#include "app/subjects/workshop/kept_output.h"
#include "kernels/engines/simt/remote.h"
#include "profiling/time_floor.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

namespace pairscope::app::workshop {

/// Throws std::runtime_error for a time that no kernel can take.
void require_possible(double seconds, const profiling::TimeLimits& limits);

class RemoteKernel final : public simt::Remote {
public:
    explicit RemoteKernel(const std::shared_ptr<Workshop>& workshop)
        : file_(workshop->file()), random_(std::random_device{}()), workshop_(workshop) {}

    void run(const Run& run) override;
    [[nodiscard]] simt::TracedEntries traced(const Inputs& inputs, const simt::TraceOptions& options) override;
    [[nodiscard]] std::optional<simt::EntryWriter> find_writer(const Inputs& inputs, const simt::TraceOptions& options,
                                                               MatrixEntry entry) override;

    double run_on_cpu(const Run& run, bool is_output_read) override;

    [[nodiscard]] bool runs_on_gpu() const override;
    double run_on_gpu(const simt::GpuRun& run) override;
    [[nodiscard]] std::vector<LaunchFacts> launch_facts(const simt::GpuRun& run) override;
    /// Counts a launch on the GPU. Throws as run_on_gpu().
    [[nodiscard]] profiling::RunCounts counted(const simt::GpuRun& run, const profiling::CounterChoice& choice);
    /// Runs a variant of the program in the child, beside the kernels, so that both are timed in one process.
    double run_beside(std::string_view variant, const simt::GpuRun& run);

    /// Lets the child end, once nobody uses it: another version of the file takes its place.
    void close();
    /// Lets the child end if nobody has used it for so long. It is built again when it is needed.
    void rest_if_unused_for(std::chrono::duration<double> time);
    /// Has it a child now?
    [[nodiscard]] bool has_child() const;

private:
    /// The child that runs; null: it rests. Throws std::runtime_error after close().
    [[nodiscard]] std::shared_ptr<Workshop> running();
    /// Throws as running(), and if it cannot be built again.
    [[nodiscard]] std::shared_ptr<Workshop> workshop();

    [[nodiscard]] std::optional<Device> gpu() const; ///< on which it runs; absent: it is only simulated
    RunReply run_for_output(const Run& run, const std::function<void(const float*)>& look);
    double run_on_turned_data(const Run& run);

    [[nodiscard]] GpuRequest gpu_request(const simt::GpuRun& run) const;
    [[nodiscard]] GpuReply ask(const GpuRequest& request, const simt::GpuRun& run,
                               const std::function<void(const SharedMemory&)>& take = {});
    double run_for_output(GpuRequest request, const simt::GpuRun& run, const std::function<void(const float*)>& look);
    void look_at_other_data(const simt::GpuRun& run);

    own::OwnFile file_;
    std::mutex kept_mutex_;          ///< for the three below
    std::optional<KeptOutput> kept_; ///< the last run whose output was read has made it
    std::minstd_rand random_;
    int until_look_ = 0;        ///< timed runs until other data is tried
    std::mutex building_mutex_; ///< for the time of a compiler, during which the window must not wait
    mutable std::mutex mutex_;
    mutable std::optional<Device> gpu_;  ///< that the kernels run on; absent: they are only simulated
    std::shared_ptr<Workshop> workshop_; ///< null: it rests, or is closed
    bool is_closed_ = false;
    std::chrono::steady_clock::time_point used_ = std::chrono::steady_clock::now();
};

/// A variant of the program that runs on the GPU in the child of an own kernel, so that both are timed in one process.
class BesideKernel final : public simt::Remote {
public:
    /// Both must outlive this. `variant` is one that can_run().
    BesideKernel(RemoteKernel& own, const KernelVariant& variant) : own_(own), variant_(variant) {}
    [[nodiscard]] static bool can_run(const KernelVariant& variant);
    /// The variant as it runs there. It points to this.
    [[nodiscard]] KernelVariant as_variant();

    void run(const Run& run) override;
    [[nodiscard]] simt::TracedEntries traced(const Inputs& inputs, const simt::TraceOptions& options) override;
    [[nodiscard]] std::optional<simt::EntryWriter> find_writer(const Inputs& inputs, const simt::TraceOptions& options,
                                                               MatrixEntry entry) override;
    [[nodiscard]] bool runs_on_gpu() const override { return true; }
    double run_on_gpu(const simt::GpuRun& run) override;
    [[nodiscard]] std::vector<LaunchFacts> launch_facts(const simt::GpuRun& run) override;

private:
    RemoteKernel& own_;
    const KernelVariant& variant_;
};

} // namespace pairscope::app::workshop
