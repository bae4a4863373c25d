// SPDX-License-Identifier: MIT
#include "app/subjects/output/reduced_vectors.h"

#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace pairscope::app {
namespace {

constexpr double fewest_on_axis = 4.0; // coordinates

void include(ValueExtent& extent, double value) {
    extent.low = std::min(extent.low, value);
    extent.high = std::max(extent.high, value);
}

/// Coordinates of one block and of one column.
struct Segment {
    CoordinateRange range{};
    ValueExtent x{}, y{}, square{};
    double sum = 0.0;
    std::int64_t left_out = 0;
};

template <class T> Segment reduced(CoordinateRange range, const T* x, const T* y) {
    Segment segment{.range = range};
    for (std::int64_t i = range.first; i < range.end; ++i) {
        const double a = double(x[i]), b = double(y[i]), difference = a - b;
        if (!std::isfinite(difference)) {
            ++segment.left_out;
            continue;
        }
        const double square = difference * difference;
        include(segment.x, a);
        include(segment.y, b);
        include(segment.square, square);
        segment.sum += square;
    }
    return segment;
}

Segment reduced(CoordinateRange range, const Dataset& x, const Dataset& y) {
    return std::visit(
        [&](const auto& of_x) {
            return reduced(range, of_x.data(), std::get<std::decay_t<decltype(of_x)>>(y.values).data());
        },
        x.values);
}

std::int64_t coordinates_of(const VectorsToReduce& wanted) { return wanted.first->dims; }

std::int64_t column_count(CoordinateRange range) { return std::min(range.count(), most_columns); }

CoordinateRange column_range(CoordinateRange range, std::int64_t column) {
    const std::int64_t columns = column_count(range);
    return {range.first + column * range.count() / columns, range.first + (column + 1) * range.count() / columns};
}

/// Cut where a block or a column begins. Where the sums of the blocks are known, what lies before the block of the
/// range's first coordinate and behind the range is not looked at.
std::vector<Segment> segments_of(const VectorsToReduce& wanted) {
    const std::int64_t n = coordinates_of(wanted);
    CoordinateRange all{0, n};
    if (wanted.blocks) all = {block_range(block_of(wanted.range.first, n), n).first, wanted.range.end};
    std::vector<std::int64_t> cuts{all.first, all.end};
    for (std::int64_t block = 0; block < block_count(n); ++block) cuts.push_back(block_range(block, n).first);
    for (std::int64_t column = 0; column < column_count(wanted.range); ++column)
        cuts.push_back(column_range(wanted.range, column).first);
    cuts.push_back(wanted.range.end);
    std::erase_if(cuts, [&](std::int64_t cut) { return cut < all.first || cut > all.end; });
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<Segment> segments;
    for (std::size_t i = 1; i < cuts.size(); ++i) segments.push_back({.range = {cuts[i - 1], cuts[i]}});
    return segments;
}

void reduce_all(std::vector<Segment>& segments, const VectorsToReduce& wanted, const std::stop_token& stop) {
    cpu::for_rows({.rows = std::int64_t(segments.size()),
                   .step = 8, // neighbours in memory
                   .threads = cpu::hardware_threads(),
                   .stop = stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (std::int64_t i = first; i < last; ++i) {
                          Segment& segment = segments[std::size_t(i)];
                          segment = reduced(segment.range, *wanted.first, *wanted.second);
                      }
                  });
}

/// The running sum begins anew at each block, so that it is the same whatever the columns are.
class RunningSum {
public:
    RunningSum(std::int64_t coordinates, const BlockSums* known) : coordinates_(coordinates), known_(known) {}
    /// The sum before the segment.
    double enter(const Segment& segment) {
        const std::int64_t block = block_of(segment.range.first, coordinates_);
        if (block_range(block, coordinates_).first == segment.range.first) {
            before_block_ = known_ == nullptr ? sum() : block == 0 ? 0.0 : known_->ends[std::size_t(block - 1)];
            in_block_ = 0.0;
        }
        return sum();
    }
    void add(const Segment& segment) { in_block_ += segment.sum; }
    [[nodiscard]] double sum() const { return before_block_ + in_block_; }

private:
    std::int64_t coordinates_;
    const BlockSums* known_;
    double before_block_ = 0.0, in_block_ = 0.0;
};

void add_to_column(ReducedVectors& to, const Segment& segment, double sum) {
    if (to.columns.empty() || to.columns.back().range.end <= segment.range.first)
        to.columns.push_back({.range = column_range(to.range, std::int64_t(to.columns.size()))});
    VectorColumn& column = to.columns.back();
    column.x.include(segment.x);
    column.y.include(segment.y);
    column.square.include(segment.square);
    column.sum = sum;
}

} // namespace

