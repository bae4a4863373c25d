// SPDX-License-Identifier: MIT
// The instructions that a recording keeps and a page shows: those of the kernels that do the work of its runs.
#pragma once

#include "kernels/ladder/variant.h"
#include "profiling/recording/recording.h"
#include "profiling/sampling/stall_samples.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// The code of a kernel takes at most so many bytes of a recording.
inline constexpr std::size_t most_code_bytes = 100'000;

/// A kernel that ran: that of a variant for a target.
struct RunKernel {
    const KernelVariant* variant = nullptr;
    TargetKind target = TargetKind::linear;
    int block = 0;              ///< threads; 0: the usual ones
    int compute_capability = 0; ///< that the GPU has; 0: the kernel was simulated
};
/// The kernels of the CUDA variants that ran, each target of a variant once. Variants that this program lacks are left
/// out.
[[nodiscard]] std::vector<RunKernel> kernels_of_runs(const profiling::Recording& recording);

struct ListedCode {
    std::vector<profiling::RecordedCode> codes{};
    std::string why_not{}; ///< in one sentence; empty if there are codes
};
/// The instructions of kernels of one variant for one GPU, from this program itself. Takes about half a second, in
/// nvdisasm.
[[nodiscard]] ListedCode listed_code(const std::vector<RunKernel>& kernels, const std::stop_token& stop);

/// Lists the code of several variants and GPUs, in parallel.
struct VariantCode {
    std::string variant_id;
    ListedCode listed;
};
[[nodiscard]] std::vector<VariantCode> listed_codes(const std::vector<RunKernel>& kernels, const std::stop_token& stop);

/// Adds the code of the kernels of its runs. Returns why some have none, a sentence each and each once.
std::vector<std::string> add_codes(profiling::Recording& recording, const std::stop_token& stop);

/// Null: the recording has no code of it.
[[nodiscard]] const profiling::RecordedCode* recorded_code(const profiling::Recording& recording,
                                                           std::string_view variant_id, TargetKind target);

/// The samples of each instruction, by its place; null where there are none. Empty where the samples are of other code,
/// or it is not known.
[[nodiscard]] std::vector<const profiling::StalledPc*> samples_of_code(const profiling::RecordedCode& code,
                                                                       const profiling::StallSamples& samples);

} // namespace pairscope::app
