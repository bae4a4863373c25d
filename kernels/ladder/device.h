// SPDX-License-Identifier: MIT
// The devices variants run on. Nothing in Pairscope assumes one GPU, or device 0.
#pragma once

#include "kernels/data/names.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

enum class Backend : std::uint8_t { cpu, cuda };
inline constexpr std::array<Name<Backend>, 2> backend_names{{{Backend::cpu, "cpu"}, {Backend::cuda, "cuda"}}};
static_assert(is_in_order(backend_names));
[[nodiscard]] constexpr std::string_view name_of(Backend backend) { return name_in(backend_names, backend); }

struct Device {
    Backend backend = Backend::cpu;
    int ordinal = 0;               ///< the CUDA ordinal; 0 for the CPU
    std::string name;              ///< "NVIDIA H200", "AMD EPYC"
    int units = 0;                 ///< streaming multiprocessors, or hardware threads
    int compute_capability = 0;    ///< 90 for 9.0; 0 for a CPU
    std::int64_t memory_bytes = 0; ///< all of the device's memory
    std::int64_t max_surface = 0;  ///< the widest square 2-D surface [texels]; 0 for a CPU
    std::string driver;            ///< "CUDA 13.0"; the instruction set for a CPU: "AVX3_ZEN4"
    std::int64_t cache_bytes = 0;  ///< the L2 of a GPU, the last level of a CPU; 0: not known [B]
    std::string bus{};             ///< for a GPU: its place on the PCI bus, "0000:19:00.0"
    int whole_units = 0;           ///< for a part of a GPU, which has `units`: those of the whole GPU; 0: it is whole
    auto operator<=>(const Device&) const = default;
};

/// "cpu", "cuda:0": what the command line calls a device; "cuda:0/16" for a part of 16 multiprocessors.
[[nodiscard]] std::string device_id(const Device& device);

/// Every device of this machine, the CPU last. A machine without GPU, driver or CUDA build has the CPU alone.
[[nodiscard]] std::vector<Device> devices();

/// Why devices() lists no GPU, in one sentence; empty if it lists one.
[[nodiscard]] std::string why_no_gpu();

} // namespace pairscope
