// SPDX-License-Identifier: MIT
// The two views of a photograph that are shipped, and what happens where a file beside them is missing or damaged.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matches/photographs.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* matching_workload = "best_match";

class Views : public ::testing::Test {
protected:
    TemporaryFolder folder;

    /// A copy of the shipped files that a test may damage.
    void SetUp() override { fs::copy(shipped_dataset("views"), folder.path()); }

    [[nodiscard]] VectorSource source() const {
        return {.a = folder.path() / "features_a.npy", .b = folder.path() / "features_b.npy", .n = {}, .m = {}};
    }
    [[nodiscard]] static Event load(const VectorSource& source) {
        Workbench workbench([](const Task&, double) {});
        return workbench.carry_out(
            job::Load{.source = source, .workload = matching_workload, .table = nullptr, .parameters = {}}, {});
    }
    [[nodiscard]] static event::Loaded loaded(const VectorSource& source) {
        return load(source).what.get<event::Loaded>();
    }
};

std::vector<FoundMatch> matches_by_a_cpu(const Question& question) {
    Engine engine(devices().back());
    engine.load(*question.first, *question.second);
    const OutputBuffer output = engine.allocate(output_of(question.size()));
    engine.run(*find_variant("best_match/cpu_parallel"), output.memory(), {});
    return std::get<std::vector<FoundMatch>>(read_output(engine, question.size(), output.memory()));
}

TEST_F(Views, of_a_photograph_are_what_the_workload_begins_with) {
    const WorkloadType& type = type_of(matching_workload);
    const event::Loaded views = loaded(usual_vectors(type));
    EXPECT_THAT(views.remarks, IsEmpty());
    ASSERT_TRUE(views.data.views);
    EXPECT_EQ(views.data.views->first.picture->width, 512);
    EXPECT_EQ(std::ssize(views.data.views->first.places), 1738);
    EXPECT_EQ(std::ssize(views.data.views->second.places), 1598);
    EXPECT_TRUE(views.data.views->homography);
    EXPECT_FALSE(views.data.backward) << "an output of both directions may make them unnecessary";
    const auto backward = backward_matches(views.data.question);
    ASSERT_TRUE(backward);
    EXPECT_EQ(backward->size(), 1598u);
    EXPECT_EQ(views.data.question.first->note, "1 738 vectors were scaled to length 1") << "they are bytes in the file";
}

TEST_F(Views, say_which_matches_are_right_and_ratio_and_mutual_find_them) {
    event::Loaded views = loaded(source());
    views.data.backward = backward_matches(views.data.question);
    const std::vector<Match> all = matches_of(views.data, matches_by_a_cpu(views.data.question));
    const auto share = [&](const MatchFilter& filter) {
        const MatchCounts counts = count_matches(views.data, all, filter);
        EXPECT_EQ(counts.judged, counts.shown);
        return 100.0 * double(counts.right) / double(counts.shown);
    };
    EXPECT_NEAR(share({}), 53.0, 1.0);
    EXPECT_NEAR(share({.mutual = true}), 88.0, 1.0);
    EXPECT_NEAR(share({.most_ratio = 0.8, .mutual = true}), 98.0, 1.0);
}

TEST_F(Views, have_places_for_the_first_rows_only_where_only_these_are_used) {
    VectorSource few = source();
    few.n = 100;
    few.m = 50;
    const event::Loaded views = loaded(few);
    ASSERT_TRUE(views.data.views);
    EXPECT_EQ(views.data.views->first.places.size(), 100u);
    EXPECT_EQ(views.data.views->second.places.size(), 50u);
}

TEST_F(Views, without_positions_are_matched_but_not_shown) {
    fs::remove(folder.path() / "positions_b.npy");
    const event::Loaded views = loaded(source());
    EXPECT_FALSE(views.data.views);
    EXPECT_TRUE(backward_matches(views.data.question));
    EXPECT_THAT(views.remarks, ElementsAre(HasSubstr("the pictures are not shown, because there is no file")));
}

