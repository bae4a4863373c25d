// SPDX-License-Identifier: MIT
#include "render/pixel_values.h"

#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pairscope {
namespace {

constexpr std::int64_t rows_at_once = 16; // [pixels] takes some hundred microseconds
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

/// The texels of a pixel along one axis; none if it is outside.
struct TexelSpan {
    int begin = 0, end = 0;
};

int first_texel(const TexelAxis& axis, float texels_per_pixel, int pixel) {
    const float edge = axis.corner + static_cast<float>(pixel) * texels_per_pixel;
    return axis.base + static_cast<int>(std::ceil(edge - 0.5f));
}

TexelSpan span_of(const TexelAxis& axis, float texels_per_pixel, int pixel) {
    if (texels_per_pixel > 1.0f) {
        const int begin = std::max(first_texel(axis, texels_per_pixel, pixel), 0);
        return {begin, std::max(std::min(first_texel(axis, texels_per_pixel, pixel + 1), axis.texels), begin)};
    }
    const float position = axis.corner + (static_cast<float>(pixel) + 0.5f) * texels_per_pixel;
    if (position < axis.begin || position >= axis.end) return {};
    const int texel = std::clamp(axis.base + static_cast<int>(std::floor(position)), 0, axis.texels - 1);
    return {texel, texel + 1};
}

std::vector<TexelSpan> spans_of(const TexelAxis& axis, float texels_per_pixel, int first, int count) {
    std::vector<TexelSpan> spans(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) spans[static_cast<std::size_t>(i)] = span_of(axis, texels_per_pixel, first + i);
    return spans;
}

/// The smallest span that contains all others.
TexelSpan all_of(const std::vector<TexelSpan>& spans) {
    TexelSpan all{std::numeric_limits<int>::max(), 0};
    for (const TexelSpan& span : spans)
        if (span.begin < span.end) all = {std::min(all.begin, span.begin), std::max(all.end, span.end)};
    return all.begin < all.end ? all : TexelSpan{};
}

/// The texels of each pixel of a row, as indices into a line of texels that begins with the first texel needed.
struct Columns {
    struct Span {
        std::size_t begin = 0, end = 0;
    };
    std::vector<Span> spans;
    /// Each of the pixels from `first_usual` up to `end_usual` has `usual` texels, or one more where all bits of
    /// `more` are set.
    std::size_t usual = 1, first_usual = 0, end_usual = 0;
    std::vector<std::uint32_t> more;
    std::vector<float> counts; ///< how many texels each pixel has
};

Columns columns_of(const std::vector<TexelSpan>& spans, TexelSpan texels, float texels_per_pixel) {
    Columns columns;
    columns.usual = static_cast<std::size_t>(std::max(texels_per_pixel, 1.0f));
    for (const TexelSpan& span : spans) {
        const bool is_empty = span.begin >= span.end;
        const auto begin = static_cast<std::size_t>(is_empty ? 0 : span.begin - texels.begin);
        const auto count = static_cast<std::size_t>(is_empty ? 0 : span.end - span.begin);
        columns.spans.push_back({begin, begin + count});
        columns.more.push_back(count > columns.usual ? ~std::uint32_t{0} : 0);
        columns.counts.push_back(static_cast<float>(count));
    }
    const auto line = static_cast<std::size_t>(texels.end - texels.begin);
    const auto is_usual = [&](const Columns::Span& span) {
        const std::size_t count = span.end - span.begin;
        return count >= columns.usual && count <= columns.usual + 1 && span.begin + columns.usual < line;
    };
    const auto first = std::ranges::find_if(columns.spans, is_usual);
    columns.first_usual = static_cast<std::size_t>(first - columns.spans.begin());
    columns.end_usual =
        static_cast<std::size_t>(std::find_if_not(first, columns.spans.end(), is_usual) - columns.spans.begin());
    return columns;
}

bool is_free_of_nan(const float* line, std::size_t count) {
    int found = 0;
    for (std::size_t i = 0; i < count; ++i) found |= line[i] != line[i] ? 1 : 0;
    return found == 0;
}

/// The sums of the texels of each pixel, and of their weights.
class Means {
public:
    /// `last_weight` is the weight of the last texel of a line.
    Means(std::size_t texels, float last_weight, std::size_t pixels)
        : last_weight_(last_weight), products_(texels), line_weights_(texels), sums_(pixels), weights_(pixels) {}

