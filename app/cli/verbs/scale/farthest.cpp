// SPDX-License-Identifier: MIT
// pairscope farthest: the two vectors that are farthest apart, exactly.
#include "kernels/scale/farthest.h"
#include "app/chart/number_text.h"
#include "app/cli/reports/pair_report.h"
#include "app/cli/verbs/distances/result_head.h"
#include "app/cli/verbs/scale/all_pairs.h"
#include "app/cli/verbs/scale/slab_runs.h"
#include "app/cli/verbs/verbs.h"
#include "app/subjects/neighbours/neighbours.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace pairscope::cli {
namespace {

struct Found {
    std::optional<NamedPair> pair; ///< absent: there is no pair with a distance
    double seconds = 0.0;
};

std::string as_text(const LoadedData& data, const Found& found) {
    if (!found.pair)
        return fmt::format("{}: there is no pair of {}s with a distance\n", describe(data), noun_for(data));
    return fmt::format("{}: {} are farthest apart by the {}, at {}. This was found on the CPU in {}.\n", describe(data),
                       words_for(data.question, *found.pair), metric_in_words(data.question),
                       length_in_words(data.question, found.pair->distance), app::duration_text(found.seconds));
}

std::string as_csv(const LoadedData& data, const Found& found) {
    std::string text = fmt::format("{},distance\n", pair_keys);
    if (found.pair) text += fmt::format("{},{}\n", csv_of(data.question, *found.pair), found.pair->distance);
    return text;
}

std::string as_json(const LoadedData& data, const Found& found) {
    app::Json json = result_head("farthest", data, app::Json::object());
    json["rows"] = data.question.first->rows;
    json["cols"] = data.question.across().rows;
    json["pair"] = found.pair ? json_of(data.question, *found.pair) : app::Json();
    return app::dumped(json);
}

ExitCode report(const AllPairsOptions& options, const LoadedData& data, const Found& found, const PieceRun& run) {
    run.interrupt.end_at_once();
    if (options.format.json)
        print(as_json(data, found));
    else if (options.format.csv)
        print(as_csv(data, found));
    else
        print_text(as_text(data, found));
    return run.interrupt.happened() ? ExitCode::interrupted : ExitCode::ok;
}

ExitCode farthest_of_files(const AllPairsOptions& options, const SlabData& slabs, PieceRun run) {
    run.interrupt.stop_gently();
    const auto began = std::chrono::steady_clock::now();
    keep_checkpoint(run, options.checkpoint, slabs, "farthest", app::Json::object());
    SlabLook look(slabs, scale::Directions::one, options.threads);
    if (!look.run(run)) return say_interrupted();
    const auto pair = farthest_in_slabs(look, "looking for the farthest pair", run);
    if (!pair) return say_interrupted();
    if (!run.prints()) return ExitCode::ok;
    Found found{.pair = named_pair(slabs, *pair), .seconds = seconds_since(began)};
    return report(options, slabs.data, found, run);
}

ExitCode farthest(const AllPairsOptions& options, PieceRun run) {
    constexpr std::string_view nothing = "there is no farthest pair";
    require_own_file(options.checkpoint, options.data);
    if (const auto slabs = open_in_slabs(options.data, options.memory, options.threads, nothing))
        return farthest_of_files(options, *slabs, std::move(run));
    const LoadedData data = load_pairs(options.data, nothing);
    run.interrupt.stop_gently();
    const auto began = std::chrono::steady_clock::now();
    const neighbours::NeighbourQuestion question = app::neighbour_question(data.question, 1);
    keep_checkpoint(run, options.checkpoint, data, "farthest", app::Json::object());
    const scale::AllKeys keys(question, scale::PlaceKeys::chords);
    scale::FarthestSearch search(keys);
    if (!run_pieces({search.work(), "looking for the farthest pair"}, run)) return say_interrupted();
    if (!run.prints()) return ExitCode::ok;
    Found found{.pair = {}, .seconds = seconds_since(began)};
    if (const scale::ExtremePair& pair = search.found(); pair.exists())
        found.pair = {
            .first = pair.first, .second = pair.second, .distance = keys.measure().distance_of_exact(pair.exact)};
    return report(options, data, found, run);
}

} // namespace

void add_farthest(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<AllPairsOptions>();
    CLI::App* verb = program.add_subcommand("farthest", "Find the two points or vectors that are farthest apart");
    verb->footer(std::string(exit_code_help));
    add_all_pairs_options(*verb, *options);
    verb->callback([&chosen, options] {
        chosen = [options] {
            return on_ranks(options->threads, [&](PieceRun run) { return farthest(*options, std::move(run)); });
        };
    });
}

} // namespace pairscope::cli
