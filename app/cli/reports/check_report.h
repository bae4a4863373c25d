// SPDX-License-Identifier: MIT
// What pairscope check prints: one line for each variant and setting.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/options/data.h"
#include "app/cli/verbs/sweep.h"
#include "profiling/outcome.h"
#include "profiling/runner.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::cli {

struct CheckRow {
    Setting setting;
    Workload workload;
    std::string variant;
    std::string device;                                             ///< empty: none
    std::string_view result = name_of(profiling::Outcome::skipped); ///< a Judgement; or failed, skipped: it has none
    bool simulated = false;
    std::optional<profiling::CheckVerdict> verdict{}; ///< present for those that ran
    std::string told{};                               ///< what was found, or why it did not run
    std::string_view data = "usual";                  ///< see Trial::kind
};
[[nodiscard]] CheckRow row_of(const Step& step, const profiling::CheckOutcome& outcome);

/// `left_out` is what was not tried: see CheckPlan.
[[nodiscard]] std::string text_of(const std::vector<CheckRow>& rows, const std::vector<LoadedData>& sizes,
                                  const std::string& left_out = {});
[[nodiscard]] std::string csv_of(const std::vector<CheckRow>& rows);
[[nodiscard]] std::string json_of(const std::vector<CheckRow>& rows, const std::vector<LoadedData>& sizes);
[[nodiscard]] ExitCode exit_code_of(const std::vector<CheckRow>& rows);

} // namespace pairscope::cli
