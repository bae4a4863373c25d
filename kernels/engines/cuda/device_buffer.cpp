// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/device_buffer.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/engines/cuda/check.h"

#include <cstddef>
#include <fmt/format.h>

namespace pairscope::cuda {
namespace {

[[noreturn]] void throw_memory_error(std::size_t bytes, std::size_t free, std::size_t total) {
    const auto words = [](std::size_t count) { return bytes_in_words(static_cast<double>(count)); };
    throw MemoryError(fmt::format("{} of GPU memory were requested, but only {} of {} are free: choose fewer points, "
                                  "or close other programs that use the GPU",
                                  words(bytes), words(free), words(total)));
}

} // namespace

void* allocate(std::int64_t bytes) {
    const auto wanted = static_cast<std::size_t>(bytes);
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total));
    // Some drivers would spill to host memory and go on at a hundredth of the speed: refuse before they do.
    if (wanted > free) throw_memory_error(wanted, free, total);
    void* memory = nullptr;
    const cudaError_t status = cudaMalloc(&memory, wanted);
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        throw_memory_error(wanted, free, total);
    }
    check(status);
    return memory;
}

void release(void* memory) noexcept { warn(cudaFree(memory)); }

} // namespace pairscope::cuda
