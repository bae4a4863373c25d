// SPDX-License-Identifier: MIT
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pairscope {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
    std::string text = dictionary + std::string(64 - (10 + dictionary.size() + 1) % 64, ' ') + "\n";
    std::string length = {static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
    if (version > 1) length += std::string(2, '\0');
    return "\x93NUMPY" + std::string{static_cast<char>(version), '\0'} + length + text + data;
}

std::string dictionary(const std::string& type, bool fortran_order, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': " + (fortran_order ? "True" : "False") + ", 'shape': " + shape +
           ", }";
}

template <class T> std::string bytes_of_items(const std::vector<double>& values, bool big_endian) {
    std::string bytes;
    for (const double value : values) {
        auto item = std::bit_cast<std::array<char, sizeof(T)>>(static_cast<T>(value));
        if (big_endian) std::reverse(item.begin(), item.end());
        bytes.append(item.data(), item.size());
    }
    return bytes;
}

Table npy_table(const std::string& bytes) {
    const TemporaryFolder folder;
    return load_table(folder.file("points.npy", bytes));
}

std::string refusal_of(const std::string& bytes) {
    return refusal([&] { (void)npy_table(bytes); });
}

/// The 3 x 2 array 1 2 / 3 4 / 5 6, in all four layouts.
template <class T> void expect_read(const std::string& kind) {
    for (const bool big_endian : {false, true}) {
        for (const bool fortran_order : {false, true}) {
            const std::string type = (sizeof(T) == 1 ? "|" : big_endian ? ">" : "<") + kind;
            const std::vector<double> c_order{1, 2, 3, 4, 5, 6}, f_order{1, 3, 5, 2, 4, 6};
            const std::string data = bytes_of_items<T>(fortran_order ? f_order : c_order, big_endian);
            const Table table = npy_table(npy(dictionary(type, fortran_order, "(3, 2)"), data));
            EXPECT_EQ(table.format, "NumPy " + type + (fortran_order ? ", Fortran order" : ", C order"));
            ASSERT_EQ(table.rows, 3);
            EXPECT_THAT(table.columns[0].numbers, ElementsAre(1, 3, 5)) << table.format;
            EXPECT_THAT(table.columns[1].numbers, ElementsAre(2, 4, 6)) << table.format;
        }
    }
}

const std::string six_floats = bytes_of_items<float>({1, 2, 3, 4, 5, 6}, false);

} // namespace

template <class T> std::string whole_numbers(const std::string& type, const std::vector<T>& numbers) {
    std::string bytes;
    for (const T number : numbers) {
        const auto item = std::bit_cast<std::array<char, sizeof(T)>>(number);
        bytes.append(item.data(), item.size());
    }
    return npy(dictionary(type, false, "(2, 2)"), bytes);
}

TEST(npy, whole_numbers_that_a_double_rounds_are_told) {
    EXPECT_THAT(npy_table(whole_numbers<std::int64_t>("<i8", {1700000000000001000, 0, 1700000000000002000, 1})).notes,
                ElementsAre("as coordinates, 2 whole numbers beyond 9 007 199 254 740 992 are rounded: "
                            "1700000000000001000 in row 0, column 0 (counted from 0) is 1700000000000001024"));
    EXPECT_THAT(npy_table(whole_numbers<std::uint64_t>("<u8", {18446744073709551615u, 0, 5, 1})).notes,
                ElementsAre(HasSubstr("1 whole number beyond 9 007 199 254 740 992 is rounded: 18446744073709551615")));
    EXPECT_THAT(npy_table(whole_numbers<std::int64_t>("<i8", {-9223372036854775807, 0, 5, 1})).notes,
                ElementsAre(HasSubstr("-9223372036854775807")));
    EXPECT_TRUE(npy_table(whole_numbers<std::int64_t>(
                              "<i8", {std::numeric_limits<std::int64_t>::min(), 1700000000000000000, 1ll << 53, 1}))
                    .notes.empty());
    const TemporaryFolder folder;
    const auto file =
        folder.file("v.npy", whole_numbers<std::int64_t>("<i8", {1700000000000001000, 0, 1700000000000002000, 1}));
    const InputRule rule{.rows = {1, 100}, .dims = {1, 64}};
    EXPECT_THAT(load_vectors(file, rule, 100).note,
                HasSubstr("2 whole numbers beyond 9 007 199 254 740 992 are rounded"));
}

