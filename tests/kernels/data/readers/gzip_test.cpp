// SPDX-License-Identifier: MIT
// Gzip files, whole and harmed, and files that change while they are read.
#include "kernels/data/readers/byte_source.h"
#include "kernels/data/table.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <sys/resource.h>

#include <array>

namespace pairscope {

namespace {

using testing::HasSubstr;

std::string rows(int count) {
    std::string text = "x,y\n";
    for (int i = 0; i < count; ++i) text += std::to_string(i) + "," + std::to_string(std::int64_t{i} * i % 1009) + "\n";
    return text;
}

/// The most memory this process has had so far [B].
std::int64_t peak_memory() {
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * std::int64_t{1024};
}

std::string refusal_of(const std::filesystem::path& path) {
    return refusal([&] { (void)load_table(path); });
}

} // namespace

TEST(gzip, is_told_by_content_and_not_by_name) {
    const TemporaryFolder folder;
    const Table table = load_table(folder.file("points.csv", gzipped(rows(100))));
    EXPECT_EQ(table.format, "gzipped CSV, separated by ',', with a header");
    EXPECT_EQ(table.total_rows, 100);
    const Table plain = load_table(folder.file("plain.gz", rows(100)));
    EXPECT_EQ(plain.format, "CSV, separated by ',', with a header");
}

TEST(gzip, members_are_read_one_after_the_other) {
    const TemporaryFolder folder;
    const std::string bytes = gzipped(rows(10)) + gzipped("") + gzipped("10,1\n11,2\n") + std::string(512, '\0');
    const Table table = load_table(folder.file("members.csv.gz", bytes));
    ASSERT_EQ(table.rows, 12);
    EXPECT_EQ(table.columns[0].numbers.back(), 11.0f);
}

TEST(gzip, cut_short_anywhere_is_refused) {
    const TemporaryFolder folder;
    const std::string whole = gzipped(rows(3000));
    for (const std::size_t length :
         {std::size_t{3}, std::size_t{10}, whole.size() / 2, whole.size() - 8, whole.size() - 1}) {
        const auto path = folder.file("short.csv.gz", whole.substr(0, length));
        EXPECT_THAT(refusal_of(path), HasSubstr("short.csv.gz: its gzip data is cut short, after ")) << length;
    }
}

TEST(gzip, damage_is_found) {
    const TemporaryFolder folder;
    std::string bytes = gzipped(rows(3000));
    bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 1); // in the check sum
    EXPECT_THAT(refusal_of(folder.file("sum.csv.gz", bytes)), HasSubstr("its gzip data is damaged, after "));
    EXPECT_THAT(refusal_of(folder.file("tail.csv.gz", gzipped(rows(9)) + "junk")),
                HasSubstr("its gzip data is damaged"));
}

TEST(gzip, that_unpacks_to_more_than_a_gibibyte_is_refused_in_little_memory) {
    constexpr std::size_t member_bytes = std::size_t{16} << 20;
    std::string member = gzipped([] {
        std::string text;
        while (text.size() < member_bytes) text += "0.25,0.75\n";
        return text;
    }());
    const TemporaryFolder folder;
    std::string bomb;
    for (int i = 0; i < 65; ++i) bomb += member;
    const auto path = folder.file("bomb.csv.gz", bomb);
    const std::int64_t before = peak_memory();
    EXPECT_THAT(refusal_of(path), HasSubstr("bomb.csv.gz: it unpacks to more than 1 GiB; cut it to the rows you need"));
    EXPECT_LT(peak_memory() - before, std::int64_t{64} << 20);
}

TEST(a_file_that_changes, is_refused_at_its_end) {
    const TemporaryFolder folder;
    const auto path = folder.file("growing.csv", rows(10));
    ByteSource source(path);
    std::ofstream(path, std::ios::app) << "7,7\n";
    std::array<char, 4096> bytes{};
    EXPECT_THAT(
        refusal([&] {
            while (source.read(bytes) > 0) {
            }
        }),
        HasSubstr("growing.csv: it changed while it was read (50 bytes before, 54 after); open it again when nobody "
                  "writes to it"));
}

TEST(a_file_that_changes, is_blamed_rather_than_the_finding_it_causes) {
    const TemporaryFolder folder;
    const auto path = folder.file("shrinking.csv.gz", gzipped(rows(100'000)));
    ByteSource source(path);
    std::filesystem::resize_file(path, 20);
    std::array<char, 4096> bytes{};
    EXPECT_THAT(refusal([&] {
                    while (source.read(bytes) > 0) {
                    }
                }),
                HasSubstr("it changed while it was read"));
    EXPECT_THAT(refusal([&] { source.refuse("line 3 is odd; mend it"); }), HasSubstr("it changed while it was read"));
}

} // namespace pairscope
