// SPDX-License-Identifier: MIT
// pairscope pairs: all pairs of vectors within a radius, as a table that is written while they are found.
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/pair_report.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/distances/output_place.h"
#include "app/cli/verbs/distances/result_head.h"
#include "app/cli/verbs/scale/all_pairs.h"
#include "app/cli/verbs/scale/slab_runs.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/files/pieces.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/rows/pairs_within.h"
#include "kernels/scale/near_pairs.h"
#include "kernels/scale/slabs/slab_near_pairs.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

struct PairOptions {
    DataOptions data;
    Format format;
    std::optional<double> radius;
    std::filesystem::path output;
    MemoryOptions memory;
    int threads = 0;
};

/// Gives the near vectors of all rows to a function, in the order of the rows. False if it was stopped. Ranks other
/// than the first one give nothing.
using FindPairs = std::function<bool(const scale::TakeNear&)>;
/// A signal stopped the search, so nothing is written.
struct StoppedSearch {};

/// A pair as a line of CSV or as an object of JSON.
class PairLines {
public:
    PairLines(const app::Question& question, bool is_json)
        : first_(*question.first), across_(question.across()), is_json_(is_json) {}

    void add(std::string& text, std::int64_t row, const neighbours::NearVector& near) {
        if (is_json_) {
            text += is_first_ ? "\n" : ",\n";
            is_first_ = false;
            const app::Json pair{{"row", row},
                                 {"id", app::id_of_row(first_, row)},
                                 {"label", app::or_null(app::label_of_row(first_, row))},
                                 {"neighbour", near.row},
                                 {"neighbour_id", app::id_of_row(across_, near.row)},
                                 {"neighbour_label", app::or_null(app::label_of_row(across_, near.row))},
                                 {"distance", near.distance}};
            text += app::in_one_line(pair);
            return;
        }
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{}\n", row, app::id_of_row(first_, row),
                       csv_field(app::label_of_row(first_, row)), near.row, app::id_of_row(across_, near.row),
                       csv_field(app::label_of_row(across_, near.row)), near.distance);
    }

private:
    const Dataset& first_;
    const Dataset& across_;
    bool is_json_;
    bool is_first_ = true;
};

struct PairCounts {
    std::int64_t listed = 0, at_radius = 0;
};

/// Where the pairs go, and in which form.
struct PairTask {
    const PairOptions& options;
    const LoadedData& data;
    const OutputPlace& place;
    TableForm form;
    FindPairs find;

    [[nodiscard]] bool is_json() const { return form == TableForm::json; }
};

/// A pair with two different distances is found from both of its rows.
neighbours::PairSides sides_of(const LoadedData& data) {
    return data.question.first->is_asymmetric ? neighbours::PairSides::both : neighbours::PairSides::once;
}

bool find_here(const PairOptions& options, const LoadedData& data, const scale::TakeNear& take) {
    const neighbours::NeighbourQuestion asked = app::neighbour_question(data.question, 1);
    const neighbours::PairsWithin pairs(asked, *options.radius, {});
    RowProgress progress(fmt::format("finding the pairs of {}", counted(asked.first.rows, "row")), asked.first.rows);
    return neighbours::for_each_row_within(pairs, sides_of(data),
                                           {.rows_done = progress.rows_done(), .threads = options.threads}, take);
}

PairCounts write_pairs(const PairTask& task) {
    PairCounts counts;
    PairLines lines(task.data.question, task.is_json());
    task.place.write(false, [&](const ByteSink& sink) {
        app::Pieces out(sink);
        out.text() = task.is_json() ? app::opened(result_head("pairs", task.data, {{"radius", *task.options.radius}})) +
                                          "\n\"pairs\": ["
                                    : "row,id,label,neighbour,neighbour_id,neighbour_label,distance\n";
        const auto add = [&](std::int64_t row, std::span<const neighbours::NearVector> near) {
            for (const neighbours::NearVector& vector : near) {
                lines.add(out.text(), row, vector);
                ++counts.listed;
                counts.at_radius += vector.is_at_radius ? 1 : 0;
                out.hand_over_if_long();
            }
        };
        if (!task.find(add)) throw StoppedSearch{};
        if (task.is_json()) {
            const std::string totals = app::in_one_line({{"listed", counts.listed}, {"at_radius", counts.at_radius}});
            out.text().append("\n],\n").append(totals, 1).append("\n");
        }
        out.hand_over();
    });
    return counts;
}

