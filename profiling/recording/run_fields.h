// SPDX-License-Identifier: MIT
// A run of a recording as JSON, and back.
#pragma once

#include "profiling/recording/field_kinds.h"
#include "profiling/recording/recording.h"

namespace pairscope::profiling::as {

/// A question, whose numbers are those that its workload allows.
struct AskedWorkload {
    [[nodiscard]] Json json(const Workload& workload, RecordingContext& context) const;
    void read(const JsonPlace& place, Workload& workload, RecordingContext& context) const;
};

/// All runs. Reading keeps those that this version cannot show in `unknown`.
struct Runs {
    [[nodiscard]] Json json(const Recording& recording, RecordingContext& context) const;
    void read(const JsonPlace& place, Recording& recording, RecordingContext& context) const;
};

} // namespace pairscope::profiling::as
