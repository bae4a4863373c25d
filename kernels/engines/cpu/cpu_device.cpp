// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/cpu_device.h"

#include "kernels/engines/cpu/caches.h"
#include "kernels/engines/cpu/memory.h"
#include "kernels/engines/cpu/parallel.h"

#include <fstream>

namespace pairscope::cpu {
namespace {

std::string model_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("model name")) continue;
        const std::size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
        if (start != std::string::npos) return line.substr(start, line.find_last_not_of(" \t") + 1 - start);
    }
    return "CPU"; // some ARM systems name no model
}

} // namespace

Device device() {
    static const std::int64_t cache_bytes = last_cache_bytes(); // some files for every processor: read once
    return {.backend = Backend::cpu,
            .ordinal = 0,
            .name = model_name(),
            .units = hardware_threads(),
            .compute_capability = 0,
            .memory_bytes = total_memory(),
            .max_surface = 0,
            .driver = instruction_set(),
            .cache_bytes = cache_bytes};
}

} // namespace pairscope::cpu
