// SPDX-License-Identifier: MIT
#include "kernels/matrix/scan.h"

#include "kernels/cpu/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <span>

namespace pairscope::cpu {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Columns looked at together. The inner loops go along them entry by entry, which compilers turn into SIMD.
constexpr std::int64_t columns_together = 512;

struct Extremes {
    float min = infinity, max = -infinity;
    std::int64_t nan_count = 0, infinite_count = 0;
};

void add(Extremes& total, const Extremes& part) {
    total.min = std::min(total.min, part.min);
    total.max = std::max(total.max, part.max);
    total.nan_count += part.nan_count;
    total.infinite_count += part.infinite_count;
}

/// Keeps the extremes of each lane apart. Compilers do not use SIMD for the minimum of one row of floats, because of
/// NaN.
class Lanes {
public:
    static constexpr std::size_t count = 16;
    void add(const float* entries) {
        for (std::size_t k = 0; k < count; ++k) {
            const float entry = entries[k], size = std::abs(entry);
            const bool finite = size < infinity;
            const float low = finite ? entry : infinity, high = finite ? entry : -infinity;
            min_[k] = low < min_[k] ? low : min_[k];
            max_[k] = high > max_[k] ? high : max_[k];
            nans_[k] += entry != entry ? 1 : 0;
            infinite_[k] += size == infinity ? 1 : 0;
        }
    }
    [[nodiscard]] Extremes all() const {
        return {*std::ranges::min_element(min_), *std::ranges::max_element(max_),
                std::accumulate(nans_.begin(), nans_.end(), std::int64_t{0}),
                std::accumulate(infinite_.begin(), infinite_.end(), std::int64_t{0})};
    }

private:
    static constexpr std::array<float, count> filled_with(float value) {
        std::array<float, count> lanes{};
        lanes.fill(value);
        return lanes;
    }
    std::array<float, count> min_ = filled_with(infinity), max_ = filled_with(-infinity);
    std::array<std::int32_t, count> nans_{}, infinite_{};
};

Extremes extremes_of(std::span<const float> entries) {
    Lanes lanes;
    std::size_t at = 0;
    for (; at + Lanes::count <= entries.size(); at += Lanes::count) lanes.add(entries.data() + at);
    Extremes extremes = lanes.all();
    for (; at < entries.size(); ++at) {
        const float entry = entries[at];
        const bool finite = std::abs(entry) < infinity;
        add(extremes, {finite ? entry : infinity, finite ? entry : -infinity, entry != entry ? 1 : 0,
                       std::abs(entry) == infinity ? 1 : 0});
    }
    return extremes;
}

std::vector<float> sample_of(LinearMemory matrix, MatrixShape shape) {
    std::vector<float> sample, room;
    const std::int64_t step = sample_step(shape);
    for (std::int64_t at = 0; at < shape.rows * shape.cols; at += step) {
        const float entry = floats_of(matrix, at / shape.cols, at % shape.cols, 1, room).front();
        if (std::abs(entry) < infinity) sample.push_back(entry);
    }
    std::sort(sample.begin(), sample.end());
    return sample;
}

/// What a few columns hold so far, over the rows of one overview row.
struct Columns {
    std::vector<float> min, max, sum, count;

    void clear(std::size_t cols) {
        min.assign(cols, infinity);
        max.assign(cols, -infinity);
        sum.assign(cols, 0.0f);
        count.assign(cols, 0.0f);
    }
    void add(std::span<const float> entries) {
        for (std::size_t k = 0; k < entries.size(); ++k) {
            const float entry = entries[k];
            const bool number = entry == entry;
            min[k] = entry < min[k] ? entry : min[k]; // a NaN compares false and is left out
            max[k] = entry > max[k] ? entry : max[k];
            sum[k] += number ? entry : 0.0f;
            count[k] += number ? 1.0f : 0.0f;
        }
    }
};

/// Folds the columns into cells of the overview; `cell` is the first cell's index.
void fold(const Columns& columns, std::int64_t cols, Overview& out, std::int64_t cell) {
    for (std::int64_t first = 0; first < cols; first += out.factor, ++cell) {
        const auto begin = static_cast<std::size_t>(first);
        const auto end = static_cast<std::size_t>(std::min(first + out.factor, cols));
        const double count = std::accumulate(columns.count.data() + begin, columns.count.data() + end, 0.0);
        const double sum = std::accumulate(columns.sum.data() + begin, columns.sum.data() + end, 0.0);
        const float min = *std::min_element(columns.min.data() + begin, columns.min.data() + end);
        const float max = *std::max_element(columns.max.data() + begin, columns.max.data() + end);
        const auto at = static_cast<std::size_t>(cell);
        out.min[at] = count > 0.0 ? min : nan;
        out.max[at] = count > 0.0 ? max : nan;
        out.mean[at] = count > 0.0 ? static_cast<float>(sum / count) : nan;
    }
}

} // namespace

MatrixSummary summary_of(LinearMemory matrix, MatrixShape shape, const RunControl& control) {
    Extremes total;
    std::mutex adding;
    for_rows({.rows = shape.rows, .threads = control.threads, .stop = control.stop, .rows_done = control.rows_done},
             [&](std::int64_t first, std::int64_t last) {
                 Extremes part;
                 std::vector<float> room;
                 for (std::int64_t row = first; row < last; ++row)
                     add(part, extremes_of(floats_of(matrix, row, 0, shape.cols, room)));
                 const std::scoped_lock lock(adding);
                 add(total, part);
             });
    const bool any = total.min <= total.max;
    return {.min = any ? total.min : nan,
            .max = any ? total.max : nan,
            .nan_count = total.nan_count,
            .infinite_count = total.infinite_count,
            .sample = sample_of(matrix, shape)};
}

Overview overview_of(LinearMemory matrix, MatrixShape shape, std::int64_t factor) {
    const MatrixShape cells{(shape.rows + factor - 1) / factor, (shape.cols + factor - 1) / factor};
    const auto count = static_cast<std::size_t>(cells.rows * cells.cols);
    Overview out{.factor = factor, .shape = cells, .min = {}, .mean = {}, .max = {}};
    for (auto* values : {&out.min, &out.mean, &out.max}) values->resize(count);
    const std::int64_t block = std::max<std::int64_t>(1, columns_together / factor) * factor;
    for_rows({.rows = cells.rows, .threads = 0}, [&](std::int64_t first, std::int64_t last) {
        Columns columns;
        std::vector<float> room;
        for (std::int64_t cell_row = first; cell_row < last; ++cell_row)
            for (std::int64_t col = 0; col < shape.cols; col += block) {
                const std::int64_t cols = std::min(block, shape.cols - col);
                const std::int64_t end = std::min((cell_row + 1) * factor, shape.rows);
                columns.clear(static_cast<std::size_t>(cols));
                for (std::int64_t row = cell_row * factor; row < end; ++row)
                    columns.add(floats_of(matrix, row, col, cols, room));
                fold(columns, cols, out, cell_row * cells.cols + col / factor);
            }
    });
    return out;
}

} // namespace pairscope::cpu
