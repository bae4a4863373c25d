// SPDX-License-Identifier: MIT
#include "app/subjects/data/data_panel_globe.h"

#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/globe.h"
#include "kernels/metrics/units.h"

#include <fmt/format.h>

namespace pairscope::app {

namespace {

/// Great-circle distances would be others if the two were exchanged.
void draw_place_columns(const Frame& frame) {
    const auto& set = frame.state.data.now.question.first;
    if (!set || current_type(frame.state).metric != Metric::great_circle) return;
    const PlaceNames names = place_names(*set);
    if (names.latitude == "latitude" && names.longitude == "longitude") return;
    small_line(frame, fmt::format("The latitude is {}, and the longitude {}.", names.latitude, names.longitude),
               frame.style.palette.dim);
    explain(frame, fmt::format("Places on the Earth: {}.", place_words(*set)));
}

} // namespace

void draw_globe_lines(const Frame& frame) {
    draw_place_columns(frame);
    if (const std::string note = note_on_places(frame.state); !note.empty())
        small_line(frame, note, frame.style.palette.warning);
    if (!offers_kilometres(frame.state)) return;
    ImGui::PushFont(nullptr, frame.style.small_size);
    const WorkloadType& type = current_type(frame.state);
    if (keeps_degrees(type))
        wrapped_text("Longitude and latitude are compared as flat degrees.", frame.style.palette.warning);
    else
        wrapped_text("These values are not distances on the Earth.", frame.style.palette.dim);
    explain(frame, why_kilometres(type));
    if (small_button(frame, "kilometres", "compare in kilometres")) frame.push(command::MeasureInKilometres{});
    ImGui::PopFont();
    explain(frame, fmt::format("{} A click asks for great-circle distances in kilometres instead. Undo brings the "
                               "metric of now back.",
                               why_kilometres(type)));
}

} // namespace pairscope::app
