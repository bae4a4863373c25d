// SPDX-License-Identifier: MIT
// What is known about the ceilings of one device, and how that changes: which are to be measured next, for arrays of
// which size, and when a run makes them doubtful. Plain values; the window and the command line follow the same rules.
#pragma once

#include "profiling/ceilings/ceilings.h"
#include "profiling/measurement.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::profiling {

struct DeviceCeilings {
    std::optional<Ceilings> figures; ///< absent: they were not measured yet, or are to be measured anew
    bool stored = false;             ///< the figures are of an earlier session: shown, never compared with
    bool complete = false; ///< all of them were measured or tried in this process, not only the essential ones
    bool wanted = false;   ///< the essential ones are to be measured again; the better figures are kept
    int doubts = 0;        ///< how often they were measured again, or are to be, because they seem to be too low
    std::string failure{}; ///< why the essential ones could not be measured; empty: they could, or were not tried
    std::vector<CeilingKind> beaten{}; ///< the ceilings that the runs which doubt them were faster than
    std::vector<CeilingKind> tried{};  ///< measured in this process, or found to be none of the device
};

/// The ceilings that this process measured; null if there are none.
[[nodiscard]] const Ceilings* measured_now(const DeviceCeilings& ceilings);

/// Are the essential ones to be measured? Not after a failure, until the user asks.
[[nodiscard]] bool lack_essential(const DeviceCeilings& ceilings);
/// Are the others to be measured? They follow the essential ones.
[[nodiscard]] bool lack_others(const DeviceCeilings& ceilings);

/// The ceilings that can limit a run of the workload, by its own form of computing or another one: without them, its
/// runs have no useful fraction.
[[nodiscard]] std::vector<CeilingKind> ceilings_of(const WorkloadType& type);
/// Which of these kinds are not essential and are still to be tried: after the essential ones, or with them.
[[nodiscard]] std::vector<CeilingKind> kinds_lacking(const DeviceCeilings& ceilings,
                                                     const std::vector<CeilingKind>& kinds);

/// The kinds to measure where lack_essential(): the essential ones, and those that were beaten.
[[nodiscard]] std::vector<CeilingKind> kinds_to_measure(const DeviceCeilings& ceilings);

/// The size of the arrays of ceilings that runs of this workload are compared with: its compulsory bytes in float32,
/// but so many that they stay in no cache [B].
[[nodiscard]] std::int64_t ceiling_bytes(const Workload& workload);

/// Takes what was measured. Those of an earlier session are forgotten at once, so that all that is shown has one date;
/// of those of this process the better figures stay. Those
/// that were measured while other programs were busy are measured again, at most twice.
void take_measured(DeviceCeilings& ceilings, Ceilings measured, bool others,
                   const std::vector<CeilingKind>& tried = {});
/// The measuring failed. The figures from before stay; it is not tried again.
void take_failure(DeviceCeilings& ceilings, const std::string& message, bool others);

/// The ceiling that this run was clearly faster than although its bytes do not stay in the caches; absent if there is
/// none. That ceiling was probably measured while the machine was busy.
[[nodiscard]] std::optional<CeilingKind> doubtful_ceiling(const Measurement& run, const Ceilings& ceilings);

/// Has the ceilings measured again if the run makes them doubtful: at most twice, and then they are accepted.
void doubt(DeviceCeilings& ceilings, const Measurement& run);

/// The user asked to measure them again: nothing that was found, failed or doubted is kept.
void measure_anew(DeviceCeilings& ceilings);

/// For a caller that waits: measures all ceilings if none are known, or those that are to be measured again, and takes
/// them. A failure becomes `failure`.
void measure_lacking(DeviceCeilings& ceilings, const std::function<Ceilings(std::vector<CeilingKind> kinds)>& measure);

} // namespace pairscope::profiling
