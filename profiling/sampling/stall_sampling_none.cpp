// SPDX-License-Identifier: MIT
// The same interface in a build without CUPTI: nothing can be sampled.
#include "profiling/sampling/stall_sampling.h"

namespace pairscope::profiling {

struct StallSampling::State {};

StallSampling::StallSampling(const Device&) : state_(std::make_unique<State>()) {}
StallSampling::~StallSampling() = default;
StallSampling::StallSampling(StallSampling&&) noexcept = default;
StallSampling& StallSampling::operator=(StallSampling&&) noexcept = default;

SampledStalls StallSampling::sample(double, const SampledModule&, const Launch&) {
    return {.why_not = "this build cannot sample instructions: CUPTI's headers were not found when it was built",
            .never_here = true};
}
std::string StallSampling::checksum(const std::string&) const { return {}; }
CodePlace StallSampling::place_of(const std::string&, const std::string&, std::int64_t) const { return {}; }

} // namespace pairscope::profiling
