// SPDX-License-Identifier: MIT
// Columns of numbers with a text among them: they can be labels, or stand beside others, and are refused elsewhere.
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class MixedColumns : public ::testing::Test {
protected:
    TemporaryFolder folder;
    InputRule rule{.rows = {1, 100}, .dims = {1, 9}};

    [[nodiscard]] Table table(const std::string& text) const { return load_table(folder.file("points.csv", text)); }
    [[nodiscard]] Dataset vectors(const std::string& text, const std::string& label = "",
                                  const std::vector<std::string>& columns = {}) const {
        return load_vectors(folder.file("vectors.csv", text), rule,
                            {.most_rows = 100, .columns = {.names = columns}, .label = label});
    }
};

TEST_F(MixedColumns, are_labels_where_a_user_says_so) {
    const std::string text = "tree,a,b\n12,1,2\n15a,3,4\n17,5,6\n";
    EXPECT_THAT(vectors(text, "tree").labels, ElementsAre("12", "15a", "17"));
    EXPECT_EQ(vectors(text, "tree").dims, 2);
    EXPECT_THAT(refusal([&] { (void)vectors(text); }), HasSubstr("line 3, column 1 ('tree') has '15a'"));
    EXPECT_THAT(refusal([&] { (void)vectors(text, "a"); }), HasSubstr("line 3, column 1 ('tree') has '15a'"));
    const Table points = table(text);
    ColumnChoice choice = likely_columns(points, "tree");
    EXPECT_EQ(choice.x + choice.y, "ab");
    EXPECT_THAT(dataset_from(points, choice, max_rows, Order::as_loaded).labels, ElementsAre("12", "15a", "17"));
    EXPECT_THAT(refusal([&] { (void)likely_columns(points); }), HasSubstr("has '15a'"));
}

TEST_F(MixedColumns, are_labels_where_their_name_says_so) {
    for (const char* name : {"plot", "site_code", "label", ""}) {
        const Dataset data = vectors(std::string(name) + ",a,b\n12,1,2\n15a,3,4\n17,5,6\n");
        EXPECT_THAT(data.labels, ElementsAre("12", "15a", "17")) << name;
        EXPECT_THAT(data.note, HasSubstr("was read as text: line 3, column 1")) << name;
    }
}

/// With more marks than numbers the column holds texts, and its numbers would be lost.
TEST_F(MixedColumns, with_an_unknown_mark_for_missing_numbers_are_named) {
    for (const char* mark : {"k.A.", "unbekannt", "not sampled", "*", "?"}) {
        const std::string rows =
            fmt::format("x,1,2,{0}\ny,2,3,{0}\nz,3,5,0.25\nu,4,1,{0}\nv,5,9,1.5\nw,6,7,{0}\n", mark);
        const std::string said = fmt::format("column 4 ('c') was read as text: line 2 has '{}', and 2 of its first 6 "
                                             "cells are numbers; empty the cells whose number is missing",
                                             mark);
        EXPECT_THAT(vectors("name,a,b,c\n" + rows).note, HasSubstr(said)) << mark;
        EXPECT_THAT(dataset_from(table("name,a,b,c\n" + rows), likely_columns(table("name,a,b,c\n" + rows)), max_rows,
                                 Order::as_loaded)
                        .note,
                    HasSubstr(said));
    }
    const std::string first = "a,b,c\n1,2,k.A.\n2,3,k.A.\n3,5,0.25\n4,1,k.A.\n5,9,1.5\n";
    EXPECT_THAT(vectors(first).note, HasSubstr("line 2 has 'k.A.', and 2 of its first 5 cells are numbers"))
        << "no other column holds texts, so it would be the label";
    EXPECT_THAT(vectors("name,a,b,c\nx,1,2,red\ny,2,3,4\nz,3,5,5\nu,2,3,blue\nv,3,5,green\n").note,
                HasSubstr("line 2 has 'red', and 2 of its first 5 cells are numbers"));
    for (const char* texts : {"name,a,b,c\nx,1,2,red\ny,2,3,blue\nz,3,5,green\n", // texts
                              "name,a,b\nA1,1,2\n7,2,3\nB,3,5\n8,3,6\nC,1,2\n",   // names
                              "name,a,b,c\nx,1,2,ok\ny,2,3,\nz,3,5,ok\n"})        // texts and nothing
        EXPECT_THAT(vectors(texts).note, testing::Not(HasSubstr("are numbers"))) << texts;
}

TEST_F(MixedColumns, do_not_block_others) {
    const Table remarks = table("x,y,remark\n1,2,5\n3,4,ok\n5,6,6\n7,9,7\n");
    const ColumnChoice choice = likely_columns(remarks);
    EXPECT_EQ(choice.x + choice.y, "xy");
    EXPECT_FALSE(choice.label) << "nobody said so";
    EXPECT_EQ(dataset_from(remarks, choice, max_rows, Order::as_loaded).rows, 4);
    EXPECT_EQ(vectors("a,b,remark\n1,2,5\n3,4,ok\n5,6,6\n", "", {"a", "b"}).dims, 2);
    EXPECT_THAT(refusal([&] {
                    (void)vectors("a,b,remark\n1,2,5\n3,4,ok\n5,6,6\n", "", {"a", "remark"});
                }),
                HasSubstr("line 3, column 3 ('remark') has 'ok' where numbers belong"));
    EXPECT_THAT(refusal([&] { (void)vectors("a,b,c\n1,2,5\n3,4,1e99\n5,6,6\n"); }), HasSubstr("beyond the 3.4e38"));
}

TEST_F(MixedColumns, of_places_are_refused) {
    const Table places = table("lat,lon,c\n1,2,3\nx,4,5\n5,6,7\n");
    EXPECT_THAT(refusal([&] { (void)place_columns(places); }), HasSubstr("line 3, column 1 ('lat') has 'x'"));
    EXPECT_THAT(refusal([&] { (void)likely_columns(places); }), HasSubstr("line 3, column 1 ('lat') has 'x'"));
}

TEST_F(MixedColumns, name_the_rows_of_distances) {
    const auto path = folder.file("d.csv", ",12,15a,17\n12,0,3,4\n15a,3,0,5\n17,4,5,0\n");
    const DistanceTable found = load_distances(path, {}, {});
    ASSERT_TRUE(found.set);
    EXPECT_THAT(found.set->labels, ElementsAre("12", "15a", "17"));
}

TEST_F(MixedColumns, and_missing_numbers_keep_the_text_of_the_file_as_labels) {
    EXPECT_THAT(vectors("code,a,b\n12,1,2\nNA,3,4\n17,5,6\n", "code").labels, ElementsAre("12", "NA", "17"));
    EXPECT_THAT(vectors("code,a,b\n1.50,1,2\nNA,3,4\n,5,6\n", "code").labels, ElementsAre("1.50", "NA", ""));
}

} // namespace
} // namespace pairscope
