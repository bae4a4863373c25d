// SPDX-License-Identifier: MIT
// The kernels of a cubin, and what each of them needs, read from the cubin itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

struct CubinKernel {
    std::string symbol; ///< mangled
    std::string name;   ///< demangled, with template arguments and parameters
    int index = 0;      ///< index of its symbol
    std::int64_t code_bytes = 0;
    std::optional<int> registers{};            ///< registers per thread
    std::optional<std::int64_t> stack_bytes{}; ///< bytes of local memory per thread: spills, arrays, calls
    std::int64_t shared_bytes = 0;             ///< static bytes per block, without what the system keeps
};

/// Its kernels in their order. Throws InputError if it is no cubin, or damaged.
[[nodiscard]] std::vector<CubinKernel> kernels_in(std::string_view cubin);

/// "coalesced<256, LinearTarget>" of a demangled name: no namespaces and no parameters.
[[nodiscard]] std::string brief_name(std::string_view demangled);

} // namespace pairscope::profiling
