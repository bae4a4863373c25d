// SPDX-License-Identifier: MIT
// pairscope mantel: how two matrices of distances between the same items are related.
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/standard_input.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/two_picture.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/files/metric_name.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/relation/join_matrices.h"
#include "app/subjects/matrix/relation/relation.h"
#include "app/subjects/matrix/relation/row_identifiers.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/data/text.h"

#include "render/png.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::cli {
namespace {

struct MantelOptions {
    DataOptions data;
    std::string metric_of_second, columns_of_second, label_of_second; ///< where they differ from those of the first
    Similarity similarity_of_second = Similarity::no;
    Symmetrise symmetrise_of_second = Symmetrise::no;
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

/// Is what a user should know of how a file was read still to be said, or was it said before?
enum class Telling : bool { needed, done };

/// A file of distances needs no metric and no columns, also where the other one has them. The rows of other files are
/// compared as `pairscope matrix` compares them.
LoadedData load_as_it_is(const DataOptions& options, Telling telling) {
    const auto loaded = [telling](Data data) {
        data.told = telling == Telling::done;
        return load(data);
    };
    if (!options.workload.empty() || !options.columns.empty()) {
        DataOptions as_it_is = options;
        as_it_is.workload.clear();
        as_it_is.columns.clear();
        as_it_is.all_columns = false; // which says nothing of columns
        const Data found = data_of(as_it_is);
        if (found.type->inputs.takes_distances) return loaded(found);
    }
    return loaded(data_of(options));
}

/// The options for one of the two files.
struct SideOptions {
    DataOptions data;
    bool has_own_reading = false; ///< they say of this file alone how its distances are read
    bool is_second = false;
};

/// One file, with the options for it. Those about given distances that are for both are for the one that holds some.
LoadedData load_side(const SideOptions& side, const std::string& file, Telling telling = Telling::needed) {
    DataOptions options = side.data;
    options.files = {file};
    if (side.has_own_reading) return load_as_it_is(options, telling);
    DataOptions plain = options;
    const DataOptions usual;
    plain.symmetrise = usual.symmetrise;
    plain.missing = usual.missing;
    plain.similarity = usual.similarity;
    const bool is_plain = plain.symmetrise == options.symmetrise && plain.missing == options.missing &&
                          plain.similarity == options.similarity;
    if (is_plain) return load_as_it_is(options, telling);
    try {
        return load_as_it_is(options, telling);
    } catch (const InputError& refusal) {
        try {
            return load_as_it_is(plain, telling);
        } catch (const InputError&) {
            throw refusal;
        }
    }
}

void refuse_contradictions(const MantelOptions& options) {
    if (options.data.files.empty() || options.data.files.size() > 2)
        throw InputError("give two files whose matrices are to be compared, or one file and --metric-b or "
                         "--columns-b for its second matrix");
    refuse_standard_input_twice(options.data); // each side reads its own file later
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
    const bool says_second = !options.metric_of_second.empty() || !options.columns_of_second.empty() ||
                             options.similarity_of_second != Similarity::no;
    if (options.data.files.size() == 1 && !says_second)
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

/// Options have another name for the second file: "--symmetrise mean" becomes "--symmetrise-b mean". Those that were
/// given for both files keep theirs.
std::string named_for_second(std::string text, const SideOptions& second) {
    std::vector<std::string_view> options{"--metric", "--columns", "--label"};
    if (second.has_own_reading || second.data.similarity == Similarity::no) options.emplace_back("--similarity");
    if (second.has_own_reading || second.data.symmetrise == Symmetrise::no) options.emplace_back("--symmetrise");
    for (const std::string_view option : options)
        for (std::size_t at = text.find(option); at != std::string::npos; at = text.find(option, at + 1)) {
            const std::size_t end = at + option.size();
            const char next = end < text.size() ? text[end] : ' ';
            const bool is_longer = next == '-' || std::isalpha(static_cast<unsigned char>(next)) != 0;
            if (!is_longer) text.insert(end, "-b");
        }
    return text;
}

/// One side of the two, as it was loaded, and with what.
struct MantelSide {
    SideOptions options;
    std::string file;
    LoadedData loaded;
};
MantelSide loaded_side(const SideOptions& options, const std::string& file) {
    try {
        return {.options = options, .file = file, .loaded = load_side(options, file)};
    } catch (const InputError& refusal) {
        if (!options.is_second) throw;
        throw InputError(named_for_second(refusal.what(), options));
    }
}

/// Rows without names get those of a column of identifiers.
void name_by_identifiers(MantelSide& one, MantelSide& other) {
    const auto named = [](const MantelSide& side) -> std::optional<LoadedData> {
        SideOptions options = side.options;
        options.data.label = app::column_of_identifiers(*side.loaded.question.first);
        return options.data.label.empty() ? std::nullopt : std::optional(load_side(options, side.file, Telling::done));
    };
    const std::optional<LoadedData> first = named(one), second = named(other);
    const auto as_identified = [](const MantelSide& side, const std::optional<LoadedData>& by_column) {
        return app::IdentifiedSet{.loaded = side.loaded.question.first.get(),
                                  .named = by_column ? by_column->question.first.get() : nullptr};
    };
    const app::NamedSides names =
        app::sides_named_by_identifiers(as_identified(one, first), as_identified(other, second));
    if (!names.why_not.empty()) say(names.why_not);
    const auto has_names = [](const MantelSide& side, bool is_named) {
        return is_named || !side.loaded.question.first->labels.empty();
    };
    const bool are_joined = has_names(one, names.first) && has_names(other, names.second);
    for (const auto& [side, is_named] : {std::pair(&one, names.first), {&other, names.second}})
        if (is_named && are_joined)
            say(fmt::format("the rows of {} are named by their column {}; --label{} chooses another one", side->file,
                            excerpt(app::column_of_identifiers(*side->loaded.question.first)),
                            side == &other ? "-b" : ""));
    if (names.first) one.loaded = *first;
    if (names.second) other.loaded = *second;
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
    const auto side = [&](std::size_t which) {
        const app::Question& question = which == 0 ? relation.sets.first : relation.sets.second;
        return fmt::format("{} ({})", question.first->name,
                           question.first->holds_distances ? app::given_words(relation.sets.similarities[which])
                                                           : std::string(app::name_of_metric(question)));
    };
    std::string text =
        fmt::format("{} and {}: {} in common\n", side(0), side(1), counted(std::ssize(relation.items.first), "item"));
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

SideOptions options_of_second(const MantelOptions& options) {
    SideOptions second{.data = options.data, .is_second = true};
    DataOptions& data = second.data;
    if (!options.metric_of_second.empty()) data.workload = options.metric_of_second;
    if (!options.columns_of_second.empty()) data.columns = options.columns_of_second;
    if (!options.label_of_second.empty()) data.label = options.label_of_second;
    second.has_own_reading =
        options.similarity_of_second != Similarity::no || options.symmetrise_of_second != Symmetrise::no;
    if (options.similarity_of_second != Similarity::no) data.similarity = options.similarity_of_second;
    if (options.symmetrise_of_second != Symmetrise::no) data.symmetrise = options.symmetrise_of_second;
    return second;
}

ExitCode compare_matrices(const MantelOptions& options) {
    Interrupt interrupt;
    refuse_contradictions(options);
    MantelSide first_side = loaded_side({.data = options.data}, options.data.files.front());
    MantelSide second_side = loaded_side(options_of_second(options), options.data.files.back());
    if (options.data.files.size() == 2) name_by_identifiers(first_side, second_side);
    const LoadedData &one = first_side.loaded, &other = second_side.loaded;
    for (const LoadedData* side : {&one, &other})
        if (const std::string reason = why_no_distances(type_of(side->question.workload)); !reason.empty())
            throw InputError(fmt::format("there is no matrix to compare, because {}", reason));
    const bool has_own_metric = !options.metric_of_second.empty() || !options.columns_of_second.empty();
    if (other.question.first->holds_distances && has_own_metric)
        say(fmt::format("{} holds distances, so --metric-b and --columns-b change nothing; --as vectors compares its "
                        "rows instead",
                        second_side.file));
    interrupt.stop_gently();
    const auto related = [&] {
        const std::int64_t rows = one.question.first->rows + other.question.first->rows;
        RowProgress progress("comparing two matrices", rows + options.choice.permutations);
        return app::relation_of(
            {.first = one.question,
             .second = other.question,
             .same_rows = options.data.files.size() == 1,
             .similarities = {app::similarity_of(one.source), app::similarity_of(other.source)}},
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
        save_png(options.picture, picture_of(*two, {.view = options.view}), facts_of_two(*two, options.view));
    }
    interrupt.end_at_once();
    if (options.format.json)
        print(app::relation_json(relation, {.first = one.source, .second = other.source}));
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
    options->data.all_columns = true;
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
    verb->add_option("--similarity-b", options->similarity_of_second,
                     "How similarities in the second file become distances [as --similarity says, if they are some]")
        ->transform(one_given_of("--similarity-b", similarity_names))
        ->type_name("one_minus|one_minus_size|chord|largest_minus|minus_log");
    verb->add_option("--symmetrise-b", options->symmetrise_of_second,
                     "The value of a pair whose two entries in the second file differ [as --symmetrise says]")
        ->transform(one_given_of("--symmetrise-b", symmetrise_names))
        ->type_name("mean|min|max|keep");
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
