// SPDX-License-Identifier: MIT
// Archives of NumPy: what they hold is read as the array itself, and hostile ones are refused.
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/readers/readers.h"
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string little(std::uint64_t number, std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i) & 255);
    return text;
}

std::string npy(std::int64_t rows, std::int64_t cols, const std::vector<double>& numbers) {
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                         std::to_string(cols) + "), }";
    while ((header.size() + 11) % 64 != 0) header += ' ';
    header += '\n';
    std::string bytes = "\x93NUMPY\x01" + std::string(1, '\0') + little(header.size(), 2) + header;
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
    return bytes;
}

std::string deflated(const std::string& bytes) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

struct Member {
    std::string name, bytes;
    bool is_deflated = true;
    int flags = 0;
    int method = -1;                        ///< -1: as it is packed
    std::optional<std::uint64_t> claimed{}; ///< unpacked bytes in the list; absent: the right number
    std::string extra{};                    ///< the extra fields in the list
};

/// As zipfile of Python writes it for NumPy: a field of 20 bytes in each head, none in the list.
std::string zip(const std::vector<Member>& members, const std::string& comment = "") {
    std::string file, list;
    for (const Member& member : members) {
        const std::string packed = member.is_deflated ? deflated(member.bytes) : member.bytes;
        const auto sum = crc32(0, reinterpret_cast<const Bytef*>(member.bytes.data()), uInt(member.bytes.size()));
        const int method = member.method >= 0 ? member.method : member.is_deflated ? 8 : 0;
        const std::string same = little(std::uint64_t(member.flags), 2) + little(std::uint64_t(method), 2) +
                                 little(0, 4) + little(sum, 4) + little(packed.size(), 4) +
                                 little(member.claimed.value_or(member.bytes.size()), 4) +
                                 little(member.name.size(), 2);
        list += "PK\x01\x02" + little(20, 2) + little(20, 2) + same + little(member.extra.size(), 2) + little(0, 2) +
                little(0, 2) + little(0, 2) + little(0, 4) + little(file.size(), 4) + member.name + member.extra;
        file += "PK\x03\x04" + little(20, 2) + same + little(20, 2) + member.name + std::string(20, '\0') + packed;
    }
    const std::size_t begin = file.size();
    return file + list + "PK\x05\x06" + little(0, 4) + little(members.size(), 2) + little(members.size(), 2) +
           little(list.size(), 4) + little(begin, 4) + little(comment.size(), 2) + comment;
}

const std::vector<double> numbers{0.5, 1.25, -2.0, 3.0, 1e-3, 7.0};

class Npz : public ::testing::Test {
protected:
    std::filesystem::path file(const std::string& bytes, const std::string& name = "points.npz") const {
        keep_as_seed(bytes);
        std::ofstream(folder.path() / name, std::ios::binary) << bytes;
        return folder.path() / name;
    }
    std::string finding(const std::string& bytes) const {
        try {
            (void)load_table(file(bytes));
        } catch (const InputError& error) {
            return error.what();
        }
        return "it was read";
    }
    TemporaryFolder folder;
};

TEST_F(Npz, is_read_as_the_array_that_it_holds_packed_or_not) {
    for (const bool is_deflated : {true, false})
        for (const std::string comment : {"", "a comment PK\x05\x06 with a mark"}) {
            const auto path = file(zip({{"arr_0.npy", npy(3, 2, numbers), is_deflated}}, comment));
            const Table table = load_table(path);
            EXPECT_THAT(table.columns.at(0).numbers, ElementsAre(0.5, -2.0, 1e-3));
            EXPECT_THAT(table.columns.at(1).numbers, ElementsAre(1.25, 3.0, 7.0));
            EXPECT_EQ(table.format, "NumPy <f8, C order");
            const Dataset vectors = load_vectors(path, {.rows = {1, 100}, .dims = {1, 100}}, 100);
            EXPECT_EQ(vectors.rows, 3);
            EXPECT_EQ(vectors.dims, 2);
        }
}

TEST_F(Npz, of_a_matrix_of_distances_is_one) {
    const std::vector<double> square{0, 1, 2, 1, 0, 1.5, 2, 1.5, 0};
    const DistanceTable found = read_distances(file(zip({{"d.npy", npy(3, 3, square)}})));
    EXPECT_TRUE(found.set.has_value());
}

TEST_F(Npz, with_several_arrays_names_them) {
    const std::string array = npy(3, 2, numbers);
    EXPECT_THAT(finding(zip({{"x.npy", array}, {"labels.npy", array}})),
                HasSubstr("it holds 2 arrays ('x', 'labels'), and one array is read"));
    EXPECT_THAT(finding(zip({{"x.npy", array}, {"notes.txt", "text"}})), HasSubstr("it holds 'notes.txt'"));
}

