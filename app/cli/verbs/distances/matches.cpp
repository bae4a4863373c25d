// SPDX-License-Identifier: MIT
// pairscope matches: for each vector of one file the nearest and the second nearest of another one, with the ratio
// test.
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/distances/found_matches.h"
#include "app/cli/verbs/distances/output_place.h"
#include "app/cli/verbs/distances/result_head.h"
#include "app/cli/verbs/scale/all_pairs.h"
#include "app/cli/verbs/scale/slab_runs.h"
#include "app/cli/verbs/verbs.h"
#include "app/subjects/matches/photographs.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

struct MatchOptions {
    DataOptions data;
    Format format;
    double most_ratio = 1.0;
    bool mutual = false;
    std::filesystem::path output;
    CheckpointOptions checkpoint;
    MemoryOptions memory;
    int threads = 0;
};

/// Two names without options are the files of the two sets.
DataOptions data_options(const MatchOptions& options) {
    DataOptions data = options.data;
    if (!data.files.empty() && (!data.a.empty() || !data.b.empty()))
        throw InputError("there are both files and --a or --b: name the two files in one of the two ways");
    if (data.files.size() == 2) {
        data.a = data.files[0];
        data.b = data.files[1];
    }
    if (data.files.size() == 1 || data.a.empty() || data.b.empty())
        throw InputError("matches are between two files: name both, as in pairscope matches A.npy B.npy");
    data.files.clear();
    if (data.workload.empty()) data.workload = app::workload_of_metric(name_of(Metric::euclidean), 2)->id;
    return data;
}

/// Where the features lie. The options win over what lies beside the files.
std::optional<app::FeatureViews> views_of(const MatchOptions& options, const LoadedData& data) {
    const auto& source = std::get<app::VectorSource>(data.source);
    const app::FeatureFiles files = app::feature_files_of(source), &asked = options.data.features;
    const bool is_asked = asked != app::FeatureFiles{};
    const bool has_all = !files.positions_a.empty() && !files.positions_b.empty() && !files.homography.empty();
    if (!has_all && is_asked)
        throw InputError("whether a match is right follows from three files: give --positions-a, --positions-b and "
                         "--homography");
    if (!has_all) return {};
    app::FeatureViews views;
    views.first.places = app::load_places(files.positions_a, *data.question.first, !source.n);
    views.second.places = app::load_places(files.positions_b, *data.question.second, !source.m);
    views.homography = app::load_homography(files.homography);
    return views;
}

app::Json options_json(const MatchOptions& options, const LoadedData& data) {
    return {{"workload", data.question.workload}, {"most_ratio", options.most_ratio}, {"mutual", options.mutual}};
}

std::string summary_of(const LoadedData& data, const FoundMatches& found) {
    constexpr std::size_t most_lines = 20;
    std::string text = fmt::format("{}: {}\n", describe(data), sentence_on(found));
    if (found.shown.empty()) return text;
    TextTable table({{"row", app::Align::left},
                     {"best", app::Align::left},
                     {"distance", app::Align::right},
                     {"ratio", app::Align::right},
                     {"mutual", app::Align::left},
                     {"right", app::Align::left}});
    const auto yes_or_no = [](bool value) { return std::string(value ? "yes" : "no"); };
    for (std::size_t i = 0; i < std::min(most_lines, found.shown.size()); ++i) {
        const NearestTwo& match = found.all[std::size_t(found.shown[i])];
        const app::Question& now = data.question;
        table.add({app::labelled_row(*now.first, match.row, app::name_of_row(now, match.row)),
                   app::labelled_row(now.across(), match.best, app::name_of_column(now, match.best)),
                   app::three_digits(match.distance), match.ratio ? app::three_digits(*match.ratio) : "-",
                   yes_or_no(match.mutual), match.right ? yes_or_no(*match.right) : "-"});
    }
    text += table.text();
    if (found.shown.size() > most_lines)
        text += fmt::format("These are the first {} of {} matches; --csv and --json write all of them.\n", most_lines,
                            app::grouped(std::ssize(found.shown)));
    return text + fmt::format("The ratio is {}.\n", meaning_of_ratio);
}

/// Absent if it was stopped. On a terminal a line shows how far it is.
std::optional<FoundMatches> found_in(const LoadedData& data, const app::FeatureViews* views, const PieceRun& run) {
    const std::stop_token stop = run.interrupt.token();
    if (run.ranks != nullptr || run.is_kept)
        return find_matches(
            data.question, views,
            [&](const neighbours::NeighbourQuestion& asked) { return nearest_on_ranks(asked, run); }, stop);
    const std::int64_t rows = data.question.first->rows + data.question.second->rows;
    RowProgress progress(fmt::format("matching {}", counted(rows, "vector")), rows);
    const RunControl control{.stop = stop, .rows_done = progress.rows_done(), .threads = run.threads};
    return find_matches(
        data.question, views,
        [&](const neighbours::NeighbourQuestion& asked) { return neighbours::nearest_neighbours(asked, control); },
        stop);
}

