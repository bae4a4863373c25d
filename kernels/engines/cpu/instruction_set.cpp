// SPDX-License-Identifier: MIT
// Compiled once per instruction set, like the SIMD variants, so that it names the one they really use.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/engines/cpu/instruction_set.cpp" // Highway's way to compile this file again and again
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/engines/cpu/cpu_device.h"

HWY_BEFORE_NAMESPACE();
namespace pairscope::cpu {
namespace HWY_NAMESPACE {
namespace {

const char* name_of_target() { return hwy::TargetName(HWY_TARGET); }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::cpu {

HWY_EXPORT(name_of_target);
std::string instruction_set() { return HWY_DYNAMIC_DISPATCH(name_of_target)(); }

} // namespace pairscope::cpu
#endif
