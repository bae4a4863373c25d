// SPDX-License-Identifier: MIT
// Clusters and their tree as texts for files.
#pragma once

#include "app/spine/files/columns.h"
#include "app/spine/files/result_head.h"
#include "app/spine/question.h"
#include "app/subjects/matrix/clusters/tree_cut.h"
#include "kernels/seriation/cut.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// A tree of the first set of a question, and its clusters.
struct ClusterReport {
    const DataSource& source; ///< where its rows came from
    const Question& question;
    seriation::TreeChoice choice;
    const seriation::Clustering& tree;
    TreeCut cut;
    std::optional<seriation::Clusters> clusters; ///< absent: the tree was not cut
    const seriation::Silhouettes& silhouettes;   ///< empty: there are none
};

/// A line for each row: row, id, label, cluster (from 1), place in the order of the tree (from 0), silhouette.
[[nodiscard]] std::string clusters_csv(const ClusterReport& report);
/// The same rows, and what holds for all.
[[nodiscard]] std::string clusters_json(const ClusterReport& report);

/// The tree as Newick text, with the vectors in the order of the tree. The length of a branch is the difference of the
/// heights at its ends. Labels are quoted.
[[nodiscard]] std::string newick_of(const Dataset& set, const seriation::Clustering& tree);

/// Saves the linkage matrix of SciPy: float64, a row for each merge, with the numbers of both clusters, the height and
/// the number of vectors. Rows that have no distances are left out. Throws InputError.
void save_linkage_matrix(const std::filesystem::path& path, const seriation::Clustering& tree);

/// A cluster in a table for people.
struct ClusterLine {
    std::int64_t cluster = 0; ///< from 1
    std::int64_t size = 0;
    std::optional<double> silhouette{};
    std::string first_rows{}; ///< names of some of its rows
};
[[nodiscard]] std::vector<ClusterLine> cluster_lines(const ClusterReport& report);

} // namespace pairscope::app
