// SPDX-License-Identifier: MIT
// pairscope neighbours: the k nearest neighbours of all vectors, as a table.
#include "app/subjects/neighbours/neighbours.h"
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/pair_report.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/distances/output_place.h"
#include "app/cli/verbs/scale/all_pairs.h"
#include "app/cli/verbs/scale/slab_runs.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/neighbours/neighbours_table.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/scale/slabs/slab_near_pairs.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

struct NeighbourOptions {
    DataOptions data;
    Format format;
    std::int64_t k = 8;
    std::optional<double> radius;
    std::string device = "cpu";
    std::filesystem::path output;
    CheckpointOptions checkpoint;
    MemoryOptions memory;
    int threads = 0;
};

/// "nearest neighbour", "8 nearest neighbours".
std::string nearest_in_words(std::int64_t k) { return k == 1 ? "nearest neighbour" : counted(k, "nearest neighbour"); }

/// Prints the first few rows for users; JSON and CSV have all of them.
std::string first_rows(const app::Question& question, const app::FoundNeighbours& found) {
    if (found.table.k == 0) return {};
    constexpr std::int64_t most_rows = 10;
    TextTable table({{"row", app::Align::left},
                     {"rank", app::Align::right},
                     {"neighbour", app::Align::left},
                     {"distance", app::Align::right},
                     {"mutual", app::Align::left}});
    for (std::int64_t row = 0; row < std::min(most_rows, found.table.rows); ++row) {
        const auto neighbours = found.table.neighbours_of(row);
        for (std::size_t i = 0; i < neighbours.size(); ++i)
            if (neighbours[i] >= 0)
                table.add(
                    {i == 0 ? app::labelled_row(*question.first, row, app::name_of_row(question, row)) : "",
                     fmt::format("{}", i + 1),
                     app::labelled_row(question.across(), neighbours[i], app::name_of_column(question, neighbours[i])),
                     app::three_digits(found.table.distances_of(row)[i]),
                     found.mutual[std::size_t(row) * neighbours.size() + i] ? "yes" : "no"});
    }
    std::string text = table.text();
    if (!question.first->labels.empty() || !question.across().labels.empty())
        text += "The number in brackets is the row in the file, counted from 0.\n";
    if (found.table.rows > most_rows)
        text += fmt::format("These are the first {} of {} rows; --csv and --json write all of them.\n", most_rows,
                            app::grouped(found.table.rows));
    return text;
}

/// The sentences below the table, which are about all rows.
std::string summary_of(const LoadedData& data, const app::FoundNeighbours& found) {
    const neighbours::NeighbourTable& table = found.table;
    const std::string unit = app::unit_of_neighbours(data.question);
    const WorkloadType& type = type_of(data.question.workload);
    std::string each = fmt::format("the {} of each", nearest_in_words(table.k));
    const bool is_unnamed = type.metric == Metric::own && type.metric_title.empty();
    if (!is_plainly_euclidean(type))
        each = fmt::format("{} by {}{}", each, is_unnamed ? "the " : "", metric_title_of(type));
    if (table.k == 0)
        return fmt::format("{}: there is no pair of {}s, so there are no neighbours\n", describe(data), noun_for(data));
    std::string text =
        fmt::format("{}: {}, on {} in {}\n", describe(data), each, found.device, app::duration_text(found.seconds));
    if (found.nearest.empty()) return text; // all vectors were left out
    const double median = found.nearest[(found.nearest.size() - 1) / 2];
    text += fmt::format("Half of them have their nearest neighbour within {}{}{}.\n", app::three_digits(median),
                        unit.empty() ? "" : " ", unit);
    const auto coincident = std::ranges::count(found.nearest, 0.0);
    if (coincident > 0)
        text += fmt::format("{} of them {} with {} nearest neighbour. Among equally near {}s, the one with the lowest "
                            "row comes first.\n",
                            app::grouped(coincident), coincident == 1 ? "coincides" : "coincide",
                            coincident == 1 ? "its" : "their", noun_for(data));
    return text;
}