    void begin() {
        std::ranges::fill(sums_, 0.0f);
        std::ranges::fill(weights_, 0.0f);
    }
    void take(const float* line, float row_weight, const Columns& columns) {
        const std::size_t count = products_.size();
        if (row_weight == 1.0f && last_weight_ == 1.0f && is_free_of_nan(line, count)) {
            add(sums_.data(), line, columns);
            for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] += columns.counts[i];
            return;
        }
        for (std::size_t i = 0; i < count; ++i) weigh(line, i, row_weight);
        weigh(line, count - 1, last_weight_ * row_weight);
        add(sums_.data(), products_.data(), columns);
        add(weights_.data(), line_weights_.data(), columns);
    }
    [[nodiscard]] float value(std::size_t pixel) const {
        return weights_[pixel] > 0.0f ? sums_[pixel] / weights_[pixel] : not_a_number;
    }

private:
    void weigh(const float* line, std::size_t i, float weight) {
        const float product = weight * line[i];
        const bool is_number = line[i] == line[i];
        products_[i] = is_number ? product : 0.0f;
        line_weights_[i] = is_number ? weight : 0.0f;
    }
    static void add(float* sums, const float* line, const Columns& columns) {
        const auto add_some = [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i)
                for (std::size_t x = columns.spans[i].begin; x < columns.spans[i].end; ++x) sums[i] += line[x];
        };
        add_some(0, columns.first_usual);
        for (std::size_t i = columns.first_usual; i < columns.end_usual; ++i) { // no branch depends on the pixel
            const float* texels = line + columns.spans[i].begin;
            float sum = sums[i];
            for (std::size_t k = 0; k < columns.usual; ++k) sum += texels[k];
            sums[i] = sum + std::bit_cast<float>(bits_of(texels[columns.usual]) & columns.more[i]);
        }
        add_some(columns.end_usual, columns.spans.size());
    }

    float last_weight_;
    std::vector<float> products_, line_weights_; ///< one for each texel of a line
    std::vector<float> sums_, weights_;          ///< one for each pixel of a row
};

/// For each pixel, the texel that comes first in an order.
template <class IsBefore> class Firsts {
public:
    explicit Firsts(std::size_t pixels) : found_(pixels) {}

    void begin() { std::ranges::fill(found_, not_a_number); }
    void take(const float* line, float, const Columns& columns) {
        for (std::size_t i = 0; i < columns.spans.size(); ++i) {
            float found = found_[i];
            for (std::size_t x = columns.spans[i].begin; x < columns.spans[i].end; ++x) {
                const float texel = line[x];
                found = IsBefore{}(texel, found) || found != found ? texel : found;
            }
            found_[i] = found;
        }
    }
    [[nodiscard]] float value(std::size_t pixel) const {
        return found_[pixel] == found_[pixel] ? found_[pixel] : not_a_number;
    }

private:
    std::vector<float> found_;
};

struct Less {
    bool operator()(float now, float then) const { return now < then; }
};
struct Greater {
    bool operator()(float now, float then) const { return now > then; }
};
struct FartherFromZero {
    bool operator()(float now, float then) const {
        return std::abs(now) > std::abs(then) || (std::abs(now) == std::abs(then) && now > then);
    }
};

bool is_unknown(float texel) { return bits_of(texel) == bits_of(unknown_texel); }

/// A part of the picture, and the texels that it is computed from.
struct Pixels {
    const TexelGrid& grid;
    const TexelLines& lines;
    const gl::Texels& part;
    std::span<float> values;
    TexelSpan texels; ///< the part of a line of texels that a row of pixels needs
    Columns columns;
    std::vector<TexelSpan> rows;
};

