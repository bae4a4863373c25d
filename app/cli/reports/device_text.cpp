// SPDX-License-Identifier: MIT
#include "app/cli/reports/device_text.h"

#include "app/chart/number_text.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace pairscope::cli {

std::string device_text(const Device& device) {
    std::vector<std::string> parts{
        device.whole_units > 0
            ? fmt::format("{} of {} multiprocessors", device.units, device.whole_units)
            : counted(device.units, device.backend == Backend::cuda ? "multiprocessor" : "thread")};
    if (device.compute_capability > 0)
        parts.push_back(
            fmt::format("compute capability {}.{}", device.compute_capability / 10, device.compute_capability % 10));
    if (device.memory_bytes > 0) parts.push_back(app::bytes_text(static_cast<double>(device.memory_bytes)));
    if (device.cache_bytes > 0)
        parts.push_back(fmt::format("{} of cache", app::bytes_text(static_cast<double>(device.cache_bytes))));
    if (!device.driver.empty()) parts.push_back(device.driver);
    return fmt::format("{} ({})", device.name, fmt::join(parts, ", "));
}

} // namespace pairscope::cli
