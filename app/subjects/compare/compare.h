// SPDX-License-Identifier: MIT
// Which of two variants is faster, really? The selected one and another, measured in turns.
#pragma once

#include "app/subjects/ladder/ladder.h"
#include "app/subjects/recordings/recordings.h"
#include "profiling/comparing/interleaved.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

/// Which two runs are compared.
struct ComparedRuns {
    RunKey a, b;
    std::uint64_t revision = 0; ///< the revision of the points: other points make other runs
    auto operator<=>(const ComparedRuns&) const = default;
};

/// "Which of these is faster, really?" The selected variant, and one more.
struct CompareState {
    std::string other;       ///< empty: none
    int other_recording = 0; ///< id of the recording whose run of it is compared; 0: this session's
    Device other_device;     ///< the device of that recording
    std::optional<ComparedRuns> made_for;
    std::optional<profiling::InterleavedOutcome> outcome; ///< the result for made_for; absent: cancelled
};

namespace command {

struct CompareWith {
    std::string id;
    int recording = 0; ///< id of the recording whose run is meant; 0: this session's
    Device device{};   ///< the device of that recording
};                     ///< the variant that the selected one is compared with; empty, or the same again: none

void carry_out(const CompareWith&, State&, Effects&);

} // namespace command

namespace job {

/// Measure two variants in turns.
struct Compare {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* a = nullptr;
    const KernelVariant* b = nullptr;
    ComparedRuns key;
    Device device_a, device_b;
};

} // namespace job

namespace event {

struct Compared {
    ComparedRuns key;
    std::optional<profiling::InterleavedOutcome> outcome; ///< absent: cancelled
};

void take(const Compared&, State&);
void take_failure(const Compared&, const Failure&, State&);

} // namespace event

/// One of the two: this session's run, or that of a recording.
struct ComparedSide {
    const KernelVariant* variant = nullptr;
    std::optional<RecordedRun> recorded{};
};
/// The selected variant, as the panels show it.
[[nodiscard]] std::optional<ComparedSide> selected_side(const State& state);
/// What the selected variant is compared with: the recorded run that a user chose, or the one that stands in where a
/// variant has no time here. Absent: there is none, or it is the selected variant itself.
[[nodiscard]] std::optional<ComparedSide> other_side(const State& state);

/// Why this variant has no time to compare, one sentence; empty if it has one.
[[nodiscard]] std::string why_no_time(const State& state, const KernelVariant& variant);

/// The variant that the selected one is compared with; null: none, or the selected run itself. It may be the same
/// variant as a recording has it.
[[nodiscard]] const KernelVariant* other_variant(const State& state);

/// What is to be measured in turns: A is the selected variant, B the other one. Absent if one of them cannot run, has
/// no time here, or is a recording's, which recorded_comparison() answers.
[[nodiscard]] std::optional<ComparedRuns> wanted_comparison(const State& state);

/// Makes the comparison; absent if it is there.
[[nodiscard]] std::optional<Job> compare_job(const State& state);

/// The user cancelled it: it is not made until something changes.
void give_up_comparison(State& state);

/// The comparison of the two as they are now; null: not yet.
[[nodiscard]] const profiling::Interleaved* comparison_of(const State& state);

/// One sentence where the comparison in turns and the medians of the ladder disagree, with the reason if badges know
/// it; empty if they agree.
[[nodiscard]] std::string contradiction(const State& state);

void compare_with(State& state, const command::CompareWith& chosen, Effects& effects);

} // namespace pairscope::app
