// SPDX-License-Identifier: MIT
// How a GPU's ceilings are measured: every way several times between two events, and the best median counts. Its
// micro-kernels lie in files by theme; each measures those of its kinds that are wanted.
#pragma once

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/event.h"
#include "kernels/engines/cuda/stream.h"
#include "profiling/ceilings/ceilings.h"

#include <cuda_runtime.h>

namespace pairscope::profiling {

/// One way to reach a limit: what to enqueue, and what it does [B], [flop] or [op].
struct CudaWay {
    std::string how;
    double amount = 0.0;
    std::function<void(cudaStream_t)> enqueue;
};

class CudaSession {
public:
    using Progress = std::function<void(std::string_view doing, double share)>;
    /// Adds to `out`. All of them must live as long as the session does.
    CudaSession(Ceilings& out, const CeilingRequest& request, const RunControl& control, const Progress& progress)
        : out_(out), request_(request), control_(control), progress_(progress), stream_(out.device) {}

    [[nodiscard]] const Device& device() const { return out_.device; }
    [[nodiscard]] const std::vector<CeilingKind>& kinds() const { return request_.kinds; }
    /// Does the work once and waits for it.
    void wait_for(const std::function<void(cudaStream_t)>& enqueue) const {
        enqueue(stream_.get());
        cuda::check(cudaGetLastError());
        cuda::check(cudaStreamSynchronize(stream_.get()));
    }
    /// The size of the array that is filled, copied and read: as asked, or a sixteenth of the memory, at most 4 GiB.
    [[nodiscard]] std::int64_t array_bytes() const;
    /// Is the kind asked for, and nothing stopped?
    [[nodiscard]] bool wants(CeilingKind kind) const;
    /// Measures and keeps the best, with the data sheet's figure beside it. A stopped measurement is not kept.
    void keep_best(CeilingKind kind, const std::vector<CudaWay>& ways);
    void set_clock(std::optional<double> hertz) { out_.clock = hertz; }
    /// The time of one run, where that many follow one another [s].
    [[nodiscard]] double seconds_of(const CudaWay& way, int launches = 1) const;
    /// As many blocks of that kernel as the GPU runs at once: a second wave would leave a part of it idle at the end.
    template <class... Parameters> [[nodiscard]] int blocks_at_once(void (*kernel)(Parameters...), int threads) const {
        int blocks = 0;
        cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0));
        return blocks * device().units;
    }

private:
    [[nodiscard]] std::vector<double> seconds(const CudaWay& way) const;

    Ceilings& out_;
    const CeilingRequest& request_;
    const RunControl& control_;
    const Progress& progress_;
    std::size_t measured_ = 0; ///< kinds
    cuda::Stream stream_;
    cuda::Event start_, stop_;
};

void measure_own(CudaSession& session);          ///< what the workloads' own micro-kernels measure
void measure_arithmetic(CudaSession& session);   ///< FMA, differences, special functions, int8 dot products; the clock
void measure_tensor_cores(CudaSession& session); ///< where the GPU has them: compute capability 8.0 and later
void measure_memory(CudaSession& session);       ///< fill, copy, read
void measure_surface(CudaSession& session);      ///< surface fill
void measure_caches(CudaSession& session);       ///< L1, shared memory, L2

/// The data sheet's figure for a kind: units, rates and clocks as the device's attributes tell them. Absent where they,
/// or what NVIDIA publishes of the compute capability, do not tell.
[[nodiscard]] std::optional<double> data_sheet_peak(const Device& device, CeilingKind kind);

} // namespace pairscope::profiling
