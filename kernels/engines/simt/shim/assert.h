// SPDX-License-Identifier: MIT
// assert in a kernel is a finding, also in a build with NDEBUG. <cassert> includes this file.
#pragma once

#include "kernels/engines/simt/kernel_calls.h"

#undef assert
#define assert(...) (static_cast<bool>(__VA_ARGS__) ? void(0) : ::pairscope::simt::fail_assertion(#__VA_ARGS__))
