// SPDX-License-Identifier: MIT
// What tests ask about the parts of a chart that was laid out.
#pragma once

#include "app/chart/chart_layout.h"
#include "app/chart/label_places.h"

#include <vector>

namespace pairscope::app {

/// The parts of one kind, in the order in which they are drawn.
template <class Kind> std::vector<Kind> all(const std::vector<Drawn>& drawn) {
    std::vector<Kind> found;
    for (const Drawn& one : drawn)
        if (const auto* it = std::get_if<Kind>(&one)) found.push_back(*it);
    return found;
}

} // namespace pairscope::app