TEST(npy, of_float16_is_read_exactly) {
    const std::vector<std::uint16_t> bits{0x3c00, 0x3555, 0x0001, 0x03ff, 0x7bff,
                                          0x8000, 0xc500, 0x7c00, 0xfc00, 0x7e00};
    const std::vector<double> values{1.0, 0.333251953125, std::ldexp(1.0, -24), std::ldexp(1023.0, -24), 65504.0, -0.0,
                                     -5.0};
    for (const bool big_endian : {false, true}) {
        std::string data;
        for (const std::uint16_t item : bits) {
            const char low = static_cast<char>(item & 0xff), high = static_cast<char>(item >> 8);
            data += big_endian ? std::string{high, low} : std::string{low, high};
        }
        const Table table = npy_table(npy(dictionary(big_endian ? ">f2" : "<f2", true, "(5, 2)"), data));
        std::vector<double> found = table.columns[0].numbers;
        found.insert(found.end(), table.columns[1].numbers.begin(), table.columns[1].numbers.end());
        for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(found[i], values[i]) << i;
        EXPECT_TRUE(std::signbit(found[5]));
        EXPECT_TRUE(std::isinf(found[7]) && found[7] > 0.0 && std::isinf(found[8]) && found[8] < 0.0);
        EXPECT_TRUE(std::isnan(found[9]));
    }
}

TEST(npy, of_truth_values_is_0_and_1) {
    const Table table = npy_table(npy(dictionary("|b1", false, "(2, 2)"), std::string("\0\1\1\0", 4)));
    EXPECT_THAT(table.columns[0].numbers, ElementsAre(0, 1));
    EXPECT_THAT(table.columns[1].numbers, ElementsAre(1, 0));
}

TEST(npy, every_type_order_and_byte_order_is_read) {
    expect_read<float>("f4");
    expect_read<double>("f8");
    expect_read<std::int8_t>("i1");
    expect_read<std::int16_t>("i2");
    expect_read<std::int32_t>("i4");
    expect_read<std::int64_t>("i8");
    expect_read<std::uint8_t>("u1");
    expect_read<std::uint16_t>("u2");
    expect_read<std::uint32_t>("u4");
    expect_read<std::uint64_t>("u8");
}

TEST(npy, versions_one_to_three_are_read) {
    for (const int version : {1, 2, 3}) {
        EXPECT_EQ(npy_table(npy(dictionary("<f4", false, "(3, 2)"), six_floats, version)).rows, 3) << version;
    }
}

TEST(npy, gzipped_is_read) {
    const Table table = npy_table(gzipped(npy(dictionary("<f4", false, "(2, 3)"), six_floats)));
    EXPECT_EQ(table.format, "gzipped NumPy <f4, C order");
    ASSERT_EQ(table.columns.size(), 3u);
    EXPECT_THAT(table.columns[2].numbers, ElementsAre(3, 6));
}

TEST(npy, the_first_rows_are_kept_and_the_others_counted) {
    std::vector<double> values;
    for (int i = 0; i < 2 * 1'000'003; ++i) values.push_back(i);
    for (const bool fortran_order : {false, true}) {
        const std::string data = bytes_of_items<std::int32_t>(values, false);
        const Table table = npy_table(npy(dictionary("<i4", fortran_order, "(1000003, 2)"), data));
        EXPECT_EQ(table.rows, max_rows);
        EXPECT_EQ(table.total_rows, 1'000'003);
        ASSERT_EQ(table.columns[1].numbers.size(), 1'000'000u);
        EXPECT_EQ(table.columns[1].numbers[0], fortran_order ? 1'000'003.0 : 1.0);
    }
}

TEST(npy, a_header_cut_short_is_refused) {
    const std::string whole = npy(dictionary("<f4", false, "(3, 2)"), six_floats);
    for (const std::size_t length : {std::size_t{6}, std::size_t{8}, std::size_t{9}, std::size_t{30}}) {
        EXPECT_THAT(refusal_of(whole.substr(0, length)), HasSubstr("points.npy: its .npy header is cut short; save"))
            << length;
    }
}

