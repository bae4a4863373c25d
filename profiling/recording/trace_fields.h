// SPDX-License-Identifier: MIT
// Traces of a recording as JSON, and back; and the hashes of its sources.
#pragma once

#include "profiling/recording/field_kinds.h"
#include "profiling/recording/recording.h"

#include <cstddef>
#include <vector>

namespace pairscope::profiling {

/// The bytes that the trace takes in a recording, before it is packed.
[[nodiscard]] std::size_t bytes_in_recording(const RecordedTrace& trace);

/// How many numbers and texts these are.
[[nodiscard]] std::size_t values_in(const std::vector<RecordedTrace>& traces);

namespace as {

/// A list, whose reader leaves out traces with a word that this version does not know.
struct Traces {
    [[nodiscard]] Json json(const std::vector<RecordedTrace>& traces, RecordingContext& context) const;
    void read(const JsonPlace& place, std::vector<RecordedTrace>& traces, RecordingContext& context) const;
};
struct Hashes {
    [[nodiscard]] Json json(const std::vector<RecordedHash>& hashes, RecordingContext& context) const;
    void read(const JsonPlace& place, std::vector<RecordedHash>& hashes, RecordingContext& context) const;
};

} // namespace as

} // namespace pairscope::profiling
