// SPDX-License-Identifier: MIT
#include "profiling/input_words.h"

#include <fmt/format.h>

namespace pairscope::profiling {

std::string inputs_in_words(const WorkloadType& type) {
    const std::string first(set_name(type, 0));
    return type.inputs.sets == 1 ? first : fmt::format("{} and {}", first, set_name(type, 1));
}

std::string pair_in_words(const WorkloadType& type) {
    if (type.inputs.sets == 1) return fmt::format("pair of {}", set_name(type, 0));
    return fmt::format("pair of a vector of {} and a vector of {}", set_name(type, 0), set_name(type, 1));
}

} // namespace pairscope::profiling
