// SPDX-License-Identifier: MIT
// What pairscope profile prints.
#pragma once

#include "app/cli/options/data.h"
#include "kernels/ladder/variant.h"
#include "profiling/counting/counting.h"
#include "profiling/machine/energy.h"
#include "profiling/machine_code/variant_code.h"
#include "profiling/sampling/stall_sampling.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::cli {

struct ProfileReport {
    const LoadedData& data;
    const KernelVariant& variant;
    const Device& device;
    TargetKind target = TargetKind::linear;
    int block = 0; ///< threads of a block
    profiling::Counters counters{};
    std::vector<std::string> absent{};                 ///< asked for, and not there on this chip
    std::vector<profiling::KernelRecord> kernels{};    ///< the kernels of one launch, with median times
    double event_seconds = 0.0;                        ///< seconds per launch, the median between CUDA events
    int timed_launches = 0;                            ///< that those medians are of
    int repeats = 1;                                   ///< countings, that the counts are medians of
    double seconds = 0.0;                              ///< that the counting took
    std::optional<profiling::Sampled> sampled{};       ///< one launch; absent: nobody asked for it
    std::optional<profiling::SampledStalls> stalls{};  ///< which lines waited; absent: nobody asked for it
    std::vector<profiling::MachineCode> code{};        ///< the kernels that were sampled, where they are known
    std::optional<profiling::MeasuredEnergy> energy{}; ///< absent: nobody asked for it
    std::vector<profiling::CounterFact> picked{};      ///< what CUPTI says about counters that are no quantities
};

[[nodiscard]] std::string text_of(const ProfileReport& report);
[[nodiscard]] std::string json_of(const ProfileReport& report);
[[nodiscard]] std::string csv_of(const ProfileReport& report); ///< the counts alone, as the window saves them

} // namespace pairscope::cli
