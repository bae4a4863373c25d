// SPDX-License-Identifier: MIT
#include "render/texel_lines.h"

#include <algorithm>
#include <cmath>

namespace pairscope {

std::span<const float> line_of(const Overview& overview, Aggregate aggregate, std::int64_t first, std::int64_t count,
                               std::vector<float>& room) {
    const auto part = [&](const std::vector<float>& values) {
        return std::span(values).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    };
    switch (aggregate) {
    case Aggregate::mean:
        return part(overview.mean);
    case Aggregate::minimum:
        return part(overview.min);
    case Aggregate::maximum:
        return part(overview.max);
    case Aggregate::extreme:
        room.resize(static_cast<std::size_t>(count));
        std::ranges::transform(part(overview.min), part(overview.max), room.begin(),
                               [](float least, float most) { return std::abs(least) > std::abs(most) ? least : most; });
        return room;
    }
    return {};
}

} // namespace pairscope
