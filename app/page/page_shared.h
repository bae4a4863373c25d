// SPDX-License-Identifier: MIT
// Recordings of one page often hold the same data. Long lines of their texts that the first recording has, too, stand
// in the page once.
#pragma once

#include "app/spine/files/columns.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::page {

/// A line that another text has, too. Places count bytes.
struct SharedLine {
    std::size_t at = 0;   ///< in the whole text
    std::size_t from = 0; ///< in the first text
    std::size_t length = 0;
    bool operator==(const SharedLine&) const = default;
};

/// In the order of the text.
[[nodiscard]] std::vector<SharedLine> shared_lines(std::string_view first, std::string_view text);
[[nodiscard]] std::string text_without(std::string_view text, const std::vector<SharedLine>& lines);
/// A list of [at, from, length].
[[nodiscard]] app::Json shared_json(const std::vector<SharedLine>& lines);

} // namespace pairscope::page
