// SPDX-License-Identifier: MIT
// How a session saves charts, and the picture of the matrix as a figure.
#include "app/page/page.h"
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
                                                                     .theme = theme,
                                                                     .paper = state_.look.figure})});
    } catch (const std::exception& error) {
        notify(state_, Severity::error, fmt::format("{} was not saved: {}", shown(figure.path), error.what()),
               {Topic::saving, {}});
    }
}

namespace {

job::WrittenPage written_page(const job::SavePage& asked, const std::stop_token& stop) {
    page::Request request{.labels = asked.labels, .stop = stop};
    for (const PagedRecording& one : asked.recordings) request.files.push_back({one.path, one.recording});
    page::Page page = page::written(request);
    std::vector<std::string> notes = std::move(page.left_out);
    notes.insert(notes.end(), page.notes.begin(), page.notes.end());
    return {.html = std::move(page.html), .notes = std::move(notes)};
}

} // namespace

void GuiSession::carry_out() {
    const Commands commands = std::exchange(commands_, {});
    for (const Command& command : commands) {
        carry_out(update(state_, command));
    }
}

void GuiSession::carry_out(Effects effects) {
    const bool measuring = posted_ && !posted_->what.is<job::MakeOutput>();
    if (effects.cancel || (effects.cancel_measurements && measuring)) runs_.cancel();
    if (effects.cancel) files_.cancel();
    if (effects.cancel) tries_.cancel();
    if (effects.cancel_loading) files_.withdraw([](const Job& job) { return job.what.is<job::Load>(); });
    if (effects.clipboard) clipboard_ = effects.clipboard;
    if (effects.picture) files_.post(job::SavePixels{effects.picture->path, picture_.image(), picture_facts(state_)});
    if (effects.figure) save_figure(*effects.figure);
    if (effects.chart) save_chart(*effects.chart);
    if (effects.folder)
        if (const std::string reason = NativeFiles::show_folder(*effects.folder); !reason.empty())
            notify(state_, Severity::warning, reason, {Topic::saving, {}});
    for (Job& job : effects.files) {
        if (auto* save = job.what.as<job::SaveMatrix>()) {
            save->colouring = shown_colouring(state_, colormaps_);
            if (output_is_current(state_) && !state_.output.order && save->device.backend == Backend::cpu)
                save->shown = picture_.host();
        }
        if (auto* save = job.what.as<job::SavePage>()) save->write = written_page;
        files_.post(std::move(job));
    }
}

} // namespace pairscope::app