/// The first pairs, for people. JSON and CSV have all of them.
class FirstPairs {
public:
    explicit FirstPairs(const app::Question& question) : question_(question) {}

    [[nodiscard]] bool is_full() const { return lines_ >= most_lines; }
    void add(std::int64_t row, std::span<const neighbours::NearVector> near) {
        for (const neighbours::NearVector& vector : near) {
            if (lines_++ >= most_lines) return;
            table_.add({app::labelled_row(*question_.first, row, app::name_of_row(question_, row)),
                        app::labelled_row(question_.across(), vector.row, app::name_of_column(question_, vector.row)),
                        app::three_digits(vector.distance)});
        }
    }
    [[nodiscard]] std::string text(std::int64_t all) const {
        if (all == 0) return {};
        if (all <= most_lines) return table_.text();
        return table_.text() + fmt::format("These are the first {} of {} pairs; --csv and --json write all of them.\n",
                                           most_lines, app::grouped(all));
    }

private:
    static constexpr std::int64_t most_lines = 20;
    const app::Question& question_;
    TextTable table_{{{"row", app::Align::left}, {"neighbour", app::Align::left}, {"distance", app::Align::right}}};
    std::int64_t lines_ = 0;
};

std::string summary_of(const PairOptions& options, const LoadedData& data, const neighbours::CloserPairs& counted_pairs,
                       const FirstPairs& first) {
    return fmt::format("{}: {}.\n", describe(data),
                       app::pairs_within_radius(counted_pairs, fmt::format("{}", *options.radius))) +
           first.text(counted_pairs.closer + counted_pairs.at_radius);
}

/// By this process alone: trees count the pairs, and only the first ones are listed.
std::string summary_here(const PairOptions& options, const LoadedData& data) {
    const neighbours::NeighbourQuestion asked = app::neighbour_question(data.question, 1);
    const auto found = neighbours::count_closer_pairs(asked, *options.radius, {.threads = options.threads});
    const neighbours::PairsWithin pairs(asked, *options.radius, {});
    FirstPairs first(data.question);
    std::vector<neighbours::NearVector> near;
    for (std::int64_t row = 0; row < asked.first.rows && !first.is_full(); ++row) {
        near.clear();
        pairs.find(row, sides_of(data), near);
        first.add(row, near);
    }
    return summary_of(options, data, *found, first);
}

void say_at_radius(const PairCounts& counts) {
    if (counts.at_radius > 0)
        say(fmt::format("{} at the radius as far as rounding can tell, listed with the others",
                        counted(counts.at_radius, "pair")));
}

/// For pairs that several ranks find, or that are found in slabs; there are `all` of them at any distance.
ExitCode report_found(const PairTask& task, const PieceRun& run, std::int64_t all) {
    if (!run.prints()) {
        static_cast<void>(task.find(nullptr));
        return ExitCode::ok;
    }
    PairCounts counts;
    FirstPairs first(task.data.question);
    try {
        if (task.form != TableForm::for_people) {
            counts = write_pairs(task);
        } else if (!task.find([&](std::int64_t row, std::span<const neighbours::NearVector> near) {
                       first.add(row, near);
                       counts.listed += std::ssize(near);
                       counts.at_radius += std::ranges::count(near, true, &neighbours::NearVector::is_at_radius);
                   })) {
            throw StoppedSearch{};
        }
    } catch (const StoppedSearch&) {
        say("interrupted before all pairs were found, so the list is not whole, and no file was written");
        return ExitCode::interrupted;
    }
    run.interrupt.end_at_once();
    if (task.form == TableForm::for_people)
        print_text(summary_of(task.options, task.data,
                              {.closer = counts.listed - counts.at_radius, .at_radius = counts.at_radius, .all = all},
                              first));
    else
        say_at_radius(counts);
    return ExitCode::ok;
}

std::int64_t pairs_with_distances(const neighbours::NeighbourQuestion& asked, double radius) {
    if (asked.first.holds_distances) return neighbours::count_closer_pairs(asked, radius, {})->all;
    const std::vector<bool> usable = neighbours::usable_vectors(asked.first, asked.metric);
    const std::int64_t rows = std::ranges::count(usable, true);
    if (asked.second == nullptr) return rows * (rows - 1) / 2;
    const std::vector<bool> across = neighbours::usable_vectors(*asked.second, asked.metric);
    const std::int64_t common = asked.same_rows ? std::min(asked.first.rows, asked.second->rows) : 0;
    return rows * std::ranges::count(across, true) - std::count(across.begin(), across.begin() + common, true);
}

