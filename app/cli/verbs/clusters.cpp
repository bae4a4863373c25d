// SPDX-License-Identifier: MIT
// pairscope clusters: the tree of all vectors, cut into clusters.
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/session_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/pair_report.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/distances/output_place.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/compared_by.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/clusters/cluster_table.h"
#include "app/subjects/matrix/clusters/tree_cut.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/data/text.h"
#include "kernels/seriation/cut.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace pairscope::cli {
namespace {

struct ClusterOptions {
    DataOptions data;
    Format format;
    std::optional<seriation::Linkage> linkage; ///< absent: that of the session among the files, or the usual one
    std::optional<seriation::LeafOrder> leaves;
    seriation::TreeChoice tree; ///< that is decided on
    std::optional<std::int64_t> number;
    std::optional<double> height;
    std::filesystem::path output, newick, linkage_matrix;
    int threads = 0;
};

/// The files that are written, by the option that names each.
std::vector<std::filesystem::path> files_of(const ClusterOptions& options) {
    std::vector<std::filesystem::path> files;
    for (const auto& file : {OutputPlace(options.output).file(), options.newick, options.linkage_matrix})
        if (!file.empty()) files.push_back(file);
    return files;
}

app::TreeCut cut_of(const ClusterOptions& options) {
    if (options.number) return {.by = app::TreeCut::By::number, .number = *options.number};
    if (options.height) return {.by = app::TreeCut::By::height, .height = *options.height};
    return {};
}

/// The tree and the cut that were not asked for are those of the session. A height belongs to one linkage.
ClusterOptions as_session(ClusterOptions options) {
    const std::optional<app::ViewText> view = view_of_session(sessions_among(options.data));
    const app::OrderChoice saved = view ? view->order : app::OrderChoice{};
    options.tree = {.linkage = options.linkage.value_or(saved.tree.linkage),
                    .leaves = options.leaves.value_or(saved.tree.leaves)};
    if (options.number || options.height) return options;
    constexpr std::string_view others = "--number and --cut-height choose another cut";
    if (saved.cut.by == app::TreeCut::By::number) {
        options.number = saved.cut.number;
        say(fmt::format("the tree is cut as in the session, into {}; {}", counted(saved.cut.number, "cluster"),
                        others));
    }
    if (saved.cut.by == app::TreeCut::By::height && options.tree.linkage == saved.tree.linkage) {
        options.height = saved.cut.height;
        say(fmt::format("the tree is cut as in the session, at height {:g}; {}", saved.cut.height, others));
    }
    return options;
}

void refuse_contradictions(const ClusterOptions& options) {
    for (const auto& file : {options.newick, options.linkage_matrix})
        if (file == "-")
            throw InputError("a tree is written into a file, and standard output gets the table: name a file after "
                             "--newick and --linkage-matrix");
    const std::vector<std::filesystem::path> files = files_of(options);
    for (std::size_t i = 0; i < files.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (std::filesystem::weakly_canonical(files[i]) == std::filesystem::weakly_canonical(files[k]))
                throw InputError(fmt::format("{} is named for two outputs, and one would replace the other: give each "
                                             "another name",
                                             shown(files[i])));
    if (options.number && options.height)
        throw InputError("--number and --cut-height both say where the tree is cut: give one of them");
}

/// Everything that can be refused before the distances are computed.
void refuse_data(const ClusterOptions& options, const app::Question& question) {
    const std::int64_t rows = question.first->rows;
    const WorkloadType& type = type_of(question.workload);
    if (const std::string reason = seriation::why_no_linkage(options.tree.linkage, type.metric,
                                                             question.first->holds_distances, metric_title_of(type));
        !reason.empty())
        throw InputError(reason);
    if (const std::string reason = seriation::why_no_tree(*question.first); !reason.empty()) throw InputError(reason);
    if (rows > seriation::most_clustered)
        throw InputError(fmt::format("clusters are made of at most {} rows, because the distances of all pairs are "
                                     "stored, and this data has {}: choose fewer by --n",
                                     grouped(seriation::most_clustered), grouped(rows)));
    if (options.tree.leaves == seriation::LeafOrder::optimal && rows > seriation::most_optimal)
        throw InputError(fmt::format("the optimal leaf order is made of at most {} rows, and this data has {}",
                                     grouped(seriation::most_optimal), grouped(rows)));
}

struct FoundClusters {
    seriation::Clustering tree;
    std::optional<seriation::Clusters> clusters;
    seriation::Silhouettes silhouettes;
};

/// Absent if it was interrupted.
std::optional<FoundClusters> found_in(const ClusterOptions& options, const app::Question& question,
                                      RunControl control) {
    const std::int64_t rows = question.first->rows;
    const seriation::ComparedBy by = app::compared_by(question);
    FoundClusters found;
    {
        const std::int64_t parts = options.tree.leaves == seriation::LeafOrder::optimal ? 3 : 2;
        RowProgress progress(fmt::format("clustering {}", counted(rows, "row")), parts * rows);
        control.rows_done = progress.rows_done();
        found.tree = seriation::clusters(*question.first, control, by, options.tree);
    }
    if (control.stop.stop_requested()) return {};
    const app::TreeCut cut = cut_of(options);
    if (const std::string reason = app::why_not_cut(found.tree, cut); !reason.empty()) throw InputError(reason);
    found.clusters = app::clusters_of(found.tree, cut);
    if (!found.clusters) return found;
    RowProgress progress("comparing the clusters", rows);
    control.rows_done = progress.rows_done();
    found.silhouettes = seriation::silhouettes(*question.first, by, *found.clusters, control);
    if (control.stop.stop_requested()) return {};
    return found;
}

/// What people read: how large the clusters are and what is in them.
std::string summary_of(const LoadedData& data, const app::ClusterReport& report) {
    std::string text = fmt::format("{}: {}\n", describe(data), title_of(report.choice.linkage));
    if (!report.tree.merges.empty()) {
        const std::string unit = app::unit_of_neighbours(data.question);
        text += fmt::format("The last two clusters join at {}{}{}.\n",
                            app::three_digits(report.tree.merges.back().height), unit.empty() ? "" : " ", unit);
    }
    if (!report.clusters)
        return text + "The tree is not cut: --number and --cut-height say how many clusters are wanted.\n";
    TextTable table({{"cluster", app::Align::right},
                     {"rows", app::Align::right},
                     {"silhouette", app::Align::right},
                     {"first rows", app::Align::left}});
    constexpr std::size_t most_lines = 40;
    const std::vector<app::ClusterLine> lines = app::cluster_lines(report);
    for (std::size_t i = 0; i < std::min(most_lines, lines.size()); ++i)
        table.add({fmt::format("{}", lines[i].cluster), app::grouped(lines[i].size),
                   lines[i].silhouette ? fmt::format("{:.3f}", *lines[i].silhouette) : "-", lines[i].first_rows});
    text += table.text();
    if (lines.size() > most_lines)
        text += fmt::format("These are the first {} of {} clusters; --csv and --json write all of them.\n", most_lines,
                            app::grouped(std::ssize(lines)));
    if (!report.silhouettes.of_row.empty())
        text += fmt::format("The mean silhouette of all rows is {:.3f}.\n", report.silhouettes.mean);
    return text;
}

void write(const ClusterOptions& options, const LoadedData& data, const app::ClusterReport& report) {
    const Dataset& set = *data.question.first;
    if (!options.newick.empty()) save_text(options.newick, app::newick_of(set, report.tree));
    if (!options.linkage_matrix.empty()) app::save_linkage_matrix(options.linkage_matrix, report.tree);
    const OutputPlace place(options.output);
    const TableForm form = table_form(options.format, place);
    if (form == TableForm::for_people) {
        print_text(summary_of(data, report));
        return;
    }
    const std::string table = form == TableForm::json ? app::clusters_json(report) : app::clusters_csv(report);
    place.write(false, [&](const ByteSink& sink) { sink(std::as_bytes(std::span(table))); });
}

ExitCode cluster(const ClusterOptions& asked_options) {
    Interrupt interrupt;
    refuse_contradictions(asked_options);
    const ClusterOptions options = as_session(asked_options);
    std::ignore = table_form(options.format, OutputPlace(options.output));
    const Data asked = data_of(options.data);
    if (const std::string reason = why_no_distances(*asked.type); !reason.empty())
        throw InputError(fmt::format("there are no clusters, because {}", reason));
    const std::vector<std::filesystem::path> inputs = input_files(options.data);
    for (const auto& file : files_of(options)) {
        require_no_input(file, inputs);
        require_savable(file);
    }
    const LoadedData data = load(asked);
    say_flat_degrees(data.question);
    refuse_data(options, data.question);
    if (data.question.second) say("this workload compares two sets, and the first one is clustered");
    interrupt.stop_gently();
    const auto found = found_in(options, data.question, {.stop = interrupt.token(), .threads = options.threads});
    if (!found) {
        say("interrupted before the clusters were found, so none are printed");
        return ExitCode::interrupted;
    }
    const std::int64_t left_out = data.question.first->rows - std::ssize(found->tree.rows);
    if (left_out > 0)
        say(app::left_out_words(left_out, app::is_of_points(data.source) ? "point" : "vector",
                                type_of(data.question.workload)));
    interrupt.end_at_once();
    write(options, data,
          {.source = data.source,
           .question = data.question,
           .choice = options.tree,
           .tree = found->tree,
           .cut = cut_of(options),
           .clusters = found->clusters,
           .silhouettes = found->silhouettes});
    return interrupt.happened() ? ExitCode::interrupted : ExitCode::ok;
}

} // namespace

void add_clusters(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<ClusterOptions>();
    options->data.keeps_order = true;
    options->data.all_columns = true;
    CLI::App* verb = program.add_subcommand("clusters", "Cut the tree of all points or vectors into clusters");
    verb->footer(std::string(exit_code_help));
    add_data_options(*verb, options->data, Files::one);
    verb->add_option("--workload", options->data.workload, "The workload whose vectors are clustered")
        ->type_name("NAME");
    add_metric_option(*verb, options->data.workload);
    verb->add_option("--linkage", options->linkage, "How far two clusters are apart [average]")
        ->transform(one_of("--linkage", seriation::linkage_names))
        ->type_name(choices_in(seriation::linkage_names));
    verb->add_option("--number", options->number, "Cut the tree into this number of clusters")
        ->transform(whole_number("--number", 1, seriation::most_clustered));
    verb->add_option("--cut-height", options->height, "Cut the tree at this height, in the unit of the distances")
        ->transform(number("--cut-height", 0.0, std::numeric_limits<double>::max()));
    verb->add_option("--leaf-order", options->leaves, "How the clusters of the tree are turned [near_ends]")
        ->transform(one_of("--leaf-order", seriation::leaf_order_names))
        ->type_name(choices_in(seriation::leaf_order_names));
    verb->add_option("-o,--output", options->output, "Write the table into this file [standard output]")
        ->type_name("FILE");
    verb->add_option("--newick", options->newick, "Write the tree into this file as Newick text")->type_name("FILE");
    verb->add_option("--linkage-matrix", options->linkage_matrix,
                     "Write the linkage matrix of SciPy into this .npy file")
        ->type_name("FILE");
    verb->add_option("--threads", options->threads, "Number of CPU threads [all]")
        ->transform(whole_number("--threads", 1, 4096));
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options] {
        options->data.whole_file = !options->data.files.empty(); // the cities that are shipped are too many
        chosen = [options] { return cluster(*options); };
    });
}

} // namespace pairscope::cli
