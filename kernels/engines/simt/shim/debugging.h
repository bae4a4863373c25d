// SPDX-License-Identifier: MIT
// What kernels tell: assert, printf, __trap.
#pragma once

#include "kernels/engines/simt/shim/assert.h"
#include "kernels/engines/simt/shim/qualifiers.h"

#include <cstdio>

/// Calls of printf go to the executor's, which writes to stderr, a limited number of lines.
extern "C" int printf(const char* format, ...) __asm__("pairscope_simt_printf");

[[noreturn]] __forceinline__ void __trap() { pairscope::simt::trap(); }
