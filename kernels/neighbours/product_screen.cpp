// SPDX-License-Identifier: MIT
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/neighbours/product_screen.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/neighbours/product_screen.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace pairscope::neighbours {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>; // the bits of two masks fit into 32

std::size_t panel_width() { return 2 * hn::Lanes(Lanes()); }

template <class Mask> HWY_INLINE std::uint32_t bits_of(Lanes d, Mask mask) {
    std::uint8_t bytes[8] = {}; // StoreMaskBits() may write so many
    hn::StoreMaskBits(d, mask, bytes);
    return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
}

/// Six rows, one after the other, and a panel: bit i of a row's mask is set if the product with vector i is at least
/// half_norms[i] + least[row].
void screen_tile(const float* HWY_RESTRICT rows, std::size_t dims, const float* HWY_RESTRICT panel,
                 const float* HWY_RESTRICT half_norms, const float* HWY_RESTRICT least,
                 std::uint32_t* HWY_RESTRICT masks) {
    const Lanes d;
    const std::size_t lanes = hn::Lanes(d);
    auto s00 = hn::Zero(d), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00;
    auto s30 = s00, s31 = s00, s40 = s00, s41 = s00, s50 = s00, s51 = s00;
    for (std::size_t k = 0; k < dims; ++k) {
        const auto y0 = hn::LoadU(d, panel + 2 * k * lanes), y1 = hn::LoadU(d, panel + (2 * k + 1) * lanes);
        const auto x0 = hn::Set(d, rows[k]), x1 = hn::Set(d, rows[dims + k]);
        s00 = hn::MulAdd(x0, y0, s00), s01 = hn::MulAdd(x0, y1, s01);
        s10 = hn::MulAdd(x1, y0, s10), s11 = hn::MulAdd(x1, y1, s11);
        const auto x2 = hn::Set(d, rows[2 * dims + k]), x3 = hn::Set(d, rows[3 * dims + k]);
        s20 = hn::MulAdd(x2, y0, s20), s21 = hn::MulAdd(x2, y1, s21);
        s30 = hn::MulAdd(x3, y0, s30), s31 = hn::MulAdd(x3, y1, s31);
        const auto x4 = hn::Set(d, rows[4 * dims + k]), x5 = hn::Set(d, rows[5 * dims + k]);
        s40 = hn::MulAdd(x4, y0, s40), s41 = hn::MulAdd(x4, y1, s41);
        s50 = hn::MulAdd(x5, y0, s50), s51 = hn::MulAdd(x5, y1, s51);
    }
    const auto half0 = hn::LoadU(d, half_norms), half1 = hn::LoadU(d, half_norms + lanes);
    const auto mask = [&](auto left, auto right, float limit) {
        const auto l = hn::Set(d, limit);
        return bits_of(d, hn::Ge(left, hn::Add(half0, l))) | bits_of(d, hn::Ge(right, hn::Add(half1, l))) << lanes;
    };
    masks[0] = mask(s00, s01, least[0]);
    masks[1] = mask(s10, s11, least[1]);
    masks[2] = mask(s20, s21, least[2]);
    masks[3] = mask(s30, s31, least[3]);
    masks[4] = mask(s40, s41, least[4]);
    masks[5] = mask(s50, s51, least[5]);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::neighbours
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::neighbours {
namespace {

HWY_EXPORT(panel_width);
HWY_EXPORT(screen_tile);

constexpr std::size_t tile_rows = 6;
constexpr float infinity = std::numeric_limits<float>::infinity();

/// The squared distance from the middle of a vector, of which float32 holds the differences.
double norm_of(std::span<const float> vector, std::span<const float> middle, float* differences) {
    double norm = 0.0;
    for (std::size_t k = 0; k < vector.size(); ++k) {
        const float difference = vector[k] - middle[k];
        differences[k] = difference;
        norm += static_cast<double>(difference) * static_cast<double>(difference);
    }
    return norm;
}

/// How far twice the product of two vectors may be from its exact value, as a part of the sum of their norms: a
/// rounding for each coordinate, of |x| |y| at most; those of the differences from the middle; and those of the
/// comparison.
double error_of_product(std::size_t dims) { return 1.01 * (static_cast<double>(dims) + 24.0) * 0x1p-24; }
/// Where squares are smaller than this, their roundings are no part of them.
constexpr double least_square = 0x1p-100;
/// The squares of larger vectors may not fit into float32.
constexpr double largest_norm = 0x1p100;

/// A few vectors, added up; those that are not finite are left out.
std::vector<float> middle_of(std::span<const float> set, std::size_t dims) {
    constexpr std::size_t samples = 64;
    const std::size_t rows = set.size() / dims;
    std::vector<double> sums(dims, 0.0);
    double count = 0.0;
    for (std::size_t i = 0; i < samples; ++i) {
        const auto vector = set.subspan(rows * i / samples * dims, dims);
        if (!std::ranges::all_of(vector, [](float x) { return std::isfinite(x) && std::abs(x) < 1e18f; })) continue;
        for (std::size_t k = 0; k < dims; ++k) sums[k] += static_cast<double>(vector[k]);
        count += 1.0;
    }
    std::vector<float> middle(dims, 0.0f);
    if (count > 0.0)
        for (std::size_t k = 0; k < dims; ++k) middle[k] = static_cast<float>(sums[k] / count);
    return middle;
}

/// The largest float that is not above this number.
float rounded_down(double x) {
    const auto nearest = static_cast<float>(x);
    return static_cast<double>(nearest) > x ? std::nextafter(nearest, -infinity) : nearest;
}

} // namespace

bool ProductScreen::is_worth_it(std::int64_t rows, std::int64_t cols, std::size_t dims) {
    constexpr std::size_t least_dims = 16;
    constexpr std::int64_t least_rows = 64, least_cols = 256;
    return dims >= least_dims && rows >= least_rows && cols >= least_cols;
}

ProductScreen::ProductScreen(std::span<const float> first, std::span<const float> across, std::size_t dims, int threads)
    : first_(first), dims_(dims), cols_(static_cast<std::int64_t>(across.size() / dims)),
      width_(HWY_DYNAMIC_DISPATCH(panel_width)()), middle_(middle_of(across, dims)) {
    const auto panels = (static_cast<std::size_t>(cols_) + width_ - 1) / width_;
    panels_.assign(panels * width_ * dims, 0.0f);
    half_norms_.assign(panels * width_, infinity); // no product reaches it: neither is there a vector
    std::vector<std::uint8_t> is_large(panels, 0);
    cpu::for_rows({.rows = static_cast<std::int64_t>(panels), .step = 16, .threads = threads}, [&](std::int64_t begin,
                                                                                                   std::int64_t end) {
        std::vector<float> differences(dims);
        for (auto panel = static_cast<std::size_t>(begin); panel < static_cast<std::size_t>(end); ++panel)
            for (std::size_t i = 0; i < width_; ++i) {
                const std::size_t col = panel * width_ + i;
                if (col >= static_cast<std::size_t>(cols_)) break;
                const double norm = norm_of(across.subspan(col * dims, dims), middle_, differences.data());
                if (std::isnan(norm) || std::isinf(norm)) continue;
                if (norm > largest_norm) is_large[panel] = 1;
                half_norms_[col] = rounded_down(0.5 * norm * (1.0 - error_of_product(dims)));
                for (std::size_t k = 0; k < dims; ++k) panels_[(panel * dims + k) * width_ + i] = differences[k];
            }
    });
    is_possible_ = std::ranges::none_of(is_large, [](std::uint8_t large) { return large != 0; });
}

void ProductScreen::screen(const Asked& asked) const {
    const auto screen_tile = HWY_DYNAMIC_DISPATCH(screen_tile);
    const auto count = static_cast<std::size_t>(asked.last - asked.first);
    const std::size_t tiles = (count + tile_rows - 1) / tile_rows;
    const double kept = 1.0 - error_of_product(dims_);
    std::vector<float> rows(tiles * tile_rows * dims_, 0.0f), least(tiles * tile_rows, infinity);
    std::vector<double> norms(count);
    for (std::size_t i = 0; i < count; ++i)
        norms[i] = norm_of(first_.subspan((static_cast<std::size_t>(asked.first) + i) * dims_, dims_), middle_,
                           rows.data() + i * dims_);
    const auto set_limit = [&](std::size_t i) {
        const double norm = norms[i], limit = asked.limit(asked.first + static_cast<std::int64_t>(i));
        if (!(norm <= largest_norm)) return;
        // The last term is for the roundings of this number and of the sum with half of the other norm.
        least[i] = std::isfinite(limit)
                       ? rounded_down(0.5 * (norm * kept - limit) - 0x1p-22 * (norm + std::abs(limit)) - least_square)
                       : -infinity;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_too_large = norms[i] > largest_norm && std::isfinite(norms[i]);
        for (std::int64_t col = 0; is_too_large && col < cols_ && !asked.stopped(); ++col)
            asked.look_at(asked.first + static_cast<std::int64_t>(i), col);
        set_limit(i); // which leaves it infinite for such rows: no product reaches it
    }
    const std::size_t panels = half_norms_.size() / width_;
    for (std::size_t panel = 0; panel < panels && !asked.stopped(); ++panel)
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            std::array<std::uint32_t, tile_rows> masks{};
            screen_tile(rows.data() + tile * tile_rows * dims_, dims_, panels_.data() + panel * width_ * dims_,
                        half_norms_.data() + panel * width_, least.data() + tile * tile_rows, masks.data());
            for (std::size_t i = 0; i < tile_rows; ++i) {
                if (masks[i] == 0) continue;
                const std::size_t at = tile * tile_rows + i;
                for (std::uint32_t left = masks[i]; left != 0; left &= left - 1) {
                    const auto col = static_cast<std::int64_t>(panel * width_) + std::countr_zero(left);
                    if (col < cols_) asked.look_at(asked.first + static_cast<std::int64_t>(at), col);
                }
                set_limit(at);
            }
        }
}

} // namespace pairscope::neighbours
#endif
