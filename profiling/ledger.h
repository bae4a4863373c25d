// SPDX-License-Identifier: MIT
// The byte ledger: how many bytes a run had to move, asked for, sent through the L2 and through DRAM, and one sentence
// for each difference. Pure functions.
#pragma once

#include "profiling/measurement.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::profiling {

struct LedgerBar {
    std::string name;
    std::optional<double> bytes; ///< absent: neither counted nor simulated
    Provenance from = Provenance::model;
    std::string meaning; ///< one sentence
};

struct Ledger {
    std::array<LedgerBar, 4> bars; ///< compulsory, requested, through L2, through DRAM
    std::vector<std::string> sentences;
};

/// Of a measurement, and of the variant's trace if there is one: what lanes ask for is counted in sectors, or
/// simulated.
[[nodiscard]] Ledger ledger_of(const Measurement& m, const TraceSummary* trace = nullptr);

} // namespace pairscope::profiling
