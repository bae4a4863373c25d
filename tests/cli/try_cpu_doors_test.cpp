// SPDX-License-Identifier: MIT
// Functions for the CPU where a user meets them beside pairscope try: new.
#include "tests/cli/program.h"

#include <gmock/gmock.h>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class NewCpuFunction : public Program {};

TEST_F(NewCpuFunction, of_each_workload_is_right) {
    for (const char* workload : {"distance_matrix", "rbf_matrix", "cross_distance", "rbf_density", "rbf_pair",
                                 "farthest_pair", "best_match", "squared_euclidean", "manhattan_distance",
                                 "chebyshev_distance", "cosine_distance", "great_circle_distance"}) {
        const std::string name = std::string("my_") + workload + ".cpp";
        const Finished made = run({"new", name, "--workload", workload});
        EXPECT_EQ(made.code, 0) << made.err;
        EXPECT_THAT(files(), testing::Contains(name));
        const Finished done = run({"try", name});
        EXPECT_EQ(done.code, 0) << done.out << done.err;
        EXPECT_THAT(done.out, AllOf(HasSubstr("right in the full check"), HasSubstr("It takes ")));
    }
}

TEST_F(NewCpuFunction, is_no_copy_of_a_rung) {
    const Finished done = run({"new", "mine.cpp", "--from", "coalesced"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("leave --from out, or .cpp"));
    EXPECT_THAT(files(), Not(testing::Contains("mine.cpp")));
}

} // namespace
} // namespace pairscope
