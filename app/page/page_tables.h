// SPDX-License-Identifier: MIT
// The tables of times that a page shows without its script.
#pragma once

#include "app/page/page.h"
#include "app/page/page_document.h"

#include <string>
#include <vector>

namespace pairscope::page {

/// For each recording, the runs into linear memory and those into a texture. `titles` has one title for each file.
[[nodiscard]] std::vector<PlainTable> tables_of(const std::vector<ShownFile>& files,
                                                const std::vector<std::string>& titles);

} // namespace pairscope::page
