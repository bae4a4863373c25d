// SPDX-License-Identifier: MIT
// The object that was made of an own kernel, loaded into this process: a variant like any other.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/ladder/workload.h"
#include "kernels/own/own_file.h"

#include <filesystem>
#include <stop_token>

namespace pairscope::own {

class OwnObject {
public:
    /// Loads the object, which stays loaded until the process ends. Constructors of the user's own run now. Throws
    /// std::runtime_error if it cannot be loaded, or was compiled with other headers.
    OwnObject(const std::filesystem::path& object, OwnFile file);
    OwnObject(const OwnObject&) = delete;
    OwnObject& operator=(const OwnObject&) = delete;

    [[nodiscard]] const OwnFile& file() const { return file_; }
    /// Lives as long as the object.
    [[nodiscard]] const KernelVariant& variant() const { return variant_; }

private:
    OwnFile file_;
    std::string id_, source_;
    KernelVariant variant_;
};

/// How own kernels are run without being followed.
struct UnfollowedRun {
    LinearMemory out{};
    int block = 0;       ///< threads; 0: the usual number
    int threads = 0;     ///< that call a function for the CPU; 0: all
    double patience = 0; ///< see simt::run
    std::stop_token stop{};
};
/// Runs the kernels on inputs in host memory, which are row-major. The workspace holds poison. Returns how many seconds
/// they took. Throws what simt::run() throws, and cpu::VariantFault for a function for the CPU.
double run(const KernelVariant& variant, const Inputs& inputs, const UnfollowedRun& run);

} // namespace pairscope::own
