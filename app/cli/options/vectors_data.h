// SPDX-License-Identifier: MIT
// Which two vectors `pairscope chart vectors` draws.
#pragma once

#include "app/cli/options/data_options.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <array>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pairscope::cli {

inline constexpr std::array vectors_options{"--workload", "--n", "--a", "--b"};
void add_vectors_options(CLI::App& verb, DataOptions& options);

/// A state that has these vectors, or those of the one recording, reduced to what their charts draw. Throws InputError
/// for options that do not go together, or if the workload does not ask about two vectors.
[[nodiscard]] app::State state_with_vectors(DataOptions options, const std::vector<std::string>& recordings);

} // namespace pairscope::cli
