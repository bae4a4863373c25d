// SPDX-License-Identifier: MIT
// The pieces of one work on all ranks: rank 0 hands them out to who is idle, itself too, and merges the results.
#pragma once

#include "kernels/scale/piece_work.h"
#include "kernels/scale/ranks/rank_group.h"

#include <string>
#include <vector>

namespace pairscope::scale {

/// What has to be the same on all ranks.
struct SameOnAllRanks {
    std::string version;
    std::string data; ///< a fingerprint
};

/// Every rank calls it for the same work. True on rank 0 once all pieces are merged. True on another rank once rank 0
/// has everything; `merged` of its work then is the whole result, too, if that is needed everywhere. False if
/// rank 0 was stopped, or has ended the run. Throws std::runtime_error on rank 0 if another rank has failed, InputError
/// if another rank has other data or another version, and on every rank what a piece of its own has thrown.
[[nodiscard]] bool run_on_ranks(RankGroup& ranks, const PieceWork& work, const SameOnAllRanks& same,
                                const RunControl& control);

/// What every rank says, by their numbers, on rank 0; elsewhere empty. Throws std::runtime_error if a rank has failed.
[[nodiscard]] std::vector<std::string> gathered(RankGroup& ranks, const std::string& own);

/// Rank 0: tells all others that the run is over, and waits until they know.
void end_ranks(RankGroup& ranks);
/// Another rank: waits until rank 0 ends the run.
void wait_for_end(RankGroup& ranks);
/// Another rank: tells rank 0 why it cannot go on.
void tell_failure(RankGroup& ranks, const std::string& why);

} // namespace pairscope::scale
