// SPDX-License-Identifier: MIT
// Work in numbered pieces whose results are merged. Merging has no order: whoever computes which piece, the merged
// result has the same bits.
#pragma once

#include "kernels/ladder/engine.h"
#include "kernels/scale/bytes.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace pairscope::scale {

struct PieceWork {
    std::int64_t pieces = 0;
    /// The result of one piece. Many threads call this at once. The result of a stopped call is not used.
    std::function<Bytes(std::int64_t piece, const std::stop_token& stop)> compute;
    /// Adds the result of a piece, or what `merged` gave, to the merged result. One thread at a time calls this.
    std::function<void(std::span<const std::byte> result)> merge;
    /// The merged result. One thread at a time calls this or `merge`.
    std::function<Bytes()> merged;
    /// Was this piece merged before, by a run that ended early? Such pieces are not computed. Null: none was. The
    /// thread that merges calls this.
    std::function<bool(std::int64_t piece)> is_done = nullptr;
    /// Does a piece take less time if other results were merged before? Then ranks tell each other what is known.
    bool learns = false;
    /// Do all ranks need the merged result, and not only the one that prints it?
    bool is_needed_everywhere = false;
};

/// Computes the pieces on the threads of this process and merges them. False if it was stopped. rows_done of `control`
/// ascends by one for each piece.
[[nodiscard]] bool run_here(const PieceWork& work, const RunControl& control);

} // namespace pairscope::scale
