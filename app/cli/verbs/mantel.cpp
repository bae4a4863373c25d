// SPDX-License-Identifier: MIT
// pairscope mantel: how two matrices of distances between the same items are related.
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/two_picture.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/files/metric_name.h"
#include "app/spine/version.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/relation/join_matrices.h"
#include "app/subjects/matrix/relation/relation.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/data/text.h"

#include "render/png.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace pairscope::cli {
namespace {

struct MantelOptions {
    DataOptions data;
    std::string metric_of_second, columns_of_second, label_of_second; ///< where they differ from those of the first
    association::MantelChoice choice;
    Format format;
    int threads = 0;
    std::string picture;
    app::TwoView view = app::TwoView::beside;
};

/// What a picture without a window can show; a line that swipes is dragged.
constexpr std::array picture_views{app::two_view_names[0], app::two_view_names[1], app::two_view_names[2]};
static_assert(is_in_order(picture_views) && app::two_view_names.size() == 4 &&
              app::two_view_names[3].value == app::TwoView::swipe);

/// A file of distances needs no metric, also where the other one has one. The rows of other files are vectors, of all
/// of their coordinates or of the columns that are named.
LoadedData load_as_it_is(DataOptions options) {
    DataOptions as_it_is = options;
    as_it_is.workload.clear();
    as_it_is.columns.clear();
    const Data found = data_of(as_it_is);
    if (found.type->inputs.takes_distances) return load(found);
    // A session or a recording says itself by which metric.
    const bool is_recording = look_at_file(options, options.files.front()).is(FileFormat::recording);
    if (is_recording && options.workload.empty()) return load(data_of(options));
    options.a = options.files.front();
    options.files.clear();
    if (options.workload.empty()) options.workload = app::workload_of_metric(name_of(Metric::euclidean), 1)->id;
    return load(data_of(options));
}

/// One file, with the options for it. Those about given distances are for the one that holds some.
LoadedData load_side(DataOptions options, const std::string& file) {
    options.files = {file};
    DataOptions plain = options;
    const DataOptions usual;
    plain.symmetrise = usual.symmetrise;
    plain.missing = usual.missing;
    plain.similarity = usual.similarity;
    const bool is_plain = plain.symmetrise == options.symmetrise && plain.missing == options.missing &&
                          plain.similarity == options.similarity;
    if (is_plain) return load_as_it_is(options);
    try {
        return load_as_it_is(options);
    } catch (const InputError& refusal) {
        try {
            return load_as_it_is(plain);
        } catch (const InputError&) {
            throw refusal;
        }
    }
}

void refuse_contradictions(const MantelOptions& options) {
    if (options.data.files.empty() || options.data.files.size() > 2)
        throw InputError("give two files whose matrices are to be compared, or one file and --metric-b or "
                         "--columns-b for its second matrix");
    if (!options.picture.empty()) {
        const std::filesystem::path picture = options.picture;
        if (picture.extension() != ".png")
            throw InputError(
                fmt::format("--picture is {}: pictures are PNG files, so end its name in .png", shown(picture)));
        require_no_input(picture, input_files(options.data));
        require_savable(picture);
    } else if (options.view != app::TwoView::beside) {
        throw InputError("--picture-view says how --picture draws: name the file with --picture, or leave it out");
    }
    if (options.data.files.size() == 1 && options.metric_of_second.empty() && options.columns_of_second.empty())
        throw InputError(fmt::format("a matrix of {} alone is compared with nothing: give a second file, or "
                                     "--metric-b or --columns-b for a second matrix of the same file",
                                     options.data.files.front()));
}

/// Items that only one of the two has.
void say_left_out(const Dataset& set, const Dataset& other, const std::vector<std::int32_t>& rows) {
    constexpr std::size_t most_named = 5;
    if (rows.empty()) return;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(most_named, rows.size()); ++i)
        names.push_back(app::label_or_row(set, rows[i]));
    if (names.size() < rows.size()) names.emplace_back("...");
    const std::string list = fmt::format("{}", fmt::join(names, ", "));
    say(rows.size() == 1
            ? fmt::format("1 item of {} is not in {}: {}", set.name, other.name, list)
            : fmt::format("{} items of {} are not in {}: {}", grouped(std::ssize(rows)), set.name, other.name, list));
}

