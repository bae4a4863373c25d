// SPDX-License-Identifier: MIT
// pairscope try: compiles a user's own kernel, runs it with the executor and says whether it is right.
#include "app/cli/interrupt.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/tried_variant.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/reports/trace_report.h"
#include "app/cli/reports/try_report.h"
#include "app/cli/verbs/trying/try_bench.h"
#include "app/cli/verbs/trying/try_folder.h"
#include "app/cli/verbs/verbs.h"
#include "app/subjects/workshop/child/serve.h"
#include "app/subjects/workshop/trying.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/own/as_variant.h"
#include "kernels/own/binding.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

using app::workshop::FirstSize;
using app::workshop::Try;

struct TryOptions {
    std::string file;
    FirstSize first;
    std::optional<std::uint64_t> seed;
    std::vector<std::string> settings; ///< "NAME=VALUE"
    bool is_traced = false, is_ranked = false, is_timed = false, is_variant_wanted = false;
    std::string csv; ///< the table of a ranking; empty: none is kept
    Format format;
};

/// Goes on until something is wrong, the time is over, or everything is right.
void check_fully(Try& trying) {
    ProgressLine line;
    do {
        const TryReport& report = trying.report();
        line.show(fmt::format("checking, run {} of {}", report.tried + 1, report.planned),
                  double(report.tried) / double(report.planned));
    } while (trying.check_next());
}

/// The first verdict is said at once.
void say_and_check(Try& trying, const TryOptions& options) {
    if (!trying.build()) return;
    const bool is_right = trying.run_first();
    if (trying.report().first && !options.format.json) say_first(trying.report());
    if (is_right) check_fully(trying);
}

/// What the warps of the kernel touch, at the size of the first verdict.
class OwnTrace {
public:
    OwnTrace(const Try& tried, const std::stop_token& stop)
        : variant_(tried_variant(tried)), data_(loaded(tried.question())),
          trace_(simt::trace(variant_.variant(), data_.question.inputs(), {.stop = stop})) {}
    [[nodiscard]] TraceReport report() const { return {.data = data_, .variant = variant_.variant(), .trace = trace_}; }

private:
    HeldVariant variant_;
    LoadedData data_;
    simt::Trace trace_;
};

/// The trace of a kernel that does not run says nothing that the verdict does not say.
std::optional<OwnTrace> trace_of(const Try& trying, const TryOptions& options, const std::stop_token& stop) {
    const TryReport& report = trying.report();
    const bool runs = report.first && report.first->ended.empty() && report.first->reply.failed.empty() &&
                      (!report.wrong_at || report.wrong_at->judged.ended.empty());
    if (!options.is_traced || !runs || report.is_stopped) return std::nullopt;
    try {
        return std::optional<OwnTrace>(std::in_place, trying, stop);
    } catch (const std::exception& error) {
        if (!stop.stop_requested()) say(fmt::format("there is no trace: {}", sentence_of(error)));
        return std::nullopt;
    }
}

/// The file of a variant for the source tree; written once the kernel is right.
class WantedVariant {
public:
    /// Throws InputError where it cannot be written, before anything is compiled.
    explicit WantedVariant(const own::OwnFile& file) {
        const std::string name = std::filesystem::path(file.path).stem().string();
        text_ = own::variant_file(file, name);
        path_ = own::place_in_tree(file, name);
        if (!std::filesystem::is_directory(path_.parent_path()))
            throw InputError(fmt::format("--as-variant writes {}, and there is no such folder here: call it in the "
                                         "folder of the program's source tree",
                                         shown(path_)));
        refuse_existing();
    }
    /// A sentence for the user.
    [[nodiscard]] std::string written(const std::string& verdict) const {
        if (verdict != "right") return fmt::format("{} was not written, because the kernel is not right", shown(path_));
        refuse_existing();
        save_text(path_, text_);
        return fmt::format("{0} was written. Say there what it teaches and wastes. ./run check {1} compiles and checks "
                           "it.",
                           shown(path_), path_.stem().string());
    }

private:
    void refuse_existing() const {
        if (std::filesystem::exists(path_))
            throw InputError(fmt::format("{} is there already: give your file another name", shown(path_)));
    }

    std::filesystem::path path_;
    std::string text_;
};

