// SPDX-License-Identifier: MIT
// Tells whether a file is the one that was there before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>

namespace pairscope {

/// CRC-32, as ZIP and gzip have it. Absent if the file cannot be read, or if it was stopped.
[[nodiscard]] std::optional<std::uint32_t> check_sum_of_file(const std::filesystem::path& path,
                                                             const std::stop_token& stop = {});

} // namespace pairscope
