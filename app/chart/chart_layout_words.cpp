// SPDX-License-Identifier: MIT
#include "app/chart/chart_layout_words.h"

#include "app/chart/label_places.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace pairscope::app {
namespace {

constexpr double key_size = 11.0;       // [px], before scale
constexpr double lead_to_margin = 26.0; // [px], before scale: from the plot to names right of it

bool is_upright(const ChartLine& line) { return line.from.x == line.to.x; }

PlotLine plot_line(const Layout& out, const ChartLine& line) {
    const Pixel from = out.pixel(line.from), to = out.pixel(line.to);
    return {from.x, from.y, to.x, to.y};
}

/// The lines that have words along them; names keep off these lines.
std::vector<const ChartLine*> lines_with_words(const Chart& chart) {
    std::vector<const ChartLine*> found;
    for (const ChartLine& line : chart.lines)
        if (!line.words.empty() && !is_upright(line)) found.push_back(&line);
    return found;
}

PlotBox box_of(const Layout& out, const ChartMark& mark) { return box_around(out.pixel(mark.at), out.reach_of(mark)); }

TextLook look_of(const Layout& out, const ChartLine& line) { return {.size = out.px(words_size), .bold = line.strong}; }

LineWords words_of(const Layout& out, const ChartLine& line) {
    const TextExtent whole = out.extent(line.words, look_of(out, line));
    LineWords words{.line = plot_line(out, line),
                    .width = whole.width,
                    .height = whole.height,
                    .above = line.words_above,
                    .at_end = line.words_at_end};
    if (!line.fewer_words.empty()) words.short_width = out.extent(line.fewer_words, look_of(out, line)).width;
    words.may_be_left_out = out.medium.can_hover;
    return words;
}

/// More names than these hide each other where none can be left out: those of other devices go.
bool is_named(const Layout& out, const ChartMark& mark) {
    constexpr std::size_t most = 26;
    if (mark.name.empty()) return false;
    return mark.named_on_screen || (!out.medium.can_hover && out.chart.marks.size() <= most);
}

std::string name_of(const Layout& out, const ChartMark& mark) {
    return out.medium.can_hover ? mark.name : mark.name + mark.addition;
}

void add_name(Layout& out, const ChartMark& mark, const LabelPlace& place) {
    const Rgb ground = theme_colours(out.medium.theme).panel;
    const PlotBox& box = place.box;
    if (place.moved) {
        const PlotLine hair = hair_line(out.pixel(mark.at), place);
        DrawnLine line{{hair.x0, hair.y0}, {hair.x1, hair.y1}, out.rgb({Ink::faint}), out.px(1.0)};
        if (cut_to(out.area, line)) out.drawn.emplace_back(line);
    }
    out.drawn.emplace_back(DrawnBox{{box.left - 2.0, box.top, box.right + 2.0, box.bottom}, ground});
    out.drawn.emplace_back(DrawnWords{name_of(out, mark),
                                      {box.left, box.top},
                                      {.size = out.px(words_size)},
                                      out.rgb({mark.large ? Ink::text : Ink::dim})});
}

/// Beside an upright line, as high as it can; the left is taken first, because the right is for words at the ends of
/// lines. Absent: there is no room, and the words can be hovered.
std::optional<PlotBox> place_beside(const Layout& out, const ChartLine& line) {
    const double gap = out.px(6.0), x = out.pixel(line.from).x;
    const TextExtent extent = out.extent(line.words, look_of(out, line));
    const auto box_at = [&](bool on_left, double top) {
        const double left = on_left ? x - gap - extent.width : x + gap;
        return PlotBox{left - 2.0, top, left + extent.width + 2.0, top + extent.height};
    };
    const auto is_free = [&](const PlotBox& box) {
        if (box.left < out.area.left || box.right > out.area.right) return false;
        const auto covers = [&](const PlotBox& other) { return overlap(box, other); };
        const auto on_mark = [&](const ChartMark& mark) { return covers(box_of(out, mark)); };
        const auto on_line = [&](const ChartLine* other) { return crosses(plot_line(out, *other), box); };
        return std::ranges::none_of(out.written, covers) && std::ranges::none_of(out.chart.marks, on_mark) &&
               std::ranges::none_of(lines_with_words(out.chart), on_line);
    };
    const double first = out.area.top + out.px(4.0);
    for (double top = first; top + extent.height <= out.area.bottom; top += extent.height / 2.0)
        for (const bool on_left : {true, false})
            if (const PlotBox box = box_at(on_left, top); is_free(box)) return box;
    if (out.medium.can_hover) return {};
    const bool on_left = x - gap - extent.width > out.area.left;
    PlotBox box = box_at(on_left, first);
    const double over = std::max(0.0, box.right - out.area.right);
    box.left -= over;
    box.right -= over;
    return box;
}

/// The rightmost ones, from the top down; empty where names stand beside their marks.
std::vector<const ChartMark*> marks_named_in_margin(const Layout& out) {
    std::vector<const ChartMark*> named;
    if (!out.chart.names_in_margin || out.medium.can_hover || out.chart.marks.empty()) return named;
    const double rightmost =
        std::ranges::max(out.chart.marks, {}, [](const ChartMark& mark) { return mark.at.x; }).at.x;
    for (const ChartMark& mark : out.chart.marks)
        if (is_named(out, mark) && mark.at.x == rightmost) named.push_back(&mark);
    std::ranges::stable_sort(named, {}, [&](const ChartMark* mark) { return out.pixel(mark->at).y; });
    return named;
}

/// The nearest places to the wanted ones, from the top down, with at least one step from each to the next. Those that
/// are too near to each other are moved by as much upwards as downwards (pool adjacent violators).
std::vector<double> spread(const std::vector<double>& wanted, double step, AxisRange room) {
    struct Pool {
        double sum = 0.0;
        std::size_t count = 0;
        [[nodiscard]] double mean() const { return sum / double(count); }
    };
    std::vector<Pool> pools;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        pools.push_back({wanted[i] - double(i) * step, 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().count += last.count;
        }
    }
    const double last_top = std::max(room.low, room.high - double(wanted.size()) * step);
    std::vector<double> places;
    for (const Pool& pool : pools)
        for (std::size_t i = 0; i < pool.count; ++i)
            places.push_back(std::clamp(pool.mean(), room.low, last_top) + double(places.size()) * step);
    return places;
}

/// In a column, as high as their marks where there is room, with a thin line from each mark to its name.
void add_names_in_margin(Layout& out, const std::vector<const ChartMark*>& named) {
    if (named.empty()) return;
    const TextLook look{.size = out.px(words_size)};
    const double height = out.extent(named.front()->name, look).height;
    const double step = std::min(height, out.area.height() / double(named.size()));
    std::vector<double> wanted;
    for (const ChartMark* mark : named) wanted.push_back(out.pixel(mark->at).y - height / 2.0);
    const std::vector<double> tops = spread(wanted, step, {out.area.top, out.area.bottom});
    const double left = out.area.right + out.px(lead_to_margin);
    for (std::size_t i = 0; i < named.size(); ++i) {
        const Pixel from = out.pixel(named[i]->at), to{left - out.px(3.0), tops[i] + height / 2.0};
        out.drawn.emplace_back(DrawnLine{from, to, out.rgb({Ink::faint}), out.px(0.8)});
        out.drawn.emplace_back(DrawnWords{
            name_of(out, *named[i]), {left, tops[i]}, look, out.rgb({named[i]->large ? Ink::text : Ink::dim})});
        out.written.push_back(
            {left, tops[i], left + out.extent(name_of(out, *named[i]), look).width, tops[i] + height});
    }
}

} // namespace

