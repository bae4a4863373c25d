// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/view_text.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace pairscope::app {
namespace {

constexpr std::int64_t most_selected = 1'000'000; // rows: as many points as the program takes

struct Part {
    std::string_view name, value;
};

/// A text that may be very long or empty. A short one is shown as it was written.
std::string as_shown(std::string_view text) {
    constexpr std::size_t longest = 40;
    return text.empty() || text.size() > longest ? excerpt(text) : std::string(text);
}

[[noreturn]] void refuse(const Part& part, std::string_view wanted) {
    throw InputError(
        fmt::format("The view cannot be used, because {} is {}. Give {}.", part.name, as_shown(part.value), wanted));
}

template <class Number> Number number_of(const Part& part, std::string_view text, std::string_view wanted) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) refuse(part, wanted);
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(value)) refuse(part, wanted);
    return value;
}

/// The two sides of "12:45"; the second one is empty without a colon.
std::pair<std::string_view, std::string_view> sides_of(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return {text, {}};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

template <class Value, std::size_t size> Value choice_of(const Part& part, const std::array<Name<Value>, size>& names) {
    const auto found = std::ranges::find(names, part.value, &Name<Value>::name);
    if (found != names.end()) return found->value;
    std::vector<std::string_view> known;
    for (const auto& name : names) known.push_back(name.name);
    refuse(part, fmt::format("{}", fmt::join(known, ", ")));
}

std::string text_of_range(const ColourSettings& colours) {
    switch (colours.range) {
    case RangeMode::automatic:
        return "automatic";
    case RangeMode::percentile:
        return fmt::format("percentile:{}", colours.percentile);
    case RangeMode::symmetric:
        return "symmetric";
    case RangeMode::in_sight:
        return "in_sight";
    case RangeMode::fixed:
        return fmt::format("{}:{}", colours.fixed.low, colours.fixed.high);
    }
    return {};
}

void take_range(const Part& part, ColourSettings& colours) {
    constexpr std::string_view wanted = "automatic, in_sight, symmetric, percentile:99, or the two ends such as 0:180";
    const auto [first, second] = sides_of(part.value);
    if (part.value == "automatic") {
        colours.range = RangeMode::automatic;
    } else if (part.value == "symmetric") {
        colours.range = RangeMode::symmetric;
    } else if (part.value == "in_sight") {
        colours.range = RangeMode::in_sight;
    } else if (first == "percentile") {
        colours.range = RangeMode::percentile;
        colours.percentile = number_of<float>(part, second, wanted);
        if (colours.percentile < 50.0f || colours.percentile > 100.0f) refuse(part, "a percentile from 50 to 100");
    } else {
        colours.range = RangeMode::fixed;
        colours.fixed = {number_of<float>(part, first, wanted), number_of<float>(part, second, wanted)};
        if (colours.fixed.low >= colours.fixed.high) refuse(part, "a lower end that is below the upper one");
    }
}

Cell cell_of(const Part& part) {
    constexpr std::string_view wanted = "a row and a column such as 12:45";
    const auto [row, col] = sides_of(part.value);
    return {number_of<std::int64_t>(part, row, wanted), number_of<std::int64_t>(part, col, wanted)};
}

/// "clusters:ward:optimal": the linkage and how the tree is turned.
seriation::TreeChoice tree_of_part(const Part& part, std::string_view words) {
    seriation::TreeChoice tree;
    const auto [linkage, leaves] = sides_of(words);
    if (!linkage.empty()) tree.linkage = choice_of(Part{part.name, linkage}, seriation::linkage_names);
    if (!leaves.empty()) tree.leaves = choice_of(Part{part.name, leaves}, seriation::leaf_order_names);
    return tree;
}

std::string text_of_tree(const seriation::TreeChoice& tree) {
    if (tree == seriation::TreeChoice{}) return {};
    return fmt::format(":{}:{}", name_of(tree.linkage), name_of(tree.leaves));
}

TreeCut cut_of_part(const Part& part) {
    constexpr std::string_view wanted = "number:5 or height:1.5";
    const auto [by, value] = sides_of(part.value);
    if (by == "number") {
        const TreeCut cut{.by = TreeCut::By::number, .number = number_of<std::int64_t>(part, value, wanted)};
        if (cut.number < 1) refuse(part, wanted);
        return cut;
    }
    if (by != "height") refuse(part, wanted);
    const TreeCut cut{.by = TreeCut::By::height, .height = number_of<double>(part, value, wanted)};
    if (!(cut.height >= 0.0)) refuse(part, wanted);
    return cut;
}

std::string column_of_text(std::string_view text) {
    std::string name;
    while (!text.empty()) {
        unsigned code = 0;
        const bool is_coded = text.front() == '%' && text.size() >= 3 &&
                              std::from_chars(text.data() + 1, text.data() + 3, code, 16).ptr == text.data() + 3;
        name += is_coded ? static_cast<char>(code) : text.front();
        text.remove_prefix(is_coded ? 3 : 1);
    }
    return name;
}

OrderChoice order_of_part(const Part& part) {
    const auto [kind, row] = sides_of(part.value);
    OrderChoice order{.kind = choice_of(Part{part.name, kind}, order_kind_names)};
    if (order.kind == OrderKind::clusters) {
        order.tree = tree_of_part(part, row);
        return order;
    }
    if (order.kind == OrderKind::by_column) {
        order.column = column_of_text(row);
        if (order.column.empty()) refuse(part, "the name of a column behind the colon, such as column:habitat");
        return order;
    }
    constexpr std::string_view wanted = "a row behind the colon, such as by_distance:12";
    if (!row.empty()) order.row = number_of<std::int64_t>(part, row, wanted);
    if (order.row < 0) refuse(part, wanted);
    return order;
}

/// The selected rows as ranges: "3:7-9".
std::string text_of_rows(const std::vector<std::int64_t>& rows) {
    std::vector<std::string> ranges;
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t end = i + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
        ranges.push_back(end - i == 1 ? fmt::format("{}", rows[i]) : fmt::format("{}-{}", rows[i], rows[end - 1]));
        i = end;
    }
    return fmt::format("{}", fmt::join(ranges, ":"));
}

