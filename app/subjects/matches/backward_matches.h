// SPDX-License-Identifier: MIT
// The matches in the other direction: two vectors that are each other's best match are a mutual match.
#pragma once

#include "app/spine/jobs.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace pairscope::app {

/// The best match in the first set for each vector of the second set, by the last variant of the workload for a CPU
/// that can run here. Null: it was stopped; the workload asks for no matches, or has parameters, which can change
/// without the data; or this would take more than about a second.
[[nodiscard]] std::shared_ptr<const std::vector<std::int32_t>> backward_matches(const Question& question,
                                                                                const std::stop_token& stop = {});

/// The job that finds them, once an answer is there that does not have them itself. Absent: nobody needs them.
[[nodiscard]] std::optional<Job> backward_job(const State& state);

} // namespace pairscope::app
