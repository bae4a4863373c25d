// SPDX-License-Identifier: MIT
// Makes two matrices of their common items.
#pragma once

#include "app/subjects/matrix/relation/two_matrices.h"
#include "kernels/ladder/engine.h"

#include <cstdint>

namespace pairscope::app {

/// Where the second matrix is read from.
struct OtherSource {
    std::string_view workload;
    std::optional<DataSource> source{}; ///< absent: the rows of now are compared by `workload`
};
/// Throws InputError where the rows of now have no such matrix.
[[nodiscard]] OtherSource source_of_other(const OtherMatrix& other, const DataSnapshot& now);

/// The rows of now by another metric. Throws InputError where it takes no such rows.
[[nodiscard]] Question rows_by_metric(const DataSnapshot& now, std::string_view workload);

/// How many steps tested() counts in control.rows_done, of which the first are those of join_matrices().
[[nodiscard]] std::int64_t steps_to_count(const RelatedSets& sets);

struct JoinAsked {
    RelatedSets sets;
    bool is_one_file = false;           ///< then rows are joined by their place in the file, whatever their names
    const MatrixOrder* order = nullptr; ///< the items stand as it has the rows of the first side; null: as loaded
    std::vector<std::string> remarks{}; ///< for TwoMatrices
};
/// Items without names are joined by their rows in the files, too. Null if it was stopped. Throws InputError where
/// fewer than four items are common or a name is given twice, and MemoryError.
[[nodiscard]] std::shared_ptr<const TwoMatrices> join_matrices(const JoinAsked& asked, const RunControl& control);
/// The same matrices with their relation, or why they have none. Null if it was stopped.
[[nodiscard]] std::shared_ptr<const TwoMatrices> tested(const TwoMatrices& two, const RunControl& control);

} // namespace pairscope::app
