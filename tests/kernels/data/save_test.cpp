// SPDX-License-Identifier: MIT
#include "kernels/data/save.h"
#include "kernels/data/table.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>

namespace pairscope {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// While it lives, no file may grow beyond `bytes`: writing fails as it does on a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &old_limit_);
        const struct rlimit limit { bytes, old_limit_.rlim_max };
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &old_limit_);
        std::signal(SIGXFSZ, old_handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    void (*old_handler_)(int);
    struct rlimit old_limit_ {};
};

std::string refusal_of_text(const std::filesystem::path& path, std::string_view text) {
    return refusal([&] { save_text(path, text); });
}

constexpr mode_t permissions = 0777;
mode_t permissions_of(const std::filesystem::path& path) {
    struct stat status {};
    ::stat(path.c_str(), &status);
    return status.st_mode & permissions;
}

} // namespace

TEST(save, removes_what_dead_processes_left_and_nothing_else) {
    const TemporaryFolder folder;
    const std::string mine = fmt::format(".pairscope-{}-7.part", ::getpid());
    const std::vector<std::string> stay{mine, ".pairscope-1-0.part", ".pairscope-x-0.part",
                                        "pairscope-999999999-0.part", ".pairscope-999999999-0.png"};
    for (const std::string& name : stay) std::ofstream(folder.path() / name) << "half";
    std::ofstream(folder.path() / ".pairscope-999999999-0.part") << "half"; // no system has so many processes
    std::ofstream(folder.path() / ".pairscope-999999998-12.part") << "half";
    save_text(folder.path() / "a.txt", "whole");
    for (const std::string& name : stay) EXPECT_TRUE(std::filesystem::exists(folder.path() / name)) << name;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / ".pairscope-999999999-0.part"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / ".pairscope-999999998-12.part"));
}