ExitCode pairs_on_ranks(PairTask task, PieceRun run) {
    const double radius = *task.options.radius;
    run.interrupt.stop_gently();
    keep_checkpoint(run, {.file = {}, .is_offered = false}, task.data, "pairs", {{"radius", radius}});
    const neighbours::NeighbourQuestion asked = app::neighbour_question(task.data.question, 1);
    task.find = [&](const scale::TakeNear& take) {
        scale::NearPairsSearch search(asked, radius, sides_of(task.data), take);
        return run_pieces({.work = search.work(), .doing = "finding pairs", .pairs = pairs_of(task.data.question)},
                          run);
    };
    return report_found(task, run, run.prints() ? pairs_with_distances(asked, radius) : 0);
}

ExitCode pairs_of_files(const PairOptions& options, const SlabData& slabs, const OutputPlace& place, PieceRun run) {
    const scale::SlabQuestion& question = slabs.question;
    if (question.prepares_rows) refuse_radius_in_slabs(slabs.data.question);
    if (question.same_rows) throw InputError("the two sets are parts of one file: give it once, or leave --memory out");
    run.interrupt.stop_gently();
    keep_checkpoint(run, {.file = {}, .is_offered = false}, slabs, "pairs", {{"radius", *options.radius}});
    SlabLook look(slabs, scale::Directions::one, options.threads);
    if (!look.run(run)) return say_interrupted();
    const auto find = [&](const scale::TakeNear& take) {
        scale::SlabNearPairs search(look.pairs(), *options.radius, slabs.memory / 2, take);
        return run_pieces({.work = search.work(),
                           .doing = "finding pairs",
                           .pairs = pairs_of(slabs.data.question),
                           .bytes = look.pairs().bytes_to_read()},
                          run);
    };
    const std::int64_t rows = look.traits().usable;
    const std::int64_t all = question.is_one_set() ? rows * (rows - 1) / 2 : rows * look.traits().usable_across;
    return report_found({.options = options,
                         .data = slabs.data,
                         .place = place,
                         .form = table_form(options.format, place),
                         .find = find},
                        run, all);
}

ExitCode list_pairs(const PairOptions& options, PieceRun run) {
    if (!options.radius) throw InputError("--radius is missing: say up to which distance pairs are listed");
    constexpr std::string_view nothing = "there are no distances of pairs";
    const OutputPlace place(options.output);
    const TableForm form = table_form(options.format, place);
    place.require_usable(input_files(options.data));
    if (const auto slabs = open_in_slabs(options.data, options.memory, options.threads, nothing))
        return pairs_of_files(options, *slabs, place, std::move(run));
    const LoadedData data = load_pairs(options.data, nothing);
    const PairTask task{.options = options, .data = data, .place = place, .form = form, .find = [&](const auto& take) {
                            return find_here(options, data, take);
                        }};
    if (run.ranks != nullptr) return pairs_on_ranks(task, std::move(run));
    if (form == TableForm::for_people) {
        print_text(summary_here(options, data));
        return ExitCode::ok;
    }
    const PairCounts counts = write_pairs(task); // a signal ends the program, and a file is as it was
    run.interrupt.end_at_once();
    say_at_radius(counts);
    return ExitCode::ok;
}

} // namespace

void add_pairs(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<PairOptions>();
    options->data.keeps_order = true;
    options->data.whole_file = true;
    options->data.all_columns = true;
    CLI::App* verb = program.add_subcommand("pairs", "List all pairs of points or vectors within a radius");
    verb->footer(std::string(exit_code_help));
    verb->add_option("--radius", options->radius, "The largest distance of a pair that is listed (required)")
        ->transform(number("--radius", 0.0, std::numeric_limits<double>::max()));
    add_data_options(*verb, options->data, Files::one);
    verb->add_option("--workload", options->data.workload,
                     "The workload whose vectors are compared; if it has two sets, pairs are between the two")
        ->type_name("NAME");
    add_metric_option(*verb, options->data.workload);
    verb->add_option("-o,--output", options->output, "Write the table into this file [standard output]")
        ->type_name("FILE");
    verb->add_option("--threads", options->threads, "Number of CPU threads [all]")
        ->transform(whole_number("--threads", 1, 4096));
    add_json_and_csv(*verb, options->format);
    add_memory_option(*verb, options->memory);
    verb->callback([&chosen, options] {
        chosen = [options] {
            return on_ranks(options->threads, [&](PieceRun run) { return list_pairs(*options, std::move(run)); });
        };
    });
}

} // namespace pairscope::cli
