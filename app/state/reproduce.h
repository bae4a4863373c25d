// SPDX-License-Identifier: MIT
// The command line that gives the same data again.
#pragma once

#include "app/state/state.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// "pairscope --shape ring --n 2048 --seed 1", "pairscope 'my cities.csv' --n 500 --x lon --y lat --order hilbert",
/// "pairscope --workload byte_matches --a queries.npy --b candidates.npy --weight 2": fit for a shell. Edits of points
/// are not in it.
[[nodiscard]] std::string shell_command_of(const DataSnapshot& data);

/// The same with the files' names alone, without their folders.
[[nodiscard]] std::string brief_command_of(const DataSnapshot& data);

/// The names of columns as --columns takes them: with commas between them, and a backslash before a comma or a
/// backslash in a name.
[[nodiscard]] std::string column_list(const std::vector<std::string>& names);
/// The reverse. An empty text has no names.
[[nodiscard]] std::vector<std::string> columns_in(std::string_view list);

/// A word for a POSIX shell: quoted if it needs to be.
[[nodiscard]] std::string shell_word(const std::string& text);

} // namespace pairscope::app
