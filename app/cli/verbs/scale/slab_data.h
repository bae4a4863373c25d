// SPDX-License-Identifier: MIT
// Data of the verbs about all pairs that stay in their files: only slabs of them are in memory.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/verbs/scale/on_ranks.h"
#include "kernels/data/slabs/slab_reader.h"
#include "kernels/scale/slabs/slab_pairs.h"

#include <cstdint>
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
