// SPDX-License-Identifier: MIT
// Verdicts on outputs, with the values of small outputs, as JSON and back.
#pragma once

#include "profiling/check_verdict.h"
#include "profiling/recording/field_kinds.h"

namespace pairscope::profiling {

/// A verdict. `ran`: of a run that has an output; it is refused if it is right although nothing of it was looked at.
struct CheckKind {
    bool ran = false;
    [[nodiscard]] Json json(const CheckVerdict& verdict, RecordingContext& context) const;
    void read(const JsonPlace& place, CheckVerdict& verdict, RecordingContext& context) const;
};
inline constexpr CheckKind check_that_ran{.ran = true}, check_of_failed{};

} // namespace pairscope::profiling
