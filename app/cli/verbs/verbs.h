// SPDX-License-Identifier: MIT
// The verbs of the command line, one file each. A verb declares its options; parsing chooses one verb, which main runs.
#pragma once

#include "app/cli/exit_code.h"

#include <functional>

namespace CLI {
class App;
}

namespace pairscope::cli {

using Verb = std::function<ExitCode()>;

/// Each adds its options to the program and sets `chosen` when it is asked for.
void add_window(CLI::App& program, Verb& chosen); ///< what happens without a verb
void add_list(CLI::App& program, Verb& chosen);
void add_info(CLI::App& program, Verb& chosen);
void add_check(CLI::App& program, Verb& chosen);
void add_try(CLI::App& program, Verb& chosen);
void add_new(CLI::App& program, Verb& chosen);
void add_bench(CLI::App& program, Verb& chosen);
void add_ceilings(CLI::App& program, Verb& chosen);
void add_record(CLI::App& program, Verb& chosen);
void add_compare(CLI::App& program, Verb& chosen);
void add_trace(CLI::App& program, Verb& chosen);
void add_source(CLI::App& program, Verb& chosen);
void add_profile(CLI::App& program, Verb& chosen);
void add_neighbours(CLI::App& program, Verb& chosen);
void add_clusters(CLI::App& program, Verb& chosen);
void add_mantel(CLI::App& program, Verb& chosen);
void add_matrix(CLI::App& program, Verb& chosen);
void add_pairs(CLI::App& program, Verb& chosen);
void add_matches(CLI::App& program, Verb& chosen);
void add_farthest(CLI::App& program, Verb& chosen);
void add_statistics(CLI::App& program, Verb& chosen);
void add_render(CLI::App& program, Verb& chosen);
void add_chart(CLI::App& program, Verb& chosen);
void add_page(CLI::App& program, Verb& chosen);
void add_help(CLI::App& program, Verb& chosen);

} // namespace pairscope::cli
