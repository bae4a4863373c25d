// SPDX-License-Identifier: MIT
// Where the points of a result came from, so that it can be made again.
#pragma once

#include "app/cli/data_options.h"

#include <nlohmann/json.hpp>

namespace pairscope::cli {

[[nodiscard]] nlohmann::ordered_json data_json(const LoadedData& data);

/// Text that may not be UTF-8, such as file names, is replaced where it is not.
[[nodiscard]] std::string dumped(const nlohmann::ordered_json& json);

} // namespace pairscope::cli