std::vector<std::int64_t> rows_of_part(const Part& part) {
    constexpr std::string_view wanted = "rows and ranges of rows, such as 3:7-9";
    std::vector<std::int64_t> rows;
    for (std::string_view rest = part.value; !rest.empty();) {
        const auto [range, others] = sides_of(rest);
        const std::size_t dash = range.find('-');
        const auto first = number_of<std::int64_t>(part, range.substr(0, dash), wanted);
        const auto last =
            dash == std::string_view::npos ? first : number_of<std::int64_t>(part, range.substr(dash + 1), wanted);
        if (first < 0 || last < first || last - first >= most_selected) refuse(part, wanted);
        for (std::int64_t row = first; row <= last; ++row) rows.push_back(row);
        if (std::ssize(rows) > most_selected) refuse(part, wanted);
        rest = others;
    }
    std::ranges::sort(rows);
    const auto repeated = std::ranges::unique(rows);
    rows.erase(repeated.begin(), repeated.end());
    return rows;
}

void take_zoom(const Part& part, ViewText& view) {
    if (part.value == "fit") {
        view.heatmap.reset();
        return;
    }
    constexpr std::string_view wanted = "the pixels per entry, a number above 0, or fit";
    const auto zoom = number_of<double>(part, part.value, wanted);
    if (zoom <= 0.0) refuse(part, wanted);
    if (!view.heatmap) view.heatmap.emplace();
    view.heatmap->pixels_per_cell = zoom;
}

void take_place(const Part& part, double Position::*side, ViewText& view) {
    constexpr double far = 1e9; // no matrix has as many rows
    const auto place = number_of<double>(part, part.value, "a number");
    if (std::abs(place) > far) refuse(part, "a place in the matrix, such as 12.5");
    if (!view.heatmap) view.heatmap.emplace();
    view.heatmap->center.*side = place;
}

void take_colours(const Part& part, std::span<const std::string> known, ViewText& view) {
    if (!known.empty() && std::ranges::find(known, part.value) == known.end())
        refuse(part, fmt::format("one of {}", fmt::join(known, ", ")));
    view.colours.colormap = part.value;
}

