// SPDX-License-Identifier: MIT
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/workloads/farthest_pair/panels.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/cpu/vnni.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/farthest_pair/panels.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace pairscope::farthest {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<std::int32_t>;
using Vector = hn::Vec<Lanes>;

constexpr int registers = 2; ///< per panel
constexpr int rows_of_tile = 4;

/// Adds four products per lane.
HWY_INLINE Vector add_products(Lanes d, Vector sums, Vector x, Vector y) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    // On x86, a lane of 32 bits gets the two products of its own halves: first those of bytes 0 and 2, then those of
    // bytes 1 and 3.
    const hn::Repartition<std::int16_t, Lanes> halves;
    const hn::Repartition<std::uint16_t, Lanes> bits;
    const auto even = hn::Set(d, 0x00ff00ff);
    auto unused = hn::Zero(d);
    sums = hn::ReorderWidenMulAccumulate(d, hn::BitCast(halves, hn::And(x, even)),
                                         hn::BitCast(halves, hn::And(y, even)), sums, unused);
    return hn::ReorderWidenMulAccumulate(d, hn::BitCast(halves, hn::ShiftRight<8>(hn::BitCast(bits, x))),
                                         hn::BitCast(halves, hn::ShiftRight<8>(hn::BitCast(bits, y))), sums, unused);
#else
    const hn::Repartition<std::uint32_t, Lanes> bits;
    const auto byte = hn::Set(d, 255);
    for (int shift = 0; shift < 32; shift += 8) {
        const auto a = hn::And(hn::BitCast(d, hn::ShiftRightSame(hn::BitCast(bits, x), shift)), byte);
        const auto b = hn::And(hn::BitCast(d, hn::ShiftRightSame(hn::BitCast(bits, y), shift)), byte);
        sums = hn::Add(sums, hn::Mul(a, b));
    }
    return sums;
#endif
}

PanelFormat format() {
    return {.width = registers * static_cast<std::int64_t>(hn::Lanes(Lanes())),
            .rows_at_once = rows_of_tile,
            .is_signed = false};
}

