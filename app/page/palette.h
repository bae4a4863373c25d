// SPDX-License-Identifier: MIT
// The colours of a page: each is a pair, one for each theme, and has a class of the style sheet.
#pragma once

#include "app/chart/theme_colours.h"

#include <string>
#include <utility>
#include <vector>

namespace pairscope::page {

class Palette {
public:
    /// The number of the class with these two colours.
    [[nodiscard]] int number_of(app::Rgb dark, app::Rgb light);
    /// The rules of the style sheet: a class for each pair, and the colours by role as custom properties. Paper and
    /// browsers that ask for nothing get the light ones.
    [[nodiscard]] std::string rules() const;

private:
    std::vector<std::pair<app::Rgb, app::Rgb>> pairs_;
};

} // namespace pairscope::page
