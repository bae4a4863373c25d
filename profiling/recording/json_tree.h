// SPDX-License-Identifier: MIT
// The tree of a JSON text that may be wrong, built in time and memory proportional to the text.
#pragma once

#include "profiling/recording/json_value.h"

#include <stop_token>
#include <string_view>

namespace pairscope::profiling {

/// What to say of JSON, or of another file, that is something else.
inline constexpr std::string_view no_recording =
    "it is not a recording of Pairscope; open a file that pairscope record or File > Save recording made";

/// Throws InputError for a text that is damaged, cut short, too deep or too large, or names a member of an object
/// twice, and when it was cancelled.
[[nodiscard]] JsonValue json_tree(std::string_view text, const std::stop_token& stop = {});

} // namespace pairscope::profiling
