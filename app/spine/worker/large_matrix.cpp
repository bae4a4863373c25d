// SPDX-License-Identifier: MIT
#include "app/spine/worker/large_matrix.h"

#include "app/spine/commands.h"
#include "app/spine/state.h"

namespace pairscope::app {

bool is_large(MatrixShape shape) {
    constexpr std::int64_t most_of_two = std::int64_t{128} << 20; // [bytes]
    return shape.rows * shape.cols * bytes_of(Entry::float32) > most_of_two;
}

bool needs_host_memory(const Job& job) {
    if (job.what.as<job::MakeOutput>() != nullptr) return !job.lease;
    if (const auto* measure = job.what.as<job::Measure>()) return measure->device.backend == Backend::cpu;
    if (const auto* ceilings = job.what.as<job::MeasureCeilings>()) return ceilings->device.backend == Backend::cpu;
    const auto* compare = job.what.as<job::Compare>();
    return compare != nullptr &&
           (compare->device_a.backend == Backend::cpu || compare->device_b.backend == Backend::cpu);
}

} // namespace pairscope::app
