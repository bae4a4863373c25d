// SPDX-License-Identifier: MIT
// Edit distances of texts and warped distances of series on the command line.
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Sequences : public Program {
protected:
    [[nodiscard]] std::string words() const {
        return file("words.csv", "id,word,town\n1,kitten,Rome\n2,sitting,Roma\n3,saturday,Bonn\n4,sunday,Bern\n");
    }
    /// The second and the third series are the first one, later and shorter.
    [[nodiscard]] std::string series() const {
        return file("series.csv", "name,a,b,c,d,e\np,0,0,1,2,1\nq,0,1,2,1,1\nr,0,1,2,1,\ns,5,5,5,5,5\n");
    }
};

TEST_F(Sequences, give_their_matrix) {
    const Finished edits = run({"matrix", words(), "--metric", "edit", "-o", "-"});
    EXPECT_EQ(edits.code, 0) << edits.err;
    EXPECT_EQ(edits.out, "name,kitten,sitting,saturday,sunday\nkitten,0,3,7,6\nsitting,3,0,6,6\nsaturday,7,6,0,3\n"
                         "sunday,6,6,3,0\n");
    EXPECT_THAT(edits.err, HasSubstr("the texts of column 'word' are compared"));
    const Finished warped = run({"matrix", series(), "--metric", "dtw", "-o", "-"});
    EXPECT_EQ(warped.code, 0) << warped.err;
    EXPECT_THAT(warped.out, HasSubstr("\np,0,0,0,"));
    EXPECT_THAT(warped.err, HasSubstr("1 series ends before the last column, where its numbers end"));
    const Finished narrow = run({"matrix", series(), "--metric", "dtw", "--band", "0", "--n", "2", "-o", "-"});
    EXPECT_THAT(narrow.out, HasSubstr("\np,0,1.7320508")) << "no number is compared with another place";
}

TEST_F(Sequences, answer_at_every_door) {
    for (const auto& [metric, table] : {std::pair<const char*, std::string>{"edit", words()}, {"dtw", series()}}) {
        SCOPED_TRACE(metric);
        const Finished near = run({"neighbours", table, "--metric", metric, "--k", "1", "--json"});
        ASSERT_EQ(near.code, 0) << near.err;
        EXPECT_EQ(json::parse(near.out).at("metric"), metric);
        EXPECT_EQ(json::parse(near.out).at("neighbours")[0].at("neighbour"), 1);
        const Finished tree = run({"clusters", table, "--metric", metric, "--number", "2", "--json"});
        ASSERT_EQ(tree.code, 0) << tree.err;
        EXPECT_EQ(json::parse(tree.out).at("metric"), metric);
        EXPECT_EQ(run({"pairs", table, "--metric", metric, "--radius", "4", "--csv"}).code, 0);
        EXPECT_EQ(run({"render", table, "--metric", metric, "-o", "m.png"}).code, 0);
        EXPECT_EQ(run({"render", table, "--metric", metric, "--figure", "-o", "m.svg"}).code, 0);
        EXPECT_EQ(run({"check", "--metric", metric, "--n", "33", "--dims", "70", "--device", "cpu"}).code, 0);
        const Finished two = run({"neighbours", "--a", table, "--b", table, "--metric", metric, "--json"});
        EXPECT_EQ(two.code, 0) << two.err;
        EXPECT_EQ(json::parse(two.out).at("metric"), metric);
    }
}

TEST_F(Sequences, of_two_files_of_texts_may_have_any_length) {
    const std::string other = file("other.txt", "rome\nthe longest text of all\n");
    const Finished done = run(
        {"neighbours", "--a", words(), "--b", other, "--metric", "edit", "--columns", "town", "--k", "1", "--json"});
    ASSERT_NE(done.code, 0) << "the second file has no such column";
    EXPECT_THAT(done.err, HasSubstr("'town'"));
    const std::string towns = file("towns.csv", "town\nRom\nthe longest text of all\n");
    const Finished found = run(
        {"neighbours", "--a", words(), "--b", towns, "--metric", "edit", "--columns", "town", "--k", "1", "--json"});
    ASSERT_EQ(found.code, 0) << found.err;
    EXPECT_EQ(json::parse(found.out).at("neighbours")[0].at("neighbour"), 0);
    EXPECT_EQ(json::parse(found.out).at("neighbours")[0].at("distance"), 1.0);
}

