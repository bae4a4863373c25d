// SPDX-License-Identifier: MIT
// printf of kernels. The shim gives the function this name.
#include "kernels/engines/simt/block_runner.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string>

namespace pairscope::simt {
namespace {

constexpr int most_prints = 256; // per launch: a whole grid that prints would bury everything else

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

/// Not straight to stderr: a thread that ends in the middle would keep the lock of that stream.
std::string BlockRunner::formatted(const char* format, std::va_list arguments, std::uintptr_t pc) {
    std::va_list again;
    va_copy(again, arguments);
    working_at_ = pc;
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    std::string text(length < 0 ? 0 : static_cast<std::size_t>(length), '\0');
    if (!text.empty()) std::vsnprintf(text.data(), text.size() + 1, format, again);
    working_at_ = 0;
    va_end(again);
    return text;
}

} // namespace pairscope::simt

extern "C" int pairscope_simt_printf(const char* format, ...) {
    using namespace pairscope::simt;
    std::va_list arguments;
    va_start(arguments, format);
    int result = count_arguments(format);
    if (host_thread.runner == nullptr) { // the launch's own code, on the host
        result = std::vprintf(format, arguments);
    } else if (const int before = host_thread.runner->count_print(); before < most_prints) {
        const std::string text = host_thread.runner->formatted(
            format, arguments, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
        std::fwrite(text.data(), 1, text.size(), stderr);
    } else if (before == most_prints) {
        std::fprintf(stderr, "(The kernel prints more than %d times; the rest is not shown.)\n", most_prints);
    }
    va_end(arguments);
    return result;
}
