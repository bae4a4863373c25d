// SPDX-License-Identifier: MIT
#include "app/cli/options/target_option.h"

#include "app/cli/options/option_values.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string>

namespace pairscope::cli {

void add_target_option(CLI::App& verb, TargetKind& target) {
    verb.add_option("--target", target,
                    "Where the output is written: linear, or texture (on a GPU, through OpenGL) [linear]")
        ->transform(one_of("--target", target_names))
        ->type_name(choices_in(target_names))
        ->group("Runs");
}

void add_block_option(CLI::App& verb, int& block) {
    verb.add_option("--block", block, "Threads per block, one of the sizes that pairscope list shows [the default]")
        ->transform(whole_number("--block", 1, 1024))
        ->type_name("THREADS")
        ->group("Runs");
}

void require_block(const KernelVariant& variant, int block) {
    if (const std::string reason = why_not_block(variant, block); !reason.empty())
        throw InputError(fmt::format("{} cannot have blocks of {} threads: {}", short_name(variant.id), block, reason));
}

} // namespace pairscope::cli
