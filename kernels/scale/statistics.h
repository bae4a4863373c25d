// SPDX-License-Identifier: MIT
// Minimum, maximum, mean and histogram of all distances of a question, without a matrix.
//
// A distance is the double that Measure::distance() gives. It counts as a whole number of steps, which are a power of
// two: the histogram takes the step below the distance, and the mean the nearer one of two steps at a time. Which step
// that is comes from the cheap key where its error leaves no doubt, and otherwise from the exact distance. So every
// count and the sum of all steps are whole numbers that depend on the data only.
#pragma once

#include "kernels/scale/extreme_pair.h"
#include "kernels/scale/pair_blocks.h"
#include "kernels/scale/piece_work.h"
#include "kernels/scale/wide_sum.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace pairscope::scale {

inline constexpr int most_bins = 1 << 16;

/// The bins of a histogram. Bin i has the steps from first + i * width on, up to those of the next bin.
struct StepBins {
    double step = 1.0; ///< a power of two, in the unit of the distances
    std::int64_t first = 0, width = 1;
    int count = 1;

    /// Where bin i begins and bin i - 1 ends, exactly.
    [[nodiscard]] double edge(int i) const { return static_cast<double>(first + i * width) * step; }
    [[nodiscard]] std::int64_t end() const { return first + count * width; }
};

struct BinsAsked {
    int count = 64;
    std::optional<double> low{}, high{}; ///< absent: from 0 to the largest distance
};

/// `largest`: the farthest pair, or one that does not exist where there is no distance. Throws InputError for a range
/// without steps in it.
[[nodiscard]] StepBins bins_for(const AllKeys& keys, const ExtremePair& largest, const BinsAsked& asked);
/// Like the other bins_for(), for a largest distance, 0 where there is none, and the slack of keys by which distances
/// are told.
[[nodiscard]] StepBins bins_for(const neighbours::Slack& slack, double largest, const BinsAsked& asked);

struct Statistics {
    std::int64_t pairs = 0;             ///< that have a finite distance
    std::int64_t without = 0;           ///< pairs without a distance
    std::int64_t infinite = 0;          ///< pairs whose distance no double holds
    WideSum steps{};                    ///< the sum of all distances, each rounded to a multiple of two steps
    std::int64_t below = 0, above = 0;  ///< pairs outside of the range of the histogram
    std::vector<std::int64_t> counts{}; ///< for each bin
    ExtremePair nearest{};

    bool operator==(const Statistics&) const = default;
};

/// Adds what another part of the pairs has.
void add(Statistics& found, const Statistics& part);
[[nodiscard]] Bytes bytes_of(const Statistics& found);
[[nodiscard]] Statistics statistics_in(std::span<const std::byte> bytes);
/// The pairs of one block of rows.
[[nodiscard]] Statistics statistics_of(const AllKeys& keys, const StepBins& bins, const PairBlock& block,
                                       const std::stop_token& stop);

/// The mean of the distances; at least one pair has one. It is right within one step.
[[nodiscard]] double mean_of(const Statistics& found, const StepBins& bins);

class StatisticsSearch {
public:
    /// The keys must outlive this. They are PlaceKeys::kilometres.
    StatisticsSearch(const AllKeys& keys, const StepBins& bins);

    /// Pieces that look at every pair. The search must outlive them.
    [[nodiscard]] PieceWork work();
    /// What the pieces that were merged have found.
    [[nodiscard]] const Statistics& found() const { return merged_; }
    [[nodiscard]] const StepBins& bins() const { return bins_; }

private:
    const AllKeys& keys_;
    StepBins bins_;
    PairBlocks blocks_;
    Statistics merged_;
};

} // namespace pairscope::scale
