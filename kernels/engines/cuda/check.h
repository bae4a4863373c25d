// SPDX-License-Identifier: MIT
// Checks the result of every CUDA call: check() throws, warn() reports.
#pragma once

#include <cuda_runtime_api.h>
#include <source_location>
#include <stdexcept>
#include <string>

namespace pairscope::cuda {

/// A CUDA call failed. The text gives file, line, the error's name and what CUDA says about it.
struct Error : std::runtime_error {
    Error(cudaError_t status, const std::string& text) : std::runtime_error(text), code(status) {}
    cudaError_t code;
};

/// Throws Error if the call failed, MemoryError if the GPU's memory is used up; also forgets the failure, so that the
/// next call does not report it again.
void check(cudaError_t status, std::source_location where = std::source_location::current());

/// For destructors: writes one line to stderr and goes on.
void warn(cudaError_t status, std::source_location where = std::source_location::current()) noexcept;

} // namespace pairscope::cuda
