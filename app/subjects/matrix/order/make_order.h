// SPDX-License-Identifier: MIT
// Works out the order of a matrix.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "kernels/ladder/engine.h"

#include <cstdint>
#include <memory>

namespace pairscope::app {

/// Null if it was stopped.
[[nodiscard]] std::shared_ptr<const MatrixOrder> make_order(const job::MakeOrder& job, const RunControl& control = {});
/// How many rows make_order() counts in control.rows_done; 0: it counts none.
[[nodiscard]] std::int64_t rows_to_count(const job::MakeOrder& job);

/// The order of the picture that is asked for, perhaps on the way from one to another. Null: as loaded.
[[nodiscard]] std::shared_ptr<const MatrixOrder> picture_order(const job::MakeOutput& job);

/// The question with its vectors in that order.
[[nodiscard]] Question in_order(const Question& question, const MatrixOrder& order);

} // namespace pairscope::app
