// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/check.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>

namespace pairscope::cuda {
namespace {

std::string text_of(cudaError_t status, const std::source_location& where) {
    return fmt::format("{}:{}: {}: {}", std::filesystem::path(where.file_name()).filename().string(), where.line(),
                       cudaGetErrorName(status), cudaGetErrorString(status));
}

/// Reports a call that does not say how much memory it wanted: a launch, an event, a profiler.
[[noreturn]] void throw_memory_error(const std::source_location& where) {
    std::size_t free = 0, total = 0;
    if (cudaMemGetInfo(&free, &total) != cudaSuccess) cudaGetLastError();
    throw MemoryError(fmt::format("a CUDA call found too little GPU memory ({}:{}), where {} of {} are free: choose "
                                  "fewer points, or close other programs that use the GPU",
                                  std::filesystem::path(where.file_name()).filename().string(), where.line(),
                                  bytes_in_words(double(free)), bytes_in_words(double(total))));
}

/// After these the process can do nothing more with the device.
bool is_lasting(cudaError_t status) {
    switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
        return true;
    default:
        return false;
    }
}

} // namespace

void check(cudaError_t status, std::source_location where) {
    if (status == cudaSuccess) return;
    cudaGetLastError();
    if (status == cudaErrorMemoryAllocation) throw_memory_error(where);
    std::string text = text_of(status, where);
    if (is_lasting(status))
        text = fmt::format("{}. The GPU takes no more work from this process: start Pairscope again", text);
    throw Error(status, text);
}

void warn(cudaError_t status, std::source_location where) noexcept {
    // At the end of the process the driver may be gone before our owners are.
    if (status == cudaSuccess || status == cudaErrorCudartUnloading) return;
    cudaGetLastError();
    try {
        std::fputs((text_of(status, where) + "\n").c_str(), stderr);
    } catch (const std::exception&) { // no memory for the text: nothing can be said
    }
}

} // namespace pairscope::cuda
