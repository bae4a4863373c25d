// SPDX-License-Identifier: MIT
// Kernels of the user's own, and the instructions of kernels, as JSON and back.
#pragma once

#include "profiling/recording/field_kinds.h"
#include "profiling/recording/recording.h"

#include <cstddef>
#include <string>
#include <vector>

namespace pairscope::profiling {

/// Keeps the first instructions, so that the code takes at most so many bytes in a recording before it is packed.
void cut_to(RecordedCode& code, std::size_t most_bytes);

/// The codes as a recording has them: a list in JSON.
[[nodiscard]] std::string json_text(const std::vector<RecordedCode>& codes);

/// How many numbers and texts these are.
[[nodiscard]] std::size_t values_in(const std::vector<RecordedCode>& codes);

namespace as {

struct OwnKernels {
    [[nodiscard]] Json json(const std::vector<RecordedKernel>& kernels, RecordingContext& context) const;
    void read(const JsonPlace& place, std::vector<RecordedKernel>& kernels, RecordingContext& context) const;
};
/// A list, whose reader leaves out code for a target that this version does not know.
struct Codes {
    [[nodiscard]] Json json(const std::vector<RecordedCode>& codes, RecordingContext& context) const;
    void read(const JsonPlace& place, std::vector<RecordedCode>& codes, RecordingContext& context) const;
};

} // namespace as

} // namespace pairscope::profiling
