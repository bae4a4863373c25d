// SPDX-License-Identifier: MIT
// Sets of vectors as large as workloads take them.
#include "kernels/data/errors.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/temporary_folder.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace pairscope {
namespace {

/// A .npy file, version 1.0. What is not written of it is zero, and takes no room on a disk.
std::filesystem::path npy_file(const TemporaryFolder& folder, std::string_view type, std::string_view shape,
                               std::int64_t bytes) {
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    header.append(118 - header.size() - 1, ' ');
    header += '\n';
    const auto file = folder.file("large.npy", std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header);
    std::filesystem::resize_file(file, 128 + std::uintmax_t(bytes));
    return file;
}

void write_byte(const std::filesystem::path& file, std::int64_t at, char value) {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(128 + at);
    stream.put(value);
}

TEST(LargeVectors, of_a_file_with_more_rows_than_are_read_are_its_first_rows) {
    const TemporaryFolder folder;
    constexpr std::int64_t rows = 1'100'000;
    const auto file = npy_file(folder, "<f8", "(1100000, 2)", rows * 16);
    const InputRule rule{.rows = {2, max_rows}, .dims = {1, 1024}};
    const Dataset data = load_vectors(file, rule, max_rows);
    EXPECT_EQ(data.rows, max_rows);
    EXPECT_EQ(data.dims, 2) << "no workload takes two vectors of so many coordinates";
    EXPECT_NE(data.note.find("first 1 000 000 of 1 100 000 rows"), std::string::npos) << data.note;
    const InputRule few{.rows = {1, 2}, .dims = {1, 1 << 21}};
    EXPECT_EQ(load_vectors(file, few, 2).dims, rows) << "here the columns are the vectors";
}

TEST(LargeVectors, sixty_thousand_pictures_of_bytes_are_read) {
    const TemporaryFolder folder;
    constexpr std::int64_t rows = 60'000, dims = 784;
    const auto file = npy_file(folder, "|u1", "(60000, 28, 28)", rows * dims);
    write_byte(file, rows * dims - 1, '\x7f');
    const InputRule rule{.element = Element::uint8, .rows = {2, 1 << 20}, .dims = {1, 65535}};
    const Dataset data = load_vectors(file, rule, rule.rows.most);
    EXPECT_EQ(data.rows, rows);
    EXPECT_EQ(data.dims, dims) << "all dimensions but the first become one";
    EXPECT_EQ(std::get<std::vector<std::uint8_t>>(data.values).back(), 0x7f);
}

TEST(LargeVectors, two_vectors_of_2_to_the_26_numbers_are_read) {
    const TemporaryFolder folder;
    constexpr std::int64_t dims = std::int64_t{1} << 26;
    const auto file = npy_file(folder, "<f4", "(2, 67108864)", 2 * dims * 4);
    write_byte(file, 2 * dims * 4 - 1, '\x40'); // the last number becomes 2
    const InputRule rule{.rows = {2, 2}, .dims = {1, std::int64_t{1} << 27}};
    const Dataset data = load_vectors(file, rule, rule.rows.most);
    EXPECT_EQ(data.rows, 2);
    EXPECT_EQ(data.dims, dims);
    EXPECT_EQ(coordinates(data).back(), 2.0f);
}

TEST(LargeVectors, a_plain_list_of_2_to_the_27_numbers_is_one_vector) {
    const TemporaryFolder folder;
    constexpr std::int64_t dims = std::int64_t{1} << 27;
    const auto file = npy_file(folder, "<f4", "(134217728,)", dims * 4);
    const InputRule rule{.rows = {1, 2}, .dims = {1, dims}};
    const Dataset data = load_vectors(file, rule, rule.rows.most);
    EXPECT_EQ(data.rows, 1);
    EXPECT_EQ(data.dims, dims);
}

} // namespace
} // namespace pairscope