void add_key(Layout& out) {
    if (out.chart.key.empty()) return;
    const TextLook look{.size = out.px(key_size)};
    TextExtent extent;
    for (const ChartKeyLine& line : out.chart.key) {
        const TextExtent own = out.extent(line.words, look);
        extent = {std::max(extent.width, own.width), own.height};
    }
    const double step = out.px(18.0), radius = out.px(5.0);
    const double left = out.area.right - out.px(14.0) - extent.width, bottom = out.area.bottom - out.px(8.0);
    const double top = bottom - step * double(out.chart.key.size());
    const Rgb dim = out.rgb({Ink::dim}), ground = theme_colours(out.medium.theme).panel;
    const PlotBox box{left - out.px(26.0), top, out.area.right - out.px(8.0), bottom};
    out.drawn.emplace_back(DrawnBox{box, ground});
    out.written.push_back(box);
    double y = top + step / 2.0;
    for (const ChartKeyLine& line : out.chart.key) {
        const Pixel at{left - out.px(14.0), y};
        out.drawn.emplace_back(DrawnMark{MarkShape::circle, at, radius, dim, line.filled});
        if (line.crossed) out.drawn.emplace_back(DrawnCross{at, radius, line.filled ? ground : dim});
        if (line.ringed) out.drawn.emplace_back(DrawnMark{MarkShape::circle, at, ring_radius(radius), dim, false});
        out.drawn.emplace_back(DrawnWords{line.words, {left, y - extent.height / 2.0}, look, dim});
        y += step;
    }
}

