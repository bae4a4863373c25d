// SPDX-License-Identifier: MIT
// Files in the idx format, as MNIST is published: read with their labels, and refused with a reason where they lie.
#include "kernels/data/readers/idx.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string header(int kind, std::initializer_list<std::uint32_t> extent) {
    std::string bytes{'\0', '\0', static_cast<char>(kind), static_cast<char>(extent.size())};
    for (const std::uint32_t count : extent)
        for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<char>(count >> shift & 255));
    return bytes;
}

class IdxFiles : public ::testing::Test {
protected:
    std::filesystem::path save(const std::string& name, const std::string& bytes) const {
        const std::filesystem::path path = folder.path() / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    [[nodiscard]] static Dataset load(const std::filesystem::path& path, std::int64_t most_rows = 1000) {
        return load_vectors(path, {.sets = 1, .element = Element::uint8, .rows = {1, 1000}, .dims = {1, 1000}},
                            most_rows);
    }
    [[nodiscard]] static std::string refusal_of(const std::filesystem::path& path) {
        try {
            (void)load(path);
        } catch (const InputError& error) {
            return error.what();
        }
        return "it was read";
    }
    TemporaryFolder folder;
};

const std::string six_bytes{1, 2, 3, 4, 5, static_cast<char>(250)};

TEST_F(IdxFiles, hold_pictures_with_the_width_of_a_row) {
    const Dataset data = load(save("train-images-idx3-ubyte", header(8, {1, 2, 3}) + six_bytes));
    EXPECT_EQ(data.rows, 1);
    EXPECT_EQ(data.dims, 6);
    EXPECT_EQ(data.picture_width, 3);
    EXPECT_THAT(std::get<std::vector<std::uint8_t>>(data.values), ElementsAre(1, 2, 3, 4, 5, 250));
    EXPECT_THAT(data.labels, IsEmpty());
}

TEST_F(IdxFiles, have_labels_beside_them) {
    const auto pictures = save("train-images-idx3-ubyte", header(8, {3, 1, 2}) + six_bytes);
    (void)save("train-labels-idx1-ubyte", header(8, {3}) + std::string{7, 0, 9});
    EXPECT_THAT(load(pictures).labels, ElementsAre("7", "0", "9"));
    EXPECT_THAT(load(pictures, 2).labels, ElementsAre("7", "0"));
    EXPECT_THAT(load(pictures, 2).note, HasSubstr("first 2 of 3 rows"));
    (void)save("train-labels-idx1-ubyte", header(8, {2}) + std::string{7, 0});
    const Dataset without = load(pictures);
    EXPECT_THAT(without.labels, IsEmpty());
    EXPECT_THAT(without.note, HasSubstr("train-labels-idx1-ubyte are left out, because there are 2 for 3 rows"));
    (void)save("train-labels-idx1-ubyte", header(8, {3, 2}) + std::string{7, 0, 9, 7, 0, 9});
    EXPECT_THAT(load(pictures).note, HasSubstr("train-labels-idx1-ubyte are left out, because they are 3 x 2 numbers, "
                                               "and each row takes one"));
}

TEST_F(IdxFiles, are_read_without_labels_that_are_damaged) {
    const auto pictures = save("train-images-idx3-ubyte", header(8, {3, 1, 2}) + six_bytes);
    for (const std::string& damaged : {std::string("<html>"), header(8, {3}).substr(0, 6), header(8, {3}) + "\7"}) {
        (void)save("train-labels-idx1-ubyte", damaged);
        const Dataset without = load(pictures);
        EXPECT_EQ(without.rows, 3);
        EXPECT_THAT(without.labels, IsEmpty());
        EXPECT_THAT(without.note, HasSubstr("its labels are left out, because they cannot be read: "));
        EXPECT_THAT(without.note, HasSubstr("train-labels-idx1-ubyte"));
    }
}

TEST_F(IdxFiles, may_be_plain_vectors_and_wider_numbers) {
    const Dataset data = load(save("vectors.idx", header(0x0c, {2, 1}) + std::string{0, 0, 0, '\xc8', 0, 0, 0, 3}));
    EXPECT_THAT(std::get<std::vector<std::uint8_t>>(data.values), ElementsAre(200, 3));
    EXPECT_EQ(data.picture_width, 0);
    EXPECT_THAT(refusal_of(save("a.idx", header(0x0c, {1, 1}) + std::string{0, 0, 1, 0})),
                HasSubstr("row 0, coordinate 0 (counted from 0) has 256, but this workload takes whole numbers"));
}

TEST_F(IdxFiles, are_refused_with_a_reason_where_they_lie) {
    EXPECT_THAT(refusal_of(save("t10k-images-idx3-ubyte", "<html>not found</html>")),
                AllOf(HasSubstr("t10k-images-idx3-ubyte"), HasSubstr("begins with the bytes 3c 68 74 6d")));
    EXPECT_THAT(refusal_of(save("a-images-idx3-ubyte", "")), HasSubstr("but it is empty"));
    EXPECT_THAT(refusal_of(save("b-images-idx3-ubyte", header(8, {1, 2, 3}).substr(0, 9))),
                HasSubstr("ends in its header"));
    EXPECT_THAT(refusal_of(save("c-images-idx3-ubyte", header(8, {2, 2, 3}) + six_bytes)),
                AllOf(HasSubstr("promises 12 bytes of numbers (2 x 2 x 3)"), HasSubstr("only 6 follow")));
    EXPECT_THAT(refusal_of(save("d-images-idx3-ubyte", header(8, {1, 1, 3}) + six_bytes)), HasSubstr("more follow"));
    EXPECT_THAT(refusal_of(save("e-images-idx3-ubyte", header(8, {1, 0, 3}) + six_bytes)),
                HasSubstr("is not possible"));
    const std::uint32_t huge = 0xffffffffu;
    EXPECT_THAT(refusal_of(save("f-images-idx3-ubyte", header(8, {huge, huge, huge}) + six_bytes)),
                HasSubstr("is not possible"));
    EXPECT_THAT(refusal_of(save("g-images-idx3-ubyte", header(8, {1, 40, 40}) + six_bytes)),
                HasSubstr("1 600 coordinates, and this workload takes 1 to 1 000"));
    EXPECT_THAT(refusal_of(save("h-images-idx3-ubyte.gz", header(8, {1, 2, 3}) + six_bytes)), HasSubstr("it was read"))
        << "a file that is not packed is read, whatever its name";
}

TEST_F(IdxFiles, that_are_packed_badly_are_refused) {
    const std::string whole = header(8, {1, 2, 3}) + six_bytes;
    EXPECT_EQ(load(save("a-images-idx3-ubyte.gz", gzipped(whole))).dims, 6);
    EXPECT_THAT(refusal_of(save("b-images-idx3-ubyte.gz", gzipped(whole).substr(0, gzipped(whole).size() - 9))),
                AllOf(HasSubstr("b-images-idx3-ubyte.gz"), HasSubstr("gzip data is cut short"),
                      HasSubstr("download the file again")));
    std::string damaged = gzipped(whole);
    damaged[damaged.size() - 6] = char(damaged[damaged.size() - 6] ^ 0x55); // in the check sum
    EXPECT_THAT(refusal_of(save("c-images-idx3-ubyte.gz", damaged)), HasSubstr("gzip data is damaged"));
    EXPECT_THAT(refusal_of(save("d-images-idx3-ubyte.gz", "this is no gzip file, and no idx file")),
                AllOf(HasSubstr("begins with the bytes 74 68 69 73"), HasSubstr("download the file again")));
    EXPECT_THAT(refusal_of(save("e-images-idx3-ubyte.gz", gzipped("<html>not found</html>"))),
                HasSubstr("begins with the bytes 3c 68 74 6d"));
}

TEST_F(IdxFiles, with_a_wrong_magic_number_are_refused) {
    for (const std::string& magic : {std::string("\x00\x00\x0a\x03", 4), std::string("\x00\x00\x08\x00", 4),
                                     std::string("\x00\x00\x08\x63", 4), std::string("\x08\x03\x00\x00", 4)})
        EXPECT_THAT(refusal_of(save("train-images-idx3-ubyte", magic + header(8, {1, 2, 3}).substr(4) + six_bytes)),
                    AllOf(HasSubstr("its name says idx, but it begins with the bytes"),
                          HasSubstr("; download the file again")));
}

TEST_F(IdxFiles, of_labels_are_no_vectors_of_many_coordinates) {
    const Dataset labels = load(save("train-labels-idx1-ubyte", header(8, {3}) + std::string{7, 0, 9}));
    EXPECT_EQ(labels.rows, 3);
    EXPECT_EQ(labels.dims, 1) << "a list of numbers is a list of vectors of one coordinate";
}

} // namespace
} // namespace pairscope
