// SPDX-License-Identifier: MIT
// What the window asks about tables of distances with gaps, and about similarities.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

namespace pairscope::app {
namespace {

State laptop_with(const std::filesystem::path& path) {
    State state = laptop_with_points();
    Effects effects = update(state, command::OpenFile{path});
    Workbench bench([](const Task&, double) {});
    app::apply(state, bench.carry_out(effects.files.back(), {}));
    return state;
}

/// What the window asks about the file, and what each answer shows.
void expect_answers(const State& asked, const std::vector<std::string>& ids, float first_of_pair) {
    ASSERT_TRUE(asked.data.asked_reading);
    std::vector<std::string> found;
    for (const ReadingChoice& choice : asked.data.asked_reading->choices) found.push_back(choice.id);
    EXPECT_EQ(found, ids);
    State state = asked;
    const ReadingChoice& choice = asked.data.asked_reading->choices.front();
    Effects effects = update(state, command::AskAboutVectors{std::string(choice.read.workload), choice.read.source});
    Workbench bench([](const Task&, double) {});
    app::apply(state, bench.carry_out(effects.files.back(), {}));
    ASSERT_TRUE(shows_given_distances(state));
    EXPECT_EQ(coordinates(*state.data.now.question.first)[1], first_of_pair);
}

TEST(KeptDistances, with_gaps_or_of_similarities_are_offered_what_helps) {
    const TemporaryFolder folder;
    const State gaps = laptop_with(folder.file("gaps.csv", "name,A,B,C,D\nA,0,1,,2\nB,1,0,3,4\nC,,3,0,5\nD,2,4,5,0\n"));
    expect_answers(gaps, {"show_missing", "read_vectors"}, 1.0f);
    const State alike = laptop_with(folder.file("alike.csv", "name,A,B,C\nA,1,0.5,0.2\nB,0.5,1,0.3\nC,0.2,0.3,1\n"));
    expect_answers(alike, {"one_minus", "one_minus_size", "largest_minus", "read_vectors"}, 0.5f);
}

} // namespace
} // namespace pairscope::app
