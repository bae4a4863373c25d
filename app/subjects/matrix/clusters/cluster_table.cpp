// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/clusters/cluster_table.h"

#include "app/spine/files/result_head.h"
#include "app/subjects/points/points.h"
#include "kernels/data/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace pairscope::app {
namespace {

constexpr int shortest = 0; // as many digits as read back to the same double

struct ClusterRow {
    const ClusterReport& report;
    std::int64_t row = 0;
    std::int64_t place = 0;
};
using ClusterColumn = TableColumn<ClusterRow>;

Json id_of(const ClusterRow& at) { return id_of_row(*at.report.question.first, at.row); }
Json label_of(const ClusterRow& at) { return or_null(label_of_row(*at.report.question.first, at.row)); }
Json cluster_of(const ClusterRow& at) {
    if (!at.report.clusters) return {};
    const std::int32_t cluster = at.report.clusters->of_row[std::size_t(at.row)];
    return cluster < 0 ? Json() : Json(cluster + 1);
}
Json silhouette_of(const ClusterRow& at) {
    const auto& all = at.report.silhouettes.of_row;
    return all.empty() || std::isnan(all[std::size_t(at.row)]) ? Json() : Json(all[std::size_t(at.row)]);
}

constexpr std::array cluster_columns{
    ClusterColumn{.key = "row", .value = [](const ClusterRow& at) { return Json(at.row); }},
    ClusterColumn{.key = "id", .value = id_of},
    ClusterColumn{.key = "label", .value = label_of},
    ClusterColumn{.key = "cluster", .value = cluster_of},
    ClusterColumn{.key = "place", .value = [](const ClusterRow& at) { return Json(at.place); }},
    ClusterColumn{.key = "silhouette", .value = silhouette_of}};

std::vector<ClusterRow> rows_of(const ClusterReport& report) {
    const Permutation places = seriation::inverse(report.tree.order);
    std::vector<ClusterRow> rows;
    for (std::size_t row = 0; row < places.size(); ++row)
        rows.push_back({.report = report, .row = std::int64_t(row), .place = places[row]});
    return rows;
}

Json cut_json(const ClusterReport& report) {
    switch (report.cut.by) {
    case TreeCut::By::nothing:
        break;
    case TreeCut::By::number:
        return {{"number", report.cut.number}};
    case TreeCut::By::height:
        return {{"height", report.cut.height}};
    }
    return {};
}

Json clusters_list(const ClusterReport& report) {
    Json list = Json::array();
    if (!report.clusters) return list;
    for (std::size_t i = 0; i < report.clusters->sizes.size(); ++i) {
        Json one{{"cluster", i + 1}, {"size", report.clusters->sizes[i]}};
        if (!report.silhouettes.of_cluster.empty()) one["silhouette"] = report.silhouettes.of_cluster[i];
        list.push_back(std::move(one));
    }
    return list;
}

/// A name that every reader of Newick takes.
std::string quoted_name(const Dataset& set, std::int32_t row) {
    const auto at = std::size_t(row);
    const std::string name =
        at < set.labels.size() && !set.labels[at].empty() ? set.labels[at] : fmt::format("{}", row);
    std::string quoted = "'";
    for (const char c : name) quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return quoted + "'";
}

} // namespace

std::string clusters_csv(const ClusterReport& report) {
    return rows_csv<ClusterRow>(cluster_columns, rows_of(report), shortest);
}

std::string clusters_json(const ClusterReport& report) {
    const Dataset& set = *report.question.first;
    const Json cut = cut_json(report);
    const auto linkage = name_of(report.choice.linkage), leaf_order = name_of(report.choice.leaves);
    Json json = result_head("clusters", report.source, report.question,
                            {{"linkage", linkage}, {"leaf_order", leaf_order}, {"cut", cut}});
    json["rows"] = set.rows;
    json["linkage"] = linkage;
    json["leaf_order"] = leaf_order;
    json["left_out"] = set.rows - std::ssize(report.tree.rows);
    json["cut"] = cut;
    json["silhouette"] = report.silhouettes.of_row.empty() ? Json() : Json(report.silhouettes.mean);
    json["clusters"] = clusters_list(report);
    std::string text = opened(json) + "\n\"members\": [";
    const char* separator = "\n";
    for (const ClusterRow& row : rows_of(report)) {
        text += separator;
        text += in_one_line(row_json<ClusterRow>(cluster_columns, row));
        separator = ",\n";
    }
    return text + "\n]}\n";
}