/// The warnings on standard error. The summary on standard output says itself that there is no pair.
void warn(const NeighbourOptions& options, const LoadedData& data, const neighbours::NeighbourTable& table) {
    const std::string_view noun = noun_for(data);
    const bool has_summary = table_form(options.format, OutputPlace(options.output)) == TableForm::for_people;
    if (table.k == 0 && !has_summary) say(fmt::format("there is no pair of {}s, so there are no neighbours", noun));
    if (table.k > 0 && table.k < options.k)
        say(fmt::format("each {} has only {}, so --k {} lists no more than {}", noun, counted(table.k, "neighbour"),
                        options.k, table.k == 1 ? "this one" : "these"));
    const std::int64_t left_out = std::max(table.left_out, table.left_out_across);
    if (left_out > 0) say(app::left_out_words(left_out, noun, type_of(data.question.workload)));
}

using Within = std::optional<neighbours::CloserPairs>;

/// Absent if no radius was asked for, or if it was interrupted.
Within pairs_within(const app::Question& question, const std::optional<double>& radius, const RunControl& control) {
    if (!radius) return {};
    return neighbours::count_closer_pairs(app::neighbour_question(question, 1), *radius, control);
}

/// 100000000 is not printed as 1e+08.
std::string radius_text(double radius) {
    constexpr double most = 1e15;
    return radius < most && radius == std::floor(radius) ? fmt::format("{:.0f}", radius) : fmt::format("{}", radius);
}

void say_radius(double radius, const Within& pairs) {
    say(pairs ? app::pairs_within_radius(*pairs, radius_text(radius))
              : "interrupted before all pairs within the radius were counted");
}

app::Json counted_json(const std::optional<double>& radius, const Within& pairs) {
    if (!radius || !pairs) return app::no_key();
    return {{"radius", *radius}, {"closer", pairs->closer}, {"at_radius", pairs->at_radius}, {"pairs", pairs->all}};
}

/// Null if it was interrupted, and on all ranks but the first. On a terminal a line shows how far it is.
std::shared_ptr<const app::FoundNeighbours> found_in_pieces(const LoadedData& data, int k, const Device& device,
                                                            const PieceRun& run) {
    const app::Question& question = data.question;
    const auto find = [&](const neighbours::NeighbourQuestion& asked) { return nearest_on_ranks(asked, run); };
    if (run.prints())
        return app::find_neighbours(
            question, {.revision = 0, .k = k},
            {.device = run.ranks == nullptr ? device.name : counted(run.ranks->size(), "rank"), .find = find},
            {.stop = run.interrupt.token(), .threads = run.threads});
    const neighbours::NeighbourQuestion asked = app::neighbour_question(question, k);
    static_cast<void>(find(asked));
    if (asked.second != nullptr && !run.ranks->is_over()) static_cast<void>(find(neighbours::turned(asked)));
    return nullptr;
}

/// Null if it was interrupted. On a terminal a line shows how far it is.
std::shared_ptr<const app::FoundNeighbours> found_in(const LoadedData& data, int k, const Device& device,
                                                     RunControl control) {
    const app::Question& question = data.question;
    const std::int64_t rows = question.first->rows + (question.second ? question.second->rows : 0);
    RowProgress progress(fmt::format("finding the {} of {}", nearest_in_words(k), counted(rows, noun_for(data))), rows);
    control.rows_done = progress.rows_done();
    return app::find_neighbours(question, {.revision = 0, .k = k}, device, control);
}

