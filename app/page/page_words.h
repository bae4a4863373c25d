// SPDX-License-Identifier: MIT
// What a page says by itself: its headings, its controls and its messages.
#pragma once

#include "app/spine/files/columns.h"

namespace pairscope::page {

[[nodiscard]] app::Json words_json();

} // namespace pairscope::page
