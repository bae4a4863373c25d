// SPDX-License-Identifier: MIT
// What pairscope check says where "right" means little, because numbers cannot hold the distances of this data.
#pragma once

#include "app/cli/reports/check_report.h"

#include <string>
#include <vector>

namespace pairscope::cli {

/// Whole sentences, a line each; none if everything was judged and all distances fit.
[[nodiscard]] std::vector<std::string> limits_notes(const std::vector<CheckRow>& rows, const LoadedData& data);

} // namespace pairscope::cli