/// The squared distances of the rows of a tile to the vectors of a panel, row after row, as numbers without a sign.
/// Returns the largest one.
std::uint32_t square_tile(const TileInputs& in, std::uint32_t* HWY_RESTRICT out) {
    const Lanes d;
    const hn::RebindToUnsigned<Lanes> without_sign;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    Vector sums[rows_of_tile][registers];
#pragma GCC unroll 8
    for (int a = 0; a < rows_of_tile; ++a)
#pragma GCC unroll 8
        for (int r = 0; r < registers; ++r) sums[a][r] = hn::Zero(d);
    const std::int32_t* HWY_RESTRICT x = in.rows;
    const std::int32_t* HWY_RESTRICT y = in.panel;
    for (std::int64_t w = 0; w < in.words; ++w, y += registers * lanes, x += rows_of_tile) {
        Vector columns[registers];
#pragma GCC unroll 8
        for (int r = 0; r < registers; ++r) columns[r] = hn::Load(d, y + r * lanes);
#pragma GCC unroll 8
        for (int a = 0; a < rows_of_tile; ++a) {
            const Vector row = hn::Set(d, x[a]);
#pragma GCC unroll 8
            for (int r = 0; r < registers; ++r) sums[a][r] = add_products(d, sums[a][r], row, columns[r]);
        }
    }
    auto largest = hn::Zero(without_sign);
#pragma GCC unroll 8
    for (int a = 0; a < rows_of_tile; ++a) {
        // |x|^2 + |y|^2 - 2 x.y. The sums may wrap around, but the squares do not.
        const auto own = hn::Set(without_sign, in.lengths_of_rows[static_cast<std::size_t>(a)]);
#pragma GCC unroll 8
        for (int r = 0; r < registers; ++r) {
            const auto products = hn::BitCast(without_sign, sums[a][r]);
            const auto other = hn::LoadU(without_sign, in.lengths_of_panel + r * lanes);
            const auto square = hn::Sub(hn::Add(own, other), hn::Add(products, products));
            hn::StoreU(square, without_sign, out + (a * registers + r) * lanes);
            largest = hn::Max(largest, square);
        }
    }
    return hn::GetLane(hn::MaxOfLanes(without_sign, largest));
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::farthest
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::farthest {
namespace {

HWY_EXPORT(format);
HWY_EXPORT(square_tile);

constexpr int most_rows_of_tile = 6;
constexpr std::int64_t widest_panel = 4 * 2048 / 32; ///< four of the longest vector registers that exist

std::int64_t words_per_vector(std::int64_t dims) { return (dims + 3) / 4; }

/// How many places there is memory for: n, rounded up to a multiple of the widest panel.
std::int64_t places_of(std::int64_t n) { return (n + widest_panel - 1) / widest_panel * widest_panel; }

#if defined(__x86_64__)

constexpr int vnni_registers = 4, vnni_rows = 6, vnni_lanes = 16;
constexpr PanelFormat vnni_format{.width = vnni_registers * vnni_lanes, .rows_at_once = vnni_rows, .is_signed = true};

/// The sums of a row of a tile. Because they have names and are no array, the compiler keeps all of them in registers.
struct VnniRow {
    __m512i a, b, c, d;
};

__attribute__((target("avx512f,avx512bw,avx512vnni"), always_inline)) inline VnniRow
load_vnni(const std::int32_t* from) {
    return {_mm512_load_si512(from), _mm512_load_si512(from + vnni_lanes), _mm512_load_si512(from + 2 * vnni_lanes),
            _mm512_load_si512(from + 3 * vnni_lanes)};
}

__attribute__((target("avx512f,avx512bw,avx512vnni"), always_inline)) inline void
add_products(VnniRow& sums, std::int32_t x, const VnniRow& columns) {
    const __m512i row = _mm512_set1_epi32(x);
    sums.a = _mm512_dpbusd_epi32(sums.a, row, columns.a);
    sums.b = _mm512_dpbusd_epi32(sums.b, row, columns.b);
    sums.c = _mm512_dpbusd_epi32(sums.c, row, columns.c);
    sums.d = _mm512_dpbusd_epi32(sums.d, row, columns.d);
}

/// Stores |x|^2 + |y|^2 - 2 x.y of row `row` of a tile. 128 was subtracted from the coordinates of the panel, so 128
/// times the sum of the row is added to the products again.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) __m512i store_squares(const TileInputs& in, std::size_t row,
                                                                             const VnniRow& sums, std::uint32_t* out) {
    const __m512i own = _mm512_set1_epi32(static_cast<int>(in.lengths_of_rows[row]));
    const __m512i taken_off = _mm512_set1_epi32(static_cast<int>(128 * in.sums_of_rows[row]));
    const std::uint32_t* lengths = in.lengths_of_panel;
    std::uint32_t* to = out + row * vnni_registers * vnni_lanes;
    __m512i largest = _mm512_setzero_si512();
    for (const __m512i sum : {sums.a, sums.b, sums.c, sums.d}) {
        const __m512i products = _mm512_add_epi32(sum, taken_off);
        const __m512i lengths_of_both = _mm512_add_epi32(own, _mm512_loadu_si512(lengths));
        const __m512i square = _mm512_sub_epi32(lengths_of_both, _mm512_add_epi32(products, products));
        _mm512_storeu_si512(to, square);
        largest = _mm512_max_epu32(largest, square);
        lengths += vnni_lanes;
        to += vnni_lanes;
    }
    return largest;
}

/// Does the same as square_tile with one instruction for 64 products. The instruction takes signed bytes on one side.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) std::uint32_t square_tile_by_vnni(const TileInputs& in,
                                                                                         std::uint32_t* out) {
    const __m512i zero = _mm512_setzero_si512();
    VnniRow r0{zero, zero, zero, zero}, r1 = r0, r2 = r0, r3 = r0, r4 = r0, r5 = r0;
    const std::int32_t* x = in.rows;
    const std::int32_t* y = in.panel;
    for (std::int64_t w = 0; w < in.words; ++w, y += vnni_registers * vnni_lanes, x += vnni_rows) {
        const VnniRow columns = load_vnni(y);
        add_products(r0, x[0], columns);
        add_products(r1, x[1], columns);
        add_products(r2, x[2], columns);
        add_products(r3, x[3], columns);
        add_products(r4, x[4], columns);
        add_products(r5, x[5], columns);
    }
    __m512i largest = zero;
    std::size_t index = 0;
    for (const VnniRow& row : {r0, r1, r2, r3, r4, r5})
        largest = _mm512_max_epu32(largest, store_squares(in, index++, row, out));
    return _mm512_reduce_max_epu32(largest);
}

#else

constexpr PanelFormat vnni_format{};
std::uint32_t square_tile_by_vnni(const TileInputs&, std::uint32_t*) { return 0; }

#endif

/// Word `w` of a vector. Coordinates that do not exist are 0.
std::uint32_t word_of(const std::uint8_t* vector, std::int64_t w, std::int64_t dims) {
    std::uint32_t word = 0;
    std::memcpy(&word, vector + 4 * w, static_cast<std::size_t>(std::min<std::int64_t>(4, dims - 4 * w)));
    return word;
}

} // namespace

Panels::Panels(const Run& run, const std::vector<int>& order)
    : run_(run), problem_(farthest_pair_problem(run.problem)), order_(order), words_(words_per_vector(problem_.dims)),
      format_(cpu::has_vnni() ? vnni_format : HWY_DYNAMIC_DISPATCH(format)()) {
    const std::int64_t places = places_of(problem_.n);
    lengths_ = reinterpret_cast<std::uint32_t*>(run.problem.workspace);
    sums_ = lengths_ + places;
    panels_ = run.problem.workspace + 2 * places * std::int64_t{sizeof(std::uint32_t)};
}