ExitCode report(const MatchOptions& options, const LoadedData& data, FoundMatches found, const PieceRun& run) {
    const OutputPlace place(options.output);
    found.shown = matches_that_pass(found, {.most_ratio = options.most_ratio, .mutual = options.mutual});
    run.interrupt.end_at_once();
    const TableForm form = table_form(options.format, place);
    if (form == TableForm::for_people) {
        print_text(summary_of(data, found));
        return ExitCode::ok;
    }
    const app::Json head = result_head("matches", data, options_json(options, data));
    place.write(false, [&](const ByteSink& sink) {
        write_matches({data.question, found}, form == TableForm::json ? &head : nullptr, sink);
    });
    return run.interrupt.happened() ? ExitCode::interrupted : ExitCode::ok;
}

ExitCode say_no_matches() {
    say("interrupted before all matches were found, so none are printed");
    return ExitCode::interrupted;
}

ExitCode match_files(const MatchOptions& options, SlabData slabs, PieceRun run) {
    if (slabs.question.same_rows)
        throw InputError("the two sets are parts of one file: give it twice with the same number of rows, or leave "
                         "--memory out");
    if (!slabs.question.second) slabs.question.second = slabs.question.first; // a vector may be its own match
    run.interrupt.stop_gently();
    keep_checkpoint(run, options.checkpoint, slabs, "matches", app::Json::object());
    SlabLook look(slabs, scale::Directions::both, options.threads);
    if (!look.run(run)) return say_no_matches();
    const auto there = nearest_in_slabs(look, 2, run);
    if (!there) return say_no_matches();
    const std::vector<std::int64_t> cols = neighbours_listed(*there, 1);
    const auto back = nearest_back(look, 1, cols, run);
    if (!back) return say_no_matches();
    if (!run.prints()) return ExitCode::ok;
    FoundMatches found = matches_in(*there, nullptr, [&](std::int64_t col) {
        return back->neighbours_of(std::ranges::lower_bound(cols, col) - cols.begin())[0];
    });
    return report(options, slabs.data, std::move(found), run);
}

ExitCode match(const MatchOptions& options, PieceRun run) {
    Interrupt& interrupt = run.interrupt;
    const DataOptions data_asked = data_options(options);
    OutputPlace(options.output).require_usable(input_files(data_asked));
    require_own_file(options.checkpoint, data_asked, options.output);
    if (auto slabs = open_in_slabs(data_asked, options.memory, options.threads, "there are no matches"))
        return match_files(options, *std::move(slabs), std::move(run));
    const Data asked = data_of(data_asked);
    if (asked.type->inputs.sets != 2 || !why_no_distances(*asked.type).empty() ||
        counts_coordinates(asked.type->inputs))
        throw InputError(fmt::format("{} does not compare the vectors of two sets by distances: choose another "
                                     "--workload",
                                     asked.type->id));
    const LoadedData data = load(asked);
    const std::optional<app::FeatureViews> views = views_of(options, data);
    interrupt.stop_gently();
    keep_checkpoint(run, options.checkpoint, data, "matches", app::Json::object());
    std::optional<FoundMatches> found = found_in(data, views ? &*views : nullptr, run);
    if (!run.prints()) return ExitCode::ok;
    if (!found) return say_no_matches();
    return report(options, data, *std::move(found), run);
}

} // namespace

void add_matches(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<MatchOptions>();
    CLI::App* verb = program.add_subcommand("matches", "Match each vector of one file with the nearest of another");
    verb->footer(std::string(exit_code_help));
    add_data_options(*verb, options->data, Files::two);
    verb->add_option("--workload", options->data.workload,
                     "The workload whose vectors are compared, of which some first give all vectors length 1 "
                     "[the first one of distances between two sets]")
        ->type_name("NAME");
    add_metric_option(*verb, options->data.workload, "--metric", "Compare the vectors by this metric [euclidean]",
                      MetricOf::two_sets);
    verb->get_option("--metric")->excludes(verb->get_option("--workload"));
    verb->add_option("--ratio", options->most_ratio,
                     "Keep only matches whose distance is at most this part of the second best distance [1]")
        ->transform(number("--ratio", 0.0, 1.0));
    verb->add_flag("--mutual", options->mutual, "Keep only matches that are each other's best match");
    add_feature_options(*verb, options->data, FeatureOptions::positions);
    verb->add_option("-o,--output", options->output, "Write the table into this file [standard output]")
        ->type_name("FILE");
    verb->add_option("--threads", options->threads, "Number of CPU threads [all]")
        ->transform(whole_number("--threads", 1, 4096));
    add_json_and_csv(*verb, options->format);
    add_checkpoint_options(*verb, options->checkpoint);
    add_memory_option(*verb, options->memory);
    verb->callback([&chosen, options] {
        options->data.whole_file = true;
        chosen = [options] {
            return on_ranks(options->threads, [&](PieceRun run) { return match(*options, std::move(run)); });
        };
    });
}

} // namespace pairscope::cli
