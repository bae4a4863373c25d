// SPDX-License-Identifier: MIT
#include "app/cli/target_option.h"

#include <CLI/CLI.hpp>

#include <map>
#include <string>

namespace pairscope::cli {

void add_target_option(CLI::App& verb, TargetKind& target) {
    const std::map<std::string, TargetKind> names{{"linear", TargetKind::linear}, {"texture", TargetKind::surface}};
    verb.add_option("--target", target,
                    "Where answers are written: linear, or texture (a GPU's, through OpenGL) [linear]")
        ->transform(CLI::CheckedTransformer(names).description(""))
        ->type_name("linear|texture")
        ->group("Runs");
}

} // namespace pairscope::cli