std::int64_t Panels::workspace_bytes(const Workload& workload) {
    return places_of(workload.rows) * std::int64_t{sizeof(std::uint32_t)} * (2 + words_per_vector(workload.dims));
}

int Panels::row_at(std::int64_t place) const {
    const std::int64_t there = std::min<std::int64_t>(place, problem_.n - 1); // after the last vector it is repeated
    return order_.empty() ? static_cast<int>(there) : order_[static_cast<std::size_t>(there)];
}

const std::uint8_t* Panels::vector_at(std::int64_t place) const {
    return problem_.data + row_at(place) * problem_.pitch;
}

std::int32_t* Panels::panel_at(std::int64_t index) const {
    return reinterpret_cast<std::int32_t*>(panels_) + index * words_ * format_.width;
}

void Panels::fill_panel(std::int64_t index) {
    std::int32_t* const panel = panel_at(index);
    for (std::int64_t i = 0; i < format_.width; ++i) {
        const std::int64_t place = index * format_.width + i;
        const std::uint8_t* const vector = vector_at(place);
        std::uint32_t length = 0, sum = 0;
        for (std::int64_t k = 0; k < problem_.dims; ++k) {
            length += std::uint32_t{vector[k]} * vector[k];
            sum += vector[k];
        }
        lengths_[place] = length;
        sums_[place] = sum;
        // A coordinate that does not exist is 0 in the rows, so its value here does not matter.
        const std::uint32_t flip = format_.is_signed ? 0x80808080u : 0;
        for (std::int64_t w = 0; w < words_; ++w)
            panel[w * format_.width + i] = static_cast<std::int32_t>(word_of(vector, w, problem_.dims) ^ flip);
    }
}

void Panels::fill() {
    const std::int64_t count = (problem_.n + format_.width - 1) / format_.width;
    cpu::for_rows({.rows = count, .threads = run_.host->threads, .stop = run_.host->stop},
                  [this](std::int64_t first, std::int64_t last) {
                      for (; first < last; ++first) fill_panel(first);
                  });
}

Panels::Rows Panels::rows_at(std::int64_t first, std::int64_t last) const {
    const std::int64_t at_once = format_.rows_at_once, groups = (last - first + at_once - 1) / at_once;
    Rows rows{first, last, std::vector<std::int32_t>(static_cast<std::size_t>(groups * at_once * words_))};
    for (std::int64_t group = 0; group < groups; ++group)
        for (std::int64_t a = 0; a < at_once; ++a) {
            const std::uint8_t* const vector = vector_at(std::min(first + group * at_once + a, last - 1));
            std::int32_t* const to = rows.words.data() + group * at_once * words_ + a;
            for (std::int64_t w = 0; w < words_; ++w)
                to[w * at_once] = static_cast<std::int32_t>(word_of(vector, w, problem_.dims));
        }
    return rows;
}

void Panels::compare_with(const Rows& rows, std::int64_t panel, SharedBest& best) const {
    alignas(64) std::uint32_t squares[most_rows_of_tile * widest_panel];
    const auto square_tile = cpu::has_vnni() ? square_tile_by_vnni : HWY_DYNAMIC_DISPATCH(square_tile);
    const std::int64_t at_once = format_.rows_at_once;
    for (std::int64_t first = rows.first; first < rows.last; first += at_once) {
        if (first >= (panel + 1) * format_.width) return; // all vectors of the panel come before this row
        TileInputs in{.rows = rows.words.data() + (first - rows.first) * words_,
                      .panel = panel_at(panel),
                      .words = words_,
                      .lengths_of_panel = lengths_ + panel * format_.width};
        for (std::size_t a = 0; a < static_cast<std::size_t>(at_once); ++a) {
            const std::int64_t place = std::min(first + static_cast<std::int64_t>(a), rows.last - 1);
            in.lengths_of_rows[a] = lengths_[place];
            in.sums_of_rows[a] = sums_[place];
        }
        if (square_tile(in, squares) >= best.value())
            best.offer(best_of_tile(squares, first, std::min(at_once, rows.last - first), panel));
    }
}

FoundPair Panels::best_of_tile(const std::uint32_t* squares, std::int64_t first, std::int64_t rows,
                               std::int64_t panel) const {
    FoundPair best = no_pair;
    for (std::int64_t a = 0; a < rows; ++a)
        for (std::int64_t i = 0; i < format_.width; ++i) {
            const std::uint32_t square = squares[a * format_.width + i];
            const std::int64_t place = panel * format_.width + i;
            if (square < best.value || place <= first + a || place >= problem_.n) continue;
            const int x = row_at(first + a), y = row_at(place);
            const FoundPair pair{std::min(x, y), std::max(x, y), static_cast<double>(square)};
            if (wins_over(pair, best)) best = pair;
        }
    return best;
}

} // namespace pairscope::farthest
#endif
