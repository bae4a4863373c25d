// SPDX-License-Identifier: MIT
#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "kernels/core/errors.h"

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>
#include <string>

namespace pairscope::cli {
namespace {

/// Everything CLI11 finds wrong is an argument that cannot be used.
ExitCode parse_result(const CLI::App& program, const CLI::ParseError& error) {
    return program.exit(error, std::cout, std::cerr) == 0 ? ExitCode::ok : ExitCode::bad_input;
}

ExitCode parsed_and_run(int count, char** arguments) {
    CLI::App program{"Pairscope: a microscope for pairwise-distance kernels.\n"
                     "Without a verb it opens the window. The verbs list, info, check, bench, ceilings,\n"
                     "record, compare, trace, profile, render and chart work in a terminal: see pairscope VERB --help.",
                     "pairscope"};
    program.set_version_flag("--version", std::string("pairscope ") + PAIRSCOPE_VERSION);
    program.footer(std::string(exit_code_help));
    program.get_formatter()->column_width(34);
    Verb chosen;
    add_list(program, chosen);
    add_info(program, chosen);
    add_check(program, chosen);
    add_bench(program, chosen);
    add_ceilings(program, chosen);
    add_record(program, chosen);
    add_compare(program, chosen);
    add_trace(program, chosen);
    add_profile(program, chosen);
    add_render(program, chosen);
    add_chart(program, chosen);
    add_window(program, chosen);
    program.require_subcommand(0, 1);
    try {
        program.parse(count, arguments);
    } catch (const CLI::ParseError& error) {
        return parse_result(program, error);
    }
    return chosen();
}

ExitCode guarded(int count, char** arguments) {
    try {
        const ExitCode code = parsed_and_run(count, arguments);
        flush_output();
        return code;
    } catch (const InputError& error) {
        say(error.what());
        return ExitCode::bad_input;
    } catch (const MemoryError& error) {
        say(error.what());
        return ExitCode::bad_input;
    } catch (const std::exception& error) {
        say(error.what());
        return ExitCode::failed;
    }
}

} // namespace
} // namespace pairscope::cli

int main(int count, char** arguments) { return static_cast<int>(pairscope::cli::guarded(count, arguments)); }
