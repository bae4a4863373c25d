// SPDX-License-Identifier: MIT
// Marks functions that host and device share.
#pragma once

#ifdef __CUDACC__
#define PAIRSCOPE_BOTH_SIDES __host__ __device__
#else
#define PAIRSCOPE_BOTH_SIDES
#endif
