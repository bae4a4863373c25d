// SPDX-License-Identifier: MIT
#include "app/cli/program.h"

#include "app/cli/options/arguments.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/scale/on_ranks.h"
#include "app/cli/verbs/verbs.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace pairscope::cli {
namespace {

/// The verbs that a launcher may start as several ranks.
constexpr std::array<std::string_view, 6> verbs_on_ranks{"farthest",   "info",  "matches",
                                                         "neighbours", "pairs", "statistics"};

} // namespace

ExitCode run_program(int count, char** arguments) {
    CLI::App program{"Pairscope: a microscope for pairwise-distance kernels.\n"
                     "Without a verb it opens the window. The verbs list, info, check, try, new, bench, ceilings,\n"
                     "record, compare, trace, source, profile, neighbours, clusters, mantel, matrix, pairs, matches,\n"
                     "farthest, statistics, render, chart and page work in a terminal.\n"
                     "pairscope VERB --help lists the options of a verb, and pairscope help shows pages about\n"
                     "the window, the verbs, the data and the numbers.",
                     "pairscope"};
    program.set_version_flag("--version", std::string("pairscope ") + PAIRSCOPE_VERSION);
    program.footer(std::string(exit_code_help));
    program.get_formatter()->column_width(34);
    Verb chosen;
    add_list(program, chosen);
    add_info(program, chosen);
    add_check(program, chosen);
    add_try(program, chosen);
    add_new(program, chosen);
    add_bench(program, chosen);
    add_ceilings(program, chosen);
    add_record(program, chosen);
    add_compare(program, chosen);
    add_trace(program, chosen);
    add_source(program, chosen);
    add_profile(program, chosen);
    add_neighbours(program, chosen);
    add_clusters(program, chosen);
    add_mantel(program, chosen);
    add_matrix(program, chosen);
    add_pairs(program, chosen);
    add_matches(program, chosen);
    add_farthest(program, chosen);
    add_statistics(program, chosen);
    add_render(program, chosen);
    add_chart(program, chosen);
    add_page(program, chosen);
    add_help(program, chosen);
    add_window(program, chosen);
    program.require_subcommand(0, 1);
    if (const std::string text = parse(program, {arguments + 1, arguments + count}); !text.empty()) {
        print_text(text);
        return ExitCode::ok;
    }
    const std::string first = count > 1 ? arguments[1] : "";
    if (std::ranges::find(verbs_on_ranks, first) == verbs_on_ranks.end()) {
        const auto all = program.get_subcommands([](CLI::App*) { return true; });
        const bool is_verb = std::ranges::any_of(all, [&](const CLI::App* verb) { return verb->get_name() == first; });
        refuse_ranks(is_verb ? first : "the window");
    }
    return chosen();
}

} // namespace pairscope::cli
