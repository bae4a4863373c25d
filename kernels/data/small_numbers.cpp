// SPDX-License-Identifier: MIT
#include "kernels/data/small_numbers.h"

#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

namespace pairscope {

std::string note_on(const SmallNumbers& small, std::string_view place) {
    if (small.count == 0) return {};
    const std::string advice = "multiply the column by a power of ten, or standardise the columns";
    if (small.count == 1)
        return fmt::format("1 number is too near to 0 for float32 and became 0 or lost digits, {:g} in {}; if its "
                           "distances matter, {}",
                           small.first, place, advice);
    return fmt::format("{} numbers are too near to 0 for float32 and became 0 or lost digits, such as {:g} in {}; if "
                       "their distances matter, {}",
                       grouped(small.count), small.first, place, advice);
}

std::string why_all_small(const SmallNumbers& small, std::string_view place) {
    return fmt::format("{} has {:g}, and none of its numbers differ by 1e-30 or more; float32 would lose digits of "
                       "them, so multiply the columns by a power of ten, or standardise them with --standardise",
                       place, small.first);
}

std::string place_of(const SmallNumbers& small, std::span<const std::string> axes, std::string_view row) {
    const auto col = static_cast<std::size_t>(small.col);
    if (col < axes.size()) return fmt::format("column {}, {}", excerpt(axes[col]), row);
    return fmt::format("column {} (counted from 0), {}", grouped(small.col), row);
}

} // namespace pairscope
