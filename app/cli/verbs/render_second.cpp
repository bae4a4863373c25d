// SPDX-License-Identifier: MIT
#include "app/cli/verbs/render_second.h"

#include "app/cli/interrupt.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/image_parts.h"
#include "app/cli/verbs/matrix_image.h"
#include "app/cli/verbs/two_picture.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/order/order.h"
#include "kernels/data/errors.h"
#include "kernels/data/save.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>

namespace pairscope::cli {
namespace {

/// Reads and joins the two, as the window does.
std::shared_ptr<const app::TwoMatrices> joined(const LoadedData& data, const app::OtherMatrix& other,
                                               const app::OrderChoice& order) {
    const app::Question& question = data.question;
    const MatrixImage image{
        .data = data, .variant = nullptr, .device = {}, .colours = {}, .order = order, .colormaps = {}, .output = {}};
    app::Workbench workbench([](const app::Task&, double) {});
    const app::TwoKey key{.other = other,
                          .first = question.first,
                          .workload = question.workload,
                          .parameters = question.parameters,
                          .order = order_of(image)};
    app::DataSnapshot now{.source = data.source, .table = data.table, .question = question};
    const app::Event made = workbench.carry_out(app::job::JoinMatrices{.key = key, .now = std::move(now)}, {});
    if (made.failure)
        throw InputError(fmt::format("{} To draw the first matrix alone, add --second none.", made.failure->message));
    return made.what.get<app::event::MatricesJoined>().two;
}

charts::TwoFigure figure_as_asked(const RenderOptions& options, const app::TwoMatrices& two, const app::TwoLook& look) {
    charts::TwoFigure figure = figure_of(two, look, options.colours);
    if (options.order.kind != app::OrderChoice{}.kind) figure.order = charts::order_sentence(options.order);
    return figure;
}

charts::FigureLook look_of_figure(const RenderOptions& options, const app::TwoLook& look) {
    constexpr charts::Size wide{1400, 760}; // for two pictures
    const charts::FigureLook usual{};
    const Size asked = size_of(options.look);
    const bool is_asked = asked.width > 0;
    charts::FigureLook paper{.colouring = {},
                             .format = charts::format_of(options.output).value_or(charts::Format::pdf),
                             .title = options.title,
                             .size = look.view == app::TwoView::beside ? wide : usual.size,
                             .keeps_size = is_asked,
                             .pixels = is_asked ? 1.0 : usual.pixels,
                             .paper = options.paper,
                             .caption = options.caption};
    if (is_asked) paper.size = {asked.width, asked.height};
    return paper;
}

/// Is something drawn along the matrix?
bool has_strips(const RenderOptions& options) {
    const bool has_tracks = !options.data.classes.empty() || !options.data.tracks.empty();
    return has_tracks || options.order.kind == app::OrderKind::clusters;
}

/// Do the options say that one matrix alone is drawn?
bool draws_one_matrix(const RenderOptions& options) {
    return options.scene != Scene::heatmap || options.content != MatrixContent::values;
}

} // namespace

void look_as_session(RenderOptions& options, std::span<const OpenSession> sessions) {
    if (options.content != MatrixContent::values) return;
    std::optional<app::ViewText> view = view_of_session(sessions);
    if (!view) return;
    const app::ColourSettings usual, &shown = view->colours;
    app::ColourSettings& asked = options.colours;
    if (asked.colormap == usual.colormap) asked.colormap = shown.colormap;
    if (asked.transform == usual.transform) asked.transform = shown.transform;
    if (asked.aggregate == usual.aggregate) asked.aggregate = shown.aggregate;
    if (asked.range == usual.range) {
        asked.range = shown.range;
        asked.percentile = shown.percentile;
        asked.fixed = shown.fixed;
    }
    if (options.order != app::OrderChoice{}) return;
    leave_out_lost_order(sessions, *view);
    options.order = view->order;
}

app::SecondMatrix second_to_draw(const RenderOptions& options, std::span<const OpenSession> sessions) {
    if (options.second == SecondPicture::none) return {};
    if (!draws_one_matrix(options)) return second_of_session(sessions);
    const std::string_view option = options.scene == Scene::cells ? "--cells" : "--errors and --difference";
    if (options.second == SecondPicture::as_saved && compares_two(sessions))
        say(fmt::format("the session compares two matrices, and only the first one is drawn, because {} {} one matrix; "
                        "without that option both are drawn",
                        option, option.ends_with("difference") ? "draw" : "draws"));
    return {};
}

std::optional<ExitCode> render_second(const RenderOptions& options, const app::SecondMatrix& second, const Data& data) {
    if (options.second == SecondPicture::none) return {};
    const bool is_asked = options.second != SecondPicture::as_saved;
    if (draws_one_matrix(options)) {
        if (is_asked)
            throw InputError(
                "--second draws two matrices, and --cells, --errors and --difference draw one: leave one of "
                "them out");
        return {};
    }
    if (!second.other) {
        if (is_asked)
            throw InputError("--second draws the second matrix of a session, and there is none: name a session that "
                             "compares two matrices, or leave the option out");
        return {};
    }
    if (!options.look.size.empty() && !options.figure)
        throw InputError(
            "a PNG of two matrices has at most 1 024 pixels per side and matrix, and takes no --size: leave it out, "
            "add --figure, or draw the first matrix alone with --second none");
    static_cast<void>(colormaps_with(options.colours.colormap)); // an unknown one is refused
    if (options.figure && has_strips(options))
        say("classes, columns and trees are drawn only along one matrix: --second none draws the first one with them");
    Interrupt interrupt; // a signal ends the program: there is no part of a picture
    app::TwoLook look = second.look;
    const std::string_view asked = name_in(second_picture_names, options.second);
    look.view = value_named(app::two_view_names, asked).value_or(look.view); // as_saved is the name of no view
    const LoadedData loaded = load(data);
    const auto two = joined(loaded, *second.other, options.order);
    for (const std::string& remark : two->remarks) say(remark);
    if (options.figure)
        save_text(options.output,
                  charts::drawn_figure(figure_as_asked(options, *two, look), look_of_figure(options, look)));
    else
        save_png(options.output, picture_of(*two, look, options.colours), facts_of_two(*two, look.view));
    interrupt.end_at_once();
    print_text(options.output.string() + "\n");
    return ExitCode::ok;
}

} // namespace pairscope::cli
