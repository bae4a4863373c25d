// SPDX-License-Identifier: MIT
// The Mantel test (Mantel 1967): how well two matrices of distances between the same items agree, and how often they
// would agree as well if the items of one were in a random order.
#pragma once

#include "kernels/association/common_items.h"
#include "kernels/data/names.h"
#include "kernels/ladder/engine.h"
#include "kernels/seriation/pair_distances.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace pairscope::association {

/// The correlation is that of the distances of all pairs of items (Pearson), or that of their ranks (Spearman), where
/// equal distances have their mean rank.
enum class Correlation : std::uint8_t { pearson, spearman };
inline constexpr std::array<Name<Correlation>, 2> correlation_names{
    {{Correlation::pearson, "pearson", "Pearson"}, {Correlation::spearman, "spearman", "Spearman"}}};
static_assert(is_in_order(correlation_names));
[[nodiscard]] constexpr std::string_view name_of(Correlation kind) { return name_in(correlation_names, kind); }
[[nodiscard]] constexpr std::string_view title_of(Correlation kind) { return title_in(correlation_names, kind); }

/// Which random orders reach what was observed: those of a correlation as high, as low, or as far from 0.
enum class Alternative : std::uint8_t { greater, less, two_sided };
inline constexpr std::array<Name<Alternative>, 3> alternative_names{
    {{Alternative::greater, "greater", "as high"},
     {Alternative::less, "less", "as low"},
     {Alternative::two_sided, "two_sided", "as far from 0"}}};
static_assert(is_in_order(alternative_names));
[[nodiscard]] constexpr std::string_view name_of(Alternative side) { return name_in(alternative_names, side); }
[[nodiscard]] constexpr std::string_view title_of(Alternative side) { return title_in(alternative_names, side); }

struct MantelChoice {
    Correlation correlation = Correlation::pearson;
    Alternative alternative = Alternative::greater;
    std::int64_t permutations = 999;
    std::uint64_t seed = 1;
};

struct MantelTest {
    double correlation = 0.0;
    std::int64_t permutations = 0; ///< that were tried; fewer than were asked for if it was stopped
    std::int64_t reached = 0;      ///< that reach the correlation
    /// (1 + reached) / (1 + permutations): the observed order is one of the random ones.
    [[nodiscard]] double p() const { return double(1 + reached) / double(1 + permutations); }
};

/// So many items at most: all distances of one matrix are stored twice.
inline constexpr std::int64_t most_items = 16384;

/// Distances between `rows`, which count places in measured.rows: (0, 1), (0, 2), ..., (1, 2), ...
[[nodiscard]] seriation::PairDistances distances_between(const seriation::MeasuredSet& measured,
                                                         const std::vector<std::int32_t>& rows);

/// The distances are of the same items in the same order. Random orders depend on the seed only. Correlations that
/// differ by less than 1e-10 are equal. Adds the permutations to control.rows_done. Throws InputError if all distances
/// of one matrix are equal up to rounding, which have no correlation, and MemoryError.
[[nodiscard]] MantelTest mantel_test(const seriation::PairDistances& first, const seriation::PairDistances& second,
                                     const MantelChoice& choice, const RunControl& control = {});

} // namespace pairscope::association
