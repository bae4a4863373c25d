// SPDX-License-Identifier: MIT
// What the program and the object of an own kernel know of each other. The object is compiled from the user's file and
// a few lines of the program's own, and has one entry: `pairscope_own`. Both sides include this header, which is all
// that the object needs beside the shim.
#pragma once

#include "kernels/engines/simt/kernel_calls.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace pairscope {
struct KernelVariant;
struct Run;
struct Workload;
}

namespace pairscope::own {

/// The launch of a kernel, as CUDA takes it.
struct Shape {
    std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::int64_t shared_bytes = 0;
};

/// The value of one parameter. Which member holds it follows from the name of the parameter.
union Argument {
    const void* pointer;
    std::int64_t integer;
    double number;
};

using LaunchKernel = void (*)(const Shape& shape, const Argument* arguments);

struct Glue {
    std::uint64_t layout = 0;   ///< layout_of_calls(), as the object was compiled with it
    const char* path = nullptr; ///< the user's file, and its text
    const char* text = nullptr;
    const std::int64_t* sliders = nullptr; ///< their values, in the order of the text
    const LaunchKernel* kernels = nullptr; ///< one for each kernel, in the order of the text
    void (*simulate)(const Run&) = nullptr;
    std::int64_t (*workspace_bytes)(const Workload&) = nullptr;
    KernelVariant (*describe)() =
        nullptr; ///< set for a file that describes a variant, which has no kernels for the program
};

/// Launches the kernels of the object, each by its lines in the file.
void make_launches(const Run& run, const Glue& glue);
/// Evaluates the size of the workspace that the file of the object asks for.
[[nodiscard]] std::int64_t bytes_of_workspace(const Workload& workload, const Glue& glue);

/// A number that differs where the headers of the object and of the program lay out differently what passes between
/// them.
[[nodiscard]] constexpr std::uint64_t layout_of_calls() {
    using namespace pairscope::simt;
    const std::uint64_t sizes[]{sizeof(Glue),
                                sizeof(Shape),
                                sizeof(Argument),
                                sizeof(Extent),
                                sizeof(HostThread),
                                sizeof(WarpCall),
                                sizeof(BarrierState),
                                sizeof(BarrierCall),
                                sizeof(SurfaceAccess),
                                sizeof(Launch),
                                offsetof(Launch, call),
                                offsetof(Launch, shared_bytes),
                                offsetof(WarpCall, value),
                                offsetof(Glue, simulate),
                                offsetof(Glue, describe)};
    std::uint64_t hash = 14695981039346656037ull; // FNV-1a
    for (const std::uint64_t size : sizes) hash = (hash ^ size) * 1099511628211ull;
    return hash;
}

} // namespace pairscope::own
