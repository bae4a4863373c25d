// SPDX-License-Identifier: MIT
// What pairscope new writes for the CPU. tests/cli/try_cpu_doors_test.cpp compiles and judges each of these files.
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/new_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::own {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(NewCpuFile, of_each_workload_is_a_function_without_words_of_cuda) {
    int files = 0;
    for (const WorkloadType& type : workload_types()) {
        if (type.plain == nullptr) continue;
        const std::string text = new_cpu_file(type, "mine");
        for (const char* const word :
             {"threadIdx", "blockIdx", "blockDim", "__shared__", "__global__", "__syncthreads"})
            EXPECT_THAT(text, Not(HasSubstr(word))) << type.id;
        const OwnFile file = own_file_of("mine.cpp", text);
        EXPECT_NO_THROW(check_parameters(file)) << text;
        EXPECT_EQ(file.workload, type.id);
        EXPECT_FALSE(file.has_all_threads) << "a comment for people is no line for the program";
        ++files;
    }
    EXPECT_GE(files, 12);
}

TEST(NewCpuFile, has_loops_in_place_of_a_grid) {
    const std::string text = new_cpu_file(type_of("distance_matrix"), "mine");
    EXPECT_THAT(text, HasSubstr("    for (int row = 0; row < n; ++row)\n        for (int col = 0; col < n; ++col) {\n"
                                "            const float dx"));
    EXPECT_THAT(new_cpu_file(type_of("rbf_pair"), "mine"),
                HasSubstr("    for (int k = 0; k < n; ++k) {\n        const double difference"));
}

} // namespace
} // namespace pairscope::own
