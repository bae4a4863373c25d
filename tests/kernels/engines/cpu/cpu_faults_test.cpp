// SPDX-License-Identifier: MIT
// CPU variants that fault or do not check its stop token: the run fails with a sentence, and the program goes on.
#include "kernels/engines/cpu/endings.h"
#include "kernels/engines/cpu/engine.h"
#include "kernels/engines/cpu/faults.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/cpu/variant_guard.h"
#include "tests/kernels/sample_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pairscope::cpu {
namespace {

using samples::random_points;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::int64_t rows_of(const Run& run) { return run.problem.a.rows; }

/// The compiler does not know that it is null.
float* null_pointer(const Run& run) { return reinterpret_cast<float*>(static_cast<std::uintptr_t>(rows_of(run) - 64)); }

void writes_through_a_null_pointer(const Run& run) { *null_pointer(run) = 1.0f; }
constexpr int writes_through_a_null_pointer_line = __LINE__ - 1;

void reads_a_null_pointer_on_every_thread(const Run& run) {
    for_rows({.rows = rows_of(run), .threads = 0},
             [&](std::int64_t first, std::int64_t) { null_pointer(run)[first] += 1.0f; });
}
constexpr int reads_a_null_pointer_on_every_thread_line = __LINE__ - 2;

void divides_by_zero(const Run& run) {
    const int n = static_cast<int>(rows_of(run));
    std::get<LinearMemory>(run.problem.out).data[0] = static_cast<float>(n / (n - 64));
}
constexpr int divides_by_zero_line = __LINE__ - 2;

volatile int depth_reached = 0;
float count_down(int n) {
    volatile float copy[64] = {};
    copy[n % 64] = static_cast<float>(n);
    depth_reached = n;
    return n < 0 ? 0.0f : copy[n % 64] + count_down(n);
}
void recurses_without_end(const Run& run) {
    std::get<LinearMemory>(run.problem.out).data[0] = count_down(static_cast<int>(rows_of(run)));
}

void throws_a_number(const Run&) { throw 7; }

void calls_exit(const Run&) { std::exit(3); }
void calls_exit_at_once(const Run&) { ::_exit(3); }
void calls_abort(const Run&) { std::abort(); }
void throws_where_it_must_not(const Run& run) {
    const auto promises = [](const Run& all) noexcept { throws_a_number(all); };
    promises(run);
}
void calls_exit_on_every_thread(const Run& run) {
    for_rows({.rows = rows_of(run), .threads = 0}, [](std::int64_t, std::int64_t) { std::exit(3); });
}

void crashes_in_a_thread_of_its_own(const Run& run) {
    std::thread([&] { *null_pointer(run) = 1.0f; }).join();
}
void exits_in_a_thread_of_its_own(const Run&) {
    std::thread([] { std::exit(3); }).join();
}
void throws_in_a_thread_of_its_own(const Run&) {
    std::thread([] { throw std::runtime_error("nobody catches it"); }).join();
}

volatile bool always = true;
void does_not_look_at_stop(const Run& run) {
    for_rows({.rows = rows_of(run), .threads = 0}, [](std::int64_t, std::int64_t) {
        while (always) {
        }
    });
}

KernelVariant variant(void (*launch)(const Run&)) {
    return {.id = "distance_matrix/faulty",
            .workload = "distance_matrix",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .launch = launch};
}

/// An engine with 64 points, and a matrix for them.
struct Bench {
    Bench() : engine(Device{}) {
        const Dataset points = random_points(64);
        engine.load(points, points);
        matrix = engine.allocate({64, 64}, Entry::float32, {});
    }
    /// What the run says of its failure.
    std::string message_of(void (*launch)(const Run&), const RunControl& control = {}) {
        try {
            engine.run(variant(launch), matrix.memory(), control);
        } catch (const VariantFault& fault) {
            return fault.what();
        }
        return "no fault";
    }
    Engine engine;
    OutputBuffer matrix;
};

std::string at(int line) { return "tests/kernels/engines/cpu/cpu_faults_test.cpp:" + std::to_string(line) + ": "; }

TEST(CpuFaults, name_the_line_and_the_fault) {
    Bench bench;
    EXPECT_THAT(bench.message_of(writes_through_a_null_pointer),
                AllOf(HasSubstr(at(writes_through_a_null_pointer_line)), HasSubstr("address 0x0, a null pointer")));
}

TEST(CpuFaults, on_the_threads_of_a_parallel_loop_fail_the_run) {
    Bench bench;
    for (int i = 0; i < 20; ++i)
        EXPECT_THAT(bench.message_of(reads_a_null_pointer_on_every_thread),
                    AllOf(HasSubstr(at(reads_a_null_pointer_on_every_thread_line)), HasSubstr("a null pointer")));
}

TEST(CpuFaults, include_a_full_stack) {
    Bench bench;
    EXPECT_THAT(bench.message_of(recurses_without_end), HasSubstr("overflows the stack of its thread"));
}

#if defined(__x86_64__)
TEST(CpuFaults, include_an_integer_division_by_zero) {
    Bench bench;
    EXPECT_THAT(bench.message_of(divides_by_zero),
                AllOf(HasSubstr(at(divides_by_zero_line)), HasSubstr("divides an integer by zero")));
}
#endif

#if defined(__x86_64__)
TEST(CpuFaults, leave_a_tick_alone_that_finds_the_stack_pointer_at_the_end_of_memory) {
    constexpr std::size_t page = 4096;
    auto* const memory =
        static_cast<std::byte*>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(static_cast<void*>(memory), MAP_FAILED);
    ASSERT_EQ(mprotect(memory + page, page, PROT_NONE), 0);
    int ticks = 0;
    {
        const FaultScope scope([](void* self, const Fault&) { ++*static_cast<int*>(self); }, &ticks);
        // As where a fiber is entered: the next thing on the stack is not there yet.
        long result = SYS_tgkill;
        asm volatile("mov %%rsp, %%r12\n\tmov %[end], %%rsp\n\tsyscall\n\tmov %%r12, %%rsp"
                     : "+a"(result)
                     : "D"(static_cast<long>(getpid())), "S"(static_cast<long>(gettid())),
                       "d"(static_cast<long>(tick_signal)), [end] "r"(memory + page)
                     : "r12", "rcx", "r11", "memory");
        EXPECT_EQ(result, 0);
    }
    EXPECT_EQ(ticks, 1);
    munmap(memory, 2 * page);
}
#endif

TEST(CpuFaults, include_throwing_what_is_no_exception) {
    Bench bench;
    EXPECT_THAT(bench.message_of(throws_a_number), HasSubstr("throws something that is not a std::exception"));
}

TEST(CpuFaults, include_calls_that_would_end_the_program) {
    Bench bench;
    const std::string file = "tests/kernels/engines/cpu/cpu_faults_test.cpp:";
    EXPECT_THAT(bench.message_of(calls_exit), AllOf(StartsWith(file), HasSubstr("it calls exit(), which would end")));
    EXPECT_THAT(bench.message_of(calls_exit_at_once), AllOf(StartsWith(file), HasSubstr("it calls _exit(), which")));
    EXPECT_THAT(bench.message_of(calls_abort), AllOf(StartsWith(file), HasSubstr("it calls abort(), which")));
    EXPECT_THAT(bench.message_of(throws_where_it_must_not), HasSubstr("throws an exception that is not caught"));
    for (int i = 0; i < 20; ++i) EXPECT_THAT(bench.message_of(calls_exit_on_every_thread), HasSubstr("calls exit()"));
    EXPECT_EQ(running_variant(), "");
}

/// What a variant does in a thread that it started itself, and what is saved before the program ends.
void run_to_the_end(void (*launch)(const Run&)) {
    const BeforeTheEnd save([] { (void)!::write(STDERR_FILENO, "saved, ", 7); });
    Bench bench;
    (void)bench.message_of(launch);
}

TEST(CpuFaultsDeathTest, in_threads_of_the_variants_own_end_the_program_with_a_sentence_that_names_it) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const std::string named = "saved, pairscope: distance_matrix/faulty ended the program in "
                              "tests/kernels/engines/cpu/cpu_faults_test.cpp:[0-9]+, where it ";
    EXPECT_EXIT(run_to_the_end(crashes_in_a_thread_of_its_own), ::testing::ExitedWithCode(1),
                named + "writes to address 0x0, a null pointer\n$");
    EXPECT_EXIT(run_to_the_end(exits_in_a_thread_of_its_own), ::testing::ExitedWithCode(1),
                named + "calls exit\\(\\)\n$");
    EXPECT_EXIT(run_to_the_end(throws_in_a_thread_of_its_own), ::testing::ExitedWithCode(1),
                named + "is aborted, either by an uncaught exception");
}

TEST(CpuFaults, of_a_variant_that_does_not_look_at_stop_end_its_run_after_a_second) {
    Bench bench;
    std::stop_source stop;
    const auto start = std::chrono::steady_clock::now();
    const std::jthread user([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    EXPECT_THAT(bench.message_of(does_not_look_at_stop, {.stop = stop.get_token()}),
                HasSubstr("does not check its stop token"));
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_LT(seconds, 20.0);
}

TEST(CpuFaultsDeathTest, of_other_code_during_a_run_end_the_program) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto fault_beside_a_run = [] {
        const VariantGuard::Suspended scheduler;
        volatile int* volatile nowhere = nullptr;
        *nowhere = 1;
    };
    EXPECT_DEATH(VariantGuard("distance_matrix/faulty", {}).run(fault_beside_a_run),
                 "distance_matrix/faulty ended the program in tests/kernels/engines/cpu/cpu_faults_test.cpp:");
}

} // namespace
} // namespace pairscope::cpu
