// SPDX-License-Identifier: MIT
// The runs of open recordings that are shown beside this session's: one set per device. Pure functions.
#pragma once

#include "app/spine/state.h"
#include "app/subjects/recordings/recorded_data.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// A run whose answer was wrong, or that ended with an error: it has no time that counts.
struct RecordedFailure {
    std::string variant_id;
    std::string message;
};
/// Covers all devices and sizes, in the order of the recording.
[[nodiscard]] std::vector<RecordedFailure> failures_in(const profiling::Recording& recording);

/// The runs of one device of one recording into the chosen output, all of one size: the current one if it was recorded,
/// else the one with most variants. The pointers are into the recording.
struct RecordedSet {
    const ShownRecording* shown = nullptr;
    const Device* device = nullptr;
    const profiling::Ceilings* ceilings = nullptr; ///< null: none were recorded
    Workload workload;
    std::vector<const profiling::Measurement*>
        runs; ///< variants that this version knows, in ladder order; none if all were recorded with another output
    std::vector<RecordedFailure> failed; ///< such variants that this device ran and that have no time here
};

/// The sets of the visible recordings, in the order of opening. Each has runs of the current kind of workload.
[[nodiscard]] std::vector<RecordedSet> recorded_sets(const State& state);

/// The variant's run; null if there is none.
[[nodiscard]] const profiling::Measurement* run_of(const RecordedSet& set, std::string_view variant_id);

/// The set whose times stand in the CUDA rows of a machine without a GPU, which has none of its own; null: none.
[[nodiscard]] const RecordedSet* standing_in(const State& state, const std::vector<RecordedSet>& sets);

/// The recorded run that panels show for the selected variant: of the recording that a user chose, or the one that
/// stands in. Absent: this session's own run is shown.
struct RecordedRun {
    RecordedSet set;
    const profiling::Measurement* run = nullptr;
};
[[nodiscard]] std::optional<RecordedRun> recorded_run(const State& state);

/// The run that panels and charts are about: the selected variant's of this session, or a recorded one.
struct ShownRun {
    const profiling::Measurement* run = nullptr; ///< null: not measured yet
    const profiling::Ceilings* ceilings = nullptr;
    std::string origin; ///< "recorded 2026-11-21 by pairscope 0.1.0"; empty: of this session
};
[[nodiscard]] ShownRun shown_run(const State& state, const std::optional<RecordedRun>& recorded);

/// Can charts show it? Its answer is right, and its time and its bytes are above zero, so that it has a place on
/// logarithmic axes.
[[nodiscard]] bool is_drawable(const profiling::Measurement& m);

/// Had its blocks the size that the variant has unless it is asked for another? The answer is yes for a CPU variant,
/// and where the recording does not say.
[[nodiscard]] bool has_usual_block(const profiling::Measurement& m);

[[nodiscard]] std::string name_of(const RecordedSet& set); ///< "NVIDIA H200, 2026-11-21"
[[nodiscard]] std::string day_of(const RecordedSet& set);  ///< "2026-11-21"
[[nodiscard]] std::string size_of(const RecordedSet& set); ///< "n = 30 336"
[[nodiscard]] std::string origin_of(const profiling::Recording& recording);
[[nodiscard]] std::string origin_of(const RecordedSet& set); ///< "recorded 2026-11-21 by pairscope 0.1.0"

} // namespace pairscope::app
