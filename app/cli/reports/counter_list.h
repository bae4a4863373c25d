// SPDX-License-Identifier: MIT
// Searches the counters of a chip in a terminal, and suggests what a mistyped one may have meant. Needs no GPU.
#pragma once

#include "app/cli/reports/output.h"
#include "profiling/counting/chip_counters.h"

#include <string>

namespace pairscope::cli {

/// The counters of a chip; without CUPTI they say why not. Throws InputError for a chip that CUPTI does not know, with
/// near names.
[[nodiscard]] profiling::ChipCounters chip_counters_of(const std::string& chip);

/// Throws InputError for the first of the names that is neither a quantity nor a counter of the chip, with near names.
void check_counters(const profiling::ChipCounters& counters, const std::string& chip,
                    const std::vector<std::string>& names);

/// The counters that match the words, as text or as JSON; a single one with its endings. Throws InputError if there is
/// none.
[[nodiscard]] std::string listed(const profiling::ChipCounters& counters, const std::string& chip,
                                 const std::string& words, Format format);

/// What a choice would count on a chip, and its passes.
[[nodiscard]] std::string planned(const profiling::ChipCounters& counters, const std::string& chip,
                                  const profiling::CounterChoice& choice, Format format);

} // namespace pairscope::cli
