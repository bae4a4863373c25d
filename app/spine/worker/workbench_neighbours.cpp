// SPDX-License-Identifier: MIT
// The workbench's searches for nearest neighbours, and their table in a file.
#include "app/spine/compared_by.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/clusters/cluster_table.h"
#include "app/subjects/neighbours/neighbours.h"
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

std::shared_ptr<const FoundNeighbours> find_neighbours(const Question& question, const NeighbourKey& key,
                                                       const NeighbourSearch& search, const RunControl& control) {
    const auto begin = Clock::now();
    const neighbours::NeighbourQuestion asked = neighbour_question(question, key.k);
    auto found = std::make_shared<FoundNeighbours>();
    found->key = key;
    found->table = search.find(asked);
    found->device = search.device;
    if (asked.second != nullptr) {
        const auto backward = search.find(neighbours::turned(asked));
        found->mutual = neighbours::mutual_neighbours(found->table, backward, control);
    } else {
        found->mutual = neighbours::mutual_neighbours(found->table, found->table, control);
    }
    found->nearest = neighbours::nearest_distances(found->table);
    found->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return control.stop.stop_requested() ? nullptr : found;
}

/// A GPU searches among the points of one set only, and leaves all others to the CPU.
std::shared_ptr<const FoundNeighbours> find_neighbours(const Question& question, const NeighbourKey& key,
                                                       const Device& device, const RunControl& control) {
    const auto find = [&](const neighbours::NeighbourQuestion& asked) {
        return neighbours::nearest_neighbours_on(device, asked, control);
    };
    return find_neighbours(question, key, {.device = device.name, .find = find}, control);
}

void Workbench::make(const Asked<job::FindNeighbours>& asked, event::NeighboursFound& made) {
    progress_({.kind = TaskKind::finding_neighbours}, 0.0);
    made.found = find_neighbours(asked.job.question, asked.job.key, asked.job.device, asked.control);
}

void Workbench::make(const Asked<job::CountCloserPairs>& asked, event::CloserPairsCounted& made) {
    progress_({.kind = TaskKind::counting_pairs}, 0.0);
    const job::CountCloserPairs& job = asked.job;
    made.pairs = neighbours::count_closer_pairs(neighbour_question(job.question, 1), job.key.radius, asked.control);
}

void Workbench::make(const Asked<job::SaveRow>& asked, event::Saved&) {
    const job::SaveRow& job = asked.job;
    progress_({.kind = TaskKind::writing, .subject = job.path.filename().string()}, 0.0);
    const std::vector<Neighbour> all = all_neighbours_of(job.question, job.row, job.order);
    save_text(job.path, job.path.extension() == ".json"
                            ? row_as_json({.source = job.source, .question = job.question}, job.row, all)
                            : row_csv(job.question, job.row, all));
}

void Workbench::make(const Asked<job::SaveNeighbours>& asked, event::Saved&) {
    const auto& [job, lease, control] = asked;
    progress_({.kind = TaskKind::writing, .subject = job.path.filename().string()}, 0.0);
    auto found = job.found;
    if (!found) found = find_neighbours(job.question, {.revision = 0, .k = job.k}, Device{}, control);
    if (!found) throw InputError(fmt::format("{} was not saved because saving was cancelled", job.path.string()));
    const bool is_json = job.path.extension() == ".json";
    save_atomically(job.path, [&](const ByteSink& sink) {
        const TextSink take = [&](std::string_view piece) {
            if (asked.control.stop.stop_requested())
                throw InputError(fmt::format("{} was not saved because saving was cancelled", asked.job.path.string()));
            sink(std::as_bytes(std::span(piece)));
        };
        if (is_json)
            write_neighbours_json({.source = job.source, .question = job.question, .k = job.k}, *found, take);
        else
            write_neighbours_csv(job.question, *found, take);
    });
}

void Workbench::make(const Asked<job::SaveClusters>& asked, event::Saved&) {
    const job::SaveClusters& job = asked.job;
    progress_({.kind = TaskKind::writing, .subject = job.path.filename().string()}, 0.0);
    const Dataset& set = *job.question.first;
    if (job.path.extension() == ".nwk") return save_text(job.path, newick_of(set, *job.tree));
    const auto clusters = clusters_of(*job.tree, job.cut);
    const seriation::ComparedBy by = compared_by(job.question);
    seriation::Silhouettes silhouettes;
    if (clusters) silhouettes = seriation::silhouettes(set, by, *clusters, asked.control);
    if (asked.control.stop.stop_requested())
        throw InputError(fmt::format("{} was not saved because saving was cancelled", job.path.string()));
    const ClusterReport report{.source = job.source,
                               .question = job.question,
                               .choice = job.choice,
                               .tree = *job.tree,
                               .cut = job.cut,
                               .clusters = clusters,
                               .silhouettes = silhouettes};
    save_text(job.path, job.path.extension() == ".json" ? clusters_json(report) : clusters_csv(report));
}

} // namespace pairscope::app
