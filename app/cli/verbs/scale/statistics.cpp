// SPDX-License-Identifier: MIT
// pairscope statistics: minimum, maximum, mean and histogram of the distances of all pairs, and a picture of them.
#include "app/cli/options/option_values.h"
#include "app/cli/verbs/scale/all_pairs.h"
#include "app/cli/verbs/scale/pairs_picture.h"
#include "app/cli/verbs/scale/slab_runs.h"
#include "app/cli/verbs/scale/statistics_report.h"
#include "app/cli/verbs/verbs.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/errors.h"
#include "kernels/scale/farthest.h"
#include "kernels/scale/slabs/slab_statistics.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace pairscope::cli {
namespace {

struct StatisticsOptions {
    AllPairsOptions all;
    scale::BinsAsked bins{.count = 32};
    PictureOptions picture;
};

/// The farthest pair, which decides where the histogram ends. Absent: a signal stopped the search.
std::optional<scale::ExtremePair> farthest_of(const scale::AllKeys& keys, const PieceRun& run) {
    scale::FarthestSearch search(keys);
    if (!run_pieces({search.work(), "looking for the largest distance"}, run)) return {};
    return search.found();
}

/// Chords find the farthest places quickly, and kilometres are what is counted.
std::optional<scale::ExtremePair> largest_of(const neighbours::NeighbourQuestion& question, const scale::AllKeys& keys,
                                             const PieceRun& run) {
    const bool is_on_globe = question.metric == Metric::great_circle && !question.first.holds_distances;
    if (!is_on_globe) return farthest_of(keys, run);
    return farthest_of(scale::AllKeys(question, scale::PlaceKeys::chords), run);
}

ExitCode print_report(const StatisticsOptions& options, const StatisticsReport& report, const PieceRun& run) {
    if (options.all.format.json)
        print(json_of(report));
    else if (options.all.format.csv)
        print(csv_of(report));
    else
        print_text(text_of(report));
    return run.interrupt.happened() ? ExitCode::interrupted : ExitCode::ok;
}

ExitCode statistics_of_files(const StatisticsOptions& options, const SlabData& slabs, PieceRun run) {
    check_slab_picture(options.picture, slabs);
    run.interrupt.stop_gently();
    const auto began = std::chrono::steady_clock::now();
    keep_checkpoint(run, options.all.checkpoint, slabs, "statistics", options_json(options.bins));
    SlabLook look(slabs, scale::Directions::one, options.all.threads);
    if (!look.run(run)) return say_interrupted();
    const auto farthest = farthest_in_slabs(look, "looking for the largest distance", run);
    if (!farthest) return say_interrupted();
    scale::SlabStatistics search(look.pairs(), scale::bins_for(look.pairs(), look.traits(), *farthest, options.bins));
    const Pieces pieces{.work = search.work(),
                        .doing = "looking at all pairs",
                        .pairs = pairs_of(slabs.data.question),
                        .bytes = look.pairs().bytes_to_read()};
    if (!run_pieces(pieces, run)) return say_interrupted();
    if (!run.prints()) return ExitCode::ok;
    run.interrupt.end_at_once();
    look.pairs().forget_slabs();
    draw_slabs(options.picture, slabs, look.entries_without_number());
    return print_report(options,
                        {.data = slabs.data,
                         .found = search.found(),
                         .bins = search.bins(),
                         .asked = options.bins,
                         .nearest = named_pair(slabs, search.found().nearest),
                         .farthest = named_pair(slabs, *farthest),
                         .seconds = seconds_since(began)},
                        run);
}

ExitCode statistics(const StatisticsOptions& options, PieceRun run) {
    constexpr std::string_view nothing = "there are no statistics of distances";
    require_own_file(options.all.checkpoint, options.all.data, options.picture.output);
    if (const auto slabs = open_in_slabs(options.all.data, options.all.memory, options.all.threads, nothing))
        return statistics_of_files(options, *slabs, std::move(run));
    const LoadedData data = load_pairs(options.all.data, nothing);
    check_picture(options.picture, data);
    run.interrupt.stop_gently();
    const auto began = std::chrono::steady_clock::now();
    const neighbours::NeighbourQuestion question = app::neighbour_question(data.question, 1);
    keep_checkpoint(run, options.all.checkpoint, data, "statistics", options_json(options.bins));
    const scale::AllKeys keys(question, scale::PlaceKeys::kilometres);
    const auto farthest = largest_of(question, keys, run);
    if (!farthest) return say_interrupted();
    scale::StatisticsSearch search(keys, scale::bins_for(keys, *farthest, options.bins));
    const Pieces pieces{.work = search.work(), .doing = "looking at all pairs", .pairs = pairs_of(data.question)};
    if (!run_pieces(pieces, run)) return say_interrupted();
    if (!run.prints()) return ExitCode::ok;
    StatisticsReport report{.data = data, .found = search.found(), .bins = search.bins(), .asked = options.bins};
    const auto named = [&](const scale::ExtremePair& pair) -> std::optional<NamedPair> {
        if (!pair.exists()) return {};
        return NamedPair{pair.first, pair.second, keys.measure().distance(pair.first, pair.second)};
    };
    report.nearest = named(search.found().nearest);
    report.farthest = named(*farthest);
    report.seconds = seconds_since(began);
    run.interrupt.end_at_once();
    draw_pairs(options.picture, data);
    return print_report(options, report, run);
}

} // namespace

void add_statistics(CLI::App& program, Verb& chosen) {
    constexpr double largest = std::numeric_limits<double>::max();
    const auto options = std::make_shared<StatisticsOptions>();
    CLI::App* verb =
        program.add_subcommand("statistics", "Find minimum, maximum, mean and histogram of the distances of all pairs");
    verb->footer(std::string(exit_code_help));
    add_all_pairs_options(*verb, options->all);
    verb->add_option("--bins", options->bins.count, "Number of bins of the histogram [32]")
        ->transform(whole_number("--bins", 1, scale::most_bins));
    verb->add_option_function<std::pair<double, double>>(
            "--range",
            [options](const std::pair<double, double>& ends) {
                if (!(ends.first < ends.second))
                    throw InputError(fmt::format("--range is {} {}: give the smaller distance first, then the larger",
                                                 ends.first, ends.second));
                options->bins.low = ends.first;
                options->bins.high = ends.second;
            },
            "The distances at which the histogram begins and ends [0 and the largest distance]")
        ->transform(number("--range", -largest, largest))
        ->type_name("LOW HIGH");
    add_picture_options(*verb, options->picture);
    verb->callback([&chosen, options] {
        chosen = [options] {
            return on_ranks(options->all.threads, [&](PieceRun run) { return statistics(*options, std::move(run)); });
        };
    });
}

} // namespace pairscope::cli
