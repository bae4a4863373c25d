// SPDX-License-Identifier: MIT
#include "app/shell/panels.h"

#include <array>

namespace pairscope::app {

std::span<const Panel> panels() {
    static constexpr std::array<Panel, 12> list{{
        {"Data", &draw_data_panel, Panel::Place::data},
        {"Points", &draw_points_panel, Panel::Place::points},
        {"Nearest", &draw_neighbours_panel, Panel::Place::neighbours},
        {"Matrix", &draw_matrix_panel, Panel::Place::matrix},
        {"Ladder", &draw_ladder_panel, Panel::Place::ladder},
        {"Roofline", &draw_roofline_panel, Panel::Place::details},
        {"Time", &draw_time_panel, Panel::Place::details},
        {"Counters", &draw_counters_panel, Panel::Place::details},
        {"Trace", &draw_trace_panel, Panel::Place::details},
        {"Compare", &draw_compare_panel, Panel::Place::details},
        {"Source", &draw_source_panel, Panel::Place::details},
        {"Log", &draw_log_panel, Panel::Place::details},
    }};
    return list;
}

} // namespace pairscope::app