void say_how_joined(const app::Relation& relation) {
    const Dataset &first = *relation.sets.first.first, &second = *relation.sets.second.first;
    if (relation.items.by_position && !relation.sets.same_rows)
        say(first.labels.empty() && second.labels.empty()
                ? std::string("both files have no names, so row i of one is taken for row i of the other")
                : fmt::format("{} has no names, so its row i is taken for row i of the other file",
                              first.labels.empty() ? first.name : second.name));
    say_left_out(first, second, relation.items.only_first);
    say_left_out(second, first, relation.items.only_second);
    if (!relation.items.same_order) say("the two have their common items in different orders, and are joined by name");
    constexpr std::string_view why = "a coordinate is missing, or the metric defines no distance for such a row";
    if (relation.without_distances == 1)
        say(fmt::format("1 common item is left out, because it has no distances: {}", why));
    else if (relation.without_distances > 1)
        say(fmt::format("{} common items are left out, because they have no distances: {}",
                        grouped(relation.without_distances), why));
}

/// One side of the two, as it was loaded, and with what.
struct MantelSide {
    DataOptions options;
    std::string file;
    LoadedData loaded;
};
MantelSide loaded_side(const DataOptions& options, const std::string& file) {
    return {.options = options, .file = file, .loaded = load_side(options, file)};
}

/// Rows without names get those of a column of identifiers, where that joins the two.
void name_by_identifiers(MantelSide& one, MantelSide& other) {
    const auto named = [](const MantelSide& side) -> std::optional<LoadedData> {
        DataOptions options = side.options;
        options.label = app::column_of_identifiers(*side.loaded.question.first);
        return options.label.empty() ? std::nullopt : std::optional(load_side(options, side.file));
    };
    const std::optional<LoadedData> first = named(one), second = named(other);
    if (!first && !second) return;
    const LoadedData &a = first ? *first : one.loaded, &b = second ? *second : other.loaded;
    if (!app::can_be_joined_by_name(*a.question.first, *b.question.first)) return;
    for (const auto& [side, is_named] : {std::pair(&one, first.has_value()), {&other, second.has_value()}})
        if (is_named)
            say(fmt::format("the rows of {} are named by their column {}; --label{} chooses another one", side->file,
                            excerpt(app::column_of_identifiers(*side->loaded.question.first)),
                            side == &other ? "-b" : ""));
    if (first) one.loaded = *first;
    if (second) other.loaded = *second;
}

/// The items whose places on the two maps are farthest apart.
std::string misfits(const app::Relation& relation) {
    constexpr std::size_t most_named = 5;
    const std::vector<double>& residuals = relation.fit->residuals;
    std::vector<std::size_t> order(residuals.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return residuals[i]; });
    std::string names;
    const Dataset& set = *relation.sets.first.first;
    for (std::size_t i = 0; i < std::min(most_named, order.size()); ++i) {
        const std::int64_t row = relation.items.first[order[i]];
        names += fmt::format("{}{} by {}", i == 0 ? "" : ", ", app::labelled_row(set, row, app::label_or_row(set, row)),
                             app::three_digits(residuals[order[i]]));
    }
    return names;
}

std::string summary_of(const app::Relation& relation) {
    const auto side = [](const app::Question& question) {
        return fmt::format("{} ({})", question.first->name,
                           question.first->holds_distances ? "given distances" : app::name_of_metric(question));
    };
    std::string text = fmt::format("{} and {}: {} in common\n", side(relation.sets.first), side(relation.sets.second),
                                   counted(std::ssize(relation.items.first), "item"));
    text += fmt::format("Mantel correlation ({}): {:.6f}, {}.\n", title_of(relation.choice.correlation),
                        relation.mantel.correlation, app::chance_words(relation));
    if (!relation.fit) return text + fmt::format("There is no Procrustes fit: {}.\n", relation.why_no_fit);
    const std::string disparity = fmt::format("Procrustes disparity of the two maps: {:.6f}", relation.fit->disparity);
    text += relation.fit->is_mirrored ? fmt::format("{}, with the second map mirrored.\n", disparity)
                                      : fmt::format("{}.\n", disparity);
    constexpr double same_shape = 1e-9; // what float32 leaves of equal maps
    if (relation.fit->disparity < same_shape) return text;
    return text + fmt::format("These items fit worst: {}.\n", misfits(relation));
}

std::vector<PngText> facts_of(const app::TwoMatrices& two, app::TwoView view) {
    return {{"Title", fmt::format("{} and {}, {}", app::side_words(two.sets.first), app::side_words(two.sets.second),
                                  title_of(view))},
            {"Software", fmt::format("pairscope {}", app::version())}};
}

