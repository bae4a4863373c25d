// SPDX-License-Identifier: MIT
// pairscope try: compiles a user's own kernel, runs it with the executor and says whether it is right.
#include "app/cli/interrupt.h"
#include "app/cli/options/option_values.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/reports/try_report.h"
#include "app/cli/verbs/verbs.h"
#include "app/subjects/workshop/serve.h"
#include "app/subjects/workshop/trying.h"
#include "kernels/own/binding.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
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

TryReport tried(const TryOptions& options, own::OwnFile file, const Interrupt& interrupt) {
    Try trying(std::move(file), options.first, interrupt.token(), options.seed);
    if (!trying.build()) return trying.report();
    const bool is_right = trying.run_first();
    if (trying.report().first && !options.format.json) say_first(trying.report());
    if (is_right) check_fully(trying);
    return trying.report();
}

ExitCode try_file(const TryOptions& options) {
    Interrupt interrupt;
    own::OwnFile file = own::read_own_file(options.file);
    own::set_sliders(file, options.settings);
    own::check_parameters(file);
    interrupt.stop_gently();
    const TryReport report = tried(options, std::move(file), interrupt);
    interrupt.end_at_once();
    if (report.is_stopped && (!report.first || !report.first->right())) {
        say("interrupted before there was a verdict");
        return ExitCode::interrupted;
    }
    if (options.format.json)
        print(cli::json_of(report), options.format);
    else
        print_text(cli::text_of(report));
    return exit_code_of(report);
}

} // namespace

void add_try(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<TryOptions>();
    CLI::App* verb = program.add_subcommand("try", "Compile a kernel of your own, run it without a GPU, and judge it");
    verb->footer(fmt::format(
        "The file is compiled and run with your rights, in a process of its own. This protects from mistakes, such as\n"
        "a crash or a loop without end, and not from an attacker: try no file that you would not run.\n"
        "pairscope new writes a file to begin with, and pairscope help workshop says what may stand in it.\n{}",
        exit_code_help));
    verb->add_option("FILE", options->file, "The file with the kernel, such as mine.cu")->type_name("")->required();
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
    add_json(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return try_file(*options); }; });

    CLI::App* child = program.add_subcommand(app::workshop::verb_of_child, "");
    child->group(""); // the program starts itself with it
    child->callback([&chosen] { chosen = [] { return static_cast<ExitCode>(app::workshop::serve_own_kernel()); }; });
}

} // namespace pairscope::cli
