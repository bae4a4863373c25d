// SPDX-License-Identifier: MIT
// What the table of pairscope check says of a row in a few words, and what is said once below the table.
#pragma once

#include "app/cli/reports/check_report.h"

#include <string>
#include <vector>

namespace pairscope::cli {

/// The last cell of a row. A right row is short, because notes_on() explains it: "no fault in 12 of 33 blocks".
[[nodiscard]] std::string finding_text(const CheckRow& row);
/// Whole sentences, a line each: what "right", "no fault", "not examined" and the worst error mean in these rows.
[[nodiscard]] std::vector<std::string> notes_on(const std::vector<CheckRow>& rows);
/// "Interrupted: 3 of 9 checks were not made, 1 of cpu_naive and 2 of cpu_simd." `not_made` has the variant of each.
[[nodiscard]] std::string interruption_text(const std::vector<std::string>& not_made, std::size_t all);

} // namespace pairscope::cli
