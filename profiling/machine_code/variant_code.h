// SPDX-License-Identifier: MIT
// The machine code of a variant's kernels, from this program itself.
#pragma once

#include "kernels/ladder/variant.h"
#include "profiling/machine_code/cubin.h"
#include "profiling/machine_code/ptx.h"
#include "profiling/machine_code/sass.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// The kernels that were compiled from a variant's file.
struct CompiledKernels {
    int architecture = 0; ///< 90 for sm_90
    std::vector<CubinKernel> kernels{};
    std::string why_not{}; ///< in one sentence; empty if there are kernels
};

/// For the architecture of a GPU, as Device::compute_capability has it, or the newest in this program. Reads no SASS.
[[nodiscard]] CompiledKernels compiled_kernels(const KernelVariant& variant, int compute_capability = 0);

/// The kernel that a run would launch, as far as names tell: the one that does the variant's work, for this target and
/// with this number of threads per block, 0 for the usual one. Index of `kernels`, of which there is at least one.
[[nodiscard]] std::size_t usual_kernel(const std::vector<CubinKernel>& kernels, const KernelVariant& variant,
                                       TargetKind target, int block);

/// The kernel with this number, from 0, or with this text in its brief name, if it is the only one. Throws InputError,
/// which lists the kernels.
[[nodiscard]] std::size_t kernel_named(const std::vector<CubinKernel>& kernels, std::string_view text);

/// One kernel down to its instructions.
struct MachineCode {
    CubinKernel kernel;
    int architecture = 0;
    std::string tool{};         ///< the nvdisasm that was used
    SassKernel sass{};          ///< no instructions if there is no disassembler
    std::string why_no_sass{};  ///< in one sentence; empty if there is SASS
    std::vector<PtxLine> ptx{}; ///< empty if the program holds none
};

/// Takes about a second. Throws InputError if what the program holds is not understood. If the disassembler fails,
/// there is no SASS.
[[nodiscard]] MachineCode machine_code(const KernelVariant& variant, const CompiledKernels& compiled,
                                       std::size_t kernel, const std::stop_token& stop = {});

/// The cubin of a variant, from which CUPTI computes its checksum; empty: there is none.
[[nodiscard]] std::string cubin_of(const KernelVariant& variant, int compute_capability);

} // namespace pairscope::profiling
