// SPDX-License-Identifier: MIT
// The traces that a recording keeps and a page shows: what one warp of one block touches, of few vectors.
#pragma once

#include "app/spine/question.h"
#include "kernels/ladder/variant.h"
#include "profiling/recording/recording.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <variant>

namespace pairscope::app {

/// So many vectors are enough for a trace; of a workload that counts coordinates, so many coordinates.
inline constexpr std::int64_t traced_rows = 256;
/// A trace takes at most so many bytes of a recording.
inline constexpr std::size_t most_trace_bytes = 20'000;
/// The film shows so many requests of each line, from the first one on.
inline constexpr int most_requests_of_line = 3;

/// A question about the first vectors of the recording's own data, or else about example data of the workload.
[[nodiscard]] Question question_to_trace(const WorkloadType& type, const profiling::Recording& recording);

/// Or why the variant has no trace, without a full stop.
[[nodiscard]] std::variant<profiling::RecordedTrace, std::string>
block_trace(const KernelVariant& variant, const Question& question, const std::stop_token& stop);

/// Adds a trace of each variant of its runs that can be executed, and the hash of each source. Stops where it is asked
/// to, with those that are there.
void add_traces(profiling::Recording& recording, const std::stop_token& stop);

/// Null: the recording has no trace of it.
[[nodiscard]] const profiling::RecordedTrace* recorded_trace(const profiling::Recording& recording,
                                                             std::string_view variant_id);

/// Is the source of this program the one that was recorded?
enum class SourceMatch : std::uint8_t {
    unknown, ///< the recording does not say
    same,
    other
};
[[nodiscard]] SourceMatch source_match(const profiling::Recording& recording, std::string_view variant_id);

} // namespace pairscope::app
