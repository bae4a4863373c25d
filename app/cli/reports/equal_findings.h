// SPDX-License-Identifier: MIT
// One fault of a variant shows in many runs, and is told once.
#pragma once

#include "app/cli/reports/check_report.h"

#include <cstddef>
#include <string>
#include <vector>

namespace pairscope::cli {

/// Groups the rows that are not right by what was found: the same fault at the same place, or the same sentence but for
/// its numbers.
class EqualFindings {
public:
    explicit EqualFindings(const std::vector<CheckRow>& rows);

    /// "finding 2": what stands in the table in place of a sentence that several rows have; empty for other rows.
    [[nodiscard]] std::string name_of(std::size_t row) const;
    /// "Finding 2, in 36 runs of tile16: ...", with the sentence of the first of these rows whose output is wrong, or
    /// else of the first. Faults of the source come before wrong outputs, which they may cause.
    [[nodiscard]] const std::vector<std::string>& sentences() const { return sentences_; }

private:
    std::vector<std::size_t> finding_of_row_; ///< counted from 1; 0: none
    std::vector<std::string> sentences_;
};

} // namespace pairscope::cli