/// Computes rows of pixels. `reduction` takes the texels of a row of pixels, line after line.
template <class Reduction>
void work_out_rows(const Pixels& pixels, Reduction reduction, std::int64_t first, std::int64_t last) {
    const int last_row = pixels.grid.y.texels - 1;
    const auto width = static_cast<std::size_t>(pixels.part.width);
    const std::int64_t count = pixels.texels.end - pixels.texels.begin;
    std::vector<float> room;
    std::vector<char> is_outside(width);
    for (std::int64_t y = first; y < last; ++y) {
        float* to = pixels.values.data() + static_cast<std::size_t>(y) * width;
        const TexelSpan rows = pixels.rows[static_cast<std::size_t>(y)];
        std::ranges::fill(is_outside, true);
        reduction.begin();
        for (int row = rows.begin; row < rows.end; ++row) {
            const float* line = pixels.lines.read(row, pixels.texels.begin, count, room).data();
            reduction.take(line, row == last_row ? pixels.grid.y.last_weight : 1.0f, pixels.columns);
            if (row > rows.begin) continue;
            for (std::size_t i = 0; i < width; ++i) {
                const Columns::Span span = pixels.columns.spans[i];
                is_outside[i] = span.begin == span.end || (pixels.lines.has_gaps && is_unknown(line[span.begin]));
            }
        }
        for (std::size_t i = 0; i < width; ++i) to[i] = is_outside[i] != 0 ? outside_pixel : reduction.value(i);
    }
}

template <class Reduction> void work_out(const Pixels& pixels, const Reduction& reduction) {
    cpu::for_rows({.rows = pixels.part.height, .step = rows_at_once, .threads = 0},
                  [&](std::int64_t first, std::int64_t last) { work_out_rows(pixels, reduction, first, last); });
}

} // namespace

void work_out_pixels(const TexelGrid& grid, Aggregate aggregate, const TexelLines& lines, const gl::Texels& part,
                     std::span<float> values) {
    const auto columns = spans_of(grid.x, grid.texels_per_pixel, part.x, part.width);
    const TexelSpan all = all_of(columns);
    if (all.begin == all.end) {
        std::ranges::fill(values, outside_pixel);
        return;
    }
    const Pixels pixels{.grid = grid,
                        .lines = lines,
                        .part = part,
                        .values = values,
                        .texels = all,
                        .columns = columns_of(columns, all, grid.texels_per_pixel),
                        .rows = spans_of(grid.y, grid.texels_per_pixel, part.y, part.height)};
    const std::size_t width = columns.size();
    switch (aggregate) {
    case Aggregate::mean:
        return work_out(pixels, Means(static_cast<std::size_t>(all.end - all.begin),
                                      all.end == grid.x.texels ? grid.x.last_weight : 1.0f, width));
    case Aggregate::minimum:
        return work_out(pixels, Firsts<Less>(width));
    case Aggregate::maximum:
        return work_out(pixels, Firsts<Greater>(width));
    case Aggregate::extreme:
        return work_out(pixels, Firsts<FartherFromZero>(width));
    }
}

void draw_outline(const TexelGrid& grid, const TexelLines& least, float limit, const gl::Texels& part,
                  std::span<float> values) {
    const gl::Texels wider{part.x - 1, part.y - 1, part.width + 2, part.height + 2};
    const auto width = static_cast<std::size_t>(part.width), across = width + 2;
    std::vector<float> minima(across * (static_cast<std::size_t>(part.height) + 2));
    work_out_pixels(grid, Aggregate::minimum, least, wider, minima);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float* at = minima.data() + (i / width + 1) * across + i % width + 1;
        const bool touches = at[1] < limit || at[-1] < limit || at[across] < limit || *(at - across) < limit;
        if (touches && !(*at < limit) && bits_of(values[i]) != bits_of(outside_pixel)) values[i] = outline_pixel;
    }
}

} // namespace pairscope
