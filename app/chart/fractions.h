// SPDX-License-Identifier: MIT
// The two fractions of a ceiling that are shown, each under one name with one meaning.
#pragma once

#include "profiling/roofline.h"

#include <optional>
#include <string>
#include <string_view>

namespace pairscope::app {

/// The meaning for a run of the workload that this kind of ceiling limits. Absent: the text fits several runs with
/// different limits.
[[nodiscard]] std::string useful_fraction_meaning(std::optional<profiling::CeilingKind> limiting,
                                                  const WorkloadType& type);
/// `memory`: the ceiling that the traffic is compared with.
[[nodiscard]] std::string bandwidth_used_meaning(profiling::CeilingKind memory);

/// Which work of the variant is counted, where it computes in another form than the usual one of its workload or leaves
/// out work, in whole sentences; else empty. Null: empty.
[[nodiscard]] std::string counted_work_sentence(const KernelVariant* variant);

/// "the FMA fp32 ceiling", "1/3 of the tensor fp16 ceiling": the part of a ceiling that the work can use.
[[nodiscard]] std::string ceiling_in_words(const profiling::Limit& limit);

/// "fill ceiling 4 580 GB/s: timer, 16-byte stores, median of 25 runs, in this process"; `where`: when it was measured.
[[nodiscard]] std::string ceiling_text(const profiling::Ceiling& ceiling, std::string_view where);

/// "23.2 GB/s of compulsory bytes", "4.15 Top/s of useful work".
[[nodiscard]] std::string useful_rate_text(const profiling::UsefulRate& rate);
[[nodiscard]] std::string useful_rate_meaning(const profiling::UsefulRate& rate, const WorkloadType& type);

} // namespace pairscope::app
