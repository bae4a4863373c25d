// SPDX-License-Identifier: MIT
#include "kernels/neighbours/tree_memory.h"

#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace pairscope::neighbours {
namespace {

constexpr std::int64_t step_of_loops = 8192; // points or nodes handed to a thread at once

template <class Number> TreePointIn<Number> place_at(std::span<const Number> coordinates, std::int32_t row) {
    const auto i = 2 * static_cast<std::size_t>(row);
    return {coordinates[i], coordinates[i + 1]};
}

template <class Number> std::vector<std::int32_t> finite_rows(std::span<const Number> coordinates) {
    std::vector<std::int32_t> rows;
    rows.reserve(coordinates.size() / 2);
    for (std::size_t i = 0; i + 1 < coordinates.size(); i += 2)
        if (std::isfinite(coordinates[i]) && std::isfinite(coordinates[i + 1]))
            rows.push_back(static_cast<std::int32_t>(i / 2));
    return rows;
}

template <class Number> BoxIn<Number> empty_box() {
    constexpr Number infinity = std::numeric_limits<Number>::infinity();
    return {infinity, infinity, -infinity, -infinity};
}
template <class Number> void include(BoxIn<Number>& box, const BoxIn<Number>& part) {
    box.low_x = std::min(box.low_x, part.low_x);
    box.low_y = std::min(box.low_y, part.low_y);
    box.high_x = std::max(box.high_x, part.high_x);
    box.high_y = std::max(box.high_y, part.high_y);
}

template <class Number>
CurveFrame frame_around(std::span<const Number> coordinates, const std::vector<std::int32_t>& rows) {
    BoxIn<Number> around = empty_box<Number>();
    for (const std::int32_t row : rows) {
        const TreePointIn<Number> at = place_at(coordinates, row);
        include(around, {at.x, at.y, at.x, at.y});
    }
    return rows.empty() ? CurveFrame{} : frame_of<Number>({around.low_x, around.low_y}, {around.high_x, around.high_y});
}

constexpr int bits_of_digit = 8; // with 16, the places to write to are too many for the caches
constexpr std::size_t digits = std::size_t{1} << bits_of_digit,
                      passes = (bits_of_code + bits_of_digit - 1) / bits_of_digit;

std::size_t digit_of(std::uint64_t code, std::size_t pass) {
    return static_cast<std::size_t>(code >> (pass * bits_of_digit)) & (digits - 1);
}

/// For each pass of a radix sort, where the codes with each digit begin.
using Begins = std::array<std::array<std::uint32_t, digits + 1>, passes>;
Begins begins_of(const std::vector<std::uint64_t>& codes) {
    Begins begins{};
    for (const std::uint64_t code : codes)
        for (std::size_t pass = 0; pass < passes; ++pass) ++begins[pass][digit_of(code, pass) + 1];
    for (auto& begin : begins) std::partial_sum(begin.begin(), begin.end(), begin.begin());
    return begins;
}

} // namespace

void sort_along_curve(std::vector<std::uint64_t>& codes, std::vector<std::int32_t>& rows) {
    std::vector<std::uint64_t> other_codes(codes.size());
    std::vector<std::int32_t> other_rows(rows.size());
    constexpr std::size_t few = 1 << 10; // where counting digits would take longer
    if (codes.size() < few) {
        std::vector<std::int32_t> order(codes.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [&](std::int32_t i) { return codes[static_cast<std::size_t>(i)]; });
        for (std::size_t i = 0; i < order.size(); ++i) {
            other_codes[i] = codes[static_cast<std::size_t>(order[i])];
            other_rows[i] = rows[static_cast<std::size_t>(order[i])];
        }
        codes.swap(other_codes);
        rows.swap(other_rows);
        return;
    }
    Begins begins = begins_of(codes);
    for (std::size_t pass = 0; pass < passes; ++pass) { // keeps the order of equal digits
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const std::size_t to = begins[pass][digit_of(codes[i], pass)]++;
            other_codes[to] = codes[i];
            other_rows[to] = rows[i];
        }
        codes.swap(other_codes);
        rows.swap(other_rows);
    }
}

template <class Number>
TreeMemory<Number>::TreeMemory(std::span<const Number> coordinates, const RunControl& control)
    : rows_(finite_rows(coordinates)) {
    frame_ = frame_around(coordinates, rows_);
    const auto count = static_cast<std::int64_t>(rows_.size());
    const int threads = cpu::threads_to_use(control.threads);
    const cpu::RowLoop points{.rows = count, .step = step_of_loops, .threads = threads, .stop = control.stop};
    codes_.resize(rows_.size());
    cpu::for_rows(points, [&](std::int64_t first, std::int64_t last) {
        for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
            codes_[i] = morton_code(frame_, place_at(coordinates, rows_[i]));
    });
    sort_along_curve(codes_, rows_);
    constexpr Number nan = std::numeric_limits<Number>::quiet_NaN();
    places_.assign(static_cast<std::size_t>(padded(static_cast<std::int32_t>(count))), {nan, nan});
    cpu::for_rows(points, [&](std::int64_t first, std::int64_t last) {
        for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
            places_[i] = place_at(coordinates, rows_[i]);
    });
    if (control.stop.stop_requested()) {
        *this = TreeMemory(std::span<const Number>{}, {});
        return;
    }
    build_boxes();
    rows_.resize(places_.size(), no_row);
}

template <class Number> void TreeMemory<Number>::build_boxes() {
    const TreeIn<Number> levels = levels_for<Number>(static_cast<std::int32_t>(rows_.size()));
    boxes_.assign(static_cast<std::size_t>(boxes_of(levels)), empty_box<Number>());
    least_.assign(boxes_.size(), std::numeric_limits<std::int32_t>::max());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const std::size_t leaf = i / leaf_points;
        include(boxes_[leaf], {places_[i].x, places_[i].y, places_[i].x, places_[i].y});
        least_[leaf] = std::min(least_[leaf], rows_[i]);
    }
    for (int level = 1; level < levels.levels; ++level)
        for (std::int32_t child = 0; child < levels.nodes[level - 1]; ++child) {
            const auto from = static_cast<std::size_t>(levels.first[level - 1] + child);
            const auto to = static_cast<std::size_t>(levels.first[level] + child / fan_out);
            include(boxes_[to], boxes_[from]);
            least_[to] = std::min(least_[to], least_[from]);
        }
}

template <class Number> TreeIn<Number> TreeMemory<Number>::view() const {
    TreeIn<Number> tree = levels_for<Number>(static_cast<std::int32_t>(codes_.size()));
    tree.places = places_.data();
    tree.rows = rows_.data();
    tree.boxes = boxes_.data();
    tree.least = least_.data();
    return tree;
}

template <class Number> std::int32_t TreeMemory<Number>::leaf_near(TreePointIn<Number> at) const {
    const auto found = std::ranges::lower_bound(codes_, morton_code(frame_, at));
    const auto place = std::min<std::ptrdiff_t>(found - codes_.begin(), std::ssize(codes_) - 1);
    return static_cast<std::int32_t>(place / leaf_points);
}

template class TreeMemory<float>;
template class TreeMemory<double>;

} // namespace pairscope::neighbours
