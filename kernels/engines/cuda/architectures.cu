// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/architectures.h"

#include <algorithm>

namespace pairscope::cuda {

// nvcc lists the architectures it was asked for as 750,900: only a .cu file can know them.
int oldest_architecture() { return std::min({__CUDA_ARCH_LIST__}) / 10; }

} // namespace pairscope::cuda
