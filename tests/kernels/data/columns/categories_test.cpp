// SPDX-License-Identifier: MIT
// Texts are categories where a workload compares equal and different ones.
#include "kernels/data/columns/categories.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Categories : public ::testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] static InputRule rule(TextColumns texts) {
        return {.rows = {1, 100}, .dims = {1, 99}, .texts = texts};
    }
    [[nodiscard]] Dataset read(std::string_view text, TextColumns texts = TextColumns::categories,
                               const std::vector<std::string>& columns = {}, const std::string& label = "") const {
        return load_vectors(folder.file("traits.csv", text), rule(texts),
                            {.most_rows = 100, .columns = {.names = columns}, .label = label});
    }
    /// The rows whose coordinate k is equal get equal letters: "aab".
    [[nodiscard]] static std::string pattern(const Dataset& data, std::int64_t k) {
        std::vector<double> found;
        std::string letters;
        for (std::int64_t row = 0; row < data.rows; ++row) {
            const double x = whole_coordinate(data, row, k);
            if (std::isnan(x) || x == 0.0) {
                letters += std::isnan(x) ? '?' : '0';
                continue;
            }
            const auto at = std::ranges::find(found, x);
            letters += static_cast<char>('a' + (at - found.begin()));
            if (at == found.end()) found.push_back(x);
        }
        return letters;
    }
};

TEST_F(Categories, are_the_texts_beside_the_names_of_rows) {
    const Dataset data = read("name,colour,legs,shape\nA,red,4,round\nB,red,2,square\nC,blue,4,round\n");
    EXPECT_THAT(data.axes, ElementsAre("colour", "legs", "shape"));
    EXPECT_THAT(data.labels, ElementsAre("A", "B", "C"));
    EXPECT_EQ(pattern(data, 0), "aab");
    EXPECT_EQ(pattern(data, 1), "aba");
    EXPECT_EQ(pattern(data, 2), "aba");
    EXPECT_THAT(data.note, HasSubstr("the texts of columns 'colour', 'shape' are categories"));
    EXPECT_THAT(data.note, HasSubstr("column 'name' names the rows and is not compared"));
}

TEST_F(Categories, are_no_coordinates_of_other_workloads) {
    const Dataset data =
        read("name,colour,legs,shape\nA,red,4,round\nB,red,2,square\nC,blue,4,round\n", TextColumns::left_out);
    EXPECT_THAT(data.axes, ElementsAre("legs"));
    EXPECT_THAT(data.note, HasSubstr("columns 'colour', 'shape' have texts and are not compared"));
}

TEST_F(Categories, include_a_first_column_whose_texts_repeat) {
    EXPECT_THAT(read("colour,shape\nred,round\nred,square\nblue,round\n").axes, ElementsAre("colour", "shape"));
    EXPECT_THAT(read("species,colour,shape\nP,red,round\nP,red,square\nQ,blue,round\n").axes,
                ElementsAre("colour", "shape"))
        << "a species is what a row is";
    EXPECT_THAT(read("colour,class\nred,e\nred,p\nblue,p\n").axes, ElementsAre("colour"));
}

TEST_F(Categories, follow_the_choice_of_a_user) {
    const std::string text = "name,colour,legs,shape\nA,red,4,round\nB,red,2,square\nC,blue,4,round\n";
    EXPECT_THAT(read(text, TextColumns::categories, {"shape", "colour"}).axes, ElementsAre("shape", "colour"));
    const Dataset named = read(text, TextColumns::categories, {"name", "colour"});
    EXPECT_EQ(pattern(named, 0) + pattern(named, 1), "abcaab");
    EXPECT_THAT(read(text, TextColumns::categories, {}, "colour").labels, ElementsAre("red", "red", "blue"));
    EXPECT_THAT(refusal([&] { (void)read(text, TextColumns::left_out, {"colour"}); }), HasSubstr("it holds text"));
}

TEST_F(Categories, may_be_missing) {
    const Dataset data = read("name,colour,ring\nA,red,none\nB,,one\nC,NA,none\nD,n/a,?\n");
    EXPECT_EQ(pattern(data, 0), "a???") << "beside words for missing ones, an empty cell is missing, too";
    EXPECT_EQ(pattern(data, 1), "abac");
    const Dataset two = read("name,colour,ring\nA,red,none\nB,,one\nC,NA,none\nD,blue,?\n");
    EXPECT_EQ(pattern(two, 0), "a??b");
    EXPECT_THAT(two.note, HasSubstr("2 categories are missing"));
    EXPECT_THAT(two.note, HasSubstr("the text '?' of 1 cell is a category like others"));
}

