// SPDX-License-Identifier: MIT
// The byte ledger: the bytes that a run had to move, that it requested, and that went through the L2 and through DRAM.
// One sentence explains each difference. Pure functions.
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

/// The ledger of a measurement, and of the variant's trace if there is one: what lanes request is counted in sectors,
/// or simulated.
[[nodiscard]] Ledger ledger_of(const Measurement& m, const TraceSummary* trace = nullptr);

} // namespace pairscope::profiling
