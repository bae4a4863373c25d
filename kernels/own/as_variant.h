// SPDX-License-Identifier: MIT
// A plain file as the file of a variant for the source tree: its kernels, and a launch function made of its lines.
#pragma once

#include "kernels/own/own_file.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pairscope::own {

/// The text of such a file, whose variant is called `name`. The parameters of the file are checked. Throws InputError,
/// which says in one sentence what cannot be written so.
[[nodiscard]] std::string variant_file(const OwnFile& file, std::string_view name);

/// Where it belongs: "kernels/workloads/distance_matrix/ladder/mine.cu".
[[nodiscard]] std::filesystem::path place_in_tree(const OwnFile& file, std::string_view name);

} // namespace pairscope::own