TEST(npy, data_cut_short_are_refused) {
    const std::string whole = npy(dictionary("<f4", false, "(3, 2)"), six_floats);
    EXPECT_THAT(
        refusal_of(whole.substr(0, whole.size() - 5)),
        HasSubstr("its header promises 24 bytes of numbers (3 x 2, <f4) but only 19 follow; copy the file again"));
    EXPECT_THAT(refusal_of(gzipped(whole.substr(0, whole.size() - 24))), HasSubstr("but only 0 follow"));
}

TEST(npy, a_header_that_lies_is_refused_without_taking_memory) {
    EXPECT_THAT(refusal_of(npy(dictionary("<f8", false, "(30000, 1000)"), six_floats)),
                HasSubstr("its header promises 240 000 000 bytes of numbers (30 000 x 1000, <f8) but only 24 follow"));
    EXPECT_THAT(refusal_of(npy(dictionary("<f8", true, "(200000000000000, 2)"), six_floats)),
                HasSubstr("but only 24 follow"));
    EXPECT_THAT(refusal_of(npy(dictionary("<f8", false, "(9000000000000000000, 2)"), "")),
                HasSubstr("more than any disk holds"));
    EXPECT_THAT(refusal_of(npy(dictionary("<f4", false, "(2, 2)"), six_floats)),
                HasSubstr("its header promises 16 bytes of numbers and more follow"));
    EXPECT_THAT(refusal_of("\x93NUMPY\x02" + std::string("\0\xff\xff\xff\x7f", 5)),
                HasSubstr("claims a length of 2 147 483 647 bytes"));
    EXPECT_THAT(refusal_of("\x93NUMPY\x09" + std::string(100, '\0')),
                HasSubstr("it is .npy version 9, and versions 1 to 3 are known"));
}

TEST(npy, arrays_that_are_no_points_are_refused) {
    EXPECT_THAT(refusal_of(npy(dictionary("<f4", false, "(6,)"), six_floats)),
                HasSubstr("its array has shape (6,); reshape it to (n, 2), with one row per point"));
    EXPECT_THAT(refusal_of(npy(dictionary("<f4", false, "(1, 3, 2)"), six_floats)), HasSubstr("shape (1, 3, 2)"));
    EXPECT_THAT(refusal_of(npy(dictionary("<f4", false, "(0, 2)"), "")),
                HasSubstr("shape (0, 2), which is empty; save an array with at least one row"));
    EXPECT_THAT(refusal_of(npy(std::string(70, ' '), six_floats)),
                HasSubstr("its .npy header names no type of numbers"));
    EXPECT_THAT(refusal_of(npy(dictionary("<f4", false, "()"), "")), HasSubstr("shape ()"));
    EXPECT_THAT(refusal_of(npy(dictionary("<f4", false, "(2, 5000)"), "")), HasSubstr("transpose it"));
    EXPECT_THAT(refusal_of(npy(dictionary("<c8", false, "(3, 2)"), six_floats)),
                HasSubstr("its numbers are of type '<c8'; convert them with astype('float32')"));
    EXPECT_THAT(refusal_of(npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (3,), }", six_floats)),
                HasSubstr("named fields"));
    for (const char* text : {"{}", "{'descr': '<f4'}", "{'descr': '<f4', 'fortran_order': False, 'shape': (3, -2), }",
                             "{'descr': '<", "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (3, 2), }"}) {
        EXPECT_THAT(refusal_of(npy(text, six_floats)), HasSubstr("cannot read ")) << text;
    }
}

TEST(npy, a_number_beyond_float_is_named) {
    const std::string data = bytes_of_items<double>({1, 2, 3, -1e300, 5, 6}, false);
    EXPECT_THAT(
        refusal_of(npy(dictionary("<f8", false, "(3, 2)"), data)),
        HasSubstr("row 1, column 1 (counted from 0) has -1e+300, beyond the 3.4e38 that float32 can hold; scale the "
                  "array down"));
}

} // namespace pairscope
