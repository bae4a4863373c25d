// SPDX-License-Identifier: MIT
#include "kernels/data/small_numbers.h"

#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace pairscope {

std::string number_text(const SmallNumbers& small) {
    // The reader has no smaller number than this one for what is smaller, such as 1e-400.
    constexpr double least = std::numeric_limits<double>::denorm_min();
    return std::abs(small.first) > least ? fmt::format("{:g}", small.first) : "a number nearer to 0 than 1e-323";
}

std::string note_on(const SmallNumbers& small, std::string_view place) {
    if (small.count == 0) return {};
    const std::string advice = "multiply the column by a power of ten, or standardise the columns";
    if (small.count == 1)
        return fmt::format("1 number is too near to 0 for float32 and became 0 or lost digits, {} in {}; if its "
                           "distances matter, {}",
                           number_text(small), place, advice);
    return fmt::format("{} numbers are too near to 0 for float32 and became 0 or lost digits, such as {} in {}; if "
                       "their distances matter, {}",
                       grouped(small.count), number_text(small), place, advice);
}

std::string why_all_small(const SmallNumbers& small, std::string_view place) {
    return fmt::format("{} has {}, and none of its numbers differ by 1e-30 or more; float32 would lose digits of "
                       "them, so multiply the columns by a power of ten, or standardise them with --standardise",
                       place, number_text(small));
}

std::string place_of(const SmallNumbers& small, std::span<const std::string> axes, std::string_view row) {
    const auto col = static_cast<std::size_t>(small.col);
    if (col < axes.size()) return fmt::format("column {}, {}", excerpt(axes[col]), row);
    return fmt::format("column {} (counted from 0), {}", grouped(small.col), row);
}

} // namespace pairscope
