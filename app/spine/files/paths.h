// SPDX-License-Identifier: MIT
// Where the program finds its data and keeps a user's things. Nothing is ever written to the working directory
// unasked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// The folder of shaders, colormaps and datasets: $PAIRSCOPE_ASSETS if it is set, else ../share/pairscope beside the
/// program's own folder, in the build tree as in an installed one. Throws std::runtime_error, naming the folder, if it
/// is not there.
[[nodiscard]] std::filesystem::path assets_folder();

/// The cities that are shown when nothing is asked for.
[[nodiscard]] std::filesystem::path default_dataset();

/// Places, so many that their matrix is too large to store.
[[nodiscard]] std::filesystem::path large_dataset();

/// Handwritten digits, for workloads that ask about vectors of any number of coordinates; and how many these have.
[[nodiscard]] std::filesystem::path digits_dataset();
inline constexpr std::int64_t digits_dims = 64;

/// A file that we ship, by its name below the folder of datasets: "views/features_a.npy".
[[nodiscard]] std::filesystem::path shipped_dataset(std::string_view name);
/// Like shipped_dataset(), but absent if we ship no such file.
[[nodiscard]] std::optional<std::filesystem::path> find_shipped_dataset(std::string_view name);

/// Are these names of one file? "points.npy" and "./points.npy" are, and so is a link. A file that is not there has one
/// name only.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Does this file come with the program? It may be named by way of links.
[[nodiscard]] bool is_shipped(const std::filesystem::path& file);

/// The files of points in the plane that we ship, by their names.
[[nodiscard]] std::vector<std::filesystem::path> shipped_datasets();
/// The recordings that we ship, by their names: a folder for each device has a file for each workload, which the file
/// is named after.
[[nodiscard]] std::vector<std::filesystem::path> shipped_recordings();
/// Does one of these files hold runs of this workload?
[[nodiscard]] bool is_shipped_for(const std::filesystem::path& recording, std::string_view workload);
/// What such a file is called in menus: "NVIDIA H200, distance_matrix".
[[nodiscard]] std::string shipped_name(const std::filesystem::path& recording);

/// The folder of the running program.
[[nodiscard]] std::filesystem::path program_folder();

/// The XDG base directories, each with /pairscope: $XDG_CONFIG_HOME or ~/.config, and so on. Relative values are
/// ignored, as the specification asks; without a home the folders lie under the system's temporary one. They may not
/// exist yet.
[[nodiscard]] std::filesystem::path config_folder(); ///< settings and layout
[[nodiscard]] std::filesystem::path state_folder();  ///< logs, recent files
[[nodiscard]] std::filesystem::path cache_folder();  ///< what can be made anew
[[nodiscard]] std::filesystem::path data_folder();   ///< what a user saves without naming a place

} // namespace pairscope::app
