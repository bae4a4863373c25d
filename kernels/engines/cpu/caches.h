// SPDX-License-Identifier: MIT
// The caches of this machine's CPU, as the system tells them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace pairscope::cpu {

/// What one hardware thread has of each cache if all that share it use it [B]; absent where the system does not tell.
struct CacheShares {
    std::optional<std::int64_t> l1, l2, l3;
};

/// Read from `folder`, which lists a processor's caches as Linux does (ABI/testing/sysfs-devices-system-cpu).
[[nodiscard]] CacheShares cache_shares(const std::filesystem::path& folder = "/sys/devices/system/cpu/cpu0/cache");

/// All caches of the highest level together [B]; 0 where the system does not tell. `folder` lists the processors.
[[nodiscard]] std::int64_t last_cache_bytes(const std::filesystem::path& folder = "/sys/devices/system/cpu");

} // namespace pairscope::cpu
