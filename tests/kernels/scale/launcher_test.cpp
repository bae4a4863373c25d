// SPDX-License-Identifier: MIT
#include "kernels/scale/ranks/launcher.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace pairscope::scale {
namespace {

std::optional<Launch> launched_with(std::map<std::string, std::string> environment, bool has_openmpi = true,
                                    bool has_mpich = true) {
    const auto value_of = [&](std::string_view name) -> std::optional<std::string> {
        const auto found = environment.find(std::string(name));
        return found == environment.end() ? std::nullopt : std::optional(found->second);
    };
    return launch_of(value_of, [&](Mpi mpi) { return mpi == Mpi::open_mpi ? has_openmpi : has_mpich; });
}

TEST(Launcher, is_absent_where_a_process_was_started_alone) {
    EXPECT_FALSE(launched_with({}));
    EXPECT_FALSE(launched_with({{"PATH", "/bin"}, {"SLURM_JOB_ID", "7"}})) << "in a job, but no step";
    EXPECT_FALSE(launched_with({{"SLURM_STEP_NUM_TASKS", "1"}, {"SLURM_PROCID", "0"}}));
}

TEST(Launcher, is_known_by_its_variables) {
    const auto open_mpi = launched_with({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}});
    ASSERT_TRUE(open_mpi);
    EXPECT_EQ(open_mpi->mpi, Mpi::open_mpi);
    EXPECT_EQ(open_mpi->ranks, 4);
    EXPECT_EQ(open_mpi->rank, 3);
    const auto mpich = launched_with({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}});
    ASSERT_TRUE(mpich);
    EXPECT_EQ(mpich->mpi, Mpi::mpich);
    EXPECT_EQ(mpich->ranks, 2);
    EXPECT_EQ(mpich->rank, 1);
}

TEST(Launcher, of_slurm_takes_the_mpi_that_is_there) {
    const std::map<std::string, std::string> step{
        {"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "5"}, {"PMIX_RANK", "5"}};
    EXPECT_EQ(launched_with(step)->mpi, Mpi::open_mpi);
    EXPECT_EQ(launched_with(step, false, true)->mpi, Mpi::mpich);
    EXPECT_EQ(launched_with(step, false, false)->mpi, Mpi::open_mpi) << "the one that is named as missing";
    EXPECT_EQ(launched_with(step)->ranks, 8);
    EXPECT_EQ(launched_with(step)->rank, 5);
    EXPECT_EQ(launched_with(step)->launcher, "srun");
    EXPECT_EQ(launched_with({{"PMIX_RANK", "2"}})->ranks, std::nullopt);
}

TEST(Launcher, of_tasks_that_cannot_reach_each_other_has_no_mpi) {
    const auto launch = launched_with({{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "5"}});
    ASSERT_TRUE(launch);
    EXPECT_FALSE(launch->mpi);
    EXPECT_EQ(launch->ranks, 8);
}

} // namespace
} // namespace pairscope::scale
