// SPDX-License-Identifier: MIT
#include "kernels/scale/statistics.h"

#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace pairscope::scale {
namespace {

constexpr double steps_per_doubt = 0x1p8; ///< a step is so many times the error of a distance
constexpr int most_step_bits = 50;        ///< the largest distance has fewer than 2^51 steps

/// A distance from a cheap key is within this of the exact one: the slack is twice the error of a key, and the root of
/// a key has half of its relative error.
double error_of(const neighbours::Slack& slack, double distance) { return slack.of(distance); }

/// Divides whole numbers below 2^51 by the width of a bin: with one product, because a division takes ten times as
/// long.
class BinOf {
public:
    explicit BinOf(std::int64_t width)
        : shift_(bits_of_steps + static_cast<int>(std::bit_width(static_cast<std::uint64_t>(width)))),
          factor_(static_cast<std::uint64_t>((Wide{1} << shift_) / static_cast<std::uint64_t>(width)) + 1) {}
    /// The factor is too large by less than 1, so the product by less than 2^51, which is less than 2^shift / width.
    [[nodiscard]] std::int64_t operator()(std::int64_t steps) const {
        return static_cast<std::int64_t>(Wide{static_cast<std::uint64_t>(steps)} * factor_ >> shift_);
    }

private:
    __extension__ typedef unsigned __int128 Wide;
    static constexpr int bits_of_steps = most_step_bits + 1;
    int shift_;
    std::uint64_t factor_;
};

/// Looks at the pairs of a row in one block.
class RowOfPairs {
public:
    RowOfPairs(const AllKeys& keys, const StepBins& bins, Statistics& found)
        : keys_(keys), bins_(bins), found_(found), nearest_(keys), bin_of_(bins.width), per_step_(1.0 / bins.step) {}

    void look_at(std::int64_t row, std::int64_t first, std::span<const double> keys) {
        constexpr std::size_t most = 4096; // so many halves of steps fit into 64 bits
        for (std::size_t begin = 0; begin < keys.size(); begin += most) {
            const std::span<const double> some = keys.subspan(begin, std::min(most, keys.size() - begin));
            look_at_some(row, first + static_cast<std::int64_t>(begin), some);
        }
    }
    [[nodiscard]] const ExtremePair& nearest() const { return nearest_.best(); }

private:
    void look_at_some(std::int64_t row, std::int64_t first, std::span<const double> keys) {
        distances_.resize(keys.size());
        keys_.distances_of(keys, distances_);
        const std::int64_t itself = keys_.itself(row);
        const BinOf bin_of = bin_of_; // copies, because what is counted might be them
        const std::int64_t begin = bins_.first, end = bins_.end();
        std::int64_t* const counts = found_.counts.data();
        std::int64_t pairs = 0, below = 0, above = 0, halves = 0;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const std::int64_t col = first + static_cast<std::int64_t>(i);
            const double distance = distances_[i];
            if (col == itself) continue;
            if (!(std::abs(distance) <= std::numeric_limits<double>::max())) {
                ++(std::isnan(keys[i]) ? found_.without : found_.infinite);
                continue;
            }
            if (!nearest_.cannot_win(keys[i])) nearest_.offer(row, col, keys[i]);
            const std::int64_t steps = steps_of(row, col, distance);
            ++pairs;
            halves += (steps + 1) >> 1; // as many pairs of steps as are nearest to the distance
            if (steps < begin)
                ++below;
            else if (steps >= end)
                ++above;
            else
                ++counts[bin_of(steps - begin)];
        }
        found_.pairs += pairs;
        found_.below += below;
        found_.above += above;
        found_.steps.add(halves);
    }
    /// How many whole steps the distance has.
    [[nodiscard]] std::int64_t steps_of(std::int64_t row, std::int64_t col, double distance) const {
        const double steps = distance * per_step_;
        const std::int64_t whole = floor_of(steps);
        const double doubt = error_of(keys_.slack(), distance) * per_step_, beyond = steps - static_cast<double>(whole);
        const bool is_sure = (beyond >= doubt && 1.0 - beyond >= doubt) || doubt == 0.0;
        return is_sure ? whole : floor_of(keys_.measure().distance(row, col) * per_step_);
    }
    /// Without a call, which floor() is where the processor may be an old one.
    [[nodiscard]] static std::int64_t floor_of(double number) {
        const auto toward_zero = static_cast<std::int64_t>(number);
        return toward_zero - (number < static_cast<double>(toward_zero) ? 1 : 0);
    }

    const AllKeys& keys_;
    StepBins bins_;
    Statistics& found_;
    PairContest<Extreme::nearest> nearest_;
    BinOf bin_of_;
    double per_step_;
    std::vector<double> distances_;
};

Statistics without_pairs(const StepBins& bins) {
    Statistics found;
    found.counts.resize(static_cast<std::size_t>(bins.count));
    return found;
}

} // namespace

