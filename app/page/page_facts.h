// SPDX-License-Identifier: MIT
// The figures of a run with where they come from, and why it is faster or slower than others, as tables of a page.
#pragma once

#include "app/spine/files/columns.h"
#include "app/subjects/recordings/recordings.h"

#include <string>

namespace pairscope::page {

/// A list of [name, text, meaning, source].
[[nodiscard]] app::Json facts_json(const profiling::Measurement& run, const profiling::Ceilings* ceilings,
                                   const std::string& origin);
/// The ceilings of the set's device: [name, rate, source].
[[nodiscard]] app::Json ceilings_json(const app::RecordedSet& set);
/// Tables about the run and its parent, the first run of the set, and its neighbours in the ladder.
[[nodiscard]] app::Json why_json(const app::RecordedSet& set, const profiling::Measurement& run);
/// How it was recorded: a list of [name, text]. `with_names`: also the names of files and hosts.
[[nodiscard]] app::Json conditions_json(const profiling::Recording& recording, const std::string& file,
                                        bool with_names);

} // namespace pairscope::page
