// SPDX-License-Identifier: MIT
// What a workload begins with where nobody has chosen data.
#include "app/spine/files/paths.h"
#include "app/spine/state.h"
#include "app/subjects/data/data.h"
#include "kernels/ladder/registry.h"

#include <algorithm>

namespace pairscope::app {
namespace {

bool runs_on_gpu(const RunState& run) {
    return run.device < run.devices.size() && run.devices[run.device].backend == Backend::cuda;
}

} // namespace

std::int64_t usual_rows(const RunState& run) {
    constexpr std::int64_t few = 2048;
    if (runs_on_gpu(run)) return 8192;
    const std::int64_t cache = run.device < run.devices.size() ? run.devices[run.device].cache_bytes : 0;
    return few * few * bytes_of(Entry::float32) <= cache ? most_simulated_rows : few;
}

VectorSource first_vectors(const RunState& run, const WorkloadType& type) {
    constexpr double most_operations = 2e10; // seconds of one core without vector instructions
    VectorSource source = usual_vectors(type);
    const bool is_made = source.a.empty() && example_maker(type) != nullptr && !counts_coordinates(type.inputs);
    if (runs_on_gpu(run) || !is_made) return source;
    Workload size = type.example_size;
    const bool is_simulated = std::ranges::any_of(variants(), [&](const KernelVariant& variant) {
        return variant.workload == type.id && variant.backend == Backend::cuda;
    });
    if (type.example_vectors != nullptr && is_simulated) source.n = size.rows = size.cols = usual_rows(run);
    const auto is_too_much = [&] {
        const Work work = work_of(size);
        return work.flops + work.integer_operations > most_operations;
    };
    if (!is_too_much()) return source;
    for (size.rows = size.cols = most_simulated_rows; is_too_much() && size.rows > 2;) size.rows = size.cols /= 2;
    source.n = size.rows;
    return source;
}

DataSource first_data(const RunState& run, const WorkloadType& type) {
    if (!takes_points(type) || type.example_vectors != nullptr) return first_vectors(run, type);
    return FileSource{.path = default_dataset(), .columns = {}, .n = usual_rows(run)};
}

} // namespace pairscope::app
