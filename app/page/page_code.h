// SPDX-License-Identifier: MIT
// The instructions of a page's kernels. Those that recordings keep stay in them, and the program lists the others.
#pragma once

#include "app/page/palette.h"
#include "app/spine/files/columns.h"
#include "profiling/recording/recording.h"

#include <span>
#include <stop_token>
#include <vector>

namespace pairscope::page {

struct PageCodes {
    std::vector<profiling::RecordedCode> made{}; ///< what the recordings lack
    app::Json why_not = app::Json::object();     ///< a sentence for each id of a variant that has none
};

/// What the recordings lack of the code of the kernels of their runs, as far as the sources are those of this program.
[[nodiscard]] PageCodes codes_of(const std::vector<const profiling::Recording*>& recordings,
                                 const std::stop_token& stop);

/// The code of the kernel of a run: that of the recording, or else one that was made for its GPU. Null: there is none.
[[nodiscard]] const profiling::RecordedCode* code_of_run(const profiling::Recording& recording,
                                                         const profiling::Measurement& run,
                                                         std::span<const profiling::RecordedCode> made);

/// A bar for each instruction at which warps waited: [its place, "12.3 %", what for, the parts of the bar]. A part has
/// the class of its colour and its share of the longest bar. Null: nothing was sampled of this very code.
[[nodiscard]] app::Json bars_json(const profiling::RecordedCode& code, const profiling::StallSamples& samples,
                                  Palette& palette);

} // namespace pairscope::page
