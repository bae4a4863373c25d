// SPDX-License-Identifier: MIT
#include "app/spine/activity.h"

#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::app {
namespace {

/// "cpu_naive and cpu_simd"
std::string names_of_variants(const Task& task) {
    std::vector<std::string_view> names;
    for (const std::string& id : task.variants) names.push_back(short_name(id));
    return fmt::format("{}", fmt::join(names, " and "));
}

} // namespace

TaskKind kind_of(profiling::Stage stage) {
    using profiling::Stage;
    switch (stage) {
    case Stage::checking:
        return TaskKind::checking;
    case Stage::warming_up:
        return TaskKind::warming_up;
    case Stage::timing:
        return TaskKind::timing;
    case Stage::flushing_and_timing:
        return TaskKind::flushing_and_timing;
    case Stage::comparing:
        return TaskKind::comparing;
    }
    return TaskKind::timing;
}

std::string describe(const Task& task) {
    using profiling::Stage;
    const std::string names = names_of_variants(task);
    const auto in_stage = [&](Stage stage) { return fmt::format("{} {}", name_of(stage), names); };
    switch (task.kind) {
    case TaskKind::computing:
        return task.subject.empty() ? fmt::format("computing {}", names)
                                    : fmt::format("computing {} for {}", names, task.subject);
    case TaskKind::simulating:
        return fmt::format("simulating {}", names);
    case TaskKind::checking:
        return in_stage(Stage::checking);
    case TaskKind::warming_up:
        return in_stage(Stage::warming_up);
    case TaskKind::timing:
        return in_stage(Stage::timing);
    case TaskKind::flushing_and_timing:
        return in_stage(Stage::flushing_and_timing);
    case TaskKind::comparing:
        return in_stage(Stage::comparing);
    case TaskKind::counting:
        return fmt::format("counting {}", names);
    case TaskKind::sampling:
        return fmt::format("sampling a launch of {}", names);
    case TaskKind::sampling_stalls:
        return fmt::format("sampling the instructions of {}", names);
    case TaskKind::reading_code:
        return fmt::format("disassembling {}", names);
    case TaskKind::tracing:
        return fmt::format("tracing {}", names);
    case TaskKind::ordering:
        return fmt::format("ordering the matrix {}", task.subject);
    case TaskKind::measuring_clusters:
        return "working out the silhouettes of the clusters";
    case TaskKind::joining_matrices:
        return fmt::format("comparing the matrix with a second one of {}", task.subject);
    case TaskKind::reducing_vectors:
        return "preparing the charts of the vectors";
    case TaskKind::matching_backward:
        return "matching in the other direction";
    case TaskKind::looking_closer:
        return "computing the tiles in sight";
    case TaskKind::finding_neighbours:
        return "searching for the nearest neighbours";
    case TaskKind::counting_pairs:
        return "counting the pairs within the radius";
    case TaskKind::measuring_ceilings:
        return task.subject;
    case TaskKind::asking_for_counters:
        return "reading the list of counters";
    case TaskKind::opening:
        return fmt::format("opening {}", task.subject);
    case TaskKind::trying_kernel:
        return fmt::format("trying {}", task.subject);
    case TaskKind::checking_kernel:
        return fmt::format("checking {} fully", task.subject);
    case TaskKind::reading:
        return fmt::format("reading {}", task.subject);
    case TaskKind::writing:
        return fmt::format("writing {}", task.subject);
    case TaskKind::not_stopping:
        return fmt::format("{} is still running because it does not check its stop token; close the window to end the "
                           "program",
                           names);
    }
    return {};
}

bool measures(const Task& task, std::string_view variant_id) {
    switch (task.kind) {
    case TaskKind::checking:
    case TaskKind::warming_up:
    case TaskKind::timing:
    case TaskKind::flushing_and_timing:
    case TaskKind::comparing:
    case TaskKind::counting:
    case TaskKind::sampling:
    case TaskKind::sampling_stalls:
        return std::ranges::find(task.variants, variant_id) != task.variants.end();
    case TaskKind::computing:
    case TaskKind::simulating:
    case TaskKind::reading_code:
    case TaskKind::tracing:
    case TaskKind::ordering:
    case TaskKind::joining_matrices:
    case TaskKind::measuring_clusters:
    case TaskKind::reducing_vectors:
    case TaskKind::matching_backward:
    case TaskKind::looking_closer:
    case TaskKind::finding_neighbours:
    case TaskKind::counting_pairs:
    case TaskKind::measuring_ceilings:
    case TaskKind::asking_for_counters:
    case TaskKind::opening:
    case TaskKind::trying_kernel:
    case TaskKind::checking_kernel:
    case TaskKind::reading:
    case TaskKind::writing:
    case TaskKind::not_stopping:
        return false;
    }
    return false;
}

} // namespace pairscope::app
