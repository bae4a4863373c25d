// SPDX-License-Identifier: MIT
// The command line that gives the same data again.
#pragma once

#include "app/spine/state.h"

#include <string>

namespace pairscope::app {

/// "pairscope --shape ring --n 2048 --seed 1", "pairscope 'my cities.csv' --n 500 --x lon --y lat --order hilbert",
/// "pairscope --workload byte_matches --a queries.npy --b candidates.npy --weight 2": fit for a shell. Edits of points
/// are not in it.
[[nodiscard]] std::string shell_command_of(const DataSnapshot& data);

/// The same with the files' names alone, without their folders.
[[nodiscard]] std::string brief_command_of(const DataSnapshot& data);

/// A word for a POSIX shell: quoted if it needs to be.
[[nodiscard]] std::string shell_word(const std::string& text);

} // namespace pairscope::app