void take(const Part& part, std::span<const std::string> colormaps, ViewText& view) {
    if (part.name == "row") return take_place(part, &Position::row, view);
    if (part.name == "column") return take_place(part, &Position::col, view);
    if (part.name == "zoom") return take_zoom(part, view);
    if (part.name == "shown") return void(view.colours.aggregate = choice_of(part, aggregate_names));
    if (part.name == "scale") return void(view.colours.transform = choice_of(part, transform_names));
    if (part.name == "range") return take_range(part, view.colours);
    if (part.name == "colours") return take_colours(part, colormaps, view);
    if (part.name == "pinned") return void(view.pinned = cell_of(part));
    if (part.name == "order") {
        const TreeCut cut = view.order.cut; // another part of the text has it, which may have come before
        view.order = order_of_part(part);
        view.order.cut = cut;
        return;
    }
    if (part.name == "cut") return void(view.order.cut = cut_of_part(part));
    if (part.name == "selected") return void(view.selected = rows_of_part(part));
    throw InputError(fmt::format("The view cannot be used, because it has a part that is called {}. Its parts are row, "
                                 "column, zoom, shown, range, scale, colours, pinned, order, cut and selected.",
                                 as_shown(part.name)));
}

} // namespace

/// A name may have the signs that separate the parts of the text: these stand there as "%2C".
std::string text_of_column(std::string_view name) {
    std::string text;
    for (const char c : name)
        text += c == ',' || c == '=' || c == '%' || c == '\n' || c == '\r'
                    ? fmt::format("%{:02X}", static_cast<unsigned char>(c))
                    : std::string(1, c);
    return text;
}

std::string text_of(const ViewText& view) {
    std::string text = view.heatmap ? fmt::format("row={},column={},zoom={}", view.heatmap->center.row,
                                                  view.heatmap->center.col, view.heatmap->pixels_per_cell)
                                    : "zoom=fit";
    const ColourSettings& colours = view.colours;
    text += fmt::format(",shown={},range={},scale={},colours={}", name_in(aggregate_names, colours.aggregate),
                        text_of_range(colours), name_in(transform_names, colours.transform), colours.colormap);
    if (view.pinned) text += fmt::format(",pinned={}:{}", view.pinned->row, view.pinned->col);
    if (view.order.kind == OrderKind::by_distance)
        text += fmt::format(",order={}:{}", name_of(view.order.kind), view.order.row);
    else if (view.order.kind == OrderKind::clusters)
        text += fmt::format(",order={}{}", name_of(view.order.kind), text_of_tree(view.order.tree));
    else if (view.order.kind == OrderKind::by_column)
        text += fmt::format(",order={}:{}", name_of(view.order.kind), text_of_column(view.order.column));
    else if (view.order.kind != OrderKind::as_loaded)
        text += fmt::format(",order={}", name_of(view.order.kind));
    if (view.order.cut.by == TreeCut::By::number) text += fmt::format(",cut=number:{}", view.order.cut.number);
    if (view.order.cut.by == TreeCut::By::height) text += fmt::format(",cut=height:{}", view.order.cut.height);
    if (!view.selected.empty()) text += fmt::format(",selected={}", text_of_rows(view.selected));
    return text;
}

ViewText view_in_text(std::string_view text, const ViewText& usual, std::span<const std::string> colormaps) {
    ViewText view = usual;
    std::vector<std::string_view> taken;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view part = text.substr(0, comma);
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            throw InputError(fmt::format("The view cannot be used, because its part {} is not of the form name=value, "
                                         "such as zoom=0.25.",
                                         as_shown(part)));
        const Part named{part.substr(0, equals), part.substr(equals + 1)};
        if (std::ranges::find(taken, named.name) != taken.end())
            throw InputError(fmt::format("The view cannot be used, because it has the part {} twice. Give each part "
                                         "once.",
                                         named.name));
        taken.push_back(named.name);
        take(named, colormaps, view);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return view;
}

bool looks_like_view(std::string_view text) {
    for (const std::string_view name : {"row=", "column=", "zoom=", "shown=", "range=", "scale=", "colours=", "pinned=",
                                        "order=", "cut=", "selected="})
        if (text.starts_with(name)) return true;
    return false;
}

} // namespace pairscope::app
