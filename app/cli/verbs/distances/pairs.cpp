// SPDX-License-Identifier: MIT
// pairscope pairs: all pairs of vectors within a radius, as a table that is written while they are found.
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/distances/output_place.h"
#include "app/cli/verbs/distances/result_head.h"
#include "app/cli/verbs/scale/pair_report.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/files/pieces.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/rows/pairs_within.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>

namespace pairscope::cli {
namespace {

struct PairOptions {
    DataOptions data;
    Format format;
    std::optional<double> radius;
    std::filesystem::path output;
    int threads = 0;
};

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
    bool is_json = false;
};

/// A pair with two different distances is found from both of its rows.
neighbours::PairSides sides_of(const LoadedData& data) {
    return data.question.first->is_asymmetric ? neighbours::PairSides::both : neighbours::PairSides::once;
}

PairCounts write_pairs(const PairTask& task) {
    const neighbours::NeighbourQuestion asked = app::neighbour_question(task.data.question, 1);
    const neighbours::PairsWithin pairs(asked, *task.options.radius, {});
    RowProgress progress(fmt::format("finding the pairs of {}", counted(asked.first.rows, "row")), asked.first.rows);
    PairCounts counts;
    PairLines lines(task.data.question, task.is_json);
    task.place.write(false, [&](const ByteSink& sink) {
        app::Pieces out(sink);
        out.text() = task.is_json ? app::opened(result_head("pairs", task.data, {{"radius", *task.options.radius}})) +
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
        neighbours::for_each_row_within(pairs, sides_of(task.data),
                                        {.rows_done = progress.rows_done(), .threads = task.options.threads}, add);
        if (task.is_json) {
            const std::string totals = app::in_one_line({{"listed", counts.listed}, {"at_radius", counts.at_radius}});
            out.text().append("\n],\n").append(totals, 1).append("\n");
        }
        out.hand_over();
    });
    return counts;
}

/// The first pairs, for people. JSON and CSV have all of them.
std::string summary_of(const PairOptions& options, const LoadedData& data,
                       const neighbours::CloserPairs& counted_pairs) {
    constexpr std::int64_t most_lines = 20;
    const app::Question& question = data.question;
    const neighbours::NeighbourQuestion asked = app::neighbour_question(question, 1);
    const neighbours::PairsWithin pairs(asked, *options.radius, {});
    TextTable table({{"row", app::Align::left}, {"neighbour", app::Align::left}, {"distance", app::Align::right}});
    std::int64_t lines = 0;
    std::vector<neighbours::NearVector> near;
    for (std::int64_t row = 0; row < asked.first.rows && lines < most_lines; ++row) {
        near.clear();
        pairs.find(row, sides_of(data), near);
        for (const neighbours::NearVector& vector : near) {
            if (lines++ == most_lines) break;
            table.add({app::labelled_row(asked.first, row, app::name_of_row(question, row)),
                       app::labelled_row(question.across(), vector.row, app::name_of_column(question, vector.row)),
                       app::three_digits(vector.distance)});
        }
    }
    const std::int64_t all = counted_pairs.closer + counted_pairs.at_radius;
    std::string text = fmt::format("{}: {}.\n", describe(data),
                                   app::pairs_within_radius(counted_pairs, fmt::format("{}", *options.radius)));
    if (all == 0) return text;
    text += table.text();
    if (all > most_lines)
        text += fmt::format("These are the first {} of {} pairs; --csv and --json write all of them.\n", most_lines,
                            app::grouped(all));
    return text;
}

ExitCode list_pairs(const PairOptions& options) {
    Interrupt interrupt; // a signal ends the program, and a file is as it was
    if (!options.radius) throw InputError("--radius is missing: say up to which distance pairs are listed");
    const OutputPlace place(options.output);
    const TableForm form = table_form(options.format, place);
    place.require_usable(input_files(options.data));
    const Data asked = data_of(options.data);
    if (const std::string reason = why_no_distances(*asked.type); !reason.empty())
        throw InputError(fmt::format("there are no distances of pairs, because {}", reason));
    const LoadedData data = load(asked);
    say_left_out(data);
    say_flat_degrees(data.question);
    if (form == TableForm::for_people) {
        const auto found = neighbours::count_closer_pairs(app::neighbour_question(data.question, 1), *options.radius,
                                                          {.threads = options.threads});
        print_text(summary_of(options, data, *found));
        return ExitCode::ok;
    }
    const PairCounts counts =
        write_pairs({.options = options, .data = data, .place = place, .is_json = form == TableForm::json});
    interrupt.end_at_once();
    if (counts.at_radius > 0)
        say(fmt::format("{} at the radius as far as rounding can tell, listed with the others",
                        counted(counts.at_radius, "pair")));
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
    verb->callback([&chosen, options] { chosen = [options] { return list_pairs(*options); }; });
}

} // namespace pairscope::cli