ExitCode try_file(const TryOptions& options) {
    if (!options.csv.empty()) throw InputError("--csv keeps the table of --rank: give both, or leave --csv out");
    Interrupt interrupt;
    own::OwnFile file = own::read_own_file(options.file);
    own::set_sliders(file, options.settings);
    own::check_parameters(file);
    if (file.is_cpu && options.is_timed)
        throw InputError(
            "--bench times kernels on a GPU: leave it out, because a try of a function for the CPU times it "
            "always");
    if (file.is_cpu && options.is_traced)
        throw InputError("--trace follows the warps of CUDA kernels, and nobody watches a function for the CPU");
    std::optional<WantedVariant> wanted;
    if (options.is_variant_wanted) wanted.emplace(file);
    interrupt.stop_gently();
    Try trying(std::move(file), options.first, interrupt.token(), options.seed);
    say_and_check(trying, options);
    const TryReport& report = trying.report();
    if (report.is_stopped && (!report.first || !report.first->right())) {
        say("interrupted before there was a verdict");
        return ExitCode::interrupted;
    }
    const std::optional<OwnTrace> trace = trace_of(trying, options, interrupt.token());
    std::optional<OwnTimes> times;
    if (options.is_timed && report.verdict() == "right") times = times_of(trying, options.first, interrupt);
    interrupt.end_at_once();
    if (options.format.json) {
        app::Json json = value_of(report);
        if (trace) json["trace"] = value_of(trace->report());
        if (times) json["times"] = value_of(*times);
        print(app::dumped(json), options.format);
    } else {
        print_text(cli::text_of(report));
        if (trace) print_text("\n" + cli::text_of(trace->report()));
        if (times) print_text(cli::text_of(*times));
    }
    if (wanted) say(wanted->written(report.verdict()));
    return exit_code_of(report);
}

ExitCode try_all(const TryOptions& options) {
    if (!options.is_ranked) return try_file(options);
    if (!options.settings.empty() || options.is_traced || options.is_timed || options.is_variant_wanted)
        throw InputError("--rank tries files as they are: leave --set, --trace, --bench and --as-variant out");
    if (!std::filesystem::is_directory(options.file))
        throw InputError(fmt::format("--rank ranks the kernels of a folder, and {} is none", shown(options.file)));
    Interrupt interrupt;
    return try_folder({.folder = options.file,
                       .first = options.first,
                       .seed = options.seed,
                       .csv = options.csv,
                       .json = options.format.json},
                      interrupt);
}

} // namespace

void add_try(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<TryOptions>();
    CLI::App* verb = program.add_subcommand("try", "Compile a kernel of your own, run it without a GPU, and judge it");
    verb->footer(fmt::format(
        "The file is compiled and run with your rights, in a separate process. This protects from mistakes, such as\n"
        "a crash or a loop without end, and not from an attacker: try no file that you would not run.\n"
        "pairscope new writes a file to begin with, and pairscope help workshop says what may stand in it.\n{}",
        exit_code_help));
    verb->add_option("FILE", options->file, "The file with the kernel, such as mine.cu, or with --rank a folder")
        ->type_name("")
        ->required();
    const auto size = [&](const char* name, std::optional<std::int64_t>& value, const char* about) {
        verb->add_option(name, value, about)->type_name("")->transform(whole_number(name, 1, std::int64_t{1} << 20));
    };
    size("--n", options->first.n, "Number of points, or vectors of the first set, for the first verdict [256]");
    size("--m", options->first.m, "Number of vectors of the second set for the first verdict");
    size("--dims", options->first.dims, "Number of coordinates of a vector for the first verdict [16]");
    verb->add_option("--set", options->settings, "A value for a slider of the file, such as STRIDE=4")->type_name("");
    verb->add_option("--seed", options->seed, "Repeat the random runs of a full check that printed this seed")
        ->type_name("")
        ->transform(unsigned_number("--seed"));
    verb->add_flag("--trace", options->is_traced, "Also print what the warps touch, line by line, at that size");
    verb->add_flag("--bench", options->is_timed,
                   "Also time a right kernel on a GPU, in turns with the first variant of its ladder");
    verb->add_flag(
        "--as-variant", options->is_variant_wanted,
        "Write a right kernel as a variant, too: into its folder of the source tree, from which it is called");
    verb->add_flag(
        "--rank", options->is_ranked,
        "Try every .cu and .cpp file of a folder, and rank those that are right: kernels by what their warps "
        "ask from memory, functions for the CPU by their times");
    verb->add_option("--csv", options->csv,
                     "Keep the table of --rank in this file; files whose text it knows are not tried again")
        ->type_name("");
    add_json(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return try_all(*options); }; });

    CLI::App* child = program.add_subcommand(app::workshop::verb_of_child, "");
    child->group(""); // the program starts itself with it
    child->callback([&chosen] { chosen = [] { return static_cast<ExitCode>(app::workshop::serve_own_kernel()); }; });
}

} // namespace pairscope::cli
