// SPDX-License-Identifier: MIT
// nvdisasm, the program of the CUDA toolkit that turns a cubin into SASS. It is looked for at run time, and needs no
// GPU.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

struct Disassembler {
    std::filesystem::path file; ///< empty: there is none
    std::string why_not;        ///< then what to install, in one sentence
};

/// Where it is looked for, in this order. PAIRSCOPE_NVDISASM names the only file to use.
[[nodiscard]] std::vector<std::filesystem::path> disassembler_places();
[[nodiscard]] Disassembler find_disassembler();

/// What it prints for some kernels of a cubin, with line information. `symbols` are CubinKernel::index of each. Throws
/// InputError if it fails, takes longer than a minute, or is stopped.
[[nodiscard]] std::string disassemble(const Disassembler& tool, std::string_view cubin, std::span<const int> symbols,
                                      const std::stop_token& stop = {});

} // namespace pairscope::profiling