TEST_F(Npz, that_is_hostile_is_refused) {
    const std::string array = npy(3, 2, numbers);
    EXPECT_THAT(finding(zip({{.name = "x.npy", .bytes = array, .flags = 1}})), HasSubstr("encrypted"));
    EXPECT_THAT(finding(gzipped(zip({{"x.npy", array}}))), HasSubstr("gzipped once more"));
    EXPECT_THAT(finding(zip({{.name = "x.npy", .bytes = array, .method = 12}})), HasSubstr("by method 12"));
    EXPECT_THAT(finding(zip({{.name = "x.npy", .bytes = array, .claimed = 0xfffffffe}})), HasSubstr("1 GiB"));
    const std::string other_field = little(7, 2) + little(3, 2) + "abc";
    const std::string large_numbers = other_field + little(1, 2) + little(8, 2) + little(std::uint64_t{5} << 30, 8);
    EXPECT_THAT(finding(zip({{.name = "x.npy", .bytes = array, .claimed = 0xffffffff, .extra = large_numbers}})),
                HasSubstr("it unpacks to more than 1 GiB; cut it to the rows you need, or save it with numpy.save"));
    for (const std::string& extra : {std::string(), other_field, other_field + "\1"})
        EXPECT_THAT(finding(zip({{.name = "x.npy", .bytes = array, .claimed = 0xffffffff, .extra = extra}})),
                    HasSubstr("it is a damaged archive of NumPy"))
            << "the field with the large number is missing";
    std::string other = array;
    other[1] = 'X';
    EXPECT_THAT(finding(zip({{.name = "x.npy", .bytes = other}})),
                HasSubstr("its array does not begin as an array of NumPy does; save it again"));
    other = array;
    other[6] = '\xc8';
    EXPECT_THAT(finding(zip({{.name = "x.npy", .bytes = other}})), HasSubstr("it is .npy version 200, and versions"));
    for (const std::uint64_t claimed : {array.size() - 1, array.size() + 1, std::size_t{0}})
        EXPECT_THAT(finding(zip({{.name = "x.npy", .bytes = array, .claimed = claimed}})), HasSubstr("cannot read"));
    EXPECT_THAT(finding(zip(std::vector<Member>(1001, {.name = "x.npy", .bytes = "", .is_deflated = false}))),
                HasSubstr("1 001 files"));
}

/// As Python lists an array of 2 GiB and more: both sizes stand in an extra field, and above 4 GiB also the beginning.
TEST_F(Npz, with_the_numbers_of_a_large_archive_is_read) {
    const std::string array = npy(3, 2, numbers), size = little(array.size(), 8);
    for (const bool has_begin : {false, true}) {
        std::string bytes = zip(
            {{.name = "x.npy",
              .bytes = array,
              .is_deflated = false,
              .claimed = 0xffffffff,
              .extra = little(1, 2) + little(has_begin ? 24 : 16, 2) + size + size + (has_begin ? little(0, 8) : "")}});
        const std::size_t list = bytes.rfind("PK\x01\x02"), end = bytes.rfind("PK\x05\x06");
        bytes.replace(list + 20, 4, little(0xffffffff, 4));
        if (has_begin) {
            bytes.replace(list + 42, 4, little(0xffffffff, 4));
            bytes.replace(end + 16, 4, little(0xffffffff, 4));
            const std::string record = "PK\x06\x06" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
                                       little(1, 8) + little(1, 8) + little(end - list, 8) + little(list, 8);
            bytes.insert(end, record + "PK\x06\x07" + little(0, 4) + little(end, 8) + little(1, 4));
        }
        const Table table = load_table(file(bytes));
        EXPECT_THAT(table.columns.at(0).numbers, ElementsAre(0.5, -2.0, 1e-3)) << has_begin;
        for (std::size_t cut = 1; cut < 60; ++cut) // a part of the records at its end
            EXPECT_THAT(finding(bytes.substr(0, bytes.size() - cut)), HasSubstr("cannot read")) << cut;
    }
}

TEST_F(Npz, that_is_cut_anywhere_is_refused) {
    for (const bool is_deflated : {true, false}) {
        const std::string whole = zip({{"x.npy", npy(3, 2, numbers), is_deflated}});
        for (std::size_t size = 40; size < whole.size(); ++size)
            EXPECT_THAT(finding(whole.substr(0, size)), HasSubstr("cannot read")) << size;
    }
}

TEST_F(Npz, that_is_damaged_anywhere_is_refused_or_holds_the_same_numbers) {
    for (const bool is_deflated : {true, false}) {
        const std::string whole = zip({{"x.npy", npy(3, 2, numbers), is_deflated}});
        for (std::size_t place = 0; place < whole.size(); ++place) {
            std::string damaged = whole;
            damaged[place] = static_cast<char>(damaged[place] ^ 0x41);
            try {
                const Table table = load_table(file(damaged));
                EXPECT_THAT(table.columns.at(1).numbers, ElementsAre(1.25, 3.0, 7.0)) << place;
            } catch (const InputError& error) {
                EXPECT_THAT(error.what(), HasSubstr("cannot read")) << place;
            }
        }
    }
}

TEST_F(Npz, shares_the_list_of_readers_with_all_other_files) {
    EXPECT_THAT(endings_to_open(true),
                ElementsAre(".csv", ".tsv", ".txt", ".dat", ".npy", ".npz", ".gz", ".pairscope", ".html"));
    const auto both = file(npy(3, 2, numbers), "train-images-idx3-ubyte");
    try {
        (void)load_table(both);
        ADD_FAILURE() << "two readers know it";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("an array of NumPy and pictures in the idx format at once; say which it is "
                                            "with --reader npy or --reader idx"));
    }
    EXPECT_EQ(load_table(look_at(both, FileFormat::npy)).rows, 3);
    const InputFile unclear = look_at(both, FileFormat::text);
    EXPECT_THAT(unclear.claims, ElementsAre(FileFormat::npy, FileFormat::idx)) << "nothing says that it is a text";
}

} // namespace
} // namespace pairscope
