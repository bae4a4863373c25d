// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/value_counts.h"

#include "app/chart/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {

std::vector<double> value_histogram(const MatrixSummary& summary, const Colouring& colouring, int parts) {
    std::vector<double> shares(std::size_t(std::max(parts, 0)), 0.0);
    const std::vector<float>& sample = summary.sample;
    const ValueRange range = colouring.range;
    if (sample.empty() || !(range.low < range.high)) return shares;
    auto from = std::ranges::lower_bound(sample, range.low);
    for (int i = 0; i < parts; ++i) {
        const bool is_last = i + 1 == parts; // both ends belong to the scale
        const float end = is_last ? range.high : value_at(float(i + 1) / float(parts), range, colouring.transform);
        const auto to = is_last ? std::upper_bound(from, sample.end(), end) : std::lower_bound(from, sample.end(), end);
        shares[std::size_t(i)] = double(to - from) / double(sample.size());
        from = to;
    }
    return shares;
}

ThresholdCount count_kept(const MatrixSummary& summary, MatrixShape shape, const Dimming& dimming) {
    ThresholdCount count{.entries = shape.rows * shape.cols - summary.nan_count - summary.infinite_count,
                         .sampled = std::ssize(summary.sample)};
    if (count.sampled == 0) return count;
    const auto& sample = summary.sample;
    const auto kept = dimming.above ? std::ranges::upper_bound(sample, dimming.threshold) - sample.begin()
                                    : sample.end() - std::ranges::lower_bound(sample, dimming.threshold);
    count.is_exact = count.sampled == count.entries;
    count.kept = double(kept) / double(count.sampled) * double(count.entries);
    return count;
}

std::string threshold_words(const ThresholdCount& count, const Dimming& dimming, std::string_view unit) {
    const double percent = count.entries > 0 ? 100.0 * count.kept / double(count.entries) : 0.0;
    const std::string number = count.is_exact ? grouped(std::llround(count.kept)) : "about " + three_digits(count.kept);
    return fmt::format("{} of {} ({:.1f} %) {} {} {:.6g}{}{}", number,
                       count.entries == 1 ? "1 entry" : fmt::format("{} entries", grouped(count.entries)), percent,
                       count.kept == 1.0 ? "is" : "are", dimming.above ? "at most" : "at least", dimming.threshold,
                       unit.empty() ? "" : " ", unit);
}

} // namespace pairscope::app
