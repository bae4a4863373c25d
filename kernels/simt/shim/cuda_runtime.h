// SPDX-License-Identifier: MIT
// Stands in for CUDA's header of this name when a kernel is compiled for the CPU. What is missing here is a compile
// error there: no kernel runs differently without a word.
#pragma once

#include "kernels/simt/kernel_calls.h"
#include "kernels/simt/shim/atomics.h"
#include "kernels/simt/shim/debugging.h"
#include "kernels/simt/shim/intrinsics.h"
#include "kernels/simt/shim/launch.h"
#include "kernels/simt/shim/qualifiers.h"
#include "kernels/simt/shim/shared_arrays.h"
#include "kernels/simt/shim/surfaces.h"
#include "kernels/simt/shim/symbols.h"
#include "kernels/simt/shim/vector_types.h"
#include "kernels/simt/shim/warp.h"
