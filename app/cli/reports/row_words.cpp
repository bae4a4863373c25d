// SPDX-License-Identifier: MIT
#include "app/cli/reports/row_words.h"

#include "app/chart/number_text.h"
#include "app/subjects/points/points.h"

#include <fmt/format.h>

namespace pairscope::cli {

std::string labelled_row(const Dataset& set, std::int64_t row, const std::string& name) {
    const auto i = std::size_t(row);
    const auto in_file = app::row_in_file(set, row);
    if (i >= set.labels.size() || set.labels[i].empty() || !in_file) return name;
    return fmt::format("{} ({})", name, app::grouped(*in_file));
}

} // namespace pairscope::cli
