// SPDX-License-Identifier: MIT
// Commands that save: this part of update(). What the window alone knows, the GUI adds to the jobs.
#pragma once

#include "app/spine/update/update.h"

#include <filesystem>

namespace pairscope::app {

void save_matrix(State& state, const std::filesystem::path& path, bool as_picture, Effects& effects);
void save_answer(State& state, const std::filesystem::path& path, Effects& effects);
void save_points(State& state, const std::filesystem::path& path, Effects& effects);
void save_table(const State& state, const std::filesystem::path& path, Effects& effects);
void save_counters(State& state, const std::filesystem::path& path, Effects& effects);

} // namespace pairscope::app
