// SPDX-License-Identifier: MIT
// What the JSON of verbs about distances says first: the version, the data, the metric and the options.
#pragma once

#include "app/cli/options/data.h"
#include "app/spine/files/columns.h"

#include <string>
#include <string_view>

namespace pairscope::cli {

/// "version", "verb", "data", "source", "metric", "unit" and "options". `options` has those that decide the result, by
/// their names.
[[nodiscard]] app::Json result_head(std::string_view verb, const LoadedData& data, app::Json options);

} // namespace pairscope::cli
