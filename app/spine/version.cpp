// SPDX-License-Identifier: MIT
#include "app/spine/version.h"

namespace pairscope::app {

std::string_view version() { return PAIRSCOPE_VERSION; }

} // namespace pairscope::app