TEST_F(Sequences, without_any_number_are_compared_as_texts) {
    const std::string names = file("names.csv", "first,last\nAnn,Lee\nAnna,Li\nBob,Kerr\n");
    const Finished done = run({"matrix", names, "-o", "-"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("names.csv has no columns of numbers that could be coordinates, so its texts are "
                                    "compared by their edit distances"));
    const Finished numbered = run({"matrix", file("ids.csv", "id,name\n1,Ann\n2,Anna\n3,Bob\n"), "-o", "-"});
    EXPECT_THAT(numbered.out, HasSubstr("Ann,0,1,"));
    EXPECT_THAT(done.out, HasSubstr("Ann,0,1,"));
    const Finished list =
        run({"matrix", file("list.txt", "Ann Lee\n\nAnn\r\nB, o b\n"), "--metric", "edit", "-o", "-"});
    EXPECT_EQ(list.code, 0) << list.err;
    EXPECT_THAT(list.out, HasSubstr("\nAnn,4,0,"));
    EXPECT_THAT(list.err, HasSubstr("the texts of column 'line' are compared"));
}

TEST_F(Sequences, that_cannot_be_compared_are_refused) {
    const std::string numbers = file("numbers.csv", "x,y\n1,2\n3,4\n5,7\n");
    const Finished none = run({"matrix", numbers, "--metric", "edit", "-o", "-"});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("cannot compare texts of numbers.csv: all of its columns have numbers"));
    const Finished digits = run({"matrix", numbers, "--metric", "edit", "--columns", "y", "-o", "-"});
    EXPECT_EQ(digits.code, 0) << digits.err;
    const Finished scaled = run({"matrix", words(), "--metric", "edit", "--standardise", "-o", "-"});
    EXPECT_EQ(scaled.code, 2);
    EXPECT_THAT(scaled.err, HasSubstr("leave standardising out"));
    EXPECT_EQ(run({"matrix", series(), "--metric", "dtw", "--band", "-1", "-o", "-"}).code, 2);
    const Finished ward = run({"clusters", words(), "--metric", "edit", "--linkage", "ward"});
    EXPECT_EQ(ward.code, 2);
    EXPECT_THAT(ward.err, HasSubstr("edit distance"));
}

class TextColumns : public Program {};

TEST_F(TextColumns, with_sequences_are_compared_and_not_their_identifiers) {
    for (const char* names : {"name,sequence", "id,seq", "label,DNA", "accession,letters", "sample_id,read"}) {
        const Finished done = run({"matrix", file("s.csv", fmt::format("{}\nA,ACGTACGT\nB,ACGTTCGT\nC,ACG\n", names)),
                                   "--metric", "edit", "-o", "-"});
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.out, HasSubstr("0,1,5\n")) << names;
    }
    EXPECT_THAT(
        run({"matrix", file("w.csv", "word,kind\nhouse,noun\nmouse,noun\nsee,verb\n"), "--metric", "edit", "-o", "-"})
            .err,
        HasSubstr("the texts of column 'word' are compared"));
    const Finished chosen = run({"matrix", file("s.csv", "name,sequence\nA,ACGT\nB,ACG\nC,A\n"), "--metric", "edit",
                                 "--columns", "name", "-o", "-"});
    EXPECT_THAT(chosen.err, HasSubstr("the texts of column 'name' are compared"));
}

TEST_F(TextColumns, with_sequences_are_named_by_the_identifier_beside_them) {
    const auto names_in = [this](std::string_view table, const std::vector<std::string>& options = {}) {
        std::vector<std::string> command{"matrix", file("s.csv", table), "--metric", "edit", "-o", "-"};
        command.insert(command.end(), options.begin(), options.end());
        const Finished done = run(command);
        EXPECT_EQ(done.code, 0) << done.err;
        return done.out.substr(0, done.out.find('\n'));
    };
    EXPECT_EQ(names_in("id,sequence\ns1,ACGT\ns2,ACGA\ns3,TTTT\n"), "name,s1,s2,s3");
    EXPECT_EQ(names_in("seq,accession\nACGT,P1\nACGA,P2\nTTTT,P3\n"), "name,P1,P2,P3");
    EXPECT_EQ(names_in("id,class,sequence\n007,a,ACGT\n008,a,ACGA\n1E3,b,TTTT\n"), "name,007,008,1E3");
    EXPECT_EQ(names_in("id,sequence\n007,ACGT\n008,ACGA\n"), "name,007,008") << "as the file writes them";
    EXPECT_EQ(names_in("id,word\n1,cat\n2,cut\n"), "name,cat,cut") << "a number says less than a word";
    EXPECT_EQ(names_in("id,sequence\ns1,ACGT\ns2,ACGA\n", {"--label", "sequence"}), "name,ACGT,ACGA");
    const Finished near = run({"neighbours", "s.csv", "--metric", "edit", "--k", "1", "--csv"});
    EXPECT_THAT(near.out, HasSubstr("\n0,0,s1,1,1,1,s2,1,")) << near.err;
}

