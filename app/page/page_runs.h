// SPDX-License-Identifier: MIT
// What a page shows of recorded runs: for each device of each recording a section of the ladder, and for each run what
// the panels of the window show of it.
#pragma once

#include "app/page/page_parts.h"
#include "app/page/palette.h"
#include "app/spine/files/columns.h"
#include "app/spine/state.h"

#include <span>
#include <string>
#include <vector>

namespace pairscope::page {

struct SectionOptions {
    LeftOut left_out{};
    std::span<const profiling::RecordedCode> codes{}; ///< what the recordings lack
    std::vector<std::string> distinctions{}; ///< what tells each recording apart, in the order of the state; or nothing
};

/// The targets into which runs of the state's workload write: only matrices have one beside linear memory.
[[nodiscard]] std::vector<TargetKind> targets_of(app::State state);

/// The sections of both targets. `state` shows the recordings, and is changed by selecting each run.
[[nodiscard]] app::Json sections_json(app::State& state, Palette& palette, const SectionOptions& options);

/// The same sections, packed for the page: the rows of all of them are one object, with a list for each key that has
/// the value of each row, or null. Equal parts then follow each other, which packs them to half.
[[nodiscard]] app::Json packed_sections(const app::Json& sections);

/// The variants of all sections, in the order of the ladder, each once.
[[nodiscard]] std::vector<std::string> variants_in(const app::Json& sections);

} // namespace pairscope::page
