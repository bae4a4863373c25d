// SPDX-License-Identifier: MIT
// The sources of the variants, and how each differs from that of its parent.
#pragma once

#include "app/spine/files/columns.h"
#include "profiling/recording/recording.h"

#include <string>
#include <vector>

namespace pairscope::page {

/// An object with "files", a text for each path, and "of", for each id its path, its parent and the rows of the
/// difference: [kind, line here, line there], where a line of 0 is none; a changed row also has the changed words of
/// both as [begin, end] in UTF-16 units.
[[nodiscard]] app::Json sources_json(const std::vector<const profiling::Recording*>& recordings,
                                     const std::vector<std::string>& variant_ids);

} // namespace pairscope::page