TEST_F(TextColumns, that_look_like_sequences_are_compared_whatever_they_are_called) {
    struct Case {
        std::string_view table, compared, first_name;
    };
    for (const auto& [table, compared, first_name] :
         {Case{"name,smiles\nethanol,CCO\nbenzene,c1ccccc1\nwater,O\n", "smiles", "ethanol"},
          Case{"compound,structure\nethanol,CCO\nbenzene,c1ccccc1\nbleach,[Na+].[O-]Cl\n", "structure", "ethanol"},
          Case{"clone,cdr3\nA1,CASSLGTEAFF\nB2,CASSIRSSYEQYF\n", "cdr3", "A1"},
          Case{"bird,barcoded\nrobin,ACGTT-A\nwren,ACGTTNA\n", "barcoded", "robin"},
          Case{"iata,city\nCDG,Paris\nUIO,Quito\n", "city", "CDG"},
          Case{"title,abstract\nOn A,We study A in much depth\nOn B,We study B a bit\n", "abstract", "On A"},
          Case{"word,meaning\nsea,water\npea,plant\n", "word", "sea"},
          Case{"id,lang,word\nw0,en,cat\nw1,en,cut\nw2,de,Hut\n", "word", "w0"},
          Case{"artist,title\nABBA,Waterloo\nABBA,Fernando\nCher,Believe\n", "title", "Waterloo"},
          Case{"city,land\nParis,Frankreich\nLyon,Frankreich\nRom,Italien\n", "city", "Paris"}}) {
        const Finished done = run({"matrix", file("s.csv", table), "--metric", "edit", "-o", "-"});
        EXPECT_THAT(done.err, HasSubstr(fmt::format("the texts of column '{}' are compared", compared))) << table;
        EXPECT_THAT(done.err, HasSubstr("with --columns")) << table;
        EXPECT_THAT(done.out, HasSubstr(fmt::format("name,{},", first_name))) << table;
    }
    EXPECT_THAT(run({"matrix", file("s.csv", "iata,city\nCDG,Paris\nUIO,Quito\n"), "--metric", "edit"}).err,
                HasSubstr("because those of column 'iata' look like names of the rows"));
}

TEST_F(TextColumns, with_several_numbers_in_a_cell_are_refused_unless_texts_are_asked_for) {
    for (const char* table :
         {"name,location\nParis,\"48.86, 2.35\"\nBerlin,\"52.5, 13.4\"\n",
          "name,embedding\na,\"[0.1, 0.2, -3e-1]\"\nb,\"[0.4, 0.5, 1]\"\n", "name;place\na;(1 2)\nb;(3 4)\n"}) {
        const Finished done = run({"neighbours", file("cells.csv", table), "--csv"});
        EXPECT_EQ(done.code, 2) << table;
        EXPECT_THAT(done.err, HasSubstr("has several numbers in a cell, such as '")) << table;
        EXPECT_EQ(run({"neighbours", "cells.csv", "--metric", "edit", "--csv"}).code, 0) << table;
    }
    EXPECT_EQ(run({"matrix", file("v.csv", "name,version\na,1.2.3\nb,1.2.4\n"), "-o", "-"}).code, 0);
}

TEST_F(TextColumns, that_hold_the_distances_of_pairs_are_refused) {
    for (const char* names : {"a,b,d", "from,to,km", "p,q,r"})
        for (const char* unit : {"1.5 km,2.25 km,7.0 km", "\"1,500\",\"2,250\",\"7,000\""}) {
            const std::string_view cells = unit;
            const bool is_quoted = cells.front() == '"';
            const std::string one = is_quoted ? "\"1,500\"" : "1.5 km", two = is_quoted ? "\"2,250\"" : "2.25 km";
            const Finished done =
                run({"matrix", file("pairs.csv", fmt::format("{}\nA,B,{}\nA,C,{}\nB,C,{}\n", names, one, two, one)),
                     "-o", "-"});
            EXPECT_EQ(done.code, 2) << names;
            EXPECT_EQ(done.out, "");
            EXPECT_THAT(done.err, HasSubstr("as a list of pairs: its column")) << names;
            EXPECT_THAT(done.err, HasSubstr("line 2 has '1")) << names;
        }
}

class WholeTables : public Program {};

