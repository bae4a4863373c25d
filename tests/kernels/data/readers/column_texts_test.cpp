// SPDX-License-Identifier: MIT
// Names of rows are the file's text, also where its cells are numbers.
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <bit>
#include <cstdint>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ColumnTexts : public ::testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] std::vector<std::string> texts(const std::string& bytes, std::size_t column,
                                                 const char* name = "table.csv") const {
        const Table table = load_table(folder.file(name, bytes), {}, {.least = 1});
        EXPECT_TRUE(table.columns[column].is_numeric());
        return column_texts(table, table.columns[column], table.rows);
    }
};

/// An array of NumPy with the bytes of its items.
std::string array_file(const std::string& type, bool fortran, const std::string& shape, const std::string& items) {
    const std::string dictionary =
        fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", type, fortran ? "True" : "False", shape);
    return "\x93NUMPY\x01" + std::string(1, '\0') + char(dictionary.size()) + std::string(1, '\0') + dictionary + items;
}

template <class T> std::string raw_bytes(std::initializer_list<T> items) {
    std::string bytes;
    for (const T item : items) {
        const auto raw = std::bit_cast<std::array<char, sizeof(T)>>(item);
        bytes.append(raw.data(), raw.size());
    }
    return bytes;
}

TEST_F(ColumnTexts, are_those_of_the_file) {
    EXPECT_THAT(texts("id,x\n007,1\n0070,2\n012,3\n", 0), ElementsAre("007", "0070", "012"));
    EXPECT_THAT(texts("id,x\n0E8,1\n1E3,2\n1000,3\n2E5,4\n", 0), ElementsAre("0E8", "1E3", "1000", "2E5"));
    EXPECT_THAT(texts("id,x\n1000001,1\n1234567890123456789,2\n1234567890123456788,3\n", 0),
                ElementsAre("1000001", "1234567890123456789", "1234567890123456788"));
    EXPECT_THAT(texts("x\ty\n5.10\t1\n+5\t2\n\xe2\x88\x92"
                      "5\t3\n1,234.5\t4\n1.5D+03\t5\n$7\t6\n",
                      0),
                ElementsAre("5.10", "+5",
                            "\xe2\x88\x92"
                            "5",
                            "1,234.5", "1.5D+03", "$7"));
    EXPECT_THAT(texts("x;y\n1,50;2\n-0;3\n", 0), ElementsAre("1,50", "-0"));
}

TEST_F(ColumnTexts, of_missing_numbers_are_those_of_the_file) {
    EXPECT_THAT(texts("id,x\n1.0,1\n,2\nNA,3\n#N/A,4\nnan,5\n", 0), ElementsAre("1.0", "", "NA", "#N/A", "nan"));
    EXPECT_THAT(texts("id,x\n1,1\n,2\n3,3\n", 0), ElementsAre("1", "", "3"));
}

TEST_F(ColumnTexts, stay_with_their_rows_whatever_stands_between_them) {
    const std::string header = "note,id,x\n";
    const std::string rows = "\"two\nlines\",01,1\n\n# 5 no row\nred,02,2\n#tag,03,3\n\"a, \"\"b\"\"\",\"04\",4\n";
    for (const std::string& start : {std::string(), std::string("\xef\xbb\xbf"), std::string("sep=,\n")})
        EXPECT_THAT(texts(start + header + rows, 1), ElementsAre("01", "02", "03", "04")) << start;
    EXPECT_THAT(texts(gzipped(header + rows), 1, "table.csv.gz"), ElementsAre("01", "02", "03", "04"));
    EXPECT_THAT(texts(rows, 1), ElementsAre("01", "02", "03", "04")) << "without a header";
    EXPECT_THAT(texts("id\tx\r01\t1\r02\t2\r", 0), ElementsAre("01", "02")) << "of an old Macintosh";
    EXPECT_THAT(texts("id x\r\n 01   1\r\n\r\n 02 \t 2\r\n", 0), ElementsAre("01", "02"));
    EXPECT_THAT(texts("a 01 2\n\" 03 4\nb 05 6\n\" 07 8\n", 1), ElementsAre("01", "03", "05", "07"))
        << "quotation marks that are words";
}

TEST_F(ColumnTexts, of_plain_whole_numbers_need_no_file) {
    const auto path = folder.file("table.csv", "id,x,gap\n-12,1.50,1\n0,2,\n7,3,5\n123456789012345,4,6\n");
    const Table table = load_table(path);
    std::filesystem::remove(path);
    EXPECT_THAT(column_texts(table, table.columns[0], 4), ElementsAre("-12", "0", "7", "123456789012345"));
    for (const std::size_t k : {1u, 2u}) // numbers do not tell whether a cell is empty or "NA"
        EXPECT_THAT(refusal([&] { (void)column_texts(table, table.columns[k], 4); }),
                    HasSubstr("there is no such file"));
}

