// SPDX-License-Identifier: MIT
// What runs, where, and again: the variants, their measurements, and the ceilings of the devices.
#pragma once

#include "app/spine/activity.h"
#include "app/spine/device_ceilings.h"
#include "app/spine/question.h"
#include "kernels/ladder/registry.h"
#include "profiling/measurement.h"
#include "profiling/outcome.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct State;

/// What a measurement belongs to.
struct RunKey {
    std::string variant_id;
    Workload workload;
    int device = 0; ///< index into RunState::devices
    TargetKind target = TargetKind::linear;
    profiling::CacheState caches = profiling::CacheState::warm;
    auto operator<=>(const RunKey&) const = default;
};

/// One run that made a picture: a point of the history strip.
struct HistoryPoint {
    std::string variant_id;
    double seconds = 0.0;
};

/// The user cancelled the work while this variant was selected and these points were shown. Until others are chosen, or
/// something is asked for, the variant is not measured.
struct CancelledWork {
    std::string variant_id;
    std::uint64_t revision = 0; ///< the revision of the points
    bool operator==(const CancelledWork&) const = default;
};

struct RunState {
    std::vector<Device> devices; ///< as devices() lists them
    std::string no_gpu;          ///< why there is none; empty if there is one
    std::size_t device = 0;      ///< the GPU that runs CUDA variants, or the CPU
    int interop_device = -1;     ///< index of the device that draws the window, and so can write its texture; -1: none
    std::string variant_id;
    std::string proposed;                                  ///< usual_variant() chose it; empty once the user chose one
    std::map<std::string_view, std::string> variants_left; ///< the variant that was selected when a workload was left
    TargetKind target = TargetKind::linear; ///< where the runs that are shown write: ladder, time, roofline, counters
                                            ///< and trace alike. The picture goes straight to the screen anyway
    profiling::CacheState caches = profiling::CacheState::warm; ///< when a timed run begins
    double max_seconds = 3.0; ///< the longest time for the timed runs of a variant, if the interval stays wide
    bool live = true;
    bool measure_all = true; ///< measure the other variants in the background
    bool measure_again = false;
    std::optional<CancelledWork> cancelled; ///< absent: nothing, or something was asked for since
    std::map<RunKey, profiling::RunOutcome> outcomes;
    std::map<RunKey, double> allowed_seconds;   ///< the longest time that the timed runs of the outcome might take [s]
    std::map<RunKey, std::uint64_t> checked_at; ///< the revision of the points for which the outcome was checked
    CeilingsByDevice ceilings;
    std::optional<Activity> activity; ///< what the worker of runs does, or else the worker of files
    std::deque<HistoryPoint> history; ///< the latest last, at most 240
};

enum class Bars : std::uint8_t { share, time, speedup, energy }; ///< what the ladder's bars show

namespace command {

struct SelectVariant {
    std::string id;
};
struct StepVariant {
    int by;
}; ///< up or down the ladder
struct SelectDevice {
    std::size_t index;
};
struct SetTarget {
    TargetKind target;
}; ///< whose runs all panels show: into linear memory, or into a texture
struct SetCaches {
    profiling::CacheState caches;
}; ///< what the caches hold at the beginning of each timed run
struct SetLive {
    bool on;
};                  ///< recompute as points move
struct RunAgain {}; ///< measure the selected variant anew
struct MeasureAll {};
struct MeasureCeilings {};
struct CancelWork {};
struct SetBars {
    Bars bars;
};
struct FoldGroup {
    std::string group; ///< as LookState::folded names it
    bool folded;
}; ///< folds a group of the ladder

void carry_out(const SelectVariant&, State&, Effects&);
void carry_out(const StepVariant&, State&, Effects&);
void carry_out(const SelectDevice&, State&, Effects&);
void carry_out(const SetTarget&, State&, Effects&);
void carry_out(const SetCaches&, State&, Effects&);
void carry_out(const SetLive&, State&, Effects&);
void carry_out(const RunAgain&, State&, Effects&);
void carry_out(const MeasureAll&, State&, Effects&);
void carry_out(const MeasureCeilings&, State&, Effects&);
void carry_out(const CancelWork&, State&, Effects&);
void carry_out(const SetBars&, State&, Effects&);
void carry_out(const FoldGroup&, State&, Effects&);

} // namespace command

namespace job {

struct Measure {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    RunKey key;
    Device device;
    double max_seconds = 3.0;
    bool is_first_look = false;    ///< see RunnerOptions
    bool draws_the_window = false; ///< the device does, meanwhile
};
struct MeasureCeilings {
    std::size_t device_index = 0;
    Device device;
    profiling::CeilingRequest request;
};

} // namespace job

namespace event {

struct Measured {
    RunKey key;
    std::optional<profiling::RunOutcome> outcome; ///< absent: cancelled
    std::uint64_t revision = 0;                   ///< the revision of the points
    double max_seconds = 0.0;                     ///< job::Measure::max_seconds
};
struct CeilingsMeasured {
    std::size_t device_index = 0;
    std::optional<profiling::Ceilings> ceilings; ///< absent: cancelled
    bool others = false;                         ///< the ceilings that are not essential, too
    std::vector<profiling::CeilingKind> kinds{}; ///< that were asked for
};

void take(const Measured&, State&);
void take_failure(const Measured&, const Failure&, State&);
void take(const CeilingsMeasured&, State&);
void take_failure(const CeilingsMeasured&, const Failure&, State&);

} // namespace event

/// Forgets what was measured, checked and counted of these runs.
void forget_runs(State& state, const std::function<bool(const RunKey&)>& is_gone);

/// The user chose another variant, other data or other options: what is being timed is stopped, and measurements that
/// the user had cancelled may start again.
void want_other_measurements(State& state, Effects& effects);

void select_variant(State& state, const std::string& id, Effects& effects);
/// The usual one, unless the user chose another one.
void propose_variant(State& state);
/// After the data or the workload has changed: the variant that was selected when it was left, or its usual one.
void select_variant_of_workload(State& state);

} // namespace pairscope::app
