// SPDX-License-Identifier: MIT
// pairscope compare: which of two is faster, with an interval.
#include "app/cli/options/arguments.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/target_option.h"
#include "app/cli/verbs/compare_recordings.h"
#include "app/cli/verbs/compare_variants.h"
#include "app/cli/verbs/verbs.h"
#include "kernels/data/errors.h"
#include "kernels/data/readers/input_file.h"
#include "kernels/ladder/registry.h"
#include "kernels/ladder/workload.h"
#include "profiling/recording/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace pairscope::cli {
namespace {

bool means_variant(const std::string& name) { return !is_there(name) && is_variant(name); }

ExitCode compare(const ComparedVariants& options, bool per_pair, const CLI::App& verb) {
    const bool a = means_variant(options.a), b = means_variant(options.b);
    if (a && b && per_pair)
        throw InputError("--per-pair is for recordings: two variants are measured with data of one size");
    if (a && b) return compare_variants(options);
    for (const std::string& name : {options.a, options.b}) {
        const bool is_path = !a && !b && name.find_first_of("./") != std::string::npos &&
                             find_workload(name.substr(0, name.find('/'))) == nullptr; // its reader says what is wrong
        if (means_variant(name) || is_there(name) || is_path) continue;
        throw InputError(fmt::format("cannot compare {} with {}: {} is neither a variant nor a file; {}", options.a,
                                     options.b, name, meant_variant(name, "pairscope list shows the variants")));
    }
    if (a != b)
        throw InputError(fmt::format("cannot compare the variant {} with a file: give two variants, or two recordings",
                                     a ? options.a : options.b));
    for (const std::string& file : {options.a, options.b})
        if (is_there(file) && !look_at(file).may_be(FileFormat::recording))
            throw InputError(fmt::format("cannot compare {}, because it is not a recording: give files that pairscope "
                                         "record or File > Save recording wrote",
                                         file));
    refuse_all_but(verb, {"A", "B", "--per-pair", "--json"}, "when two recordings are compared");
    return compare_recordings({.a = options.a, .b = options.b, .per_pair = per_pair, .format = options.format});
}

} // namespace

void add_compare(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<ComparedVariants>();
    const auto per_pair = std::make_shared<bool>(false);
    CLI::App* verb =
        program.add_subcommand("compare", "Compare the speed of two variants, or of two recordings variant by variant");
    verb->footer(std::string(exit_code_help));
    verb->add_option("A", options->a, "The first variant or recording")->required()->type_name("");
    verb->add_option("B", options->b, "The second variant or recording")->required()->type_name("");
    add_data_options(*verb, options->data, Files::one);
    add_workload_option(*verb, options->data.workload);
    verb->add_option("-d,--device", options->device,
                     "Device that runs the variants, such as cpu or cuda:0 [where each can run]")
        ->type_name("ID")
        ->group("Runs");
    verb->add_option("--threads", options->threads, "Number of threads of CPU variants [all]")
        ->transform(whole_number("--threads", 0, 4096))
        ->group("Runs");
    add_target_option(*verb, options->target);
    verb->add_option("--block", options->blocks,
                     "Threads per block: one size for both variants, or one for each, such as 64,256")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->transform(whole_number("--block", 1, 1024))
        ->type_name("THREADS")
        ->group("Runs");
    verb->add_flag("--cold", options->cold, "Start each run with caches that hold none of its data")->group("Runs");
    verb->add_option("--seconds", options->seconds,
                     "Longest total time of the timed runs in seconds [3, or as long as ten rounds take]")
        ->transform(number("--seconds", 0.001, 3600.0))
        ->group("Runs");
    verb->add_flag("--per-pair", *per_pair, "Compare two recordings by time per pair, so that their n may differ")
        ->group("Runs");
    add_json(*verb, options->format);
    verb->callback([&chosen, options, per_pair, verb] {
        chosen = [options, per_pair, verb] { return compare(*options, *per_pair, *verb); };
    });
}

} // namespace pairscope::cli
