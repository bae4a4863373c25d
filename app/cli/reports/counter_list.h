// SPDX-License-Identifier: MIT
// Searches the metrics of a chip in a terminal, and suggests what a mistyped one may have meant. Needs no GPU.
#pragma once

#include "app/cli/reports/output.h"
#include "profiling/counting/metrics.h"

#include <string>

namespace pairscope::cli {

/// The metrics of a chip; without CUPTI they say why not. Throws InputError for a chip that CUPTI does not know, with
/// near names.
[[nodiscard]] profiling::Metrics metrics_of(const std::string& chip);

/// Throws InputError for the first of the names that is neither a quantity nor a metric of the chip, with near names.
void check_metrics(const profiling::Metrics& metrics, const std::string& chip, const std::vector<std::string>& names);

/// The counters that match the words, as text or as JSON; a single one with its endings. Throws InputError if there is
/// none.
[[nodiscard]] std::string listed(const profiling::Metrics& metrics, const std::string& chip, const std::string& words,
                                 Format format);

/// What a choice would count on a chip, and its passes.
[[nodiscard]] std::string planned(const profiling::Metrics& metrics, const std::string& chip,
                                  const profiling::CounterChoice& choice, Format format);

} // namespace pairscope::cli
