// SPDX-License-Identifier: MIT
// The machine code that a GPU runs of an own kernel, compiled from the text of its file and loaded into this process.
#pragma once

#include "kernels/ladder/device.h"
#include "kernels/ladder/launch_facts.h"
#include "kernels/ladder/variant.h"
#include "kernels/own/own_file.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace pairscope::own {

/// Where the compiler finds what it needs.
struct GpuPlaces {
    std::filesystem::path file;    ///< the user's, for the headers beside it
    std::filesystem::path include; ///< the folder of the headers of the program
    std::filesystem::path folder;  ///< for what is made
};

class GpuCode {
public:
    /// Compiles for the device by NVRTC; or by nvcc, where NVRTC refuses the text, such as for a header of the host.
    /// Throws std::runtime_error, with one sentence: with file and line where the text is not right.
    GpuCode(const OwnFile& file, const Device& device, const GpuPlaces& places);
    ~GpuCode();
    GpuCode(const GpuCode&) = delete;
    GpuCode& operator=(const GpuCode&) = delete;

    /// The compiler with its version and flags, and what its kernels need: "NVRTC 13.0 -arch=sm_90; mine: 18
    /// registers".
    [[nodiscard]] const std::string& compiler() const;

    /// What the kernels are launched with for this problem, and what they need.
    [[nodiscard]] std::vector<LaunchFacts> facts(const Problem& problem) const;

    /// The launch of the kernels for KernelVariant::launch. It launches those of the object that was made last, whose
    /// file has the same launch lines.
    static void launch(const Run& run);

private:
    struct Parts; // keeps the CUDA headers out of this file
    std::unique_ptr<Parts> parts_;
};

} // namespace pairscope::own
