// SPDX-License-Identifier: MIT
// Files that do what they should not: each gets one sentence, and the program goes on.
#include "tests/cli/program.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <thread>

namespace pairscope {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

std::string text_of_kernel(const std::string& name) {
    std::ifstream file(std::string(PAIRSCOPE_REPOSITORY) + "/tests/cli/own/" + name + ".cu");
    return {std::istreambuf_iterator<char>(file), {}};
}

class TryRobustly : public Program {
protected:
    [[nodiscard]] Finished tried(const std::string& name) const {
        file(name + ".cu", text_of_kernel(name));
        return run({"try", name + ".cu"});
    }
    [[nodiscard]] Finished tried_text(const std::string& text) const {
        file("mine.cu", text);
        return run({"try", "mine.cu"});
    }
};

TEST_F(TryRobustly, what_ends_the_process_while_it_is_loaded_is_named_with_its_line) {
    const Finished done = tried("exits_while_loaded");
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.out, HasSubstr("exits_while_loaded.cu:4, where it calls _exit()")) << done.err;
}

TEST_F(TryRobustly, output_and_memory_have_limits) {
    const Finished flood = tried("floods_from_a_kernel");
    EXPECT_EQ(flood.code, 1);
    EXPECT_THAT(flood.out, AllOf(HasSubstr("fails at n = 256"), HasSubstr("printed more than 1024 KiB")));
    const Finished allocates = tried("takes_much_memory");
    EXPECT_EQ(allocates.code, 2);
    EXPECT_THAT(allocates.out + allocates.err,
                HasSubstr("takes_much_memory.cu:7:35: the executor on the CPU has no memory that a kernel allocates"));
    const Finished memory =
        run({"try", std::string(PAIRSCOPE_REPOSITORY) + "/tests/cli/own/cpu/takes_much_memory.cpp"});
    EXPECT_EQ(memory.code, 1);
    EXPECT_THAT(memory.out, AllOf(HasSubstr("fails at n = 256"), HasSubstr("used more than 4096 MiB of memory")));
}

TEST_F(TryRobustly, a_compiler_that_does_not_end_is_ended) {
    const Finished done = tried("endless_compile");
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.out, AnyOf(HasSubstr("the compiler did not end within 30 s of processor time"),
                                HasSubstr("the compiler needs more than 4 GiB of memory"),
                                HasSubstr("the compiler did not end within 120 s")));
}

TEST_F(TryRobustly, a_name_that_is_taken_twice_is_told_at_its_line) {
    const std::string kernel = "// workload: distance_matrix  block: 64  grid: (n + 63) / 64, n\n"
                               "__global__ void mine(const float2* points, int n, float* out) { out[0] = 1.0f; }\n";
    EXPECT_THAT(tried_text(kernel + kernel).out, HasSubstr("mine.cu:4: the compiler says \"redefinition of"));
    EXPECT_THAT(tried_text("// slider: n = 1 from 1 to 9\n" + kernel).err,
                HasSubstr("mine.cu:1:12: the name n is taken already"));
    EXPECT_THAT(tried_text("float threadIdx;\n" + kernel).out, HasSubstr("mine.cu:1: the compiler says"));
}

TEST_F(TryRobustly, an_index_that_overflows_where_the_matrix_is_large_is_found) {
    const Finished done = tried("index_overflows");
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, AllOf(HasSubstr("has a fault at n = 50 021, of which four blocks were run"),
                                HasSubstr("    index_overflows.cu:8: integer overflow")))
        << done.err;
}

TEST_F(TryRobustly, a_file_that_is_replaced_or_deleted_meanwhile_changes_nothing) {
    for (const bool is_replaced : {true, false}) {
        const std::string path = file("mine.cu", text_of_kernel("right"));
        const fs::path temporary = folder / (is_replaced ? "first" : "second");
        fs::create_directories(temporary);
        const pid_t process =
            start_command({PAIRSCOPE_PROGRAM, "try", "mine.cu"}, {.environment = {{"TMPDIR", temporary.string()}}});
        for (int i = 0; i < 1000 && fs::is_empty(temporary); ++i) // then the file has been read
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        if (is_replaced)
            file("mine.cu", "This is no C++ any more.\n");
        else
            fs::remove(path);
        const Finished done = finish(process);
        EXPECT_EQ(done.code, 0) << done.out << done.err;
        EXPECT_THAT(done.out, HasSubstr("right in the full check"));
    }
}

TEST_F(TryRobustly, a_full_disk_is_said) {
    file("mine.cu", text_of_kernel("right"));
    fs::create_directories(folder / "small");
    const std::string command = "mount -t tmpfs -o size=64k tmpfs small || exit 77; TMPDIR=$PWD/small exec " +
                                std::string(PAIRSCOPE_PROGRAM) + " try mine.cu";
    const Finished full = run_command({"/usr/bin/env", "unshare", "-rm", "/bin/sh", "-c", command});
    if (full.code == 77 || full.err.find("unshare") != std::string::npos) GTEST_SKIP() << full.err;
    EXPECT_EQ(full.code, 2) << full.out << full.err;
    EXPECT_THAT(full.out, HasSubstr("mine.cu: the compiled kernel cannot be written: is the disk full?"));
}

/// Memory that a process holds [KiB]; 0: it has ended.
long resident_of(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string word; status >> word;)
        if (long kib = 0; word == "VmRSS:" && status >> kib) return kib;
    return 0;
}

TEST_F(TryRobustly, many_crashes_and_hangs_leave_memory_flat) {
    constexpr int files = 18;
    fs::create_directories(folder / "class");
    for (int i = 0; i < files; ++i)
        file("class/" + std::to_string(10 + i) + ".cu", text_of_kernel(i % 2 == 0 ? "null_pointer" : "endless"));
    const pid_t process =
        start_command({PAIRSCOPE_PROGRAM, "try", "class", "--rank", "--csv", "table.csv", "--n", "32"});
    const auto tried_so_far = [&] {
        std::ifstream table(folder / "table.csv");
        return std::count(std::istreambuf_iterator<char>(table), {}, '\n');
    };
    long after_some = 0, last = 0;
    for (long now = 0; (now = resident_of(process)) > 0;) {
        if (after_some == 0 && tried_so_far() > 5) after_some = now;
        last = now;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    const Finished done = finish(process);
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("0 of 18 files right in the full check"));
    EXPECT_EQ(tried_so_far(), files + 1);
    EXPECT_LT(last, after_some + 4 * 1024);
}

} // namespace
} // namespace pairscope
