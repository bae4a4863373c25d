// SPDX-License-Identifier: MIT
// The sets of a recording as the input of a workload, and what such sets share with those of files.
#pragma once

#include "app/subjects/data/load_sets.h"

namespace pairscope::app {

/// The first rows of a set; absent: all of them. A remark says where it has fewer.
[[nodiscard]] std::shared_ptr<const Dataset> part_of(const std::shared_ptr<const Dataset>& set,
                                                     const std::optional<std::int64_t>& rows, LoadedSets& sets);
/// "cities.csv has only 7 rows, and all of them are used"
[[nodiscard]] std::string fewer_rows(const Dataset& set);
/// Both sets are the first rows of one set, so row i of one is row i of the other.
void share_rows(LoadedSets& sets);

/// The recording that is the file of the first set. Throws InputError if it does not hold what the workload takes.
[[nodiscard]] LoadedSets recorded_sets(const WorkloadType& type, const VectorSource& source,
                                       const std::stop_token& stop);

} // namespace pairscope::app
