// SPDX-License-Identifier: MIT
// What the child has found with the executor, as parts of its messages.
#pragma once

#include "kernels/engines/simt/executor.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <vector>

namespace pairscope::app::workshop {

/// The member `name`, a whole number in this range. Throws std::runtime_error.
[[nodiscard]] std::int64_t whole(const nlohmann::json& message, const char* name, std::int64_t least,
                                 std::int64_t most);

[[nodiscard]] nlohmann::json json_of(const std::vector<simt::Finding>& findings);
[[nodiscard]] nlohmann::json json_of(const simt::EntryWriter& writer);
[[nodiscard]] nlohmann::json json_of(const simt::TracedEntries& traced);

/// They throw what the library or whole() throws, and std::runtime_error for what no trace can hold.
[[nodiscard]] std::vector<simt::Finding> findings_of(const nlohmann::json& message);
[[nodiscard]] simt::EntryWriter writer_of(const nlohmann::json& message);
[[nodiscard]] simt::TracedEntries traced_of(const nlohmann::json& message);

} // namespace pairscope::app::workshop
