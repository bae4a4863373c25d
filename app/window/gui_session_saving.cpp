// SPDX-License-Identifier: MIT
// How a session saves charts, and the picture of the matrix as a figure.
#include "app/paper/chart.h"
#include "app/paper/figure.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/window/gui_session.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

namespace pairscope::app {

void GuiSession::save_chart(const command::SaveChart& chart) {
    try {
        const auto format = charts::format_of(chart.path);
        const Theme theme = state_.look.charts_as_screen ? state_.look.theme : Theme::light;
        files_.post(job::SaveText{chart.path, charts::drawn(state_, {.kind = chart.kind,
                                                                     .format = format.value_or(charts::Format::svg),
                                                                     .theme = theme})});
    } catch (const std::exception& error) {
        notify(state_, Severity::error, fmt::format("{} was not saved: {}", shown(chart.path), error.what()),
               {Topic::saving, {}});
    }
}

void GuiSession::save_figure(const command::SaveFigure& figure) {
    try {
        if (!last_look_) throw InputError("there is no picture of a matrix yet");
        const auto format = charts::format_of(figure.path);
        const Theme theme = state_.look.charts_as_screen ? state_.look.theme : Theme::light;
        const charts::FigurePart part = charts::part_in_sight(picture_.image(), last_look_->view, shown_shape(state_));
        files_.post(job::SaveText{figure.path, charts::drawn_figure(state_, part,
                                                                    {.colouring = last_look_->colouring,
                                                                     .dimming = last_look_->dimming,
                                                                     .format = format.value_or(charts::Format::pdf),
                                                                     .theme = theme})});
    } catch (const std::exception& error) {
        notify(state_, Severity::error, fmt::format("{} was not saved: {}", shown(figure.path), error.what()),
               {Topic::saving, {}});
    }
}

} // namespace pairscope::app
