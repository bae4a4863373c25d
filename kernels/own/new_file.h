// SPDX-License-Identifier: MIT
// A file to begin with, written from the table of names of a workload.
#pragma once

#include "kernels/ladder/workload.h"

#include <string>

namespace pairscope::own {

/// A right plain kernel of that name. The workload has a table of names.
[[nodiscard]] std::string new_file(const WorkloadType& type, const std::string& kernel);

} // namespace pairscope::own