void add_words_of_upright_lines(Layout& out) {
    for (const ChartLine& line : out.chart.lines) {
        if (line.words.empty() || !is_upright(line)) continue;
        const auto box = place_beside(out, line);
        if (!box) continue;
        out.drawn.emplace_back(DrawnBox{*box, theme_colours(out.medium.theme).panel});
        out.drawn.emplace_back(
            DrawnWords{line.words, {box->left + 2.0, box->top}, look_of(out, line), out.rgb({Ink::text})});
        out.written.push_back(*box);
    }
}

namespace {

/// An upright line that goes through the words would strike them out: it is hidden behind them.
void hide_upright_lines(Layout& out, const std::vector<PlotBox>& words) {
    for (const ChartLine& line : out.chart.lines)
        for (const PlotBox& box : words)
            if (is_upright(line) && crosses(plot_line(out, line), box))
                out.drawn.emplace_back(DrawnBox{box, theme_colours(out.medium.theme).panel});
}

} // namespace

void add_words_along_lines(Layout& out) {
    auto lines = lines_with_words(out.chart);
    // A sentence beside the chart is about a strong line: its words find a place before those of the others.
    std::ranges::stable_partition(lines, [](const ChartLine* line) { return line->strong; });
    std::vector<PlotBox> taken = out.written;
    for (const ChartMark& mark : out.chart.marks) taken.push_back(box_of(out, mark));
    std::vector<LineWords> words;
    for (const ChartLine* line : lines) words.push_back(words_of(out, *line));
    const auto places = place_line_words(words, taken, out.area, out.px(12.0));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const LineWordsPlace& place = places[i];
        if (place.left_out) continue;
        if (place.on_line) out.gaps[lines[i]] = middle_of(place, words[i]);
        if (place.angle == 0.0) hide_upright_lines(out, place.covers);
        out.words_on_lines.push_back({lines[i], out.drawn.size(), place.covers});
        out.drawn.emplace_back(DrawnWords{place.shortened ? lines[i]->fewer_words : lines[i]->words,
                                          {place.x, place.y},
                                          look_of(out, *lines[i]),
                                          out.rgb({lines[i]->strong ? Ink::text : Ink::dim}),
                                          place.angle});
        out.written.insert(out.written.end(), place.covers.begin(), place.covers.end());
    }
}

