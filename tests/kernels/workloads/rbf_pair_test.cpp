// SPDX-License-Identifier: MIT
// The variants of rbf_pair: right for lengths at which sums go wrong, the same to the last bit in every run, and right
// for distances that float32 cannot hold.
#include "kernels/engines/outputs.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "tests/kernels/specimens/traced_specimen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

namespace pairscope {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Vectors {
    Dataset x, y;
    double sigma = 1.0;

    [[nodiscard]] Inputs inputs() const {
        Inputs found = inputs_of(x, y);
        found.parameters = {sigma};
        return found;
    }
    [[nodiscard]] std::int64_t n() const { return x.dims; }
};

Dataset vector_of(std::vector<float> coordinates) {
    Dataset data{.name = "vector", .rows = 1, .dims = static_cast<std::int64_t>(coordinates.size())};
    data.values = std::move(coordinates);
    return data;
}

/// Their squared distance is about 1.
Vectors random_vectors(std::int64_t n) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<float> place(-1.0f, 1.0f), change(0.5f, 1.5f);
    std::vector<float> x(static_cast<std::size_t>(n)), y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = place(random);
        y[i] = x[i] + change(random) / std::sqrt(static_cast<float>(n));
    }
    return {vector_of(std::move(x)), vector_of(std::move(y))};
}

Vectors constant_vectors(std::int64_t n, float x, float y) {
    const auto count = static_cast<std::size_t>(n);
    return {vector_of(std::vector<float>(count, x)), vector_of(std::vector<float>(count, y))};
}

std::vector<const KernelVariant*> pair_ladder(Backend backend) {
    std::vector<const KernelVariant*> found;
    for (const KernelVariant& variant : variants())
        if (variant.workload == "rbf_pair" && variant.backend == backend) found.push_back(&variant);
    return found;
}

/// Those that the executor can run.
std::vector<const KernelVariant*> simulated_ladder() {
    std::vector<const KernelVariant*> found = pair_ladder(Backend::cuda);
    std::erase_if(found, [](const KernelVariant* variant) { return variant->simulate == nullptr; });
    return found;
}

double traced_value(const KernelVariant& variant, const Vectors& vectors, int block = 0) {
    const simt::TracedRun run =
        simt::traced_run(variant, vectors.inputs(), {.block = block, .most_accesses = 0, .threads = 0});
    EXPECT_THAT(run.trace.findings, IsEmpty())
        << variant.id << ", n = " << vectors.n() << ", blocks of " << block << ": " << simt::all_of(run.trace.findings);
    double value = 0.0;
    std::memcpy(&value, run.output.data(), sizeof value);
    return value;
}

Comparison verdict_on(const KernelVariant& variant, const Vectors& vectors, double value) {
    std::array<float, 2> words{};
    std::memcpy(words.data(), &value, sizeof value);
    const Inputs inputs = vectors.inputs();
    return type_of("rbf_pair").compare(problem_of(inputs, LinearMemory{words.data(), 2}), {variant.tolerance}, {});
}

void expect_right(const KernelVariant& variant, const Vectors& vectors, double value) {
    const Comparison found = verdict_on(variant, vectors, value);
    EXPECT_TRUE(found.right()) << variant.id << ", n = " << vectors.n() << ": " << describe(found);
}

double value_on_cpu(const KernelVariant& variant, const Vectors& vectors, int threads = 0) {
    Engine engine(devices().back());
    engine.load(vectors.x, vectors.y);
    engine.set_parameters({vectors.sigma});
    const OutputBuffer output = engine.allocate(scalar_output());
    engine.run(variant, output.memory(), {.threads = threads});
    EXPECT_EQ(engine.guard_damage(output).count, 0) << variant.id;
    return std::get<double>(read_output(engine, workload_of("rbf_pair", engine.inputs()), output.memory()));
}

/// One, primes, warps, blocks and rounds of a chunk, each with one less and one more.
constexpr std::array<std::int64_t, 24> telling_lengths{
    1, 2, 3, 4, 5, 31, 32, 33, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1009, 1023, 1025, 2049, 4095, 4096, 4097};

TEST(RbfPair, has_all_its_variants) {
    const auto is_of_pairs = [](const LeftOut& variant) { return variant.id.starts_with("rbf_pair/"); };
    const auto lacking = std::size_t(std::ranges::count_if(left_out(), is_of_pairs)); // in a build without CUDA
    EXPECT_EQ(pair_ladder(Backend::cuda).size() + lacking, 17u);
    EXPECT_EQ(simulated_ladder().size(), 15u) << "but for the cluster and the library";
    EXPECT_EQ(pair_ladder(Backend::cpu).size(), 3u);
}

TEST(RbfPair, is_right_and_without_faults_for_telling_lengths) {
    for (const std::int64_t n : telling_lengths) {
        const Vectors vectors = random_vectors(n);
        for (const KernelVariant* variant : simulated_ladder())
            expect_right(*variant, vectors, traced_value(*variant, vectors));
    }
}

TEST(RbfPair, is_right_with_every_size_of_its_blocks) {
    for (const std::int64_t n : {1, 127, 1025, 3001}) {
        const Vectors vectors = random_vectors(n);
        for (const KernelVariant* variant : simulated_ladder())
            for (const int block : variant->blocks)
                expect_right(*variant, vectors, traced_value(*variant, vectors, block));
    }
}