TEST(save, tells_beforehand_what_would_hinder_it_and_leaves_nothing) {
    const TemporaryFolder folder;
    require_savable(folder.path() / "a.txt", 100'000);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    const FileSizeLimit limit(50'000);
    const std::string full = refusal([&] { require_savable(folder.path() / "a.txt", 100'000); });
    EXPECT_THAT(full, HasSubstr("the file would be larger than this system allows"));
    EXPECT_THAT(refusal([&] { require_savable(folder.path() / "gone/a.txt"); }), HasSubstr("folder does not exist"));
    EXPECT_THAT(refusal([&] { require_savable(folder.path()); }), HasSubstr("it is a folder"));
    EXPECT_THAT(refusal([&] { require_savable(folder.path() / std::string(300, 'n')); }),
                HasSubstr("the name is too long"));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(save, makes_and_replaces_a_file) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "a.txt";
    save_text(path, "one");
    EXPECT_EQ(bytes_of(path), "one");
    ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
    save_text(path, "");
    EXPECT_EQ(bytes_of(path), "");
    EXPECT_EQ(permissions_of(path), 0640u) << "who may read it stays as it was";
    EXPECT_EQ(folder.files(), 1u);
}

TEST(save, into_a_folder_of_others_makes_a_new_file_that_nobody_can_guess_or_read) {
    const TemporaryFolder folder;
    const auto one = save_new_text(folder.path(), "run.pairscope", "one");
    const auto other = save_new_text(folder.path(), "run.pairscope", "two");
    EXPECT_NE(one, other);
    EXPECT_THAT(one.filename().string(), testing::MatchesRegex("run-[0-9a-f]{16}\\.pairscope"));
    EXPECT_EQ(bytes_of(one), "one");
    EXPECT_EQ(bytes_of(other), "two");
    EXPECT_EQ(permissions_of(one), 0600u);
    EXPECT_THAT(refusal([&] { (void)save_new_text(folder.path() / "gone", "run.pairscope", ""); }),
                HasSubstr("its folder does not exist"));
    const FileSizeLimit limit(1000);
    EXPECT_THAT(refusal([&] { (void)save_new_text(folder.path(), "large", std::string(5000, 'x')); }),
                HasSubstr("cannot save"));
    EXPECT_EQ(folder.files(), 2u) << "a part of a file is removed";
}

TEST(save, refuses_a_link_to_itself_by_its_name_before_the_work) {
    const TemporaryFolder folder;
    const std::filesystem::path loop = folder.path() / "loop.pdf";
    std::filesystem::create_symlink("loop.pdf", loop);
    EXPECT_EQ(refusal([&] { require_savable(loop); }),
              "cannot save " + loop.string() +
                  ": it is a link that leads to no file, perhaps to itself; remove the link, "
                  "or choose another file");
    EXPECT_TRUE(std::filesystem::is_symlink(loop));
}

TEST(save, leaves_a_link_a_link) {
    const TemporaryFolder folder;
    const auto target = folder.file("target.txt", "old");
    std::filesystem::create_symlink("target.txt", folder.path() / "link.txt");
    save_text(folder.path() / "link.txt", "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link.txt"));
    EXPECT_EQ(bytes_of(target), "new");
}

TEST(save, does_not_replace_a_file_of_another_kind_through_a_link) {
    const TemporaryFolder folder;
    const auto table = folder.file("in.csv", "x,y\n1,2\n");
    const auto link = folder.path() / "link.png";
    std::filesystem::create_symlink("in.csv", link);
    for (const auto& save : {std::function<void()>([&] { save_text(link, "new"); }), {[&] { require_savable(link); }}})
        EXPECT_EQ(refusal(save), "cannot save " + link.string() + ": it is a link to " + table.string() +
                                     ", which has another ending; remove the link, or choose another file");
    EXPECT_EQ(bytes_of(table), "x,y\n1,2\n");
}

TEST(save, knows_an_input_by_all_of_its_names) {
    const TemporaryFolder folder;
    const std::filesystem::path input = folder.file("in.csv", "1,2\n"), other = folder.file("other.csv", "1,2\n");
    const auto link = folder.path() / "link.csv", twin = folder.path() / "twin.csv";
    std::filesystem::create_symlink("in.csv", link);
    std::filesystem::create_hard_link(input, twin);
    const std::vector<std::filesystem::path> inputs{other.parent_path() / "gone.csv", input};
    EXPECT_EQ(refusal([&] { require_no_input(input, inputs); }),
              "cannot save " + input.string() + ": it is the file that is read; choose another name");
    for (const auto& name : {link, twin, folder.path() / "." / "in.csv"})
        EXPECT_EQ(refusal([&] { require_no_input(name, inputs); }), "cannot save " + name.string() +
                                                                        ": it is the same file as " + input.string() +
                                                                        ", which is read; choose another name");
    for (const auto& name : {other, folder.path() / "new.csv", folder.path() / "gone.csv"})
        EXPECT_EQ(why_not_into(name, inputs), "");
}

TEST(save, that_cannot_grow_leaves_the_old_file) {
    const TemporaryFolder folder;
    const auto path = folder.file("matrix.npy", "old");
    std::string said;
    {
        const FileSizeLimit limit(4096);
        said = refusal([&] {
            save_npy(path, {100, 100}, [](std::int64_t, std::int64_t count) {
                return std::vector<float>(static_cast<std::size_t>(count) * 100, 1.0f);
            });
        });
    }
    EXPECT_EQ(said, "cannot save " + path.string() +
                        ": after 4 096 bytes, the file would be larger than this system allows; choose "
                        "another folder (the old file is unchanged)");
    EXPECT_EQ(bytes_of(path), "old");
    EXPECT_EQ(folder.files(), 1u) << "the temporary file is gone";
}

TEST(save, on_a_full_disk_leaves_the_old_file) {
    const TemporaryFolder folder;
    if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
        GTEST_SKIP() << "only root can make a small disk to fill";
    }
    const auto path = folder.file("points.csv", "old");
    const std::string said = refusal_of_text(path, std::string(1 << 20, 'x'));
    const std::string kept = bytes_of(path);
    const std::size_t files = folder.files();
    ::umount(folder.path().c_str());
    EXPECT_THAT(said, StartsWith("cannot save " + path.string() + ": after "));
    EXPECT_THAT(said,
                HasSubstr("the disk is full; free some space, or choose another folder (the old file is unchanged)"));
    EXPECT_EQ(kept, "old");
    EXPECT_EQ(files, 1u);
}

TEST(save, whose_bytes_fail_leaves_the_old_file) {
    const TemporaryFolder folder;
    const auto path = folder.file("picture.png", "old");
    EXPECT_THROW(save_atomically(path,
                                 [](const ByteSink& sink) {
                                     sink(std::as_bytes(std::span("half", 4)));
                                     throw std::runtime_error("the device is gone");
                                 }),
                 std::runtime_error);
    EXPECT_EQ(bytes_of(path), "old");
    EXPECT_EQ(folder.files(), 1u);
}

TEST(save, says_why_it_cannot) {
    const TemporaryFolder folder;
    EXPECT_EQ(refusal_of_text(folder.path(), ""),
              "cannot save " + folder.path().string() + ": it is a folder; add a file name");
    EXPECT_THAT(refusal_of_text(folder.path() / "no" / "a.txt", ""),
                HasSubstr("its folder does not exist; make it, or choose another"));
    EXPECT_THAT(refusal_of_text("/dev/null", ""), HasSubstr("it is a pipe or a device; choose a file"));
    EXPECT_THAT(refusal_of_text(folder.path() / std::string(300, 'n'), ""), HasSubstr("the name is too long"));
}

TEST(save, into_a_folder_without_permission_is_refused) {
    const TemporaryFolder folder;
    ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
    const bool is_root = ::geteuid() == 0;
    constexpr uid_t nobody = 65534;
    if (is_root && ::seteuid(nobody) != 0)
        GTEST_SKIP() << "root writes everywhere, and this root cannot become another user";
    const std::string said = refusal_of_text(folder.path() / "a.txt", "text");
    ASSERT_TRUE(!is_root || ::seteuid(0) == 0);
    EXPECT_THAT(said, HasSubstr("no permission to write there; choose another folder"));
    ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
}

TEST(save, npy_reads_back_and_is_aligned) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "matrix.npy";
    std::int64_t calls = 0;
    constexpr MatrixShape shape{5000, 1001}; // more than one part
    save_npy(path, shape, [&](std::int64_t row, std::int64_t count) {
        ++calls;
        std::vector<float> entries;
        for (std::int64_t i = 0; i < count * shape.cols; ++i)
            entries.push_back(static_cast<float>((row * shape.cols + i) % 65537));
        return entries;
    });
    EXPECT_GT(calls, 1);
    const std::string bytes = bytes_of(path);
    EXPECT_EQ((bytes.size() - static_cast<std::size_t>(shape.rows * shape.cols) * 4) % 64, 0u);
    EXPECT_THAT(bytes.substr(10), StartsWith("{'descr': '<f4', 'fortran_order': False, 'shape': (5000, 1001), }"));
    const Table table = load_table(path);
    ASSERT_EQ(table.rows, shape.rows);
    EXPECT_EQ(table.columns[1000].numbers[4999], static_cast<float>((5000 * 1001 - 1) % 65537));
}

