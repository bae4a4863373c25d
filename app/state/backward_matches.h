// SPDX-License-Identifier: MIT
// The matches in the other direction: two vectors that are each other's best match are a mutual match.
#pragma once

#include "app/state/question.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace pairscope::app {

/// For each vector of the second set its best match in the first one, by the last variant of the workload for a CPU that
/// can run here. Null: it was stopped, the workload asks for no matches, or it has so many pairs that this would take
/// more than a few seconds.
[[nodiscard]] std::shared_ptr<const std::vector<std::int32_t>> backward_matches(const Question& question,
                                                                               const std::stop_token& stop = {});

} // namespace pairscope::app
