// SPDX-License-Identifier: MIT
// Tensor cores by wmma: the executor has none. CUDA's own header, where a machine has it, would compile for the CPU
// with no warp behind it.
#error "the executor on the CPU does not support tensor cores by wmma (<mma.h>)"