StepBins bins_for(const AllKeys& keys, const ExtremePair& largest, const BinsAsked& asked) {
    return bins_for(keys.slack(), largest.exists() ? keys.measure().distance_of_exact(largest.exact) : 0.0, asked);
}

StepBins bins_for(const neighbours::Slack& slack, double largest, const BinsAsked& asked) {
    const double distance = std::abs(largest);
    const double range = std::max({distance, std::abs(asked.low.value_or(0.0)), std::abs(asked.high.value_or(0.0))});
    StepBins bins{.step = 1.0, .first = 0, .width = 1, .count = asked.count};
    if (range == 0.0) return bins;
    const double least = std::max(std::ldexp(range, -most_step_bits), steps_per_doubt * error_of(slack, range));
    constexpr int least_exponent = -1000, most_exponent = 1000; // one divided by the step is a number
    int exponent = 0;
    const double part = std::frexp(least, &exponent);
    bins.step = std::ldexp(1.0, std::clamp(part == 0.5 ? exponent - 1 : exponent, least_exponent, most_exponent));
    const auto steps_to = [&](double value) { return static_cast<std::int64_t>(std::nearbyint(value / bins.step)); };
    bins.first = asked.low ? steps_to(*asked.low) : 0;
    // Without a range, the largest distance is in the last bin.
    const std::int64_t end = asked.high ? steps_to(*asked.high) : static_cast<std::int64_t>(distance / bins.step) + 1;
    const std::int64_t count = bins.count;
    if (end <= bins.first)
        throw InputError(fmt::format("the histogram would begin at {} and end at {}: choose an end above its beginning",
                                     bins.edge(0), static_cast<double>(end) * bins.step));
    bins.width = std::max<std::int64_t>(1, (end - bins.first + count - 1) / count);
    return bins;
}

double mean_of(const Statistics& found, const StepBins& bins) {
    return found.steps.divided_by(found.pairs) * 2.0 * bins.step;
}

void add(Statistics& found, const Statistics& part) {
    found.pairs += part.pairs;
    found.without += part.without;
    found.infinite += part.infinite;
    found.below += part.below;
    found.above += part.above;
    found.steps.add(part.steps);
    if (wins<Extreme::nearest>(part.nearest, found.nearest)) found.nearest = part.nearest;
    for (std::size_t i = 0; i < found.counts.size(); ++i) found.counts[i] += part.counts.at(i);
}

Bytes bytes_of(const Statistics& found) {
    ByteWriter writer;
    for (const std::int64_t number : {found.pairs, found.without, found.infinite, found.below, found.above})
        writer.put(number);
    writer.put(found.steps);
    writer.put(found.nearest);
    writer.put_all(std::span<const std::int64_t>(found.counts));
    return writer.take();
}

Statistics statistics_in(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    Statistics found;
    for (std::int64_t* number : {&found.pairs, &found.without, &found.infinite, &found.below, &found.above})
        *number = reader.get<std::int64_t>();
    found.steps = reader.get<WideSum>();
    found.nearest = reader.get<ExtremePair>();
    found.counts = reader.get_all<std::int64_t>();
    return found;
}

Statistics statistics_of(const AllKeys& keys, const StepBins& bins, const PairBlock& block,
                         const std::stop_token& stop) {
    Statistics found = without_pairs(bins);
    RowOfPairs pairs(keys, bins, found);
    std::vector<double> of_row;
    const auto look_at = [&](std::int64_t row, std::int64_t first, std::int64_t end) {
        if (first >= end) return;
        of_row.resize(static_cast<std::size_t>(end - first));
        keys.read(row, first, of_row);
        pairs.look_at(row, first, of_row);
    };
    for (std::int64_t row = block.first_row; row < block.end_row && !stop.stop_requested(); ++row)
        look_at(row, keys.is_one_set() ? std::max(block.first_col, row + 1) : block.first_col, block.end_col);
    // The distances back: of each block below the diagonal, and of the lower half of a block on it.
    for (std::int64_t row = block.first_col; keys.is_asymmetric() && row < block.end_col; ++row)
        look_at(row, block.first_row, std::min(block.end_row, row));
    found.nearest = pairs.nearest();
    return found;
}

StatisticsSearch::StatisticsSearch(const AllKeys& keys, const StepBins& bins)
    : keys_(keys), bins_(bins), blocks_(blocks_for(keys.rows(), keys.cols(), keys.is_one_set(), keys.length())),
      merged_(without_pairs(bins)) {}

PieceWork StatisticsSearch::work() {
    PieceWork work;
    work.pieces = blocks_.count();
    work.compute = [this](std::int64_t piece, const std::stop_token& stop) {
        return bytes_of(statistics_of(keys_, bins_, blocks_.at(piece), stop));
    };
    work.merge = [this](std::span<const std::byte> result) { add(merged_, statistics_in(result)); };
    work.merged = [this] { return bytes_of(merged_); };
    return work;
}

} // namespace pairscope::scale