ExitCode print_found(const NeighbourOptions& options, const LoadedData& data, const app::FoundNeighbours& found,
                     const Within& within, const PieceRun& run) {
    run.interrupt.end_at_once();
    if (run.interrupt.happened()) {
        say("interrupted before the neighbours were printed");
        return ExitCode::interrupted;
    }
    const OutputPlace place(options.output);
    const TableForm form = table_form(options.format, place);
    if (form == TableForm::for_people)
        print_text(summary_of(data, found) + first_rows(data.question, found));
    else
        place.write(false, [&](const ByteSink& sink) {
            const app::TextSink text = [&](std::string_view piece) { sink(std::as_bytes(std::span(piece))); };
            if (form == TableForm::csv)
                app::write_neighbours_csv(data.question, found, text);
            else
                app::write_neighbours_json({.source = data.source, .question = data.question, .k = options.k}, found,
                                           text, counted_json(options.radius, within));
        });
    if (options.radius) say_radius(*options.radius, within);
    return run.interrupt.happened() ? ExitCode::interrupted : ExitCode::ok;
}

ExitCode say_no_neighbours() {
    say("interrupted before all neighbours were found, so none are printed");
    return ExitCode::interrupted;
}

/// For each entry of the table: is its row among the nearest ones of that neighbour? `back` has the rows of `cols`.
std::vector<bool> mutual_by(const neighbours::NeighbourTable& table, const neighbours::NeighbourTable& back,
                            std::span<const std::int64_t> cols) {
    std::vector<bool> mutual;
    for (std::int64_t row = 0; row < table.rows; ++row)
        for (const std::int32_t col : table.neighbours_of(row)) {
            const auto place = std::ranges::lower_bound(cols, std::int64_t{col}) - cols.begin();
            const auto found = col < 0 ? std::span<const std::int32_t>() : back.neighbours_of(place);
            mutual.push_back(std::ranges::find(found, row) != found.end());
        }
    return mutual;
}

/// The pairs within the radius that was asked for. False if it was stopped.
bool count_in_slabs(const SlabLook& look, double radius, const PieceRun& run, Within& within) {
    const SlabData& slabs = look.slabs();
    scale::SlabPairs pairs(slabs.question, scale::Directions::one, slabs.memory, look.threads());
    pairs.expect(look.traits());
    look.pairs().forget_slabs();
    scale::SlabCloserPairs search(pairs, radius);
    const Pieces pieces{.work = search.work(),
                        .doing = "counting pairs within the radius",
                        .pairs = pairs_of(slabs.data.question),
                        .bytes = pairs.bytes_to_read()};
    if (!run_pieces(pieces, run)) return false;
    within = search.counted();
    return true;
}

ExitCode neighbours_of_files(const NeighbourOptions& options, const SlabData& slabs, PieceRun run) {
    if (device_named(options.device).backend != Backend::cpu)
        throw InputError("--device needs whole sets, which are not read in slabs: leave it or --memory out");
    if (options.radius && slabs.question.prepares_rows) refuse_radius_in_slabs(slabs.data.question);
    if (slabs.question.same_rows)
        throw InputError("the two sets are parts of one file: give it once, or leave --memory out");
    run.interrupt.stop_gently();
    const auto began = std::chrono::steady_clock::now();
    keep_checkpoint(run, options.checkpoint, slabs, "neighbours", {{"k", options.k}});
    SlabLook look(slabs, scale::Directions::both, options.threads);
    if (!look.run(run)) return say_no_neighbours();
    auto table = nearest_in_slabs(look, static_cast<int>(options.k), run);
    if (!table) return say_no_neighbours();
    const bool is_one_set = slabs.question.is_one_set();
    const std::vector<std::int64_t> cols =
        is_one_set ? std::vector<std::int64_t>() : neighbours_listed(*table, table->k);
    const auto back =
        is_one_set
            ? std::optional<neighbours::NeighbourTable>(neighbours::NeighbourTable{.neighbours = {}, .distances = {}})
            : nearest_back(look, static_cast<int>(options.k), cols, run);
    if (!back) return say_no_neighbours();
    Within within;
    if (options.radius && !count_in_slabs(look, *options.radius, run, within)) return say_no_neighbours();
    if (!run.prints()) return ExitCode::ok;
    app::FoundNeighbours found;
    found.key.k = static_cast<int>(options.k);
    found.table = *std::move(table);
    found.mutual = is_one_set ? neighbours::mutual_neighbours(found.table, found.table, {.threads = options.threads})
                              : mutual_by(found.table, *back, cols);
    found.nearest = neighbours::nearest_distances(found.table);
    found.seconds = seconds_since(began);
    found.device = "the CPU";
    warn(options, slabs.data, found.table);
    return print_found(options, slabs.data, found, within, run);
}

