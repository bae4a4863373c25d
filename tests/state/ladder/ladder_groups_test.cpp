// SPDX-License-Identifier: MIT
// The groups of the ladder: which rows they have, which keys, and which fold where there is little room.
#include "app/subjects/ladder/ladder_groups.h"
#include "kernels/ladder/ladder_groups.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace pairscope::app {
namespace {

using testing::ElementsAre;

State state_of(const WorkloadType& type) {
    State state = laptop_with_points();
    state.data.now.question.workload = type.id;
    return state;
}

TEST(LadderGroups, name_only_variants_that_exist_and_each_once) {
    for (const WorkloadType& type : workload_types()) {
        std::set<std::string_view> seen;
        for (const LadderGroup& group : ladder_groups(type.id)) {
            EXPECT_FALSE(group.about.empty()) << group.title;
            for (const std::string_view name : group.variants) {
                EXPECT_TRUE(seen.insert(name).second) << name << " is in two groups";
                const std::string id = std::string(type.id) + "/" + std::string(name);
                const bool left = std::ranges::count(left_out(), id, &LeftOut::id) > 0;
                EXPECT_TRUE(left || find_variant(id) != nullptr) << id;
            }
        }
    }
}

TEST(LadderGroups, hold_every_row_once_and_in_order) {
    for (const WorkloadType& type : workload_types()) {
        const State state = state_of(type);
        for (const LadderSection& section : ladder_sections(state)) {
            std::size_t next = 0;
            std::set<std::string> keys;
            for (const RungGroup& group : groups_of(state, section)) {
                EXPECT_EQ(group.first, next) << group.key;
                EXPECT_TRUE(keys.insert(group.key).second) << group.key << " is there twice";
                next += group.count;
            }
            EXPECT_EQ(next, section.rows.size());
        }
    }
}

TEST(LadderGroups, are_those_of_the_description_and_beyond) {
    const State state = laptop_with_points();
    const auto sections = ladder_sections(state);
    const auto groups = groups_of(state, sections.front());
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].title, "six published kernels");
    EXPECT_EQ(groups[0].count, 6u);
    EXPECT_EQ(groups[1].title, further_variants);
    EXPECT_EQ(groups_of(state, sections.back()).front().title, "") << "the CPU's section is one group";
}

LadderRow row_with_key(const char* key) { return {.id = "x", .name = "x", .key = key}; }

TEST(LadderGroups, tell_their_keys_as_ranges) {
    const std::vector<LadderRow> rows{row_with_key("7"), row_with_key("8"), row_with_key("9"), row_with_key("Alt+0"),
                                      row_with_key("Alt+1")};
    EXPECT_EQ(keys_text(rows), "keys 7 to 9, Alt+0 and Alt+1");
    EXPECT_EQ(keys_text(std::span(rows).first(2)), "keys 7 and 8") << "nothing is between two keys";
    EXPECT_EQ(keys_text(std::span(rows).first(1)), "key 7");
    EXPECT_EQ(keys_text(std::vector{row_with_key("")}), "");
}

const std::vector<FoldQuestion> three{{"a", 100.0f, false}, {"b", 200.0f, true}, {"c", 100.0f, false}};

TEST(LadderGroups, stay_open_while_all_have_room) {
    EXPECT_THAT(folded(three, 400.0f, {}), ElementsAre(false, false, false));
}

TEST(LadderGroups, fold_from_the_last_one_but_never_that_of_the_selected_row) {
    EXPECT_THAT(folded(three, 399.0f, {}), ElementsAre(false, false, true));
    EXPECT_THAT(folded(three, 299.0f, {}), ElementsAre(true, false, true));
    EXPECT_THAT(folded(three, 10.0f, {}), ElementsAre(true, false, true));
}

TEST(LadderGroups, keep_what_the_person_chose) {
    EXPECT_THAT(folded(three, 10.0f, {{"c", false}}), ElementsAre(true, false, false));
    EXPECT_THAT(folded(three, 400.0f, {{"b", true}}), ElementsAre(false, true, false));
    EXPECT_THAT(folded(three, 200.0f, {{"b", true}}), ElementsAre(false, true, false)) << "a and c have room";
}

TEST(LadderGroups, open_when_a_variant_in_them_is_selected) {
    State state = laptop_with_points();
    const std::string six = std::string(current_type(state).id) + "/six published kernels";
    (void)update(state, command::FoldGroup{six, true});
    EXPECT_TRUE(state.look.folded.at(six));
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    EXPECT_FALSE(state.look.folded.contains(six));
}

} // namespace
} // namespace pairscope::app
