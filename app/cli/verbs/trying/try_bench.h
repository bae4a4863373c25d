// SPDX-License-Identifier: MIT
// pairscope try --bench: times a right kernel of the user's own on a GPU, beside the variant that it is compared with.
#pragma once

#include "app/cli/interrupt.h"
#include "app/spine/files/columns.h"
#include "app/subjects/workshop/trying.h"
#include "profiling/comparing/interleaved.h"
#include "profiling/measurement.h"

#include <optional>
#include <string>

namespace pairscope::cli {

struct OwnTimes {
    std::string why_not;  ///< there are none, in one sentence; empty: there are
    std::string compiler; ///< that has compiled the kernel for the GPU
    std::optional<profiling::Measurement> own{};
    std::string parent{}; ///< id of the variant beside it
    std::optional<profiling::Interleaved> beside{};
    std::string why_not_beside{}; ///< in one sentence
};

/// Compiles the kernel of the try for the first GPU, times it with the example of its workload, and compares it in
/// turns with the first variant of the ladder. `asked`: the size; absent: the example's own, or 8 192 points.
[[nodiscard]] OwnTimes times_of(app::workshop::Try& tried, const app::workshop::FirstSize& asked, Interrupt& interrupt);

[[nodiscard]] std::string text_of(const OwnTimes& times);
[[nodiscard]] app::Json value_of(const OwnTimes& times);

} // namespace pairscope::cli
