// SPDX-License-Identifier: MIT
// pairscope compare: which of two is faster, with an interval.
#include "app/cli/compare_recordings.h"
#include "app/cli/verbs.h"
#include "kernels/core/errors.h"
#include "profiling/recording/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace pairscope::cli {
namespace {

struct CompareOptions {
    std::string a, b;
    Format format;
};

ExitCode compare(const CompareOptions& options) {
    for (const std::string& file : {options.a, options.b})
        if (std::filesystem::exists(file) && !profiling::looks_like_recording(file))
            throw InputError(fmt::format("cannot compare {}: it is not a recording; give files that pairscope record "
                                         "or File > Save recording made",
                                         file));
    return compare_recordings(options.a, options.b, options.format);
}

} // namespace

void add_compare(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<CompareOptions>();
    CLI::App* verb = program.add_subcommand("compare", "Set two recordings side by side, variant by variant");
    verb->footer(std::string(exit_code_help));
    verb->add_option("A", options->a, "A recording")->required()->type_name("");
    verb->add_option("B", options->b, "Another one")->required()->type_name("");
    add_json(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return compare(*options); }; });
}

} // namespace pairscope::cli
