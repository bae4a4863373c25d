// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/caches.h"
#include "kernels/engines/cpu/parallel.h"
#include "profiling/ceilings/ceilings.h"
#include "profiling/ceilings/cpu_loops.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

using enum CeilingKind;

Device this_cpu() { return devices().back(); }

double measured_value(const Ceilings& ceilings, CeilingKind kind, int threads) {
    const Ceiling* ceiling = find(ceilings, kind, threads);
    return ceiling == nullptr ? -1.0 : ceiling->value;
}

TEST(CpuCeilings, are_all_measured_for_all_threads_and_for_one) {
    double last = 0.0;
    const Ceilings found = measure_ceilings(this_cpu(), {}, {}, [&](std::string_view doing, double share) {
        EXPECT_FALSE(doing.empty());
        EXPECT_GE(share, last);
        EXPECT_LE(share, 1.0);
        last = share;
    });
    EXPECT_EQ(found.device, this_cpu());
    const int all = cpu::hardware_threads();
    for (const int threads : std::set{1, all})
        for (const CeilingKind kind : {fill, streaming_fill, plain_fill, copy, read}) {
            EXPECT_GT(measured_value(found, kind, threads), 1e8) << name_of(kind); // a crawling machine
            EXPECT_LT(measured_value(found, kind, threads), 1e13) << name_of(kind);
        }
    EXPECT_GT(measured_value(found, int8_dot, 1), 1e9);
    EXPECT_GT(measured_value(found, special_function, 1), 1e7);
    for (const CeilingKind kind : {squared_difference, absolute_difference, largest_difference})
        for (const int threads : std::set{1, all})
            EXPECT_GT(measured_value(found, kind, threads), 1e8) << name_of(kind);
    for (const CeilingKind kind : {surface_fill, shared_read, tensor_int8, tensor_fp16})
        EXPECT_EQ(find(found, kind), nullptr) << name_of(kind);
    for (const Ceiling& ceiling : found.found) {
        EXPECT_GE(ceiling.samples, 2);
        EXPECT_FALSE(ceiling.how.empty());
        EXPECT_FALSE(ceiling.peak) << "a CPU tells no peak";
    }
}

/// A busy machine may give all threads as little as one.
bool all_threads_reach_one(const Ceilings& found, CeilingKind kind) {
    return measured_value(found, kind, cpu::hardware_threads()) > 0.8 * measured_value(found, kind, 1);
}

/// Whatever else this machine does can only make a figure lower, and perhaps only one of those that are compared. So
/// the best of up to twelve tries is taken, until they look as on a quiet machine.
template <class IsQuiet> Ceilings best_of(int least_tries, const CeilingRequest& request, const IsQuiet& is_quiet) {
    Ceilings best = measure_ceilings(this_cpu(), request, {});
    for (int i = 1; i < least_tries || (i < 12 && !is_quiet(best)); ++i)
        best = better_of(measure_ceilings(this_cpu(), request, {}), best);
    return best;
}

/// Another program may take one of the processors.
Ceilings best_of_several(const CeilingRequest& request) {
    return best_of(3, request, [&](const Ceilings& best) {
        return std::ranges::all_of(request.kinds, [&](CeilingKind kind) { return all_threads_reach_one(best, kind); });
    });
}

TEST(CpuCeilings, of_differences_are_at_most_twice_those_of_multiply_adds) {
    constexpr std::array kinds{squared_difference, absolute_difference, largest_difference};
    const auto is_bounded = [](const Ceilings& found, CeilingKind kind) {
        return std::ranges::all_of(std::set{1, cpu::hardware_threads()}, [&](int threads) {
            return measured_value(found, kind, threads) < 2.0 * measured_value(found, fma, threads);
        });
    };
    const Ceilings found = best_of(
        1, {.kinds = {fma, squared_difference, absolute_difference, largest_difference}}, [&](const Ceilings& best) {
            return std::ranges::all_of(kinds, [&](CeilingKind kind) { return is_bounded(best, kind); });
        });
    for (const CeilingKind kind : kinds) EXPECT_TRUE(is_bounded(found, kind)) << name_of(kind);
}

