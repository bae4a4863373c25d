// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pairscope::app {

[[nodiscard]] std::string_view version(); ///< "0.1.0"

} // namespace pairscope::app
