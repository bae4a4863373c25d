// SPDX-License-Identifier: MIT
// Which files the options name for sets that are read in slabs.
#pragma once

#include "app/cli/options/data.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::cli {

struct SlabFiles {
    struct Set {
        std::filesystem::path path;
        std::optional<std::int64_t> rows{}; ///< the first ones; absent: all
    };
    const WorkloadType* type = nullptr;
    app::DataSource source; ///< as reports name it
    Set first{};
    std::optional<Set> second{};        ///< absent: there is one set
    std::optional<std::int64_t> dims{}; ///< the first coordinates; absent: all
    bool may_shift = true;
    bool standardise = false;
    std::vector<std::string> axes{}; ///< the columns of points
    std::vector<double> parameters{};
};

/// Does no option need the whole set?
[[nodiscard]] bool may_be_in_slabs(const DataOptions& options);
/// Throws InputError for options that need the whole set, and for data that are no files of arrays.
[[nodiscard]] SlabFiles slab_files_of(const DataOptions& options);

} // namespace pairscope::cli
