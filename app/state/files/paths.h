// SPDX-License-Identifier: MIT
// Where the program finds its data and keeps a person's things. Nothing is ever written to the working directory
// unasked.
#pragma once

#include <filesystem>

namespace pairscope::app {

/// The folder of shaders, colormaps and datasets: $PAIRSCOPE_ASSETS if it is set, else ../share/pairscope beside the
/// program's own folder, in the build tree as in an installed one. Throws std::runtime_error, naming the folder, if it
/// is not there.
[[nodiscard]] std::filesystem::path assets_folder();

/// The cities that are shown when nothing is asked for.
[[nodiscard]] std::filesystem::path default_dataset();

/// The folder of the running program.
[[nodiscard]] std::filesystem::path program_folder();

/// The XDG base directories, each with /pairscope: $XDG_CONFIG_HOME or ~/.config, and so on. Relative values are
/// ignored, as the specification asks; without a home the folders lie under the system's temporary one. They may not
/// exist yet.
[[nodiscard]] std::filesystem::path config_folder(); ///< settings and layout
[[nodiscard]] std::filesystem::path state_folder();  ///< logs, recent files
[[nodiscard]] std::filesystem::path cache_folder();  ///< what can be made anew
[[nodiscard]] std::filesystem::path data_folder();   ///< what a person saves without naming a place

} // namespace pairscope::app
