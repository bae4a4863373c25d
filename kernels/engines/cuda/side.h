// SPDX-License-Identifier: MIT
// Kernels are compiled twice: for a GPU, and for the executor on the CPU (kernels/engines/simt). What their headers
// define is in an inline namespace of this name, so that one program can hold both.
#pragma once

#ifdef PAIRSCOPE_SIMULATED
#define PAIRSCOPE_SIDE simulated
#else
#define PAIRSCOPE_SIDE compiled
#endif
