// SPDX-License-Identifier: MIT
// The variants of farthest_pair and best_match on a GPU, where an output is easily almost right: ties, duplicates,
// saturated bytes, scores that halves cannot tell apart, and winners in the corners of the tiles.
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "tests/gpu/gpu_test.h"
#include "tests/kernels/feature_samples.h"

#include <algorithm>
#include <functional>
#include <random>

namespace pairscope {
namespace {

class GpuExactOutputs : public GpuTest {
protected:
    /// Asks every variant that can answer this.
    void expect_all_right(std::string_view workload_id, const std::string& what, const Dataset& a, const Dataset* b) {
        const WorkloadType& type = type_of(workload_id);
        Engine engine(gpu());
        b == nullptr ? engine.load(a) : engine.load(a, *b);
        const Workload workload = workload_of(type.id, engine.inputs());
        int asked = 0;
        for (const KernelVariant& variant : variants()) {
            if (variant.workload != type.id || !why_not(variant, workload, gpu(), TargetKind::linear).empty()) continue;
            SCOPED_TRACE(::testing::Message() << variant.id << ", " << what);
            const OutputBuffer output = engine.allocate(output_of(workload, variant.both_directions));
            engine.run(variant, output.memory(), {});
            const Comparison found = compare_output(engine, variant, output.memory(), a.rows, {});
            EXPECT_TRUE(found.right()) << describe(found);
            EXPECT_EQ(engine.guard_damage(output).count, 0);
            EXPECT_EQ(found.different_entries.has_value(), variant.may_differ_by != nullptr);
            EXPECT_EQ(found.entries_checked, variant.both_directions ? a.rows + b->rows : found.rows);
            ++asked;
        }
        EXPECT_GT(asked, 5);
    }

    using ByteAt = std::function<std::uint8_t(std::int64_t, std::int64_t)>;
    void expect_farthest(const std::string& what, std::int64_t rows, std::int64_t dims, const ByteAt& byte_at) {
        Dataset set{.name = what, .rows = rows, .dims = dims};
        std::vector<std::uint8_t> values;
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t k = 0; k < dims; ++k) values.push_back(byte_at(i, k));
        set.values = std::move(values);
        expect_all_right("farthest_pair", what, set, nullptr);
    }

    void expect_matched(const std::string& what, const Dataset& a, const Dataset& b) {
        expect_all_right("best_match", what, a, &b);
    }

    std::uint8_t near_middle() { return static_cast<std::uint8_t>(120 + random_() % 16); }
    float number() { return std::uniform_real_distribution<float>(-1.0f, 1.0f)(random_); }