TEST_F(WholeTables, are_compared_by_all_columns_unless_names_or_options_say_otherwise) {
    const std::string table = file("flowers.csv", "kind,a,b,c\nx,0,0,0\ny,1,2,2\nz,6,2,3\n");
    for (const std::vector<std::string>& verb : {std::vector<std::string>{"matrix", table, "-o", "-"},
                                                 {"clusters", table, "--number", "2", "--csv"},
                                                 {"pairs", table, "--radius", "4", "--csv"},
                                                 {"neighbours", table, "--csv"},
                                                 {"farthest", table, "--json"},
                                                 {"statistics", table, "--json"},
                                                 {"render", table, "-o", "m.png"},
                                                 {"render", table, "--cells", "-o", "m.png"},
                                                 {"render", table, "--figure", "-o", "m.svg"}}) {
        const Finished done = run(verb);
        EXPECT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, HasSubstr("flowers.csv: all 3 columns of numbers are compared by their Euclidean "
                                        "distance; --x and --y choose two"))
            << verb[0];
    }
    EXPECT_THAT(run({"matrix", table, "-o", "-"}).out, HasSubstr("\nx,0,3,7\n"));
    EXPECT_THAT(run({"matrix", table, "--x", "a", "--y", "b", "-o", "-"}).out, HasSubstr("\nx,0,2.236"));
    EXPECT_THAT(run({"matrix", table, "--metric", "manhattan", "-o", "-"}).out, HasSubstr("\nx,0,5,11\n"));
    const std::string places = file("places.csv", "name,x,y,size\np,0,0,9\nq,3,4,1\nr,6,8,1\n");
    const Finished points = run({"matrix", places, "-o", "-"});
    EXPECT_THAT(points.out, HasSubstr("\np,0,5,10\n")) << "the names say which two are coordinates";
    EXPECT_THAT(points.err, HasSubstr("x is 'x', y is 'y', and 1 other column of numbers is not used"));
}

TEST_F(WholeTables, get_one_answer_from_every_verb) {
    const std::string table = file("flowers.csv", "kind,a,b,c\nx,0,0,0\ny,1,2,2\nz,6,2,3\n");
    const std::string places = file("places.csv", "name,x,y,size\np,0,0,9\nq,3,4,1\nr,6,8,1\n");
    const std::string towns = file("towns.csv", "town,lat,lon,height\np,48,2,35\nq,52,13,34\nr,41,12,21\n");
    const auto nearest = [this](const std::string& of, const std::vector<std::string>& options = {}) {
        std::vector<std::string> command{"neighbours", of, "--k", "1", "--json"};
        command.insert(command.end(), options.begin(), options.end());
        const Finished done = run(command);
        EXPECT_EQ(done.code, 0) << done.err;
        return json::parse(done.out).at("neighbours")[0].at("distance").get<double>();
    };
    EXPECT_EQ(nearest(table), 3.0) << "all columns";
    EXPECT_EQ(nearest(table, {"--columns", "a,b,c"}), 3.0);
    EXPECT_EQ(nearest(table, {"--x", "b", "--y", "c"}), std::sqrt(8.0));
    EXPECT_EQ(nearest(table, {"--workload", "distance_matrix"}), std::sqrt(8.0)) << "points in the plane are asked for";
    EXPECT_EQ(nearest(places), 5.0) << "the names say which two are coordinates";
    EXPECT_LT(nearest(towns), 13.0) << "so do those of places";
    EXPECT_EQ(json::parse(run({"farthest", table, "--json"}).out).at("pair").at("distance"), 7.0);
    EXPECT_EQ(json::parse(run({"farthest", places, "--json"}).out).at("pair").at("distance"), 10.0);
    EXPECT_EQ(json::parse(run({"statistics", table, "--json"}).out).at("maximum").at("distance"), 7.0);
    EXPECT_EQ(json::parse(run({"statistics", places, "--json"}).out).at("maximum").at("distance"), 10.0);
}

