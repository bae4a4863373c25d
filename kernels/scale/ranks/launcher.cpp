// SPDX-License-Identifier: MIT
#include "kernels/scale/ranks/launcher.h"

#include <charconv>
#include <cstdlib>

namespace pairscope::scale {
namespace {

std::optional<std::int64_t> number_in(const EnvironmentOf& value_of, std::string_view name) {
    const std::optional<std::string> text = value_of(name);
    std::int64_t number = 0;
    if (!text) return {};
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    return error == std::errc() && end == text->data() + text->size() ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<std::string> environment(std::string_view name) {
    const char* const value = std::getenv(std::string(name).c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string_view title_of(Mpi mpi) { return mpi == Mpi::open_mpi ? "Open MPI" : "MPICH"; }

std::string_view library_of(Mpi mpi) {
    return mpi == Mpi::open_mpi ? "libpairscope_openmpi.so" : "libpairscope_mpich.so";
}

std::optional<Launch> launch_of(const EnvironmentOf& value_of, const std::function<bool(Mpi)>& has) {
    const auto number = [&](std::string_view name) { return number_in(value_of, name); };
    if (value_of("OMPI_COMM_WORLD_SIZE"))
        return Launch{.launcher = "mpirun of Open MPI",
                      .mpi = Mpi::open_mpi,
                      .ranks = number("OMPI_COMM_WORLD_SIZE"),
                      .rank = number("OMPI_COMM_WORLD_RANK").value_or(0)};
    // Slurm says in every job how many tasks the step has; only some of its steps can reach each other.
    const std::optional<std::int64_t> tasks = number("SLURM_STEP_NUM_TASKS");
    const bool is_step = tasks.value_or(1) > 1 && value_of("SLURM_PROCID").has_value();
    Launch launch{.launcher = "srun", .mpi = {}, .ranks = tasks, .rank = number("SLURM_PROCID").value_or(0)};
    if (value_of("PMIX_RANK")) {
        launch.mpi = has(Mpi::open_mpi) || !has(Mpi::mpich) ? Mpi::open_mpi : Mpi::mpich;
        launch.rank = number("PMIX_RANK").value_or(0);
        if (!is_step) {
            launch.launcher = "a launcher with PMIx";
            launch.ranks.reset();
        }
        return launch;
    }
    if (value_of("PMI_RANK")) {
        launch.mpi = is_step && !has(Mpi::mpich) ? Mpi::open_mpi : Mpi::mpich;
        launch.rank = number("PMI_RANK").value_or(0);
        if (const auto size = number("PMI_SIZE")) launch.ranks = size;
        if (!is_step) launch.launcher = "mpirun of MPICH";
        return launch;
    }
    return is_step ? std::optional(launch) : std::nullopt;
}

std::filesystem::path folder_of_libraries() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return program.parent_path().parent_path() / "lib" / "pairscope";
}

bool has_library(Mpi mpi) {
    std::error_code error;
    return std::filesystem::exists(folder_of_libraries() / library_of(mpi), error);
}

} // namespace pairscope::scale