namespace {

/// The first place of each vector and of each cluster in the order of the tree.
std::vector<std::int32_t> first_places(const seriation::Clustering& tree) {
    const Permutation places = seriation::inverse(tree.order);
    std::vector<std::int32_t> first;
    for (const std::int32_t row : tree.rows) first.push_back(places[std::size_t(row)]);
    for (const seriation::Merge& merge : tree.merges)
        first.push_back(std::min(first[std::size_t(merge.left)], first[std::size_t(merge.right)]));
    return first;
}

} // namespace

std::string newick_of(const Dataset& set, const seriation::Clustering& tree) {
    const std::size_t vectors = tree.rows.size();
    const auto height_of = [&](std::int32_t node) {
        return std::size_t(node) < vectors ? 0.0 : tree.merges[std::size_t(node) - vectors].height;
    };
    const std::vector<std::int32_t> first = first_places(tree);
    std::string text;
    if (vectors == 1) text = quoted_name(set, tree.rows.front());
    struct Open {
        std::int32_t node;
        std::string after; ///< written behind the node
    };
    std::vector<Open> open;
    if (!tree.merges.empty()) open.push_back({std::int32_t(vectors + tree.merges.size()) - 1, ""});
    while (!open.empty()) {
        const Open at = std::move(open.back());
        open.pop_back();
        if (at.node < 0) {
            text += at.after;
        } else if (std::size_t(at.node) < vectors) {
            text += quoted_name(set, tree.rows[std::size_t(at.node)]) + at.after;
        } else {
            const seriation::Merge& merge = tree.merges[std::size_t(at.node) - vectors];
            const auto length = [&](std::int32_t part) { return fmt::format(":{}", merge.height - height_of(part)); };
            const bool is_turned = first[std::size_t(merge.right)] < first[std::size_t(merge.left)];
            const std::int32_t before = is_turned ? merge.right : merge.left;
            const std::int32_t after = is_turned ? merge.left : merge.right;
            text += '(';
            open.push_back({-1, ")" + at.after});
            open.push_back({after, length(after)});
            open.push_back({-1, ","});
            open.push_back({before, length(before)});
        }
    }
    return text + ";\n";
}

void save_linkage_matrix(const std::filesystem::path& path, const seriation::Clustering& tree) {
    std::vector<double> numbers;
    for (const seriation::Merge& merge : tree.merges)
        numbers.insert(numbers.end(), {double(merge.left), double(merge.right), merge.height, double(merge.size)});
    save_npy(path, {std::ssize(tree.merges), 4}, numbers);
}

std::vector<ClusterLine> cluster_lines(const ClusterReport& report) {
    std::vector<ClusterLine> lines;
    if (!report.clusters) return lines;
    constexpr std::int64_t named = 4;
    for (std::size_t i = 0; i < report.clusters->sizes.size(); ++i) {
        ClusterLine line{.cluster = std::int64_t(i) + 1, .size = report.clusters->sizes[i]};
        if (!report.silhouettes.of_cluster.empty()) line.silhouette = report.silhouettes.of_cluster[i];
        lines.push_back(std::move(line));
    }
    std::vector<std::int64_t> listed(lines.size(), 0);
    for (const std::int32_t row : report.tree.order) {
        const std::int32_t cluster = report.clusters->of_row[std::size_t(row)];
        if (cluster < 0 || listed[std::size_t(cluster)] > named) continue;
        std::string& names = lines[std::size_t(cluster)].first_rows;
        if (!names.empty()) names += ", ";
        const Dataset& set = *report.question.first;
        names += ++listed[std::size_t(cluster)] > named ? "..." : labelled_row(set, row, short_row_name(set, row));
    }
    return lines;
}

} // namespace pairscope::app