TEST_F(WholeTables, with_more_columns_than_a_metric_takes_are_refused) {
    const auto wide = [this](int columns) {
        std::string header, row;
        for (int k = 0; k < columns; ++k) header += fmt::format("{}g{}", k == 0 ? "" : ",", k);
        std::string text = header + "\n";
        for (const char* cell : {"1", "2", "4"}) {
            for (int k = 0; k < columns; ++k) text += fmt::format("{}{}", k == 0 ? "" : ",", cell);
            text += "\n";
        }
        return file("wide.csv", text);
    };
    const Finished taken = run({"neighbours", wide(1024), "--k", "1", "--json"});
    EXPECT_EQ(json::parse(taken.out).at("neighbours")[0].at("distance"), 32.0) << taken.err;
    for (const char* verb : {"neighbours", "matrix", "clusters", "farthest", "statistics"}) {
        const Finished done = run({verb, wide(1025)});
        EXPECT_EQ(done.code, 2) << verb;
        EXPECT_THAT(done.err, HasSubstr("wide.csv has 1 025 columns of numbers, and no Euclidean distance is computed "
                                        "of so many: choose some with --columns"))
            << verb;
    }
    const Finished chosen = run({"neighbours", wide(4096), "--columns", "g0,g1,g4095", "--k", "1", "--json"});
    EXPECT_EQ(json::parse(chosen.out).at("neighbours")[0].at("distance"), std::sqrt(3.0)) << chosen.err;
    const Finished shares = run({"neighbours", wide(2000), "--metric", "bray_curtis", "--k", "1", "--json"});
    EXPECT_EQ(json::parse(shares.out).at("neighbours")[0].at("distance"), 1.0 / 3.0) << shares.err;
    EXPECT_THAT(run({"neighbours", wide(4097)}).err, HasSubstr("at most 4 096 can be read"));
}

TEST_F(WholeTables, that_look_like_distances_and_are_none_are_told) {
    EXPECT_THAT(run({"matrix", file("two.csv", "0,1\n1,0\n"), "-o", "-"}).err,
                HasSubstr("two.csv is not read as a distance matrix, because it has only 2 rows"));
    EXPECT_THAT(run({"matrix", file("four.csv", "a,b,3,0.5\na,c,4,0.6\nb,c,5,0.7\n"), "-o", "-"}).err,
                HasSubstr("it looks like a list of pairs, and several of its columns may be the distance"));
    for (const char* text : {"2\nA 0 1.5\nB 1.5 0\n", "2\nA\nB 1.5\n", "2\nA 1.5\nB\n", " 2\nA 0\nB 1.5 0\n"}) {
        const Finished small = run({"matrix", file("two.phy", text), "-o", "-"});
        EXPECT_EQ(small.code, 2) << text;
        EXPECT_THAT(small.err, HasSubstr("and it has only 2 rows, and at least 3 are needed")) << text;
    }
    const std::string list = file("list.csv", "1,2,0.5\n1,3,0.7\n2,4,0.9\n3,4,0.2\n");
    EXPECT_THAT(run({"matrix", list, "-o", "-"}).err, HasSubstr("only 4 of 6 pairs are there"));
    EXPECT_EQ(run({"matrix", list, "--as", "matrix", "--missing-pairs", "nan", "-o", "-"}).code, 0);
}

TEST_F(Sequences, say_which_column_and_which_characters_are_compared) {
    const Finished first = run({"matrix", file("t.csv", "title,author\nfoo,a\nbar,b\n"), "--metric", "edit"});
    EXPECT_THAT(first.err,
                HasSubstr("the texts of column 'title' are compared; to compare those of another column, name "
                          "it with --columns"));
    EXPECT_THAT(run({"matrix", file("t.csv", "title,author\nfoo,a\nbar,b\n"), "--columns", "author"}).err,
                HasSubstr("no column holds numbers, and --metric edit compares the texts of this one"));
    const Finished named =
        run({"matrix", file("t.csv", "title,author\nfoo,a\nbar,b\n"), "--metric", "edit", "--columns", "author"});
    EXPECT_THAT(named.err, Not(HasSubstr("to compare those of another")));
    const Finished accents = run({"matrix", file("w.txt", "caf\u00e9\ncafe\u0301\n"), "--metric", "edit"});
    EXPECT_THAT(accents.err,
                HasSubstr("characters are code points of Unicode: an accent that stands behind its letter"));
    EXPECT_THAT(run({"matrix", file("w.txt", "caf\u00e9\ncafe\n"), "--metric", "edit"}).err,
                Not(HasSubstr("code points")));
    EXPECT_THAT(run({"matrix", file("w.txt", "two words\none\n")}).err, HasSubstr("--metric edit"));
}

TEST_F(Sequences, have_bands_of_whole_numbers) {
    const Finished done = run({"matrix", series(), "--metric", "dtw", "--band", "1.5"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("--band is 1.5: choose a whole number from 0 to 4096"));
    EXPECT_EQ(run({"matrix", series(), "--metric", "dtw", "--band", "1"}).code, 0);
}

TEST_F(Sequences, of_fasta_are_named_in_the_matrix) {
    const Finished done = run({"matrix", file("s.fa", ">one\nACGT\nAC\n>two\nACGTA\n"), "--metric", "edit"});
    EXPECT_EQ(done.out, "name,one,two\none,0,1\ntwo,1,0\n") << done.err;
}

} // namespace
} // namespace pairscope
