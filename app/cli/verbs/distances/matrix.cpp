// SPDX-License-Identifier: MIT
// pairscope matrix: the distances of all pairs as a file for other programs, written row by row.
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/pair_report.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/distances/matrix_file.h"
#include "app/cli/verbs/distances/output_place.h"
#include "app/cli/verbs/distances/result_head.h"
#include "app/cli/verbs/verbs.h"
#include "app/subjects/data/data.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <limits>
#include <memory>

namespace pairscope::cli {
namespace {

constexpr std::array<Name<MatrixFormat>, 5> format_names{{{MatrixFormat::by_ending, "by_ending"},
                                                          {MatrixFormat::csv, "csv"},
                                                          {MatrixFormat::json, "json"},
                                                          {MatrixFormat::npy, "npy"},
                                                          {MatrixFormat::npz, "npz"}}};
static_assert(is_in_order(format_names));
constexpr std::array<Name<MatrixEntry64>, 2> entry_names{
    {{MatrixEntry64::no, "float32"}, {MatrixEntry64::yes, "float64"}}};
static_assert(is_in_order(entry_names));

struct MatrixOptions {
    DataOptions data;
    MatrixFile file;
    std::filesystem::path output;
    bool says_what = false; ///< --json
    bool is_asked_for = false;
    int threads = 0;
};

MatrixFormat format_of(const MatrixOptions& options) {
    const std::string ending = options.output.extension().string();
    if (options.file.format != MatrixFormat::by_ending) {
        for (const auto& known : format_names)
            if (ending == fmt::format(".{}", known.name) && known.value != options.file.format)
                throw InputError(fmt::format("--format {} contradicts the ending of {}: leave one of the two out",
                                             name_in(format_names, options.file.format), options.output.string()));
        return options.file.format;
    }
    for (const auto& known : format_names)
        if (ending == fmt::format(".{}", known.name)) return known.value;
    if (options.output.empty() || options.output == "-")
        return options.says_what ? MatrixFormat::json : options.file.radius ? MatrixFormat::npz : MatrixFormat::csv;
    throw InputError(fmt::format("the ending of {} says no format: end the name in .npy, .csv, .npz or .json, or give "
                                 "--format",
                                 options.output.string()));
}

void refuse_contradictions(const MatrixFile& file) {
    if (file.condensed && file.radius)
        throw InputError("--condensed writes each pair once, and --radius only near pairs: give one of them");
    if (file.radius && file.format != MatrixFormat::npz)
        throw InputError(
            "--radius writes a sparse matrix, which is .npz: end the name in .npz, give --format npz, or let the "
            "verb pairs list near pairs as CSV and JSON");
    if (!file.radius && file.format == MatrixFormat::npz)
        throw InputError("an .npz file holds a sparse matrix: say with --radius which pairs it has, or write all "
                         "distances into .npy");
}

void refuse_two_texts(const MatrixOptions& options, const OutputPlace& place) {
    if (options.says_what && place.is_standard_output() && options.file.format != MatrixFormat::json)
        throw InputError("--json prints what is in a file, and standard output already gets the matrix: name a file "
                         "with -o, or leave --format out");
}

app::Json options_json(const MatrixFile& file) {
    app::Json json{{"format", name_in(format_names, file.format)},
                   {"shape", file.condensed ? "condensed"
                             : file.radius  ? "sparse"
                                            : "full"},
                   {"entry", name_in(entry_names, file.entry)}};
    if (file.radius) json["radius"] = *file.radius;
    return json;
}

/// How a file becomes smaller.
std::string_view advice_for(const MatrixFile& file) {
    if (file.radius) return "choose a smaller --radius or fewer rows with --n";
    if (file.condensed) return "choose fewer rows with --n, --entry float32, or near pairs alone with --radius";
    return "choose fewer rows with --n, --condensed, --entry float32, or near pairs alone with --radius";
}

/// Says on standard error how many vectors have no distances, and what the file has in their place. No such vector is
/// within a radius.
void say_without_distances(const LoadedData& data, const MatrixFile& file) {
    if (file.radius) return say_left_out(data);
    const std::int64_t count = count_without_distances(data);
    if (count == 0) return;
    const std::string_view why = app::why_without_neighbours(type_of(data.question.workload)), noun = noun_for(data);
    const std::string_view number = file.format == MatrixFormat::json ? "null" : "NaN";
    say(count == 1
            ? fmt::format("there is 1 {} {}, and {} is written in their place", noun, why, number)
            : fmt::format("there are {} {}, and {} is written in their place", counted(count, noun), why, number));
}

ExitCode write_matrix(MatrixOptions options) {
    Interrupt interrupt; // a signal ends the program, and the file is as it was
    options.file.format = format_of(options);
    refuse_contradictions(options.file);
    const OutputPlace place(options.output);
    refuse_two_texts(options, place);
    place.require_usable(input_files(options.data));
    const Data asked = data_of(options.data);
    if (const std::string reason = why_no_distances(*asked.type); !reason.empty())
        throw InputError(fmt::format("there is no matrix of distances, because {}", reason));
    const LoadedData data = load(asked);
    const bool is_of_two = data.question.second && data.question.second != data.question.first;
    if (options.file.condensed && is_of_two)
        throw InputError("--condensed writes each pair of one set once, and there are two sets: leave it out");
    if (options.file.condensed && data.question.first->is_asymmetric)
        throw InputError(fmt::format("--condensed writes each pair once, and pairs of {} have two different distances: "
                                     "leave it out, or choose one of the two with --symmetrise mean, min or max",
                                     data.question.first->name));
    const app::Json head = result_head("matrix", data, options_json(options.file));
    const MatrixTask task{
        .question = data.question,
        .file = options.file,
        .head = head,
        .room = [&](double bytes) { place.require_room(bytes, options.is_asked_for, advice_for(options.file)); },
        .folder = place.folder(),
        .threads = options.threads};
    task.room(least_bytes(task));
    say_without_distances(data, options.file);
    say_flat_degrees(data.question);
    MatrixWritten written;
    {
        const std::int64_t rows = data.question.first->rows;
        RowProgress progress(fmt::format("writing the distances of {}", counted(rows, "row")), rows);
        const bool is_binary = options.file.format == MatrixFormat::npy || options.file.format == MatrixFormat::npz;
        place.write(is_binary,
                    [&](const ByteSink& sink) { written = write_entries(task, sink, progress.rows_done()); });
    }
    interrupt.end_at_once();
    if (options.says_what && !place.is_standard_output()) {
        app::Json json = head;
        json["file"] = options.output.string();
        json["rows"] = written.rows;
        json["cols"] = written.cols;
        json["entries"] = written.entries;
        print(app::dumped(json));
    }
    return interrupt.happened() ? ExitCode::interrupted : ExitCode::ok;
}

} // namespace

void add_matrix(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<MatrixOptions>();
    options->data.keeps_order = true;
    options->data.whole_file = true;
    options->data.all_columns = true;
    CLI::App* verb = program.add_subcommand("matrix", "Write the distances of all pairs for other programs");
    verb->footer(std::string(exit_code_help));
    verb->add_option("--radius", options->file.radius,
                     "Write a sparse matrix (CSR, as save_npz of SciPy) of the pairs that are not farther apart")
        ->transform(number("--radius", 0.0, std::numeric_limits<double>::max()));
    add_data_options(*verb, options->data, Files::one);
    verb->add_option("--workload", options->data.workload,
                     "The workload whose vectors are compared; if it has two sets, the columns are the second set")
        ->type_name("NAME");
    add_metric_option(*verb, options->data.workload);
    verb->add_option(
            "-o,--output", options->output,
            "The file, which ends in .npy, .csv, .npz (sparse) or .json, or - for standard output [standard output]")
        ->type_name("FILE");
    verb->add_option("--format", options->file.format, "The format, where no name says it [csv, or npz with --radius]")
        ->transform(one_given_of("--format", format_names))
        ->type_name("csv|json|npy|npz");
    verb->add_flag("--condensed", options->file.condensed,
                   "Write each pair once, as pdist of SciPy does: row 0 with 1, 2, ..., row 1 with 2, 3, ...");
    verb->add_option("--entry", options->file.entry, "The numbers that are written [float64]")
        ->transform(one_of("--entry", entry_names))
        ->type_name(choices_in(entry_names));
    verb->add_flag("--yes", options->is_asked_for, "Write also more than 10 GB, or more than half of the free space");
    verb->add_flag("--json", options->says_what,
                   "Print JSON: the matrix, or what a file of it holds (metric, options, version, size)");
    verb->add_option("--threads", options->threads, "Number of CPU threads [all]")
        ->transform(whole_number("--threads", 1, 4096));
    verb->callback([&chosen, options] {
        if (options->data.files.empty() && options->data.points.empty()) options->data.whole_file = false;
        chosen = [options] { return write_matrix(*options); };
    });
}

} // namespace pairscope::cli
