// SPDX-License-Identifier: MIT
// How to get the same points again.
#pragma once

#include "app/state/data_source.h"

#include <string>

namespace pairscope::app {

/// "pairscope --shape ring --n 2048 --seed 1", "pairscope 'my cities.csv' --n 500 --x lon --y lat --order hilbert": fit
/// for a shell.
[[nodiscard]] std::string shell_command_of(const DataSource& source);

/// A word for a POSIX shell: quoted if it needs to be.
[[nodiscard]] std::string shell_word(const std::string& text);

} // namespace pairscope::app