TEST(save, a_matrix_reads_back_exactly_from_csv_with_and_without_names) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "matrix.csv";
    constexpr MatrixShape shape{3, 2};
    const std::vector<float> values{0.1f, 1.0f / 3.0f, 1e-45f, 3.4028235e38f, 16777216.0f, 0.0f};
    const auto rows_of = [&](std::int64_t row, std::int64_t count) {
        return std::vector<float>(values.begin() + row * 2, values.begin() + (row + count) * 2);
    };
    save_matrix_csv(path, shape, {}, rows_of);
    EXPECT_THAT(bytes_of(path), StartsWith("0.1,0.33333334\n"));
    EXPECT_EQ(load_table(path).rows, 3);
    save_matrix_csv(path, shape, {.rows = {"one", "two, with a comma", "say \"three\""}, .cols = {"a", "b,c"}},
                    rows_of);
    const Table table = load_table(path);
    ASSERT_EQ(table.columns.size(), 3u);
    EXPECT_EQ(table.columns[2].name, "b,c");
    EXPECT_EQ(table.columns[0].texts[1], "two, with a comma");
    EXPECT_EQ(table.columns[0].texts[2], "say \"three\"");
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t col = 0; col < 2; ++col)
            EXPECT_EQ(static_cast<float>(table.columns[col + 1].numbers[row]), values[row * 2 + col]);
}

TEST(save, a_matrix_in_csv_is_written_in_parts) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "matrix.csv";
    std::int64_t calls = 0;
    constexpr MatrixShape shape{700, 701}; // more entries than one part has
    save_matrix_csv(path, shape, {}, [&](std::int64_t row, std::int64_t count) {
        ++calls;
        std::vector<float> entries;
        for (std::int64_t i = 0; i < count * shape.cols; ++i)
            entries.push_back(static_cast<float>(row * shape.cols + i));
        return entries;
    });
    EXPECT_GT(calls, 1);
    const Table table = load_table(path);
    ASSERT_EQ(table.rows, shape.rows);
    EXPECT_EQ(table.columns[700].numbers[699], static_cast<float>(700 * 701 - 1));
}

TEST(save, points_read_back_exactly) {
    const TemporaryFolder folder;
    const std::vector<float> values = {
        0.1f, 1.0f / 3.0f, -3.4028235e38f, 1e-45f, std::numeric_limits<float>::infinity(), 16777216.0f};
    const Dataset saved{.name = "points",
                        .rows = 3,
                        .dims = 2,
                        .values = values,
                        .labels = {"plain", "with, comma and \"quotes\"", "two\nlines"},
                        .source_rows = {2, 0, 1},
                        .axes = {"x", "y"},
                        .unit = "m"};
    save_points_csv(folder.path() / "points.csv", saved);
    EXPECT_THAT(bytes_of(folder.path() / "points.csv"),
                StartsWith("x [m],y [m],label,source_row\n0.1,0.33333334,plain,2\n"));
    const Table table = load_table(folder.path() / "points.csv");
    const Dataset read = dataset_from(table, likely_columns(table), 3, Order::as_loaded);
    EXPECT_EQ(std::get<0>(read.values), values);
    EXPECT_EQ(read.labels, saved.labels);
    EXPECT_EQ(read.unit, "m");
    EXPECT_THAT(table.columns[3].numbers, ElementsAre(2.0f, 0.0f, 1.0f));
}

} // namespace pairscope
