// SPDX-License-Identifier: MIT
// Ceilings as JSON: what the command line prints, and what is kept from one start to the next.
#pragma once

#include "app/spine/files/columns.h"
#include "profiling/ceilings/ceilings.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

namespace pairscope::app {

/// The columns of the table of a device's ceilings, for users and for programs.
[[nodiscard]] std::span<const TableColumn<profiling::Ceiling>> ceiling_columns();

/// {"id": "cuda:0", "name": ..., "driver": ..., "bus": "0000:19:00.0" or "", "units": 132, "when":
/// "2026-11-21T08:00:00Z", "clock": 1.98e9 or null, "found": [{"kind": "fill", "threads": 0, "value": ..., "unit":
/// "B/s", "interval": [low, high] or null, "samples": 15, "peak": ... or null, "how": ...}]}
[[nodiscard]] nlohmann::ordered_json json_of(const profiling::Ceilings& ceilings);

/// What json_of() wrote, for a device that this machine has. Kinds that this version does not know are left out. Throws
/// nlohmann::json::exception if a member is missing or is of another type, std::invalid_argument if a value is not one
/// that was measured.
[[nodiscard]] profiling::Ceilings ceilings_of(const nlohmann::ordered_json& json, const Device& device);

/// "2026-11-21T08:00:00Z"
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point when);
/// Absent if the text is no such date.
[[nodiscard]] std::optional<std::chrono::system_clock::time_point> utc_time(const std::string& text);

} // namespace pairscope::app
