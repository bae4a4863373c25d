// SPDX-License-Identifier: MIT
// Columns of texts are compared as categories, at every door of the command line.
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class CategoryFiles : public Program {
protected:
    [[nodiscard]] std::string traits() const {
        return file("traits.csv", "name,colour,shape,legs,wings\nA,red,round,4,yes\nB,red,square,4,no\n"
                                  "C,blue,round,2,yes\nD,blue,round,2,no\n");
    }
};

TEST_F(CategoryFiles, give_the_fractions_of_differing_columns) {
    const Finished hamming = run({"matrix", traits(), "--metric", "hamming"});
    EXPECT_EQ(hamming.code, 0) << hamming.err;
    EXPECT_EQ(hamming.out, "name,A,B,C,D\nA,0,0.5,0.5,0.75\nB,0.5,0,1,0.75\nC,0.5,1,0,0.25\nD,0.75,0.75,0.25,0\n");
    EXPECT_THAT(hamming.err, HasSubstr("the texts of columns 'colour', 'shape', 'wings' are categories"));
    const Finished two = run({"matrix", traits(), "--metric", "hamming", "--columns", "colour,wings"});
    EXPECT_THAT(two.out, HasSubstr("\nA,0,0.5,0.5,1\n")) << two.err;
    const Finished sets = run({"matrix", traits(), "--metric", "jaccard", "--columns", "wings,legs"});
    EXPECT_THAT(sets.out, HasSubstr("\nB,0.5,0,1,1\n")) << "'no' is no member: " << sets.err;
    const std::string sizes = file("sizes.csv", "name,colour,a,b,kind\nA,red,1,2,x\nB,blue,3,4,y\n");
    EXPECT_THAT(run({"matrix", "--a", sizes, "--metric", "manhattan"}).err,
                HasSubstr("columns 'colour', 'kind' have texts and are not compared"));
}

TEST_F(CategoryFiles, answer_at_every_door) {
    for (const char* metric : {"hamming", "jaccard"}) {
        const std::vector<std::string> asked{traits(), "--metric", metric};
        const auto answer = [&](std::vector<std::string> verb, const std::vector<std::string>& options) {
            verb.insert(verb.end(), asked.begin(), asked.end());
            verb.insert(verb.end(), options.begin(), options.end());
            const Finished done = run(verb);
            EXPECT_EQ(done.code, 0) << verb.front() << ": " << done.err;
            EXPECT_THAT(done.err, HasSubstr("are categories")) << verb.front();
            return done.out;
        };
        const json near = json::parse(answer({"neighbours"}, {"--k", "1", "--json"}));
        EXPECT_EQ(near.at("neighbours")[2].at("neighbour"), 3) << metric;
        EXPECT_THAT(answer({"pairs"}, {"--radius", "0.3", "--csv"}), HasSubstr("2,2,C,3,3,D,")) << metric;
        (void)answer({"clusters"}, {"--number", "2", "--json"});
        (void)answer({"statistics"}, {"--json"});
        (void)answer({"render"}, {"-o", "picture.png"});
    }
    const Finished of_two =
        run({"matrix", "--a", traits(), "--b", file("others.csv", "name,shape,colour,legs,wings\nX,round,red,4,yes\n"),
             "--metric", "hamming"});
    EXPECT_THAT(of_two.out, HasSubstr("\nA,0\nB,0.5\nC,0.5\n")) << of_two.err;
}

TEST_F(CategoryFiles, with_strings_of_bits_compare_bit_by_bit) {
    const std::string codes = file("codes.csv", "name,code\nx,0110\ny,0111\nz,1000\n");
    const Finished hamming = run({"matrix", codes, "--metric", "hamming"});
    EXPECT_EQ(hamming.out, "name,x,y,z\nx,0,0.25,0.75\ny,0.25,0,1\nz,0.75,1,0\n") << hamming.err;
    EXPECT_THAT(hamming.err, HasSubstr("the cells of column 'code' are strings of 4 bits, which are compared one by "
                                       "one"));
    const Finished jaccard = run({"matrix", codes, "--metric", "jaccard"});
    EXPECT_EQ(jaccard.out, "name,x,y,z\nx,0,0.3333333333333333,1\ny,0.3333333333333333,0,1\nz,1,1,0\n");
    const std::string ones(70, '1'), zeros(70, '0');
    const std::string prints = file("prints.csv", "mol,smiles,fp,weight\nA,CC,1" + ones + ",16\nB,CO,0" + ones +
                                                      ",18\nC,CN,1" + zeros + ",17\n");
    const Finished long_ones = run({"matrix", prints, "--metric", "jaccard", "--columns", "fp"});
    EXPECT_THAT(long_ones.out, HasSubstr("\nB,0.0140845070422535")) << "1 of 71 bits differs: " << long_ones.err;
    EXPECT_EQ(run({"neighbours", prints, "--metric", "hamming", "--columns", "fp", "--k", "1"}).code, 0);
    const Finished two =
        run({"matrix", "--a", codes, "--b", file("other.csv", "name,code\np,1110\nq,1111\n"), "--metric", "hamming"});
    EXPECT_THAT(two.out, HasSubstr("\nx,0.25,0.5\n")) << "the first file has bits, so the second one has: " << two.err;
    const Finished missing =
        run({"matrix", file("gap.csv", "name,code\nx,0110\ny,NA\nz,1000\n"), "--metric", "hamming"});
    EXPECT_THAT(missing.out, HasSubstr("\nx,0,NaN,0.75\n")) << missing.err;
    for (const char* others : {"name,code\nx,0110\ny,011\nz,1000\n", "name,a,b\nx,01,1\ny,11,0\nz,10,1\n",
                               "id,a,b\n0110,2,1\n0111,3,0\n1000,2,1\n"})
        EXPECT_THAT(run({"matrix", file("others.csv", others), "--metric", "hamming"}).err,
                    Not(HasSubstr("strings of")))
            << others;
}

TEST_F(CategoryFiles, are_not_standardised) {
    const std::string numbers = file("numbers.csv", "a,b,c\n0,1,2\n1,1,0\n0,0,2\n");
    for (const std::string& table : {numbers, traits()}) {
        const Finished done = run({"matrix", table, "--metric", "jaccard", "--standardise"});
        EXPECT_EQ(done.code, 2) << table;
        EXPECT_THAT(done.err, HasSubstr("compares categories, of which 0 stands for none"));
    }
}

TEST_F(CategoryFiles, of_alignments_compare_characters) {
    const std::string alignment = file("a.phy", "3 4\none ACGT\ntwo ACGA\ntri TTGA\n");
    const Finished hamming = run({"matrix", alignment, "--metric", "hamming"});
    EXPECT_EQ(hamming.out, "name,one,two,tri\none,0,0.25,0.75\ntwo,0.25,0,0.5\ntri,0.75,0.5,0\n") << hamming.err;
    const Finished edits = run({"matrix", alignment});
    EXPECT_THAT(edits.out, HasSubstr("\none,0,1,3\n")) << edits.err;
    EXPECT_THAT(edits.err, HasSubstr("--metric edit")) << "it names what it did";
    EXPECT_THAT(run({"matrix", alignment, "--metric", "euclidean"}).err, HasSubstr("compare its sequences"));
}

} // namespace
} // namespace pairscope
