// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/cpu_device.h"
#include "profiling/recording/recording.h"

#include <fmt/format.h>

#include <fstream>

#include <sys/utsname.h>

namespace pairscope::profiling {
namespace {

/// "Debian GNU/Linux 12 (bookworm)"; empty where the system does not say.
std::string distribution() {
    std::ifstream file("/etc/os-release");
    constexpr std::string_view key = "PRETTY_NAME=";
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key)) continue;
        std::string name = line.substr(key.size());
        std::erase(name, '"');
        return name;
    }
    return {};
}

} // namespace

Host this_host() {
    const Device cpu = cpu::device();
    utsname kernel{};
    const std::string release = ::uname(&kernel) == 0 ? fmt::format("{} {}", kernel.sysname, kernel.release) : "";
    const std::string name = distribution();
    return {.cpu = cpu.name,
            .threads = cpu.units,
            .memory_bytes = cpu.memory_bytes,
            .system = name + (name.empty() || release.empty() ? "" : ", ") + release};
}

} // namespace pairscope::profiling