TEST(RbfPair, is_right_for_more_numbers_than_two_levels_of_blocks_have) {
    for (const std::int64_t n : {65537, 100003}) {
        const Vectors vectors = random_vectors(n);
        for (const KernelVariant* variant : simulated_ladder())
            expect_right(*variant, vectors, traced_value(*variant, vectors));
    }
}

TEST(RbfPair, is_right_on_the_cpu) {
    for (const std::int64_t n : {1, 2, 3, 15, 17, 127, 129, 2047, 2049, 65535, 65537, 100003, 4194319}) {
        const Vectors vectors = random_vectors(n);
        for (const KernelVariant* variant : pair_ladder(Backend::cpu))
            expect_right(*variant, vectors, value_on_cpu(*variant, vectors));
    }
}

TEST(RbfPair, gives_the_same_bits_in_every_run_and_with_every_number_of_threads) {
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        const Vectors vectors = random_vectors(backend == Backend::cpu ? 1000003 : 50021);
        for (const KernelVariant* variant : pair_ladder(backend)) {
            if (backend == Backend::cuda && variant->simulate == nullptr) continue;
            const auto first = std::bit_cast<std::uint64_t>(value_on_cpu(*variant, vectors, 1));
            for (const int threads : {1, 2, 0})
                EXPECT_EQ(std::bit_cast<std::uint64_t>(value_on_cpu(*variant, vectors, threads)), first)
                    << variant->id << " with " << threads << " threads";
        }
    }
}

TEST(RbfPair, a_run_that_is_stopped_in_the_middle_leaves_no_ticket_behind) {
    const KernelVariant& variant = *find_variant("rbf_pair/single_launch");
    const Vectors vectors = random_vectors(1 << 20); // 256 blocks
    Engine engine(devices().back());
    engine.load(vectors.x, vectors.y);
    engine.set_parameters({vectors.sigma});
    const OutputBuffer output = engine.allocate(scalar_output());
    for (int i = 1; i <= 3; ++i) {
        std::stop_source source;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(10 * i));
            source.request_stop();
        });
        engine.run(variant, output.memory(), {.stop = source.get_token()});
    }
    const Vectors fewer = random_vectors(100003);
    expect_right(variant, fewer, value_on_cpu(variant, fewer));
}

TEST(RbfPair, answers_distances_that_float32_cannot_hold) {
    std::vector<const KernelVariant*> all = simulated_ladder();
    std::ranges::copy(pair_ladder(Backend::cpu), std::back_inserter(all));
    for (const KernelVariant* variant : all) {
        const auto value = [&](const Vectors& vectors) {
            const double found = value_on_cpu(*variant, vectors);
            expect_right(*variant, vectors, found);
            return found;
        };
        EXPECT_EQ(value(constant_vectors(300, 3e38f, -3e38f)), 0.0) << variant->id << ": a difference overflows";
        EXPECT_EQ(value(constant_vectors(300, 1e20f, 0.0f)), 0.0) << variant->id << ": a square overflows";
        EXPECT_EQ(value(constant_vectors(300, 1.8e19f, 0.0f)), 0.0) << variant->id << ": the sum overflows";
        EXPECT_EQ(value(constant_vectors(300, 1e-30f, 0.0f)), 1.0) << variant->id << ": a square underflows";
        EXPECT_EQ(value(constant_vectors(300, 0.1f, 0.1f)), 1.0) << variant->id << ": the vectors are equal";
    }
}

TEST(RbfPair, takes_every_sigma_that_it_offers) {
    const ParameterRule rule = type_of("rbf_pair").parameters.front();
    for (const KernelVariant* variant : pair_ladder(Backend::cpu))
        for (const double sigma : {rule.least, 0.05, 0.3, 30.0, rule.most}) {
            Vectors vectors = random_vectors(1000);
            vectors.sigma = sigma;
            expect_right(*variant, vectors, value_on_cpu(*variant, vectors));
        }
}

TEST(RbfPair, a_wrong_value_is_told_with_its_exponent) {
    const KernelVariant& variant = *pair_ladder(Backend::cpu).front();
    const Vectors vectors = constant_vectors(4, 1.0f, 0.5f); // |x - y|^2 = 1
    EXPECT_TRUE(verdict_on(variant, vectors, std::exp(-0.5)).right());
    EXPECT_TRUE(verdict_on(variant, vectors, std::exp(-0.5) * (1.0 + 1e-7)).right());
    for (const double wrong : {std::exp(-0.5) * (1.0 + 1e-6), 0.0, std::nan("")}) {
        const Comparison found = verdict_on(variant, vectors, wrong);
        EXPECT_EQ(found.wrong_entries, 1);
        EXPECT_THAT(found.first_wrong, HasSubstr("exp(-0.5)"));
    }
}

TEST(RbfPair, the_example_says_something_at_every_length) {
    const WorkloadType& type = type_of("rbf_pair");
    for (const std::int64_t n : {1, 2, 3, 1000, 1 << 20}) {
        const Vectors vectors{type.example(0, 1, n, {}), type.example(1, 1, n, {})};
        const double value = value_on_cpu(*pair_ladder(Backend::cpu).front(), vectors);
        EXPECT_GT(value, 0.3) << n;
        EXPECT_LT(value, 0.9) << n;
        EXPECT_EQ(vectors.x.rows, 1);
        EXPECT_EQ(vectors.x.dims, n);
    }
}

} // namespace
} // namespace pairscope
