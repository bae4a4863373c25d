// SPDX-License-Identifier: MIT
// Data of the verbs about all pairs that stay in their files: only slabs of them are in memory.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/verbs/scale/on_ranks.h"
#include "kernels/data/slabs/slab_reader.h"
#include "kernels/scale/slabs/slab_pairs.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pairscope::cli {

/// How much anonymous memory a process may use.
struct MemoryOptions {
    std::optional<std::int64_t> bytes{}; ///< absent: files are loaded whole, unless they have too many rows
};
void add_memory_option(CLI::App& verb, MemoryOptions& options);

/// Which files the options name for sets that are read in slabs.
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

/// What is asked, without the vectors, and the files that hold them.
struct SlabData {
    LoadedData data; ///< its sets have sizes and names, and no values
    std::vector<std::unique_ptr<SlabReader>> readers;
    scale::SlabQuestion question;
    std::int64_t memory = 0; ///< for slabs and what is computed of them [B]
    std::string fingerprint; ///< tells the files, and what is done to their numbers, from others
};

/// Opens the files of the data if --memory was given, or if a file that can be read in slabs has more rows than are
/// loaded. Absent: the data are loaded whole. `what` begins a sentence, as in load_pairs(). Throws InputError for data
/// that cannot be read in slabs.
[[nodiscard]] std::optional<SlabData> open_in_slabs(const DataOptions& options, const MemoryOptions& memory,
                                                    int threads, std::string_view what);

/// The anonymous memory of this process now [B]: RssAnon of Linux.
[[nodiscard]] std::int64_t anonymous_memory();

} // namespace pairscope::cli
