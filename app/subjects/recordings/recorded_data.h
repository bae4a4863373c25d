// SPDX-License-Identifier: MIT
// The data of a recording: what was asked goes into it, and comes out of it as what it was.
#pragma once

#include "app/subjects/data/data_source.h"
#include "app/subjects/data/question.h"
#include "profiling/recording/recording.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// Puts the workload, its data and its parameters into the recording. `edited`: points were changed since their source
/// made them, so settings do not make them again.
void record_question(profiling::Recording& recording, const Question& question, const DataSource& source, bool edited);

/// The workload that was asked: the recorded one, or else that of the first measured or simulated run, or that of given
/// distances. Absent: this version has none of the recorded workloads.
[[nodiscard]] std::optional<std::string_view> recorded_workload(const profiling::Recording& recording);

/// Its points in the plane, which are generated if it holds settings; null: its data are something else.
[[nodiscard]] std::shared_ptr<const Dataset> recorded_points(const profiling::Recording& recording);

/// The sets that were asked about, with points as one set; empty: this version cannot make them.
[[nodiscard]] std::vector<std::shared_ptr<const Dataset>> recorded_data(const profiling::Recording& recording);

/// Can its data be opened? Large sets are described only.
[[nodiscard]] bool holds_data(const profiling::Recording& recording);

} // namespace pairscope::app
