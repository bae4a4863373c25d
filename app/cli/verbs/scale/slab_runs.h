// SPDX-License-Identifier: MIT
// What verbs do with data in slabs, on all ranks.
#pragma once

#include "app/cli/reports/pair_report.h"
#include "app/cli/verbs/scale/all_pairs.h"
#include "app/cli/verbs/scale/slab_data.h"
#include "kernels/scale/slabs/slab_farthest.h"
#include "kernels/scale/slabs/slab_pairs.h"
#include "kernels/scale/slabs/slab_scan.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope::cli {

/// The first look at all rows of the files, which later runs need. The data must outlive it.
class SlabLook {
public:
    SlabLook(const SlabData& slabs, scale::Directions directions, int threads);

    /// Looks at all rows, and says how many have no distances. False if it was stopped.
    [[nodiscard]] bool run(const PieceRun& run);
    [[nodiscard]] const SlabData& slabs() const { return slabs_; }
    [[nodiscard]] const scale::SlabPairs& pairs() const { return pairs_; }
    [[nodiscard]] const scale::SlabScan& scan() const { return scan_; }
    [[nodiscard]] const scale::SlabTraits& traits() const { return traits_; }
    [[nodiscard]] int threads() const { return threads_; }
    /// So many entries of the matrix are those of vectors without distances.
    [[nodiscard]] std::int64_t entries_without_number() const {
        const app::Question& question = slabs_.data.question;
        return question.first->rows * question.across().rows - traits_.usable * traits_.usable_across;
    }

private:
    const SlabData& slabs_;
    int threads_;
    scale::SlabPairs pairs_;
    scale::SlabScan scan_;
    scale::SlabTraits traits_;
};

/// The farthest pair. Absent if it was stopped.
[[nodiscard]] std::optional<scale::ExtremePair> farthest_in_slabs(const SlabLook& look, std::string_view doing,
                                                                  const PieceRun& run);
/// A pair with its exact key, for a report; absent if there is none.
[[nodiscard]] std::optional<NamedPair> named_pair(const SlabData& slabs, const scale::ExtremePair& pair);

/// Throws the InputError for a radius by a metric that prepares rows.
[[noreturn]] void refuse_radius_in_slabs(const app::Question& question);

/// The table of nearest_neighbours(), which only rank 0 has whole. Absent if it was stopped.
[[nodiscard]] std::optional<neighbours::NeighbourTable> nearest_in_slabs(const SlabLook& look, int k,
                                                                         const PieceRun& run);
/// The rows of the second set that are among the first `k` neighbours in the table, ascending, each once.
[[nodiscard]] std::vector<std::int64_t> neighbours_listed(const neighbours::NeighbourTable& table, int k);
/// The nearest vectors of the first set for these rows of the second one, for a table that was found before.
[[nodiscard]] std::optional<neighbours::NeighbourTable>
nearest_back(const SlabLook& look, int k, std::vector<std::int64_t> rows, const PieceRun& run);

} // namespace pairscope::cli
