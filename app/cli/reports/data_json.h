// SPDX-License-Identifier: MIT
// Where the points of a result came from, so that it can be made again.
#pragma once

#include "app/cli/options/data.h"
#include "app/spine/files/columns.h"

#include <nlohmann/json.hpp>

namespace pairscope::cli {

[[nodiscard]] nlohmann::ordered_json data_json(const LoadedData& data);

using app::dumped;

} // namespace pairscope::cli