TEST_F(ColumnTexts, of_a_file_that_changed_are_refused) {
    const auto path = folder.file("table.csv", "id,x\n007,1\n008,2\n");
    const Table table = load_table(path);
    (void)folder.file("table.csv", "id,x\n007,1\n008,2\n009,3\n");
    EXPECT_THAT(refusal([&] { (void)column_texts(table, table.columns[0], 2); }),
                HasSubstr("it changed since its numbers were read; open it again"));
}

TEST_F(ColumnTexts, of_arrays_have_all_digits_of_their_type) {
    for (const bool fortran : {false, true}) {
        const auto whole = fortran ? raw_bytes<std::int64_t>({1234567890123456789, 7, 1, 2})
                                   : raw_bytes<std::int64_t>({1234567890123456789, 1, 7, 2});
        EXPECT_THAT(texts(array_file("<i8", fortran, "(2, 2)", whole), 0, "a.npy"),
                    ElementsAre("1234567890123456789", "7"));
        EXPECT_THAT(texts(array_file("<i8", fortran, "(2, 2)", whole), 1, "a.npy"), ElementsAre("1", "2"));
    }
    EXPECT_THAT(texts(array_file("<f4", false, "(2, 2)", raw_bytes<float>({0.1f, 1.0f, 1e6f, 2.0f})), 0, "a.npy"),
                ElementsAre("0.1", "1000000"));
    EXPECT_THAT(texts(array_file("|u1", false, "(2, 2)", "\x07\x01\xff\x02"), 0, "a.npy"), ElementsAre("7", "255"));
}

TEST_F(ColumnTexts, of_missing_numbers_are_those_of_their_cells) {
    for (const char* missing : {"NA", "", "n/a", "#N/A", "nan"}) {
        SCOPED_TRACE(missing);
        EXPECT_THAT(texts(fmt::format("id,x\n1,1\n{},2\n3,4\n", missing), 0), ElementsAre("1", missing, "3"));
        EXPECT_THAT(texts(fmt::format("id,x\n1.5,1\n{},2\n3,4\n", missing), 0), ElementsAre("1.5", missing, "3"));
        EXPECT_THAT(texts(fmt::format("id,x\n007,1\n{},2\n3,4\n", missing), 0), ElementsAre("007", missing, "3"));
    }
}

TEST_F(ColumnTexts, label_points_and_vectors) {
    const std::string bytes = "code,x,y\n007,1,2\n0070,3,4\n1E3,5,6\n";
    const auto path = folder.file("codes.csv", bytes);
    const Table table = load_table(path);
    ColumnChoice choice = likely_columns(table, "code");
    EXPECT_EQ(choice.x + choice.y, "xy");
    EXPECT_THAT(dataset_from(table, choice, 3, Order::as_loaded).labels, ElementsAre("007", "0070", "1E3"));
    const Dataset sorted = dataset_from(table, choice, 3, Order::hilbert);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(sorted.labels[i],
                  (std::vector<std::string>{"007", "0070", "1E3"}[std::size_t(sorted.source_rows[i])]));

    const InputRule rule{.rows = {1, 100}, .dims = {1, 64}};
    const Dataset vectors = load_vectors(path, rule, {.most_rows = 100, .label = "code"});
    EXPECT_THAT(vectors.labels, ElementsAre("007", "0070", "1E3"));
    EXPECT_THAT(vectors.axes, ElementsAre("x", "y")) << "names are no coordinates";
    EXPECT_THAT(vectors.note, HasSubstr("column 'code' holds the labels and is not a coordinate"));
    const Dataset both =
        load_vectors(path, rule, {.most_rows = 100, .columns = {.names = {"code", "y"}}, .label = "code"});
    EXPECT_THAT(both.axes, ElementsAre("code", "y")) << "a user chose it";
    EXPECT_THAT(both.labels, ElementsAre("007", "0070", "1E3"));
}

TEST_F(ColumnTexts, of_classes_are_not_rounded) {
    const InputRule rule{.rows = {1, 100}, .dims = {1, 64}};
    const Dataset data = load_vectors(
        folder.file("classes.csv", "class,s1,s2\n1000001,5.1,2.0\n1000002,5.0,2.1\n-1,0.3,8.8\n"), rule, 100);
    EXPECT_THAT(data.labels, ElementsAre("1000001", "1000002", "-1"));
    EXPECT_EQ(data.dims, 2);
}

TEST_F(ColumnTexts, of_an_array_label_its_vectors) {
    const InputRule rule{.rows = {1, 100}, .dims = {1, 64}};
    const auto path =
        folder.file("a.npy", array_file("<f8", false, "(2, 3)", raw_bytes<double>({5, 0.25, 1, 6, 0.5, 2})));
    const Dataset data = load_vectors(path, rule, {.most_rows = 100, .label = "column 1"});
    EXPECT_THAT(data.labels, ElementsAre("5", "6"));
    EXPECT_EQ(data.dims, 2);
    EXPECT_THAT(load_vectors(path, rule, 100).labels, IsEmpty());
}

} // namespace
} // namespace pairscope
