// SPDX-License-Identifier: MIT
// The reasons of CUPTI for a refusal, each in one sentence with a remedy.
#pragma once

#include <cupti_result.h>

#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pairscope::profiling::cupti {

/// A call of CUPTI failed. The text is one sentence: what was attempted, what was found, what to do.
struct Error : std::runtime_error {
    Error(CUptiResult result, const std::string& text) : std::runtime_error(text), code(result) {}
    CUptiResult code;
};

/// What most of it is for.
inline constexpr std::string_view attempt_to_read = "the hardware counters cannot be read";

/// "the hardware counters cannot be read: ..., ...".
[[nodiscard]] std::string reason_of(CUptiResult result, std::string_view attempt);

/// Why CUPTI did not start: a driver older than it is the likeliest reason. Versions as CUDA and CUPTI give them, 13000
/// and 130001.
[[nodiscard]] std::string reason_not_started(CUptiResult result, int driver, std::uint32_t cupti);

/// Throws Error with reason_of(); where that gives no way out, with file and line too.
[[noreturn]] void refuse(CUptiResult result, std::string_view attempt,
                         std::source_location where = std::source_location::current());
/// Throws Error if the call failed.
void check(CUptiResult result, std::string_view attempt, std::source_location where = std::source_location::current());

} // namespace pairscope::profiling::cupti
