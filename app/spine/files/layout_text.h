// SPDX-License-Identifier: MIT
// Checks the saved layout of the panels, as text. The toolkit that reads it does not check it, and a damaged layout can
// make the toolkit loop for ever.
#pragma once

#include <string_view>

namespace pairscope::app {

/// True if the text is one that the toolkit wrote: readable characters only, nodes that are defined once and after
/// their parents, parents that are split in two, and sizes above zero. An empty text is sound: it says nothing.
[[nodiscard]] bool is_sound_layout(std::string_view text);

} // namespace pairscope::app
