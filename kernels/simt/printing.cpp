// SPDX-License-Identifier: MIT
// printf of kernels. The shim gives the function this name.
#include "kernels/simt/block_runner.h"

#include <cstdarg>
#include <cstdio>

namespace pairscope::simt {
namespace {

constexpr int most_prints = 256; // of a launch: a whole grid that prints would bury everything else

/// What CUDA's printf returns.
int count_arguments(const char* format) {
    int count = 0;
    for (const char* at = format; *at != 0; ++at) {
        if (*at != '%') continue;
        if (at[1] == '%')
            ++at;
        else
            ++count;
    }
    return count;
}

} // namespace
} // namespace pairscope::simt

extern "C" int pairscope_simt_printf(const char* format, ...) {
    using namespace pairscope::simt;
    std::va_list arguments;
    va_start(arguments, format);
    int result = count_arguments(format);
    if (lane.runner == nullptr) { // the launch's own code, on the host
        result = std::vprintf(format, arguments);
    } else if (const int before = lane.runner->count_print(); before < most_prints) {
        std::vfprintf(stderr, format, arguments);
    } else if (before == most_prints) {
        std::fprintf(stderr, "(The kernel prints more than %d times; the rest is not shown.)\n", most_prints);
    }
    va_end(arguments);
    return result;
}