namespace {

/// The name of the selected mark is never left out. Where it has no other room, it takes that of a line's words, which
/// can be hovered.
void take_room_of_words(Layout& out, const PlotBox& name) {
    for (std::size_t i = out.words_on_lines.size(); i-- > 0;) { // the last ones first: the others keep their index
        const WordsOnLine& words = out.words_on_lines[i];
        if (std::ranges::none_of(words.covers, [&](const PlotBox& box) { return overlap(box, name); })) continue;
        out.drawn.erase(out.drawn.begin() + std::ptrdiff_t(words.index));
        out.gaps.erase(words.line);
        out.words_on_lines.erase(out.words_on_lines.begin() + std::ptrdiff_t(i));
    }
}

} // namespace

void add_names(Layout& out) {
    const auto in_margin = marks_named_in_margin(out);
    add_names_in_margin(out, in_margin);
    const TextLook look{.size = out.px(words_size)};
    std::vector<const ChartMark*> named;
    std::vector<PlotBox> taken = out.written;
    std::vector<LabelAnchor> nameless; // no name may stand nearer to one of them than to its own mark
    for (const ChartMark& mark : out.chart.marks)
        if (is_named(out, mark) && std::ranges::find(in_margin, &mark) == in_margin.end()) {
            named.push_back(&mark);
        } else {
            taken.push_back(box_of(out, mark));
            const Pixel at = out.pixel(mark.at);
            nameless.push_back({.x = at.x, .y = at.y, .radius = out.reach_of(mark), .may_be_left_out = true});
        }
    if (out.medium.can_hover) // the name that is never left out chooses first
        std::ranges::stable_partition(named, &ChartMark::large);
    std::vector<LabelAnchor> anchors;
    for (const ChartMark* mark : named) {
        const Pixel at = out.pixel(mark->at);
        const TextExtent extent = out.extent(name_of(out, *mark), look);
        anchors.push_back({.x = at.x,
                           .y = at.y,
                           .radius = out.reach_of(*mark),
                           .width = extent.width,
                           .height = extent.height,
                           .may_be_left_out = out.medium.can_hover && !mark->large,
                           .keeps_off_lines = out.medium.can_hover});
    }
    anchors.insert(anchors.end(), nameless.begin(), nameless.end());
    std::vector<PlotLine> lines;
    for (const ChartLine* line : lines_with_words(out.chart)) lines.push_back(plot_line(out, *line));
    const auto places = place_labels(anchors, lines, out.area, taken);
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (places[i].left_out) continue;
        if (out.medium.can_hover && named[i]->large) take_room_of_words(out, places[i].box);
        add_name(out, *named[i], places[i]);
        out.written.push_back(places[i].box);
    }
}

double margin_of(const Chart& chart, const ChartMedium& medium) {
    double width = 0.0;
    if (chart.names_in_margin)
        for (const ChartMark& mark : chart.marks)
            width =
                std::max(width, medium.extent_of(mark.name + mark.addition, {.size = medium.scale * words_size}).width +
                                    medium.scale * (lead_to_margin - 8.0));
    for (const ChartMarginWords& words : chart.margin)
        width = std::max(width, medium.extent_of(words.words, {.size = medium.scale * words_size}).width);
    return medium.can_hover || width == 0.0 ? 0.0 : width + medium.scale * 10.0;
}

void add_margin(Layout& out) {
    const TextLook look{.size = out.px(words_size)};
    for (const ChartMarginWords& words : out.chart.margin) {
        const double left = out.area.right + out.px(8.0);
        const double top = out.pixel({1.0, words.y}).y - out.extent(words.words, look).height / 2.0;
        out.drawn.emplace_back(DrawnWords{words.words, {left, top}, look, out.rgb({Ink::text})});
        out.drawn.emplace_back(DrawnWords{words.second_line, {left, top + out.px(15.0)}, look, out.rgb({Ink::dim})});
    }
}

} // namespace pairscope::app
