// SPDX-License-Identifier: MIT
// The headers of own kernels are compiled once, in the user's cache, from the second try on.
#include "tests/cli/program.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace pairscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TryPrecompiled : public Program {
protected:
    /// It is faulty, so that there is no full check.
    [[nodiscard]] Finished tried() const {
        return run({"try", std::string(PAIRSCOPE_REPOSITORY) + "/tests/cli/own/race.cu"});
    }
    [[nodiscard]] fs::path cache() const { return home / ".cache/pairscope/headers"; }
    [[nodiscard]] std::vector<fs::path> ending_in(const std::string& ending) const {
        std::vector<fs::path> found;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(cache(), none))
            if (entry.path().string().ends_with(ending)) found.push_back(entry.path());
        return found;
    }
    [[nodiscard]] std::vector<fs::path> made() const {
        std::vector<fs::path> found = ending_in(".gch"), of_clang = ending_in(".pch");
        found.insert(found.end(), of_clang.begin(), of_clang.end());
        return found;
    }
};

TEST_F(TryPrecompiled, are_made_by_the_second_try_and_say_the_same) {
    const Finished first = tried();
    EXPECT_EQ(made().size(), 0u) << "who tries once does not wait for them";
    const Finished second = tried();
    ASSERT_EQ(made().size(), 1u);
    const auto when = fs::last_write_time(made().front());
    const Finished third = tried();
    EXPECT_EQ(fs::last_write_time(made().front()), when) << "they are used again";
    EXPECT_EQ(first.code, 1) << first.err;
    EXPECT_THAT(first.out, HasSubstr("race.cu:"));
    EXPECT_EQ(second.out, first.out);
    EXPECT_EQ(third.out, first.out);
    EXPECT_EQ(ending_in(".making").size(), 0u);
}

TEST_F(TryPrecompiled, are_made_again_where_they_are_damaged) {
    static_cast<void>(tried());
    static_cast<void>(tried());
    ASSERT_EQ(made().size(), 1u);
    const auto size = fs::file_size(made().front());
    fs::resize_file(made().front(), size / 2);
    const Finished done = tried();
    EXPECT_THAT(done.out, HasSubstr("race.cu:")) << done.err;
    EXPECT_GT(fs::file_size(made().front()), size * 9 / 10) << "the size of two that are made is not quite the same";
}

TEST_F(TryPrecompiled, of_other_compilers_and_versions_are_removed_but_for_the_latest) {
    fs::create_directories(cache());
    for (const char* const name : {"a.h", "a.h.gch", "a.stamps", "b.h", "c.h", "d.h", "d.h.gch", "left.h.making"})
        std::ofstream(cache() / name) << "old";
    const auto now = fs::last_write_time(cache() / "a.h");
    int hours = 5;
    for (const char* const name : {"a.h", "a.stamps", "b.h", "c.h", "d.h"})
        fs::last_write_time(cache() / name, now - std::chrono::hours(hours--));
    static_cast<void>(tried());
    EXPECT_EQ(ending_in(".h").size(), 3u) << "the new one, and the two that were used last";
    EXPECT_FALSE(fs::exists(cache() / "a.h.gch"));
    EXPECT_FALSE(fs::exists(cache() / "a.stamps"));
    EXPECT_TRUE(fs::exists(cache() / "d.h.gch"));
    EXPECT_FALSE(fs::exists(cache() / "left.h.making")) << "a try that was killed has left it";
}

TEST_F(TryPrecompiled, are_done_without_where_the_cache_cannot_be_written) {
    fs::create_directories(home / ".cache");
    std::ofstream(home / ".cache/pairscope") << "a file where the folder should be";
    const Finished first = tried(), second = tried();
    EXPECT_THAT(first.out, HasSubstr("race.cu:")) << first.err;
    EXPECT_EQ(second.out, first.out);
}

TEST_F(TryPrecompiled, are_not_taken_from_a_folder_in_which_others_write) {
    static_cast<void>(tried());
    fs::permissions(cache(), fs::perms::others_write, fs::perm_options::add);
    EXPECT_THAT(tried().out, HasSubstr("race.cu:"));
    EXPECT_EQ(made().size(), 0u);
}

/// A g++ that writes a line into a file for each source that it compiles.
class TryCounted : public TryPrecompiled {
protected:
    TryCounted() {
        fs::create_directories(folder / "bin");
        std::ofstream(folder / "bin/g++") << "#!/bin/sh\ncase \" $* \" in *' -c '*) echo called >> '"
                                          << calls().string() << "';; esac\nexec " << compiler() << " \"$@\"\n";
        fs::permissions(folder / "bin/g++", fs::perms::owner_exec, fs::perm_options::add);
    }
    [[nodiscard]] fs::path calls() const { return folder / "calls"; }
    /// The g++ that is found without this one.
    [[nodiscard]] static std::string compiler() {
        const char* path = std::getenv("PATH");
        std::istringstream folders(path == nullptr ? "/usr/bin" : path);
        for (std::string each; std::getline(folders, each, ':');)
            if (fs::exists(fs::path(each) / "g++")) return (fs::path(each) / "g++").string();
        return "g++";
    }
    [[nodiscard]] Finished tried(const std::string& kernel) const {
        const char* path = std::getenv("PATH");
        return run({"try", kernel}, {.environment = {{"PATH", (folder / "bin").string() + ":" +
                                                                  (path == nullptr ? "/usr/bin:/bin" : path)}}});
    }
    [[nodiscard]] std::size_t calls_of(const std::string& kernel, const std::string& expected) const {
        fs::remove(calls());
        const Finished done = tried(kernel);
        EXPECT_THAT(done.out + done.err, HasSubstr(expected));
        std::ifstream stream(calls());
        const std::string text{std::istreambuf_iterator(stream), {}};
        return lines_in(text);
    }
};

TEST_F(TryCounted, compiles_a_kernel_with_an_error_once_also_where_the_error_is_in_a_macro_of_the_headers) {
    const std::string right =
        file("right.cu", "// workload: distance_matrix\n"
                         "__global__ void mine(const float2* points, int n, float* out) {\n"
                         "    if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = points[0].x;\n}\n");
    for (int i = 0; i < 2; ++i) static_cast<void>(tried(right));
    ASSERT_EQ(made().size(), 1u);
    for (const char* line : {"constexpr int number = 3\n", "int number = ;\n", "int number = unknown;\n"}) {
        const std::string wrong =
            file("wrong.cu", "// workload: distance_matrix\n" + std::string(line) +
                                 "__global__ void mine(const float2* points, int n, float* out) {\n"
                                 "    out[0] = points[0].x;\n}\n");
        EXPECT_EQ(calls_of(wrong, "wrong.cu:"), 1u) << line;
    }
}

} // namespace
} // namespace pairscope