ExitCode neighbours_of_all(const NeighbourOptions& options, PieceRun run) {
    Interrupt& interrupt = run.interrupt;
    OutputPlace(options.output).require_usable(input_files(options.data));
    require_own_file(options.checkpoint, options.data, options.output);
    if (const auto slabs = open_in_slabs(options.data, options.memory, options.threads, "there are no neighbours"))
        return neighbours_of_files(options, *slabs, std::move(run));
    const Data asked = data_of(options.data);
    const Device device = device_named(options.device);
    const bool is_in_pieces = run.ranks != nullptr || !options.checkpoint.file.empty();
    if (is_in_pieces && device.backend != Backend::cpu)
        throw InputError("several ranks, and runs with a checkpoint, find neighbours on CPUs: leave --device out");
    if (const std::string reason = why_no_distances(*asked.type); !reason.empty())
        throw InputError(fmt::format("there are no neighbours, because {}", reason));
    const LoadedData data = load(asked);
    interrupt.stop_gently();
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.threads};
    keep_checkpoint(run, options.checkpoint, data, "neighbours", {{"k", options.k}});
    const auto found = is_in_pieces ? found_in_pieces(data, int(options.k), device, run)
                                    : found_in(data, int(options.k), device, control);
    if (!run.prints()) return ExitCode::ok;
    if (!found) return say_no_neighbours();
    const Within within = pairs_within(data.question, options.radius, control);
    warn(options, data, found->table);
    say_flat_degrees(data.question);
    return print_found(options, data, *found, within, run);
}

} // namespace

void add_neighbours(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<NeighbourOptions>();
    options->data.whole_file = true;
    CLI::App* verb = program.add_subcommand("neighbours", "Find the exact nearest neighbours of all points or vectors");
    verb->footer(std::string(exit_code_help));
    options->data.all_columns = true;
    options->data.keeps_order = true; // equally near rows come in the order of the file
    add_data_options(*verb, options->data, Files::one);
    verb->add_option("--workload", options->data.workload,
                     "The workload whose vectors are used; if it has two sets, the second set is searched")
        ->type_name("NAME");
    add_metric_option(*verb, options->data.workload);
    verb->add_option("--k", options->k, "Number of neighbours of each vector, 1 to 64 [8]")
        ->transform(whole_number("--k", 1, neighbours::most_neighbours));
    verb->add_option("--within", options->radius, "Also count the pairs of vectors that are closer than this distance")
        ->transform(number("--within", 0.0, std::numeric_limits<double>::max()));
    verb->add_option("--device", options->device,
                     "Device: cpu, cuda, cuda:0, ... (a GPU searches only among points in the plane) [cpu]");
    verb->add_option("-o,--output", options->output, "Write the table into this file [standard output]")
        ->type_name("FILE");
    verb->add_option("--threads", options->threads, "Number of CPU threads [all]")
        ->transform(whole_number("--threads", 1, 4096));
    add_json_and_csv(*verb, options->format);
    add_checkpoint_options(*verb, options->checkpoint);
    add_memory_option(*verb, options->memory);
    verb->callback([&chosen, options] {
        chosen = [options] {
            return on_ranks(options->threads,
                            [&](PieceRun run) { return neighbours_of_all(*options, std::move(run)); });
        };
    });
}

} // namespace pairscope::cli
