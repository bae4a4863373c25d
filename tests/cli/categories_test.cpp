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