TEST_F(Views, of_other_names_are_those_that_a_user_names) {
    for (const char* name : {"features_a.npy", "features_b.npy", "positions_a.npy", "positions_b.npy", "view_a.png",
                             "view_b.png", "homography.json"})
        fs::rename(folder.path() / name, folder.path() / ("my_" + std::string(name)));
    VectorSource mine{
        .a = folder.path() / "my_features_a.npy", .b = folder.path() / "my_features_b.npy", .n = {}, .m = {}};
    EXPECT_FALSE(loaded(mine).data.views) << "nobody knows which pictures these are of";
    EXPECT_THAT(loaded(mine).remarks, IsEmpty());
    mine.features = {.picture_a = folder.path() / "my_view_a.png",
                     .picture_b = folder.path() / "my_view_b.png",
                     .positions_a = folder.path() / "my_positions_a.npy",
                     .positions_b = folder.path() / "my_positions_b.npy",
                     .homography = folder.path() / "my_homography.json"};
    const event::Loaded named = loaded(mine);
    EXPECT_THAT(named.remarks, IsEmpty());
    ASSERT_TRUE(named.data.views);
    EXPECT_EQ(named.data.views->first.picture->width, 512);
    EXPECT_TRUE(named.data.views->homography);
    mine.features.picture_b = folder.path() / "no.png";
    EXPECT_THAT(loaded(mine).remarks, ElementsAre(HasSubstr("there is no file")));
    mine.features.picture_b.clear();
    EXPECT_THAT(loaded(mine).remarks, ElementsAre(HasSubstr("there is no picture for ")));
}

TEST_F(Views, with_positions_of_another_number_are_not_shown) {
    fs::copy(folder.path() / "positions_b.npy", folder.path() / "positions_a.npy",
             fs::copy_options::overwrite_existing);
    const event::Loaded views = loaded(source());
    EXPECT_FALSE(views.data.views);
    EXPECT_THAT(views.remarks, ElementsAre(HasSubstr("there must be one position for each vector")));
}

TEST_F(Views, without_a_homography_are_shown_and_nobody_knows_what_is_right) {
    fs::remove(folder.path() / "homography.json");
    const event::Loaded views = loaded(source());
    ASSERT_TRUE(views.data.views);
    EXPECT_FALSE(views.data.views->homography);
    EXPECT_FALSE(is_right_match(*views.data.views, 0, 0));
    EXPECT_THAT(views.remarks, IsEmpty());
    EXPECT_FALSE(match_facts(views.data, {}).right);
}

TEST_F(Views, with_a_damaged_homography_say_so) {
    for (const char* text : {"", "{", "[]", "{\"a_to_b\": 3}", "{\"a_to_b\": [[1,0,0],[0,1,0]]}",
                             "{\"a_to_b\": [[1,0,0],[0,1,0],[0,0,\"1\"]]}", "{\"a_to_b\": [[1,0,0],[0,1,0],[0,0]]}"}) {
        const auto file = folder.file("homography.json", text);
        const event::Loaded views = loaded(source());
        ASSERT_TRUE(views.data.views) << text;
        EXPECT_FALSE(views.data.views->homography) << text;
        EXPECT_THAT(views.remarks, ElementsAre(HasSubstr("needs the name \"a_to_b\""))) << text;
    }
}

TEST_F(Views, with_a_damaged_picture_are_matched_but_not_shown) {
    const auto file = folder.file("view_a.png", "no picture");
    const event::Loaded views = loaded(source());
    EXPECT_FALSE(views.data.views);
    EXPECT_THAT(views.remarks, ElementsAre(HasSubstr("the pictures are not shown")));
}

TEST_F(Views, with_vectors_of_different_lengths_are_refused) {
    VectorSource other = source();
    other.b = folder.path() / "positions_b.npy";
    const Event event = load(other);
    ASSERT_TRUE(event.failure);
    EXPECT_THAT(event.failure->message, HasSubstr("the same number of coordinates"));
}

TEST_F(Views, and_the_published_size_are_one_click_apart) {
    const WorkloadType& type = type_of(matching_workload);
    const auto published = at_published_size(usual_vectors(type), type, 0);
    ASSERT_TRUE(published);
    EXPECT_EQ(std::get<VectorSource>(*published).n, 16384);
    EXPECT_TRUE(std::get<VectorSource>(*published).a.empty());
    EXPECT_FALSE(at_published_size(source(), type, 0)) << "a file of somebody else has its own size";
    DataSnapshot data;
    data.question.workload = matching_workload;
    data.source = *published;
    EXPECT_THAT(shell_command_of(data), HasSubstr("--n 16384 --m 16384 --dims 128"))
        << "without a size the command opens the two views";
}

TEST(BackwardMatches, are_not_found_for_too_many_vectors) {
    Question question{.workload = matching_workload, .parameters = {}};
    const auto large = std::make_shared<const Dataset>(Dataset{.name = "large", .rows = 1 << 20, .dims = 128});
    question.first = question.second = large;
    EXPECT_EQ(backward_matches(question), nullptr);
}

} // namespace
} // namespace pairscope::app
