// SPDX-License-Identifier: MIT
// The output that a recording keeps of a workload that has no matrix, and the vectors that it names.
#pragma once

#include "profiling/recording/recording.h"

#include <optional>
#include <string>

namespace pairscope::app {

struct RecordedOutput {
    std::string variant_id;
    Workload workload;
    const profiling::CheckVerdict* verdict = nullptr;
};
/// The output of the first run that is right and whose output was kept.
[[nodiscard]] std::optional<RecordedOutput> recorded_output(const profiling::Recording& recording);

/// Keeps the vectors that the output names: those of a pair, and pictures that match. A set that is too large for a
/// recording is only described there.
void add_vectors(profiling::Recording& recording);

} // namespace pairscope::app
