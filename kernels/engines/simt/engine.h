// SPDX-License-Identifier: MIT
// Runs the variants of a GPU on the CPU, where only their output is needed and no trace.
#pragma once

#include "kernels/ladder/engine.h"

namespace pairscope::simt {

/// What pairscope::Engine::run() promises. The output goes to host memory, or to a simt::SurfaceMemory. The seconds say
/// nothing about a GPU.
double run_launches(const KernelVariant& variant, const Problem& problem, const RunControl& control);

} // namespace pairscope::simt