TEST_F(Categories, of_one_text_and_empty_cells_are_there_or_not) {
    for (const TextColumns texts : {TextColumns::categories, TextColumns::members}) {
        const Dataset data = read("site,oak,beech\nA,x,\nB,x,x\nC,,x\n", texts);
        EXPECT_EQ(pattern(data, 0) + pattern(data, 1), "aa00aa");
        EXPECT_THAT(data.note, HasSubstr("an empty cell of 'oak', 'beech' means that the row does not have it"));
    }
}

TEST_F(Categories, of_sets_have_words_for_none) {
    const std::string text = "name,wings,tail,sex\nA,yes,T,F\nB,no,F,M\nC,yes,T,F\n";
    const Dataset members = read(text, TextColumns::members);
    EXPECT_EQ(pattern(members, 0), "a0a");
    EXPECT_EQ(pattern(members, 1), "a0a");
    EXPECT_EQ(pattern(members, 2), "aba") << "F is female beside M";
    EXPECT_THAT(members.note, HasSubstr("'no' says that a row does not have it"));
    EXPECT_EQ(pattern(read(text), 0), "aba") << "for other metrics it is a text like others";
}

TEST_F(Categories, are_numbered_alike_in_two_files) {
    const InputRule two = rule(TextColumns::categories);
    const auto a = folder.file("a.csv", "name,colour,shape\nA,red,round\nB,blue,round\nC,red,square\n");
    const auto b = folder.file("b.csv", "name,shape,colour\nX,round,blue\nY,oval,red\n");
    ReadVectors first = read_vectors(a, two, {.most_rows = 9});
    ReadVectors second = read_vectors(b, two, {.most_rows = 9, .first = &first.set});
    const TwoSets sets = finished(std::move(first), std::move(second), two, {.most_rows = 9});
    const auto at = [](const Dataset& set, std::int64_t row, std::int64_t k) { return whole_coordinate(set, row, k); };
    EXPECT_EQ(at(sets.a, 1, 0), at(sets.b, 0, 0)) << "blue";
    EXPECT_EQ(at(sets.a, 0, 0), at(sets.b, 1, 0)) << "red";
    EXPECT_EQ(at(sets.a, 0, 1), at(sets.b, 0, 1)) << "round";
    EXPECT_NE(at(sets.a, 2, 1), at(sets.b, 1, 1)) << "square and oval";
    const auto numbers = folder.file("c.csv", "name,colour,shape\nX,1,round\nY,2,oval\n");
    ReadVectors of_texts = read_vectors(a, two, {.most_rows = 9});
    EXPECT_THAT(refusal([&] { (void)read_vectors(numbers, two, {.most_rows = 9, .first = &of_texts.set}); }),
                HasSubstr("column 'colour' holds texts in one of them, and numbers in the other"));
}

TEST_F(Categories, are_characters_where_the_file_holds_sequences) {
    const Dataset data = read(">one\nACG-\n>two\nACTA\n");
    EXPECT_EQ(data.dims, 4);
    EXPECT_THAT(data.labels, ElementsAre("one", "two"));
    EXPECT_EQ(pattern(data, 0) + pattern(data, 1) + pattern(data, 2) + pattern(data, 3), "aaaaabab");
    EXPECT_THAT(refusal([&] { (void)read(">one\nACG\n>two\nACTA\n"); }),
                HasSubstr("'two' has 4, and 'one' has 3 characters; align them first"));
    EXPECT_THAT(refusal([&] { (void)read(">one\nACG\n>two\nACT\n", TextColumns::left_out); }),
                HasSubstr("compare its sequences with --metric edit"));
}

TEST_F(Categories, of_mixed_columns_are_texts) {
    const Dataset data = read("name,plot,x\nA,12,1\nB,15a,2\nC,12,1\n", TextColumns::categories, {"plot", "x"});
    EXPECT_EQ(pattern(data, 0), "aba");
}

} // namespace
} // namespace pairscope
