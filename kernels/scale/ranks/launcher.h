// SPDX-License-Identifier: MIT
// Was this process started together with others, and by whom? The variables of its environment tell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pairscope::scale {

/// The value of a variable of the environment; absent: it is not set.
using EnvironmentOf = std::function<std::optional<std::string>(std::string_view name)>;
[[nodiscard]] std::optional<std::string> environment(std::string_view name);

enum class Mpi : std::uint8_t { open_mpi, mpich };
/// "Open MPI", "MPICH"
[[nodiscard]] std::string_view title_of(Mpi mpi);
/// The file of its shared library: "libpairscope_openmpi.so"
[[nodiscard]] std::string_view library_of(Mpi mpi);

/// Who started this process with others.
struct Launch {
    std::string_view launcher;           ///< "mpirun of Open MPI", "srun"
    std::optional<Mpi> mpi{};            ///< absent: the tasks cannot reach each other
    std::optional<std::int64_t> ranks{}; ///< how many were started; absent: the launcher does not say
    std::int64_t rank = 0;               ///< which of them this is
};

/// Absent: the process was started alone. `has` says for which MPIs there is a shared library, where a launcher fits
/// several.
[[nodiscard]] std::optional<Launch> launch_of(const EnvironmentOf& value_of, const std::function<bool(Mpi)>& has);

/// The folder of the shared libraries, beside the program.
[[nodiscard]] std::filesystem::path folder_of_libraries();
[[nodiscard]] bool has_library(Mpi mpi);

} // namespace pairscope::scale
