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
    if (value_of("OMPI_COMM_WORLD_SIZE"))
        return Launch{"mpirun of Open MPI", Mpi::open_mpi, number_in(value_of, "OMPI_COMM_WORLD_SIZE")};
    // Slurm says in every job how many tasks the step has; only some of its steps can reach each other.
    const std::optional<std::int64_t> tasks = number_in(value_of, "SLURM_STEP_NUM_TASKS");
    const bool is_step = tasks.value_or(1) > 1 && value_of("SLURM_PROCID").has_value();
    if (value_of("PMIX_RANK")) {
        const Mpi mpi = has(Mpi::open_mpi) || !has(Mpi::mpich) ? Mpi::open_mpi : Mpi::mpich;
        return Launch{is_step ? "srun" : "a launcher with PMIx", mpi, is_step ? tasks : std::nullopt};
    }
    if (value_of("PMI_RANK")) {
        const auto size = number_in(value_of, "PMI_SIZE");
        const Mpi mpi = is_step && !has(Mpi::mpich) ? Mpi::open_mpi : Mpi::mpich;
        return Launch{is_step ? "srun" : "mpirun of MPICH", mpi, size ? size : tasks};
    }
    if (is_step) return Launch{"srun", {}, tasks};
    return {};
}

std::filesystem::path folder_of_libraries() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return program.parent_path().parent_path() / "lib" / "pairscope";
}

} // namespace pairscope::scale
