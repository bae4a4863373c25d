// SPDX-License-Identifier: MIT
// The matches that the vectors of tests of best_match should have, and those that the executor finds.
#pragma once

#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/workload.h"
#include "tests/kernels/feature_samples.h"
#include "tests/kernels/specimens/traced_specimen.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

namespace pairscope::samples {

/// The definition: all candidates in the order of their rows; a later one has to have a higher score.
inline std::vector<FoundMatch> expected_matches(const Dataset& a, const Dataset& b) {
    std::vector<FoundMatch> matches;
    for (std::int64_t i = 0; i < a.rows; ++i) {
        std::vector<double> scores;
        for (std::int64_t j = 0; j < b.rows; ++j) {
            double score = 0.0;
            for (std::int64_t k = 0; k < a.dims; ++k)
                score += double{coordinates(a)[std::size_t(i * a.dims + k)]} *
                         double{coordinates(b)[std::size_t(j * b.dims + k)]};
            scores.push_back(score);
        }
        const auto best = std::ranges::max_element(scores); // the first of equal ones
        FoundMatch match{.best = std::int32_t(best - scores.begin()), .second = -1, .best_value = float(*best)};
        if (b.rows > 1) {
            *best = -std::numeric_limits<double>::infinity();
            const auto second = std::ranges::max_element(scores);
            match.second = std::int32_t(second - scores.begin());
            match.second_value = float(*second);
        }
        matches.push_back(match);
    }
    return matches;
}

inline std::vector<FoundMatch> simulated_matches(const KernelVariant& variant, const Dataset& a, const Dataset& b) {
    const simt::TracedRun run = simt::traced_run(variant, inputs_of(a, b), {.most_accesses = 0, .threads = 0});
    EXPECT_THAT(run.trace.findings, ::testing::IsEmpty()) << variant.id << ", " << a.rows << " x " << b.rows << " x "
                                                          << a.dims << ": " << simt::all_of(run.trace.findings);
    std::vector<FoundMatch> matches(run.output.size() / 4);
    EXPECT_EQ(std::ssize(matches), variant.both_directions ? a.rows + b.rows : a.rows) << variant.id;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        std::array<float, 4> words{};
        std::copy_n(run.output.begin() + std::ptrdiff_t(4 * i), 4, words.begin());
        matches[i] = std::bit_cast<FoundMatch>(words);
    }
    return matches;
}

inline Comparison verdict_on(const Dataset& a, const Dataset& b, std::vector<FoundMatch> matches,
                             double may_differ_by = 0.0) {
    const LinearMemory memory{reinterpret_cast<float*>(matches.data()), 4};
    const Accuracy accuracy{.tolerance = 1e-6, .may_differ_by = may_differ_by};
    return type_of("best_match").compare(problem_of(inputs_of(a, b), memory), accuracy, {});
}

} // namespace pairscope::samples
