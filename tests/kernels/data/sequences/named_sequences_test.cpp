// SPDX-License-Identifier: MIT
// FASTA and PHYLIP hold sequences with names, and no table looks like them.
#include "kernels/data/sequences/named_sequences.h"

#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <vector>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class NamedSequences : public ::testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] std::optional<Table> read(std::string_view text) const {
        ByteSource source(folder.file("sequences.txt", text));
        return sequences::read_named_sequences(source);
    }
    [[nodiscard]] std::vector<std::string> sequences_of(std::string_view text) const {
        std::vector<std::string> all;
        const std::optional<Table> table = read(text);
        if (!table) return all;
        for (std::size_t row = 0; row < table->columns[0].texts.size(); ++row)
            all.push_back(std::string(table->columns[0].texts[row]) + " " + std::string(table->columns[1].texts[row]));
        return all;
    }
};

TEST_F(NamedSequences, of_fasta_go_on_over_lines) {
    EXPECT_THAT(sequences_of(">a first one\nACGT\nAC-T\n\n>b\r\nacgt\r\nAC GT\r\n>empty\n"),
                ElementsAre("a first one ACGTAC-T", "b acgtACGT", "empty "));
    EXPECT_THAT(refusal([&] { (void)read(">a\nACGT\n>b\nAC1T\n"); }),
                HasSubstr("line 4 has 'AC1T' in the sequence 'b'"));
    EXPECT_FALSE(read("> -Z5\n10.2 20.3\n11.2 21.3\n")) << "lines of GMT";
}

TEST_F(NamedSequences, of_phylip_stand_in_all_its_forms) {
    const auto both = ElementsAre("one ACGTAC", "two ACG-AA");
    EXPECT_THAT(sequences_of("2 6\none ACGTAC\ntwo ACG-AA\n"), both);
    EXPECT_THAT(sequences_of(" 2 6\none       ACG TAC\ntwo       ACG -AA\n"), both) << "blocks";
    EXPECT_THAT(sequences_of("2 6\none ACG\ntwo ACG\n\nTAC\n-AA\n"), both) << "by turns";
    EXPECT_THAT(sequences_of("2 6\none ACG\nTAC\ntwo ACG\n-AA\n"), both) << "one after the other";
    EXPECT_THAT(sequences_of("2 6\nHomo sapieACGTAC\nPan troglo ACG-AA\n"),
                ElementsAre("Homo sapie ACGTAC", "Pan troglo ACG-AA"))
        << "names of ten characters";
    EXPECT_THAT(sequences_of("3 5\na 01101\nb 0110?\nc 11101\n"), ElementsAre("a 01101", "b 0110?", "c 11101"));
    EXPECT_THAT(sequences_of("2 5\na 01101\nb 01100\n"), ElementsAre("a 01101", "b 01100"));
}

TEST_F(NamedSequences, that_are_cut_off_are_refused) {
    EXPECT_THAT(
        refusal([&] { (void)read("3 6\none ACGTAC\ntwo ACG-A\ntri ACGTAA\n"); }),
        HasSubstr("an alignment of 3 sequences with 6 characters each, and line 3 has 5 characters behind 'two'"));
    EXPECT_THAT(refusal([&] { (void)read("3 6\none ACGTAC\ntwo ACG-AA\n"); }), HasSubstr("and 2 lines follow"));
}

TEST_F(NamedSequences, are_no_tables) {
    for (const char* text :
         {"2 3\nthe 0.1 0.2 0.3\nof 0.4 0.5 0.6\n", // word2vec
          "2 3\na 1 0 1\nb 0 1 1\n", "3 2\n1 2\n3 4\n5 6\n", "1 2\n3 4\n", "3\na 0 1 2\nb 1 0 3\nc 2 3 0\n",
          "2 3\nhello world\nother words here\n", "x,y\n1,2\n", "3 10\n", "1 2\n# x y\n3 4\n", "2 2\n# x y\n3 4\n"})
        EXPECT_FALSE(read(text)) << text;
}

} // namespace
} // namespace pairscope