    std::mt19937 random_{7};
};

TEST_F(GpuExactOutputs, farthest_pair_is_found_wherever_it_lies) {
    constexpr std::int64_t n = 1000;
    for (const auto& [i, j] : {std::pair{0, 1}, {0, n - 1}, {n - 2, n - 1}, {127, 128}, {255, 256}, {500, 510}})
        expect_farthest("rows " + std::to_string(i) + " and " + std::to_string(j), n, 100,
                        [&, i = i, j = j](std::int64_t row, std::int64_t) -> std::uint8_t {
                            return row == i ? 0 : row == j ? 255 : near_middle();
                        });
}

TEST_F(GpuExactOutputs, farthest_pair_of_equal_distances_has_the_lowest_rows) {
    expect_farthest("all equal", 700, 50, [](auto, auto) -> std::uint8_t { return 9; });
    expect_farthest("black and white", 700, 50,
                    [](std::int64_t i, auto) -> std::uint8_t { return i % 2 == 0 ? 0 : 255; });
    expect_farthest("few values", 900, 3,
                    [&](auto, auto) -> std::uint8_t { return static_cast<std::uint8_t>(random_() % 3 * 100); });
}

TEST_F(GpuExactOutputs, farthest_pair_is_exact_in_long_vectors_and_large_sets) {
    for (const std::int64_t dims : {33025, 33026, 65535})
        expect_farthest("long, " + std::to_string(dims), 300, dims,
                        [&](std::int64_t i, std::int64_t k) -> std::uint8_t { return (i * 7 + k) % 5 == 0 ? 255 : 0; });
    expect_farthest("more than 65 536", 66000, 16, [&](auto, auto) { return static_cast<std::uint8_t>(random_()); });
}

TEST_F(GpuExactOutputs, matches_are_exact_with_ties_and_duplicates) {
    const Dataset a = samples::features(1500, 128, [&](auto, auto) { return number(); });
    const Dataset few = samples::features(40, 128, [&](auto, auto) { return number(); });
    const Dataset copies = samples::features(3000, 128, [&](std::int64_t i, std::int64_t k) {
        return coordinates(few)[static_cast<std::size_t>(i % 40 * 128 + k)];
    });
    expect_matched("each candidate 75 times", a, copies);
    expect_matched("all candidates alike", a, samples::features(600, 128, [](auto, auto) { return 1.0f; }));
    expect_matched("zeros among them",
                   samples::features(300, 128, [&](std::int64_t i, auto) { return i % 3 ? number() : 0.0f; }),
                   samples::features(500, 128, [&](std::int64_t i, auto) { return i % 2 ? number() : 0.0f; }));
}

TEST_F(GpuExactOutputs, matches_are_exact_where_halves_cannot_tell_scores_apart) {
    const Dataset one = samples::features(1, 128, [&](auto, auto) { return number(); });
    const auto near_it = [&](float distance) {
        return [&, distance](std::int64_t, std::int64_t k) {
            return coordinates(one)[static_cast<std::size_t>(k)] + distance * number();
        };
    };
    for (const float distance : {1e-2f, 1e-4f, 1e-6f})
        expect_matched("distance " + std::to_string(distance), samples::features(700, 128, near_it(0.1f)),
                       samples::features(2000, 128, near_it(distance)));
}

TEST_F(GpuExactOutputs, matches_are_exact_below_zero_and_for_any_shape) {
    const auto positive = [&](auto, auto) { return 0.1f + std::abs(number()); };
    expect_matched("negative scores", samples::features(900, 128, positive),
                   samples::features(700, 128, [&](auto, auto) { return -0.1f - std::abs(number()); }));
    expect_matched(
        "a single large coordinate",
        samples::features(400, 128, [&](std::int64_t i, std::int64_t k) { return i == k ? 1.0f : 1e-6f * number(); }),
        samples::features(400, 128, [&](std::int64_t i, std::int64_t k) { return i == k ? 1.0f : 1e-6f * number(); }));
    for (const std::int64_t dims : {1, 7, 33, 160, 512})
        for (const std::int64_t candidates : {1, 2, 3, 255, 257})
            expect_matched(std::to_string(candidates) + " of " + std::to_string(dims),
                           samples::features(130, dims, [&](auto, auto) { return number(); }),
                           samples::features(candidates, dims, [&](auto, auto) { return number(); }));
}

TEST_F(GpuExactOutputs, matches_by_tf32_differ_where_tf32_cannot_tell_scores_apart_and_nowhere_else) {
    const auto variant = std::ranges::find(variants(), "best_match/tensor_tf32", &KernelVariant::id);
    ASSERT_NE(variant, variants().end());
    const auto judged = [&](const Dataset& a, const Dataset& b) {
        Engine engine(gpu());
        engine.load(a, b);
        const OutputBuffer output = engine.allocate(matches_output(a.rows));
        engine.run(*variant, output.memory(), {});
        return compare_output(engine, *variant, output.memory(), a.rows, {});
    };
    const Dataset axes = samples::features(64, 64, [](std::int64_t i, std::int64_t k) { return i == k ? 1.0f : 0.0f; });
    const Dataset two_high = samples::features(64, 64, [](std::int64_t i, std::int64_t k) {
        return k == i ? 1.0f : k == (i + 1) % 64 ? 0.5f : 0.0f;
    });
    const Comparison clear = judged(two_high, axes);
    EXPECT_TRUE(clear.right()) << describe(clear);
    EXPECT_EQ(clear.different_entries, 0);
    const Dataset one = samples::features(1, 128, [&](auto, auto) { return number(); });
    const Dataset near = samples::features(2000, 128, [&](std::int64_t, std::int64_t k) {
        return coordinates(one)[static_cast<std::size_t>(k)] + 1e-4f * number();
    });
    const Comparison unclear = judged(samples::features(700, 128, [&](auto, auto) { return number(); }), near);
    EXPECT_TRUE(unclear.right()) << describe(unclear);
    EXPECT_GT(unclear.different_entries.value_or(0), 350);
}

} // namespace
} // namespace pairscope
