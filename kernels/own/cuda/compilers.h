// SPDX-License-Identifier: MIT
// The compilers of CUDA that are found at run time: NVRTC, a library, and nvcc, a program.
#pragma once

#include "kernels/own/gpu_code.h"
#include "kernels/own/own_file.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace pairscope::own {

/// What is compiled, for one kind of GPU.
struct GpuUnit {
    std::string text;                 ///< all of it
    std::string name;                 ///< the user's file, as errors call it
    std::vector<std::string> kernels; ///< expressions for the addresses of the kernels: "&mine<Target>"
    std::vector<std::filesystem::path> include;
    std::filesystem::path folder; ///< for what nvcc writes
    int compute_capability = 0;   ///< 90 for 9.0
};

struct GpuImage {
    std::vector<char> image;        ///< machine code
    std::vector<std::string> names; ///< the kernels as the image calls them, in the order of the unit
    std::string compiler;           ///< with its version and flags
};

/// The unit of a file with plain kernels. Those that are templates are compiled for linear memory.
[[nodiscard]] GpuUnit unit_for_gpu(const OwnFile& file, int compute_capability, const GpuPlaces& places);

/// Is there NVRTC or nvcc?
[[nodiscard]] bool has_gpu_compiler();

/// Compiles by NVRTC, or by nvcc if that refuses the text. Throws std::runtime_error with one sentence.
[[nodiscard]] GpuImage compiled_for_gpu(const GpuUnit& unit);

} // namespace pairscope::own
