// SPDX-License-Identifier: MIT
// The instructions of a page's kernels. Those that recordings keep stay in them, and the program lists the others.
#pragma once

#include "app/page/palette.h"
#include "app/spine/files/columns.h"
#include "profiling/recording/recording.h"

#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::page {

struct PageCodes {
    std::string made;                        ///< a list in JSON, as recordings have it, of code that they lack
    int made_here = 0;                       ///< so many kernels are in it
    app::Json why_not = app::Json::object(); ///< a sentence for each id of a variant that has none
};

/// What the recordings lack of the code of the kernels of their runs, as far as the sources are those of this program.
[[nodiscard]] PageCodes codes_of(const std::vector<const profiling::Recording*>& recordings,
                                 const std::stop_token& stop);

/// A bar for each instruction at which warps waited: [its place, "12.3 %", what for, the parts of the bar]. A part has
/// the class of its colour and its share of the longest bar. Null: nothing was sampled of the code that the recording
/// has, or it has none.
[[nodiscard]] app::Json bars_json(const profiling::Recording& recording, const profiling::Measurement& run,
                                  Palette& palette);

} // namespace pairscope::page
