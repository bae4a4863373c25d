// SPDX-License-Identifier: MIT
// What a workload does to the rows of sets before it compares them (kernels/data/prepared, kernels/data/globe.h), for
// sets that are larger than memory: what it needs of all rows is found first, and then each slab is changed alone.
#pragma once

#include "kernels/data/slabs/slab_reader.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::scale {

/// Why sets of this workload cannot be read in slabs, as the rest of a sentence that begins with its name; empty: they
/// can.
[[nodiscard]] std::string_view why_not_in_slabs(const WorkloadType& type);

/// From now on the readers give the rows that bring_as_needed_by() makes of whole sets, to the last bit. `axes` are the
/// names of the columns of points; empty: the rows are vectors. This may read the files several times, with whole
/// columns in `memory` bytes. Returns a note on the columns of all sets, without a full stop; empty: there is
/// none. Throws InputError for rows that cannot be compared, as they are or in so much memory.
std::string prepare_slabs(const WorkloadType& type, std::span<SlabReader* const> sets,
                          const std::vector<std::string>& axes, std::int64_t memory);

/// Which rows of prepared sets have no distances, as the rest of a sentence: "all of its numbers are equal, or ...".
/// Empty: only those with a number that is not finite, or the workload does not prepare rows one by one.
[[nodiscard]] std::string_view which_rows_have_none(const WorkloadType& type);

} // namespace pairscope::scale
