// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/partition.h"

#include "kernels/data/errors.h"
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/devices.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <utility>

namespace pairscope::cuda {

#if CUDA_VERSION >= 12050

namespace {

constexpr unsigned first_version = 12050; // the CUDA version whose driver has all of these functions

/// The driver's functions about parts. They are looked up in the driver that runs, so that the program also starts
/// with one that lacks them.
struct Driver {
    decltype(&cuDeviceGet) device_of = nullptr;
    decltype(&cuDeviceGetDevResource) resource_of = nullptr;
    decltype(&cuDevSmResourceSplitByCount) split = nullptr;
    decltype(&cuDevResourceGenerateDesc) describe = nullptr;
    decltype(&cuGreenCtxCreate) create = nullptr;
    decltype(&cuGreenCtxDestroy) destroy = nullptr;
    decltype(&cuGreenCtxStreamCreate) create_stream = nullptr;
};

template <class Function> void find(Function& function, const char* name) {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    check(cudaGetDriverEntryPointByVersion(name, &found, first_version, cudaEnableDefault, &result));
    if (result != cudaDriverEntryPointSuccess || found == nullptr)
        throw InputError(
            "the NVIDIA driver cannot set multiprocessors apart: install the driver of CUDA 12.5 or later");
    function = reinterpret_cast<Function>(found);
}

const Driver& driver() {
    static const Driver found = [] {
        Driver d;
        find(d.device_of, "cuDeviceGet");
        find(d.resource_of, "cuDeviceGetDevResource");
        find(d.split, "cuDevSmResourceSplitByCount");
        find(d.describe, "cuDevResourceGenerateDesc");
        find(d.create, "cuGreenCtxCreate");
        find(d.destroy, "cuGreenCtxDestroy");
        find(d.create_stream, "cuGreenCtxStreamCreate");
        return d;
    }();
    return found;
}

/// Throws InputError with what was tried.
void require(CUresult result, int multiprocessors, const char* step) {
    if (result == CUDA_SUCCESS) return;
    throw InputError(fmt::format("the GPU cannot set {} multiprocessors apart: {} ended with error {} of the driver",
                                 multiprocessors, step, static_cast<int>(result)));
}

} // namespace

struct Partition::State {
    int multiprocessors = 0;
    CUgreenCtx context = nullptr;

    ~State() {
        if (context != nullptr) driver().destroy(context); // at the end of the process the driver may be gone
    }
};

Partition::Partition(int ordinal, int multiprocessors) : state_{std::make_unique<State>()} {
    check(cudaSetDevice(ordinal));
    check(cudaFree(nullptr)); // makes the context, if nothing did before
    const Driver& d = driver();
    CUdevice device{};
    require(d.device_of(&device, ordinal), multiprocessors, "the search for the GPU");
    CUdevResource all{}, part{}, rest{};
    require(d.resource_of(device, &all, CU_DEV_RESOURCE_TYPE_SM), multiprocessors, "the count of them");
    unsigned groups = 1;
    require(d.split(&part, &groups, &all, &rest, 0, static_cast<unsigned>(multiprocessors)), multiprocessors,
            "the split");
    CUdevResourceDesc description{};
    require(d.describe(&description, &part, 1), multiprocessors, "the description of the part");
    require(d.create(&state_->context, description, device, CU_GREEN_CTX_DEFAULT_STREAM), multiprocessors,
            "the creation of the part");
    state_->multiprocessors = static_cast<int>(part.sm.smCount);
}

cudaStream_t Partition::new_stream() const {
    CUstream stream = nullptr;
    require(driver().create_stream(&stream, state_->context, CU_STREAM_NON_BLOCKING, 0), multiprocessors(),
            "the creation of a stream");
    return stream;
}

#else

struct Partition::State {
    int multiprocessors = 0;
};

Partition::Partition(int, int) {
    throw InputError("this build cannot set multiprocessors apart: build it with CUDA 12.5 or later");
}

cudaStream_t Partition::new_stream() const { return nullptr; }

#endif

Partition::~Partition() = default;
Partition::Partition(Partition&&) noexcept = default;
Partition& Partition::operator=(Partition&&) noexcept = default;

int Partition::multiprocessors() const { return state_->multiprocessors; }

Device part_of(const Device& whole, int multiprocessors) {
    if (multiprocessors >= whole.units) return whole;
    Device part = whole;
    part.units = Partition(whole.ordinal, multiprocessors).multiprocessors();
    if (part.units >= whole.units) return whole; // its smallest parts are as large
    part.whole_units = whole.units;
    return part;
}

} // namespace pairscope::cuda
