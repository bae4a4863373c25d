// SPDX-License-Identifier: MIT
// The runs of two recordings that belong to the same workload and size, side by side.
#pragma once

#include "profiling/comparing/speed_ratio.h"
#include "profiling/recording/recording.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::cli {

/// What has to be equal in two recorded runs so that their times can be set beside each other.
struct PairKey {
    std::string variant_id;
    TargetKind target = TargetKind::linear;
    profiling::CacheState caches = profiling::CacheState::warm;
    int block = 0; ///< threads of a block; 0: the usual ones
    auto operator<=>(const PairKey&) const = default;
};

/// What one of the recordings has: a time, a failure, or nothing.
struct PairSide {
    const profiling::Measurement* run = nullptr;
    std::string failure{}; ///< why it has no time, although it ran
};

struct RecordedPair {
    PairKey key;
    PairSide a, b;
    /// The ratio of the times per pair of points, so that n may differ. It is absent unless both runs have a time.
    std::optional<profiling::SpeedRatio> ratio{};
};

/// In ladder order; variants that this version lacks come last. The pointers are into the recordings. `any_size`: where
/// the two have no size in common, the largest of each are a pair. Where a recording has several runs for one question,
/// on several devices or with several numbers of threads, those with the same device and threads are pairs; without
/// such, those with the same threads, or on the same device, or else the run with most threads of each.
[[nodiscard]] std::vector<RecordedPair> pairs_of(const profiling::Recording& a, const profiling::Recording& b,
                                                 bool any_size);

/// Are these different devices? Older recordings do not tell the size of the cache, which makes no difference.
[[nodiscard]] bool are_different(Device a, Device b);

/// Have the timed runs of a workload that is in both recordings vectors with different numbers of coordinates? Then a
/// pair does not cost the same in both.
[[nodiscard]] bool have_different_dims(const profiling::Recording& a, const profiling::Recording& b);

/// What warns about one of the two times: "! A: busy machine, cache-sized data; B: cache-sized data"; empty: nothing
/// does.
[[nodiscard]] std::string warnings_text(const RecordedPair& pair);

/// "A and B have no run ...": why no pair of them has two times; empty if one has.
[[nodiscard]] std::string why_nothing_in_common(const std::vector<RecordedPair>& pairs);

} // namespace pairscope::cli
