// SPDX-License-Identifier: MIT
// The script, the style sheet and the font of a page: the files of assets/page, joined by the build.
#pragma once

#include <string_view>

namespace pairscope::page {

[[nodiscard]] std::string_view page_script();
[[nodiscard]] std::string_view style_sheet();
/// A part of Roboto (Apache License 2.0) with the letters of charts, as TrueType.
[[nodiscard]] std::string_view font_of_charts();

} // namespace pairscope::page
