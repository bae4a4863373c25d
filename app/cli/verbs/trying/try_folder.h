// SPDX-License-Identifier: MIT
// pairscope try FOLDER --rank: tries all kernels of a folder, and ranks those that are right.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/subjects/workshop/check_runs.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace pairscope::cli {

struct FolderOptions {
    std::filesystem::path folder;
    app::workshop::FirstSize first;
    std::optional<std::uint64_t> seed; ///< the same for all files; absent: any
    std::filesystem::path csv;         ///< empty: no table is kept
    bool json = false;
};

/// Each file is tried in a separate child process. Where the table of an earlier call has a file with the same text,
/// that file is not tried again. Throws InputError.
[[nodiscard]] ExitCode try_folder(const FolderOptions& options, Interrupt& interrupt);

} // namespace pairscope::cli
