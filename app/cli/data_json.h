// SPDX-License-Identifier: MIT
// Where the points of a result came from, so that it can be made again.
#pragma once

#include "app/cli/data_options.h"
#include "app/state/tables/columns.h"

#include <nlohmann/json.hpp>

namespace pairscope::cli {

[[nodiscard]] nlohmann::ordered_json data_json(const LoadedData& data);

using app::dumped;

} // namespace pairscope::cli
