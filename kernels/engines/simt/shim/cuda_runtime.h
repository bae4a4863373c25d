// SPDX-License-Identifier: MIT
// Stands in for CUDA's header of this name when a kernel is compiled for the CPU. What is missing here is a compile
// error there: no kernel runs differently without a word.
#pragma once

#include "kernels/engines/simt/kernel_calls.h"
#include "kernels/engines/simt/shim/atomics.h"
#include "kernels/engines/simt/shim/debugging.h"
#include "kernels/engines/simt/shim/intrinsics.h"
#include "kernels/engines/simt/shim/launch.h"
#include "kernels/engines/simt/shim/qualifiers.h"
#include "kernels/engines/simt/shim/shared_arrays.h"
#include "kernels/engines/simt/shim/special_functions.h"
#include "kernels/engines/simt/shim/surfaces.h"
#include "kernels/engines/simt/shim/symbols.h"
#include "kernels/engines/simt/shim/vector_types.h"
#include "kernels/engines/simt/shim/warp.h"
