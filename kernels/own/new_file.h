// SPDX-License-Identifier: MIT
// A file to begin with, written from the table of names of a workload.
#pragma once

#include "kernels/ladder/workload.h"

#include <string>

namespace pairscope::own {

/// A right plain kernel of that name. The workload has a table of names.
[[nodiscard]] std::string new_file(const WorkloadType& type, const std::string& kernel);
/// A right function for the CPU, which one thread calls. The kernels of workloads have one of three forms, which become
/// loops; throws std::logic_error for another one.
[[nodiscard]] std::string new_cpu_file(const WorkloadType& type, const std::string& function);

/// "const float2* points, int n": what a new file takes.
[[nodiscard]] std::string usual_parameters_of(const WorkloadType& type);

} // namespace pairscope::own
