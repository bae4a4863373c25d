// SPDX-License-Identifier: MIT
#include "kernels/core/rounding.h"

#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace pairscope {
namespace {

/// The finisher of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t scrambled(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

std::uint64_t hash_of_vector(std::span<const float> vector) {
    std::uint64_t hash = 0;
    for (const float x : vector) hash = scrambled(hash + std::bit_cast<std::uint32_t>(x + 0.0f) + 1); // -0 equals 0
    return hash;
}

} // namespace

void RoundedVectors::take(std::int64_t row, std::int64_t coordinate, double in_file) {
    const double lost = in_file - static_cast<double>(static_cast<float>(in_file));
    if (lost == 0.0 || !std::isfinite(lost)) return;
    if (losses_.empty()) losses_.resize(static_cast<std::size_t>(rows_));
    const auto place = scrambled(static_cast<std::uint64_t>(coordinate) + 1);
    losses_[static_cast<std::size_t>(row)] += scrambled(std::bit_cast<std::uint64_t>(lost) ^ place);
}

std::int64_t RoundedVectors::count_merged(std::span<const float> values) const {
    if (losses_.empty()) return 0;
    const std::size_t dims = values.size() / losses_.size();
    std::vector<std::pair<std::uint64_t, std::uint64_t>> vectors; // hash in float32, hash of what was lost
    vectors.reserve(losses_.size());
    for (std::size_t row = 0; row < losses_.size(); ++row) {
        const auto vector = values.subspan(row * dims, dims);
        const bool is_finite = std::ranges::all_of(vector, [](float x) { return std::isfinite(x); });
        if (is_finite) vectors.emplace_back(hash_of_vector(vector), losses_[row]);
    }
    std::ranges::sort(vectors);
    std::int64_t merged = 0;
    for (auto first = vectors.begin(); first != vectors.end();) {
        const auto last =
            std::find_if(first, vectors.end(), [first](const auto& vector) { return vector.first != first->first; });
        if (first->second != std::prev(last)->second) merged += last - first; // sorted: not all lost the same
        first = last;
    }
    return merged;
}

std::string note_on_merged(std::int64_t merged, std::string_view what) {
    if (merged == 0) return {};
    return fmt::format("{} have equal coordinates in float32 but not in the file, so distances between them become 0; "
                       "subtract a large number from the columns to keep their last digits",
                       counted(merged, what));
}

} // namespace pairscope
