// SPDX-License-Identifier: MIT
#include "kernels/own/gpu_code.h"

#include <stdexcept>

namespace pairscope::own {

struct GpuCode::Parts {};

GpuCode::GpuCode(const OwnFile&, const Device&, const GpuPlaces&) {
    throw std::runtime_error("this build has no CUDA");
}
GpuCode::~GpuCode() = default;

const std::string& GpuCode::compiler() const {
    static const std::string none;
    return none;
}

std::vector<LaunchFacts> GpuCode::facts(const Problem&) const { return {}; }

void GpuCode::launch(const Run&) { throw std::logic_error("this build has no CUDA"); }

} // namespace pairscope::own
