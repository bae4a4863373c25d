// SPDX-License-Identifier: MIT
// The script and the style sheet of a page: the files of assets/page, joined by the build.
#pragma once

#include <string_view>

namespace pairscope::page {

[[nodiscard]] std::string_view page_script();
[[nodiscard]] std::string_view style_sheet();

} // namespace pairscope::page