ExitCode compare_matrices(const MantelOptions& options) {
    Interrupt interrupt;
    refuse_contradictions(options);
    DataOptions second = options.data;
    if (!options.metric_of_second.empty()) second.workload = options.metric_of_second;
    if (!options.columns_of_second.empty()) second.columns = options.columns_of_second;
    if (!options.label_of_second.empty()) second.label = options.label_of_second;
    MantelSide first_side = loaded_side(options.data, options.data.files.front());
    MantelSide second_side = loaded_side(second, options.data.files.back());
    if (options.data.files.size() == 2) name_by_identifiers(first_side, second_side);
    const LoadedData &one = first_side.loaded, &other = second_side.loaded;
    for (const LoadedData* side : {&one, &other})
        if (const std::string reason = why_no_distances(type_of(side->question.workload)); !reason.empty())
            throw InputError(fmt::format("there is no matrix to compare, because {}", reason));
    interrupt.stop_gently();
    const auto related = [&] {
        const std::int64_t rows = one.question.first->rows + other.question.first->rows;
        RowProgress progress("comparing two matrices", rows + options.choice.permutations);
        return app::relation_of(
            {.first = one.question, .second = other.question, .same_rows = options.data.files.size() == 1},
            options.choice, {.stop = interrupt.token(), .rows_done = progress.rows_done(), .threads = options.threads});
    };
    const app::Relation relation = related();
    if (interrupt.happened()) {
        say(fmt::format("interrupted after {} of {} random orders, so nothing is printed",
                        app::grouped(relation.mantel.permutations), app::grouped(options.choice.permutations)));
        return ExitCode::interrupted;
    }
    say_how_joined(relation);
    if (!options.picture.empty()) {
        const bool is_one_file = options.data.files.size() == 1;
        const auto two =
            app::join_matrices({.sets = relation.sets, .is_one_file = is_one_file}, {.stop = interrupt.token()});
        if (two == nullptr) return ExitCode::interrupted;
        save_png(options.picture, picture_of(*two, options.view), facts_of(*two, options.view));
    }
    interrupt.end_at_once();
    if (options.format.json)
        print(app::relation_json(relation));
    else if (options.format.csv)
        print(app::relation_csv(relation));
    else
        print_text(summary_of(relation));
    return ExitCode::ok;
}

} // namespace

void add_mantel(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<MantelOptions>();
    options->data.keeps_order = true;
    CLI::App* verb = program.add_subcommand("mantel", "Compare two distance matrices of the same items");
    verb->footer(std::string(exit_code_help));
    add_data_options(*verb, options->data, Files::matrices);
    add_metric_option(*verb, options->data.workload);
    add_metric_option(*verb, options->metric_of_second, "--metric-b",
                      "The metric of the second matrix [that of the first]");
    verb->add_option("--columns-b", options->columns_of_second, "The columns of the second matrix [those of --columns]")
        ->transform(names_of_columns("--columns-b"))
        ->type_name("NAMES");
    verb->add_option("--label-b", options->label_of_second, "The column of names of the second file [that of --label]");
    verb->add_option("--method", options->choice.correlation, "Correlate distances or their ranks [pearson]")
        ->transform(one_of("--method", association::correlation_names))
        ->type_name(choices_in(association::correlation_names));
    verb->add_option("--alternative", options->choice.alternative,
                     "Which random orders count: of a correlation as high, as low, or as far from 0 [greater]")
        ->transform(one_of("--alternative", association::alternative_names))
        ->type_name(choices_in(association::alternative_names));
    verb->add_option("--permutations", options->choice.permutations, "Number of random orders [999]")
        ->transform(whole_number("--permutations", 1, 10'000'000));
    verb->add_option("--permutation-seed", options->choice.seed, "Seed of the random orders [1]")
        ->transform(unsigned_number("--permutation-seed"));
    verb->add_option("--picture", options->picture, "Draw both matrices into this PNG file, too")->type_name("FILE");
    verb->add_option("--picture-view", options->view,
                     "Side by side, split at the diagonal, or the first matrix minus the second one [beside]")
        ->transform(one_of("--picture-view", picture_views))
        ->type_name(choices_in(picture_views));
    verb->add_option("--threads", options->threads, "Number of CPU threads [all]")
        ->transform(whole_number("--threads", 1, 4096));
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options] {
        options->data.whole_file = !options->data.files.empty();
        chosen = [options] { return compare_matrices(*options); };
    });
}

} // namespace pairscope::cli
