// SPDX-License-Identifier: MIT
// Cairo writes letters into an SVG as outlines: they look the same everywhere, but nothing can find or read them. This
// adds the texts themselves, invisible, at their places: for searching, for copying and for screen readers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::charts {

struct WrittenWords {
    std::string text;
    double x = 0.0, y = 0.0; ///< the left end of the base line [px]
    double size = 12.0;
    double angle = 0.0; ///< [rad]
};

[[nodiscard]] std::string with_words(std::string svg, std::string_view title, const std::vector<WrittenWords>& words);

} // namespace pairscope::charts