std::int64_t block_count(std::int64_t coordinates) { return std::min(coordinates, sum_blocks); }

CoordinateRange block_range(std::int64_t block, std::int64_t coordinates) {
    const std::int64_t blocks = block_count(coordinates);
    return {block * coordinates / blocks, (block + 1) * coordinates / blocks};
}

std::int64_t block_of(std::int64_t coordinate, std::int64_t coordinates) {
    const std::int64_t blocks = block_count(coordinates);
    return ((coordinate + 1) * blocks - 1) / coordinates;
}

std::shared_ptr<const ReducedVectors> reduce_vectors(const VectorsToReduce& wanted, const std::stop_token& stop) {
    const std::int64_t n = coordinates_of(wanted);
    std::vector<Segment> segments = segments_of(wanted);
    reduce_all(segments, wanted, stop);
    if (stop.stop_requested()) return nullptr;
    auto made = std::make_shared<ReducedVectors>();
    made->first = wanted.first;
    made->second = wanted.second;
    made->range = wanted.range;
    BlockSums blocks{.ends = std::vector<double>(std::size_t(block_count(n)))};
    RunningSum running(n, wanted.blocks.get());
    for (const Segment& segment : segments) {
        const double before = running.enter(segment);
        running.add(segment);
        if (segment.range.first == wanted.range.first) made->sum_before = before;
        if (wanted.range.contains(segment.range.first)) add_to_column(*made, segment, running.sum());
        blocks.ends[std::size_t(block_of(segment.range.first, n))] = running.sum();
        blocks.left_out += segment.left_out;
    }
    made->blocks = wanted.blocks ? wanted.blocks : std::make_shared<const BlockSums>(std::move(blocks));
    return made;
}

double coordinate(const Dataset& data, std::int64_t i) {
    return std::visit([&](const auto& values) { return double(values[std::size_t(i)]); }, data.values);
}

double running_sum_at(const ReducedVectors& of, const Dataset& x, const Dataset& y, std::int64_t i) {
    const auto behind =
        std::ranges::upper_bound(of.columns, i, {}, [](const VectorColumn& column) { return column.range.first; });
    const auto column = behind - 1;
    if (column->range.end == i + 1) return column->sum;
    const double before = column == of.columns.begin() ? of.sum_before : (column - 1)->sum;
    return before + reduced({column->range.first, i + 1}, x, y).sum;
}

AxisRange axis_of_all(std::int64_t coordinates) { return {-0.5, double(coordinates) - 0.5}; }

CoordinateRange coordinates_on(AxisRange axis, std::int64_t coordinates) {
    const auto first = std::int64_t(std::floor(axis.low + 0.5)), end = std::int64_t(std::ceil(axis.high + 0.5));
    const std::int64_t within = std::clamp<std::int64_t>(first, 0, coordinates - 1);
    return {within, std::clamp(end, within + 1, coordinates)};
}

AxisRange fitting(AxisRange axis, std::int64_t coordinates) {
    const auto [low, high] = axis_of_all(coordinates);
    const double all = double(coordinates), middle = (axis.low + axis.high) / 2.0;
    const double width = std::clamp(axis.high - axis.low, std::min(fewest_on_axis, all), all);
    const double left = std::clamp(middle - width / 2.0, low, high - width);
    return {left, left + width};
}

AxisRange zoomed(AxisRange axis, double about, double factor, std::int64_t coordinates) {
    const double width = axis.high - axis.low, all = double(coordinates);
    const double wanted = std::clamp(width / factor, std::min(fewest_on_axis, all), all);
    const double part = (about - axis.low) / width;
    return fitting({about - part * wanted, about + (1.0 - part) * wanted}, coordinates);
}

AxisRange panned(AxisRange axis, double by, std::int64_t coordinates) {
    return fitting({axis.low + by, axis.high + by}, coordinates);
}

} // namespace pairscope::app
