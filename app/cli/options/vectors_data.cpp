// SPDX-License-Identifier: MIT
#include "app/cli/options/vectors_data.h"

#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/spine/jobs.h"
#include "app/subjects/output/output.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/errors.h"
#include "profiling/recording/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

std::vector<std::string_view> workloads_of_two_vectors() {
    std::vector<std::string_view> ids;
    for (const WorkloadType& type : workload_types())
        if (app::asks_about_two_vectors(type)) ids.push_back(type.id);
    return ids;
}

/// The workload that was asked for, that of the recording, or the first one of two vectors.
std::string workload_of(const DataOptions& options) {
    if (!options.workload.empty())
        return std::string(chosen_workload({.workload = options.workload, .patterns = {}, .device = {}}).id);
    if (!options.points.empty())
        if (const auto recorded = app::recorded_workload(profiling::load_recording(options.points)))
            return std::string(*recorded);
    const auto ids = workloads_of_two_vectors();
    return ids.empty() ? std::string() : std::string(ids.front());
}

} // namespace

void add_vectors_options(CLI::App& verb, DataOptions& options) {
    constexpr const char* group = "Vectors";
    verb.add_option("--workload", options.workload,
                    "The workload whose two vectors are drawn [the first one that has two vectors]")
        ->type_name("NAME")
        ->group(group);
    verb.add_option("--n", options.n, "Number of coordinates (for a file, use only the first N)")
        ->transform(whole_number("--n"))
        ->group(group);
    verb.add_option("--a", options.a, "The file of the first vector [the example of the workload]")
        ->type_name("FILE")
        ->transform(file_or_shipped())
        ->group(group);
    verb.add_option("--b", options.b, "The file of the second vector; without it the file of --a has both")
        ->type_name("FILE")
        ->transform(file_or_shipped())
        ->group(group);
}

app::State state_with_vectors(DataOptions options, const std::vector<std::string>& recordings) {
    if (!recordings.empty()) options.points = recordings.front();
    options.workload = workload_of(options);
    if (options.workload.empty() || !app::asks_about_two_vectors(type_of(options.workload)))
        throw InputError(fmt::format("the chart vectors needs a workload that asks about two vectors, and {} does not; "
                                     "choose one of {}",
                                     options.workload, fmt::join(workloads_of_two_vectors(), ", ")));
    const LoadedData data = load(data_of(options));
    app::State state;
    state.data.now.source = data.source;
    state.data.now.question = data.question;
    if (const auto job = app::vectors_job(state))
        state.vectors.reduced = app::reduce_vectors(job->what.get<app::job::ReduceVectors>().vectors);
    return state;
}

} // namespace pairscope::cli
