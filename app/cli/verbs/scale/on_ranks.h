// SPDX-License-Identifier: MIT
// A verb on all ranks: each of them loads the data and computes, and rank 0 alone prints.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/verbs/scale/checkpoint.h"
#include "kernels/scale/ranks/rank_group.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace pairscope::cli {

/// Another rank was lost, so the launcher ends all of them: there is no answer.
struct RankLost : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Where the pieces of a verb are computed, and what stops them.
struct PieceRun {
    Interrupt& interrupt;
    scale::RankGroup* ranks = nullptr;        ///< null: this process computes all pieces
    int threads = 0;                          ///< that this process uses; 0: all
    CheckpointOwner owner{};                  ///< what all ranks and a checkpoint have to agree on
    bool may_take_days = false;               ///< a user said so
    bool is_kept = false;                     ///< a checkpoint was asked for
    bool can_be_kept = true;                  ///< the verb has an option for it
    std::shared_ptr<Checkpoint> checkpoint{}; ///< only where results are printed; null: none was asked for

    /// Is this the process that prints?
    [[nodiscard]] bool prints() const { return ranks == nullptr || ranks->is_first(); }
};

/// Calls `verb` on this rank, or simply calls it where the process was started alone. What other ranks would write to
/// standard error is left out; why one of them cannot go on is said by rank 0. Throws what the verb throws, and
/// InputError where ranks cannot reach each other.
[[nodiscard]] ExitCode on_ranks(int threads, const std::function<ExitCode(PieceRun run)>& verb);

/// Before this process says that its arguments or its data cannot be used. Usually all ranks find the same fault, and a
/// launcher ends them once the first one has said it. So another rank waits a moment, and speaks only if nothing has
/// ended it: then its arguments are others.
void let_first_rank_speak();

/// Throws InputError if this process was started with others, by a launcher: `verb` runs on one rank only.
void refuse_ranks(std::string_view verb);

} // namespace pairscope::cli
