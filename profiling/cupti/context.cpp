// SPDX-License-Identifier: MIT
#include "profiling/cupti/context.h"

#include "kernels/engines/cuda/check.h"
#include "profiling/cupti/reasons.h"

#include <dlfcn.h>

namespace pairscope::profiling::cupti {

CUcontext context_of(int ordinal, std::string_view attempt) {
    cuda::check(cudaSetDevice(ordinal));
    cuda::check(cudaFree(nullptr)); // makes the context, if nothing did before
    // The driver is in the process by now; linking it would keep the program from starting without one.
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    const auto current =
        driver == nullptr ? nullptr : reinterpret_cast<decltype(&cuCtxGetCurrent)>(dlsym(driver, "cuCtxGetCurrent"));
    CUcontext context = nullptr;
    if (current == nullptr || current(&context) != CUDA_SUCCESS || context == nullptr)
        refuse(CUPTI_ERROR_INVALID_CONTEXT, attempt);
    return context;
}

} // namespace pairscope::profiling::cupti