TEST(CpuCeilings, are_ordered_as_the_memory_is) {
    const Ceilings found = best_of_several({.kinds = {fill, read, l1_read, l2_read, fma}});
    const int all = cpu::hardware_threads();
    const cpu::CacheShares shares = cpu::cache_shares();
    for (const int threads : std::set{1, all}) {
        EXPECT_EQ(measured_value(found, fill, threads),
                  std::max(measured_value(found, streaming_fill, threads), measured_value(found, plain_fill, threads)));
        if (shares.l1 && shares.l2) {
            EXPECT_GT(measured_value(found, l1_read, threads), 0.9 * measured_value(found, l2_read, threads));
            EXPECT_GT(measured_value(found, l2_read, threads), measured_value(found, read, threads));
        }
    }
    for (const CeilingKind kind : {fill, read, fma}) EXPECT_TRUE(all_threads_reach_one(found, kind)) << name_of(kind);
}

TEST(CpuCeilings, are_those_that_were_asked_for_with_the_threads_in_use) {
    RunControl control;
    control.threads = 1;
    const Ceilings found = measure_ceilings(this_cpu(), {.bytes = 64 << 20, .kinds = {fma, read}}, control);
    EXPECT_THAT(threads_of(found), testing::ElementsAre(1));
    EXPECT_EQ(found.found.size(), 2u);
    EXPECT_GT(measured_value(found, fma, 1), 1e9);
    EXPECT_LT(measured_value(found, fma, 1), 1e15);
}

/// The processor time of this thread [s], which does not run while other programs have the processor.
double processor_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// The best rate of 15 tries [1/s]. `work` returns what it did.
template <class Work> double best_rate(const Work& work) {
    double best = 0.0;
    for (int i = 0; i < 15; ++i) {
        const double begin = processor_time();
        const double done = work();
        best = std::max(best, done / (processor_time() - begin));
    }
    return best;
}

TEST(CpuCeilings, of_multiply_adds_are_what_two_units_can_do) {
    // Each of these additions waits a cycle for the one before it.
    const double cycles_per_second = best_rate([] {
        constexpr std::int64_t additions = 10'000'000;
        for (std::int64_t i = 0, sum = 0; i < additions; ++i) {
            ++sum;
            asm volatile("" : "+r"(sum));
        }
        return double(additions);
    });
    // A compiler that sees that chains are equal, and computes one of them, makes the rate higher than that.
    float sum = 0.0f;
    std::int32_t sum_of_bytes = 0;
    const double flops = best_rate([&] { return multiply_add(1'000'000, sum); });
    const double operations = best_rate([&] { return multiply_bytes(1'000'000, sum_of_bytes); });
    const double lanes = vector_bits() / 32.0, units = 2.0, noise = 1.15;
    EXPECT_LT(flops, noise * units * 2.0 * lanes * cycles_per_second);
    EXPECT_LT(operations, noise * units * 4.0 * 2.0 * lanes * cycles_per_second) << "four products a lane";
    EXPECT_GT(flops, lanes * cycles_per_second) << "half a multiply-add a cycle";
}

TEST(CpuCeilings, of_exponentials_are_those_of_a_polynomial_of_multiply_adds) {
    float sum = 0.0f, sum_of_exponentials = 0.0f;
    const double flops = best_rate([&] { return multiply_add(1'000'000, sum); });
    const double exponentials = best_rate([&] { return exponentiate(100'000, sum_of_exponentials); });
    EXPECT_LT(8.0 * exponentials, flops) << "an exponential takes more than four multiply-adds";
    EXPECT_GT(100.0 * exponentials, flops) << "and fewer than fifty";
    EXPECT_GT(sum_of_exponentials, 0.0f);
    EXPECT_LT(sum_of_exponentials, 6.0f * 64.0f) << "each number lies between exp(-1) and 1";
}

TEST(CpuCeilings, of_reading_need_no_fill_before_them) {
    const Ceilings after_fill = best_of_several({.bytes = 256 << 20, .kinds = {fill, copy, read}});
    const Ceilings alone = measure_ceilings(this_cpu(), {.bytes = 256 << 20, .kinds = {copy, read}}, {});
    for (const CeilingKind kind : {copy, read}) // memory that was never written reads three to five times as fast
        EXPECT_LT(measured_value(alone, kind, 0), 2.0 * measured_value(after_fill, kind, 0)) << name_of(kind);
}

TEST(CpuCeilings, that_were_not_measured_are_absent) {
    std::stop_source source;
    source.request_stop();
    RunControl control;
    control.stop = source.get_token();
    EXPECT_TRUE(measure_ceilings(this_cpu(), {.bytes = 64 << 20}, control).found.empty());
}

TEST(CpuCeilings, need_no_more_memory_than_is_far_above_the_caches) {
    const Ceilings found = measure_ceilings(this_cpu(), {.bytes = std::int64_t{1} << 46, .kinds = {read}}, {});
    EXPECT_NE(find(found, read), nullptr);
}

} // namespace
} // namespace pairscope::profiling
