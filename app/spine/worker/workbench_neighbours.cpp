// SPDX-License-Identifier: MIT
// The workbench's searches for nearest neighbours, and their table in a file.
#include "app/spine/worker/workbench.h"

#include "app/subjects/neighbours/neighbour_order.h"
#include "app/subjects/neighbours/neighbour_queries.h"
#include "app/subjects/neighbours/neighbours_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/save.h"
#include "kernels/neighbours/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace pairscope::app {
namespace {

std::string why_failed(const char* attempt, const std::exception& error) {
    return fmt::format("{} failed: {}.", attempt, error.what());
}

std::vector<double> nearest_distances(const neighbours::NeighbourTable& table) {
    std::vector<double> distances;
    for (std::int64_t row = 0; row < table.rows && table.k > 0; ++row)
        if (const double distance = table.distances_of(row).front(); std::isfinite(distance))
            distances.push_back(distance);
    std::ranges::sort(distances);
    return distances;
}

} // namespace

std::shared_ptr<const FoundNeighbours> find_neighbours(const Question& question, const NeighbourKey& key,
                                                       const Device& device, const RunControl& control) {
    const auto begin = Clock::now();
    const neighbours::NeighbourQuestion asked = neighbour_question(question, key.k);
    auto found = std::make_shared<FoundNeighbours>();
    found->key = key;
    found->table = neighbours::nearest_neighbours_on(device, asked, control);
    found->device = device.name;
    if (asked.second != nullptr) {
        const auto backward = neighbours::nearest_neighbours(neighbours::turned(asked), control);
        found->mutual = neighbours::mutual_neighbours(found->table, backward, control);
    } else {
        found->mutual = neighbours::mutual_neighbours(found->table, found->table, control);
    }
    found->nearest = nearest_distances(found->table);
    found->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return control.stop.stop_requested() ? nullptr : found;
}

event::NeighboursFound Workbench::found(const job::FindNeighbours& job, const RunControl& control) {
    try {
        progress_({.kind = TaskKind::finding_neighbours}, 0.0);
        return {job.key, find_neighbours(job.question, job.key, job.device, control), {}};
    } catch (const std::exception& error) {
        return {job.key, nullptr, why_failed("The search for the nearest neighbours", error)};
    }
}

event::CloserPairsCounted Workbench::counted(const job::CountCloserPairs& job, const RunControl& control) {
    try {
        progress_({.kind = TaskKind::counting_pairs}, 0.0);
        return {
            job.key, neighbours::count_closer_pairs(neighbour_question(job.question, 1), job.key.radius, control), {}};
    } catch (const std::exception& error) {
        return {job.key, {}, why_failed("Counting the pairs within the radius", error)};
    }
}

void Workbench::save_row(const job::SaveRow& job) {
    progress_({.kind = TaskKind::writing, .subject = job.path.filename().string()}, 0.0);
    const std::vector<Neighbour> all = all_neighbours_of(job.question, job.row, job.order);
    save_text(job.path, job.path.extension() == ".json" ? row_as_json(job.question, job.row, all)
                                                        : row_csv(job.question, job.row, all));
}

void Workbench::save_neighbours(const job::SaveNeighbours& job, const RunControl& control) {
    progress_({.kind = TaskKind::writing, .subject = job.path.filename().string()}, 0.0);
    auto found = job.found;
    if (!found) found = find_neighbours(job.question, {.revision = 0, .k = job.k}, Device{}, control);
    if (!found) throw InputError(fmt::format("{} was not saved because saving was cancelled", job.path.string()));
    const bool is_json = job.path.extension() == ".json";
    save_atomically(job.path, [&](const ByteSink& sink) {
        const TextSink take = [&](std::string_view piece) {
            if (control.stop.stop_requested())
                throw InputError(fmt::format("{} was not saved because saving was cancelled", job.path.string()));
            sink(std::as_bytes(std::span(piece)));
        };
        if (is_json)
            write_neighbours_json(job.question, *found, take);
        else
            write_neighbours_csv(job.question, *found, take);
    });
}

} // namespace pairscope::app
