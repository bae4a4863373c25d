// SPDX-License-Identifier: MIT
#include "app/paper/figure_two.h"

#include "app/paper/figure_axes.h"
#include "app/paper/figure_paper.h"
#include "app/paper/figure_values.h"
#include "app/spine/version.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>

namespace pairscope::charts {
namespace {

using app::TwoMatrices;
using app::TwoView;

constexpr double gap_between = 28.0; // [px] between two pictures

const app::Question& side_of(const TwoMatrices& two, std::size_t which) {
    return which == 0 ? two.sets.first : two.sets.second;
}

/// A state whose rows are the items, in the order of the picture, with the names that they have in the first set.
app::State state_of_items(const TwoMatrices& two, std::size_t which) {
    const Dataset& named = *two.sets.first.first;
    Dataset items{.name = named.name, .rows = std::ssize(two.items.first), .dims = 1};
    for (const std::int32_t row : two.items.first) {
        items.source_rows.push_back(named.source_rows.empty() ? row : named.source_rows[std::size_t(row)]);
        if (!named.labels.empty()) items.labels.push_back(named.labels[std::size_t(row)]);
    }
    items.unit = original_of(*side_of(two, which).first).unit;
    app::State state;
    state.data.now.source = app::VectorSource{.a = {}, .b = {}, .n = {}, .m = {}};
    state.data.now.question.workload = side_of(two, which).workload;
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(items));
    return state;
}

/// Which of the two is where.
std::string place_words(const TwoMatrices& two, TwoView view) {
    const std::string first = app::side_words(two.sets, 0), second = app::side_words(two.sets, 1);
    switch (view) {
    case TwoView::beside:
        return fmt::format("Left: {}. Right: {}.", first, second);
    case TwoView::split:
        return fmt::format("Above the diagonal and on it: {}. Below it: {}.", first, second);
    case TwoView::swipe:
        return fmt::format("Left part: {}. Right part: {}.", first, second);
    case TwoView::difference:
        return fmt::format("Each entry is that of {} minus that of {}.", first, second);
    }
    return {};
}

/// What stands along the colour bar of a matrix.
std::string bar_title(const TwoFigure& figure, std::size_t which) {
    if (figure.view == TwoView::difference) return "first minus second";
    const std::string entries = value_title(state_of_items(figure.two, which));
    if (figure.view == TwoView::split) return fmt::format("{}: {}", which == 0 ? "above" : "below", entries);
    if (figure.view == TwoView::swipe) return fmt::format("{}: {}", which == 0 ? "left" : "right", entries);
    return entries;
}

/// How values become colours, and which entries have none.
std::string colour_note(const TwoFigure& figure) {
    const auto& matrices = figure.two.matrices;
    std::string words = colour_words(figure.colourings.front(), figure.parts.front(), figure.aggregate);
    if (figure.view == TwoView::difference) return words + odd_entries(matrices[app::difference_matrix].summary);
    for (std::size_t which : {0u, 1u}) // parts of both are drawn, and each is counted as a whole
        if (const std::string odd = odd_entries(matrices[which].summary); !odd.empty())
            words = fmt::format("{} In all of {}:{}", words, app::side_words(figure.two.sets, which), odd);
    return words;
}

app::ChartWords words_of(const TwoFigure& figure, const FigureLook& look) {
    const TwoMatrices& two = figure.two;
    app::ChartWords words;
    words.title = look.title;
    if (words.title.empty())
        words.title = fmt::format("{} and {}", app::side_words(two.sets, 0), app::side_words(two.sets, 1));
    if (!look.caption.empty()) words.notes.push_back(look.caption);
    words.notes.push_back(
        fmt::format("{} Common items: {}.", place_words(two, figure.view), grouped(std::ssize(two.items.first))));
    if (!figure.order.empty()) words.notes.push_back(figure.order);
    words.notes.push_back(colour_note(figure));
    std::string credits;
    for (std::size_t which : {0u, 1u}) {
        const std::string& credit = side_of(two, which).first->credit;
        if (!credit.empty() && credits.find(credit) == std::string::npos) credits += credit + ". ";
    }
    words.notes.push_back(fmt::format("{}Made by pairscope {}.", credits, app::version()));
    return words;
}

/// One picture with its axes, and the bars of the matrices that it shows.
struct Panel {
    const TwoFigure& figure;
    const FigureLook& look;
    const FigurePart& part;
    std::size_t first = 0, last = 0; ///< these matrices
};

/// Two pictures side by side keep the same room for their bars.
double room_of_bars(const Sheet& sheet, const Panel& panel) {
    double widest = 0.0, all = 0.0;
    for (const Colouring& colouring : panel.figure.colourings) {
        const double room = room_of_colour_bar(sheet, colouring);
        widest = std::max(widest, room);
        all += room;
    }
    return panel.first == panel.last ? widest : all;
}

/// Returns where the picture with its axes ends.
double draw_panel(const Sheet& sheet, const Panel& panel, Box box) {
    const TwoFigure& figure = panel.figure;
    if (figure.view == TwoView::beside) {
        const Words heading = sheet.words(text_size, sheet.colours.text);
        const std::string side = app::side_words(figure.two.sets, panel.first);
        sheet.canvas.write(sheet.canvas.shortened(side, heading, box.width()),
                           {box.left, box.top + sheet.canvas.ascent(heading)}, heading);
        box.top += 1.8 * (sheet.canvas.ascent(heading) + sheet.canvas.descent(heading));
    }
    const Box room{box.left, box.top, box.right - room_of_bars(sheet, panel), box.bottom};
    if (std::min(room.width(), room.height()) < least_figure_room) refuse_small_figure(panel.look);
    const FigurePlace place = placed_axes(sheet, state_of_items(figure.two, panel.first), panel.part, room);
    const Box& area = place.area;
    sheet.canvas.image(panel.part.picture, area);
    if (figure.view == TwoView::split)
        sheet.canvas.line({area.left, area.top}, {area.right, area.bottom}, {.colour = sheet.colours.text});
    sheet.canvas.frame({area.left - 0.75, area.top - 0.75, area.right + 0.75, area.bottom + 0.75},
                       {.colour = sheet.colours.dim, .width = 0.75});
    draw_axes_of(sheet, panel.part, place);
    Box beside = area;
    for (std::size_t which = panel.first; which <= panel.last; ++which) {
        const Colouring& colouring = figure.colourings[which];
        draw_colour_bar(sheet, {.area = beside, .title = bar_title(figure, which), .colouring = colouring});
        beside.right += room_of_colour_bar(sheet, colouring);
    }
    const double line = sheet.canvas.ascent(sheet.words(text_size, sheet.colours.text));
    return area.bottom + place.axes.columns.depth + 3.0 * line;
}

/// Everything in a figure of this size. Returns the room that is left below the pictures [px].
double draw_all(const Sheet& sheet, const TwoFigure& figure, const FigureLook& look) {
    const Box box = draw_around(sheet, words_of(figure, look));
    if (figure.parts.size() == 1) {
        const Panel panel{.figure = figure,
                          .look = look,
                          .part = figure.parts.front(),
                          .first = 0,
                          .last = figure.colourings.size() - 1};
        return std::max(0.0, box.bottom - draw_panel(sheet, panel, box));
    }
    const double width = (box.width() - gap_between) / 2.0;
    double end = box.top;
    for (std::size_t which = 0; which < figure.parts.size(); ++which) {
        const double left = box.left + double(which) * (width + gap_between);
        const Panel panel{.figure = figure, .look = look, .part = figure.parts[which], .first = which, .last = which};
        end = std::max(end, draw_panel(sheet, panel, {left, box.top, left + width, box.bottom}));
    }
    return std::max(0.0, box.bottom - end);
}

} // namespace

std::string drawn_figure(const TwoFigure& figure, const FigureLook& look) {
    const app::ThemeColours& colours = app::theme_colours(look.theme);
    const FigurePaper paper = paper_of(look);
    Size size = paper.size;
    if (paper.is_free_in_height) {
        Canvas tried(Format::svg, size, 1.0, colours.panel);
        const Sheet sheet{.canvas = tried, .colours = colours, .theme = look.theme, .size = size};
        size.height -= int(std::floor(draw_all(sheet, figure, look)));
    }
    Canvas canvas(look.format, size, paper.pixels, colours.panel, paper.unit);
    const Sheet sheet{.canvas = canvas, .colours = colours, .theme = look.theme, .size = size};
    std::ignore = draw_all(sheet, figure, look);
    std::string bytes = canvas.finish(words_of(figure, look).title);
    return look.format == Format::png && look.paper.resolution > 0.0
               ? with_resolution(std::move(bytes), look.paper.resolution)
               : bytes;
}

} // namespace pairscope::charts
