// SPDX-License-Identifier: MIT
// What a row is called in a report.
#pragma once

#include "kernels/data/dataset.h"

#include <cstdint>
#include <string>

namespace pairscope::cli {

/// "Bawshar (1 537)": the label, and the row in the file. `name` alone where there is no label.
[[nodiscard]] std::string labelled_row(const Dataset& set, std::int64_t row, const std::string& name);

} // namespace pairscope::cli
