// SPDX-License-Identifier: MIT
// Loading takes time in proportion to the file. The yardstick is an ordinary table of the same size.
#include "kernels/data/table.h"
#include "tests/kernels/cancelled_reading.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace pairscope {

namespace {

using testing::HasSubstr;

double thread_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// The least of three tries, because the first pays for cold memory [s].
double load_seconds(const std::filesystem::path& path) {
    double least = 1e9;
    for (int i = 0; i < 3 && least > 0.0; ++i) {
        const double start = thread_seconds();
        (void)refusal([&] { (void)load_table(path); });
        least = std::min(least, thread_seconds() - start);
        if (least > 5.0) break; // a quadratic loader need not be waited for three times
    }
    return least;
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

/// How many times longer a table takes than ten columns of numbers in as many bytes, all of whose rows are kept.
double cost_of(const std::string& bytes) {
    const TemporaryFolder folder;
    const std::string row = "0.12345,1.2345,12.345,123.45,1234.5,0.5,0.25,0.125,1,12\n";
    const double usual = load_seconds(folder.file("usual.csv", repeated(row, bytes.size() / row.size() + 1)));
    return load_seconds(folder.file("odd.csv", bytes)) / usual;
}

constexpr double about_as_long = 6.0; ///< a quadratic loader takes hundreds of times as long

} // namespace

TEST(load_cost, of_a_wide_table_is_linear) {
    const std::string row = repeated("0.1234,", 999) + "0.1234\n";
    EXPECT_LT(cost_of(repeated(row, 250)), about_as_long);
}

TEST(load_cost, of_doubled_quotes_is_linear) {
    const std::string row = "\"" + repeated("\"\"", 200'000) + "\",1,2\n";
    EXPECT_LT(cost_of("name,x,y\n" + repeated(row, 4)), about_as_long);
}

TEST(load_cost, of_many_columns_of_one_name_is_linear) {
    const std::string name = std::string(500, 'x');
    const std::string header = repeated(name + ",", 1023) + name + "\n", row = repeated("1,", 1023) + "1\n";
    EXPECT_LT(cost_of(header + repeated(row, 2)), 4 * about_as_long) << "each name is written anew";
}

TEST(load_cost, of_a_quote_that_is_never_closed_is_linear) {
    EXPECT_LT(cost_of("name,x,y\nA,1,2\n\"B,3,4\n" + repeated("C,5,6\n", 400'000)), about_as_long);
}

TEST(load_cost, of_a_wide_table_of_texts_stays_within_its_memory) {
    const std::string row = repeated(std::string(99, 'a') + ",", 1000) + "1,2\n";
    const std::string rows = gzipped(repeated(row, 100)); // 10 MB unpacked
    const TemporaryFolder folder;
    EXPECT_THAT(refusal([&] { (void)load_table(folder.file("texts.csv.gz", repeated(rows, 28))); }),
                HasSubstr("its text takes more than 256 MiB of memory; keep only the columns that you need"));
}

TEST(load_cost, of_cells_of_one_character_is_linear) {
    for (const char* cell : {"7,", "a,"}) {
        const std::string row = repeated(cell, 999) + "1\n";
        EXPECT_LT(cost_of(repeated(row, 2000)), 3 * about_as_long) << cell << ": it has three times as many cells";
    }
}

TEST(load_cost, of_the_rows_left_out_of_a_sparse_npy_is_nothing) {
    const TemporaryFolder folder;
    for (const char* order : {"False", "True"}) {
        const std::string dictionary =
            std::string("{'descr': '<f8', 'fortran_order': ") + order + ", 'shape': (100000000, 2), }";
        const std::string header =
            "\x93NUMPY\x01" + std::string(1, '\0') + char(dictionary.size()) + std::string(1, '\0') + dictionary;
        const auto path = folder.file("sparse.npy", header);
        std::filesystem::resize_file(path, header.size() + std::uintmax_t{1'600'000'000});
        EXPECT_LT(load_seconds(path), 0.1) << "a second or more if every byte of 1.6 GB is read";
        const Table table = load_table(path);
        EXPECT_EQ(table.rows, max_rows);
        EXPECT_EQ(table.total_rows, 100'000'000);
        std::filesystem::resize_file(path, header.size() + std::uintmax_t{1'599'999'999});
        EXPECT_THAT(refusal([&] { (void)load_table(path); }),
                    HasSubstr("promises 1 600 000 000 bytes of numbers (100 000 000 x 2, <f8) but only 1 599 999 999"));
    }
}

TEST(load_cost, ends_within_100_ms_when_it_is_cancelled) {
    const TemporaryFolder folder; // half a gigabyte unpacked
    const std::string member = gzipped(repeated("0.25,0.75\n", 1'000'000));
    const auto path = folder.file("large.csv.gz", repeated(member, 50));
    const auto read = [&](const std::stop_token& stop) {
        EXPECT_THAT(refusal([&] { (void)load_table(path, stop); }),
                    HasSubstr("large.csv.gz: reading it was cancelled; open it again"));
    };
    EXPECT_LT(seconds_when_cancelled(std::chrono::milliseconds(20), read), 0.12);
}

} // namespace pairscope
