// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/seriation/pair_distances.h"
#include "kernels/seriation/seriation.h"
#include "kernels/seriation/tree_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pairscope::seriation {
namespace {

/// Entries below zero that were kept as they stand are no distances: a cluster would be nearer than its parts.
std::string why_not_joined(const Dataset& set) {
    const auto* entries = set.holds_distances ? std::get_if<std::vector<float>>(&set.values) : nullptr;
    if (entries == nullptr) return {};
    const std::int64_t below = std::ranges::count_if(*entries, [](float entry) { return entry < 0.0f; });
    if (below == 0) return {};
    constexpr std::string_view remedy = "if they are similarities, --similarity turns them into distances";
    return below == 1 ? fmt::format("Trees need distances, and one entry of {} is below zero; {}", set.name, remedy)
                      : fmt::format("Trees need distances, and {} entries of {} are below zero; {}", grouped(below),
                                    set.name, remedy);
}

void check_limits(const Dataset& set, const ComparedBy& by, const TreeChoice& tree) {
    if (set.rows > most_clustered) throw std::length_error("more vectors than can be clustered");
    if (tree.leaves == LeafOrder::optimal && set.rows > most_optimal)
        throw std::length_error("more vectors than can be ordered optimally");
    if (const std::string reason = why_no_tree(set); !reason.empty()) throw std::invalid_argument(reason);
    if (const std::string reason = why_not_joined(set); !reason.empty()) throw InputError(reason);
    if (const std::string reason = why_no_linkage(tree.linkage, by.metric, set.holds_distances); !reason.empty())
        throw std::invalid_argument(reason);
}

} // namespace

std::string why_no_tree(const Dataset& set) {
    if (!set.holds_distances) return {};
    if (set.is_asymmetric)
        return fmt::format("Trees need one distance for each pair, and pairs of {} have two different ones: choose one "
                           "by the mean, the smaller or the larger value (--symmetrise).",
                           set.name);
    if (set.missing_pairs == 0) return {};
    return fmt::format("Trees need a distance for each pair, and {} of {} {} none: add {} to the file.",
                       counted(set.missing_pairs, "pair"), set.name, set.missing_pairs == 1 ? "has" : "have",
                       set.missing_pairs == 1 ? "it" : "them");
}

Clustering clusters(const Dataset& set, const RunControl& control, const ComparedBy& by, const TreeChoice& tree) {
    check_limits(set, by, tree);
    const Clustering stopped{.order = identity(set.rows), .branches = {}};
    MeasuredSet measured = measure_pairs(set, by, control);
    if (control.stop.stop_requested()) return stopped;
    const std::int64_t vectors = std::ssize(measured.rows);
    const bool is_optimal = tree.leaves == LeafOrder::optimal;
    const PairDistances kept = is_optimal ? measured.distances : PairDistances{};
    Clustering result;
    result.merges = join_clusters(std::move(measured.distances), tree.linkage, control);
    if (control.stop.stop_requested()) return stopped;
    result.rows = std::move(measured.rows);
    if (is_optimal) {
        result.order = shortest_order(result.merges, kept, control);
    } else if (vectors > 0) {
        result.order = ends_together(result.merges, vectors, measured.apart);
    }
    if (control.stop.stop_requested()) return stopped;
    result.branches = branches_of(result.merges, result.order);
    for (std::int32_t& place : result.order) place = result.rows[static_cast<std::size_t>(place)];
    result.order.insert(result.order.end(), measured.left_out.begin(), measured.left_out.end());
    return result;
}

} // namespace pairscope::seriation
