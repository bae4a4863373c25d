// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/byte_screen.h"

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/best_match/byte_vectors.h"
#include "kernels/workloads/best_match/screen.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace pairscope::matching {
namespace {

/// What holds for all candidates of a panel, which share a scale.
struct PanelFacts {
    double scale = 1.0;
    double exact_length = 0.0; ///< the length of the longest one
    double residual = 0.0;     ///< the largest one
};

/// A vector of the first set that looks for its matches.
struct ByteRow {
    double scale = 1.0;
    RoundedVector rounded{};
    Screen screen{};
    std::int64_t offers = 0; ///< candidates whose scores were computed in float32
    bool is_crowded = false; ///< there were so many that all scores in double precision cost less
};

int words_of(int dims, const ByteFormat& format) { return (dims + format.coordinates - 1) / format.coordinates; }

/// Word w of a vector of bytes, with `added` added to each coordinate. After the last coordinate there are zeros.
std::int32_t word_of(std::span<const std::int8_t> bytes, int w, const ByteFormat& format, int added) {
    const int bits = 32 / format.coordinates;
    const std::uint32_t mask = (1u << bits) - 1;
    std::uint32_t word = 0;
    for (int i = 0; i < format.coordinates; ++i) {
        const auto k = static_cast<std::size_t>(w * format.coordinates + i);
        const int value = k < bytes.size() ? bytes[k] + added : 0;
        word |= (static_cast<std::uint32_t>(value) & mask) << (i * bits);
    }
    return std::bit_cast<std::int32_t>(word);
}

/// The number of rows that each thread gets at a time: few products, so that a run can be stopped within 100 ms, and
/// few rows, so that they stay in the caches.
std::int64_t rows_at_once(const MatchSets& sets, int rows_of_tile) {
    constexpr std::int64_t products = std::int64_t{1} << 31, most = 16;
    return std::clamp<std::int64_t>(products / (std::int64_t{sets.cols} * sets.dims * rows_of_tile), 1, most) *
           rows_of_tile;
}

/// Both sets as bytes, and the search for the candidates that can be among the best two of a row.
class ByteScreen {
public:
    ByteScreen(const Run& run, const ByteKernel& kernel)
        : run_(run), sets_(match_sets(run.problem)), kernel_(kernel), words_(words_of(sets_.dims, kernel.format)),
          panels_(reinterpret_cast<std::int32_t*>(run.problem.workspace)),
          facts_(static_cast<std::size_t>((sets_.cols + kernel.format.width - 1) / kernel.format.width)) {}

    void answer();

private:
    void fill_panel(std::int64_t index);
    [[nodiscard]] ByteRow round_row(std::int64_t row, std::int64_t place, std::int32_t* words) const;
    void screen_rows(std::int64_t first, std::span<ByteRow> rows) const;
    void screen_tile(std::int64_t first, std::span<ByteRow> rows, const std::int32_t* words, std::int64_t panel) const;
    [[nodiscard]] std::int32_t least_sum(const ByteRow& row, const PanelFacts& panel) const;

    const Run& run_;
    MatchSets sets_;
    ByteKernel kernel_;
    int words_;
    std::int32_t* panels_;
    std::vector<PanelFacts> facts_;
};

/// A panel has one scale, so that its sums can be compared as whole numbers. A scale for the whole set would depend on
/// a single large coordinate.
void ByteScreen::fill_panel(std::int64_t index) {
    const ByteFormat& format = kernel_.format;
    const std::int64_t first = index * format.width, count = std::min<std::int64_t>(format.width, sets_.cols - first);
    float largest = 0.0f;
    for (std::int64_t i = 0; i < count; ++i)
        largest = std::max(largest, largest_coordinate(sets_.b + (first + i) * sets_.b_pitch, sets_.dims));
    const float scale = byte_scale(largest);
    PanelFacts& facts = facts_[static_cast<std::size_t>(index)];
    facts.scale = double{scale};
    std::int32_t* const panel = panels_ + first * words_;
    std::vector<std::int8_t> bytes(static_cast<std::size_t>(sets_.dims));
    for (std::int64_t i = 0; i < format.width; ++i) {
        if (i < count) {
            const RoundedVector rounded =
                round_to_bytes(sets_.b + (first + i) * sets_.b_pitch, sets_.dims, scale, bytes.data());
            facts.exact_length = std::max(facts.exact_length, rounded.exact_length());
            facts.residual = std::max(facts.residual, rounded.residual);
        }
        for (int w = 0; w < words_; ++w) panel[w * format.width + i] = word_of(bytes, w, format, format.added);
    }
}

/// Rounds a row and stores its words at this place of a tile of `format.rows` rows.
ByteRow ByteScreen::round_row(std::int64_t row, std::int64_t place, std::int32_t* words) const {
    const float* const x = sets_.a + row * sets_.a_pitch;
    const float scale = byte_scale(largest_coordinate(x, sets_.dims));
    std::vector<std::int8_t> bytes(static_cast<std::size_t>(sets_.dims));
    const ByteRow found{.scale = double{scale}, .rounded = round_to_bytes(x, sets_.dims, scale, bytes.data())};
    for (int w = 0; w < words_; ++w) words[w * kernel_.format.rows + place] = word_of(bytes, w, kernel_.format, 0);
    return found;
}

/// The sum of products from which on a candidate of the panel can be among the best two of the row. Rounding in double
/// precision moves this limit by far less than the 1 that floor() leaves below it.
std::int32_t ByteScreen::least_sum(const ByteRow& row, const PanelFacts& panel) const {
    using Limits = std::numeric_limits<std::int32_t>;
    if (row.is_crowded) return Limits::max();
    const double least_score = double{row.screen.second_score} - double{error_of_score(sets_.dims)};
    const double error = row.rounded.residual * panel.exact_length + row.rounded.length * panel.residual;
    const double added = static_cast<double>(row.rounded.sum * kernel_.format.added);
    const double sum = std::floor((least_score - error) / (row.scale * panel.scale)) + added;
    return static_cast<std::int32_t>(std::clamp(sum, double{Limits::min()}, double{Limits::max()}));
}

/// Offers the candidates of a panel to the rows of a tile. The tile begins with row `first` of the set.
void ByteScreen::screen_tile(std::int64_t first, std::span<ByteRow> rows, const std::int32_t* words,
                             std::int64_t panel) const {
    const PanelFacts& facts = facts_[static_cast<std::size_t>(panel)];
    const std::int64_t width = kernel_.format.width, first_col = panel * width;
    const std::int64_t most_offers = 256 + sets_.cols / 16;
    alignas(64) std::int32_t sums[most_byte_rows * widest_byte_panel];
    std::int32_t least[most_byte_rows];
    std::uint64_t high[most_byte_rows];
    for (std::size_t i = 0; i < most_byte_rows; ++i)
        least[i] = i < rows.size() ? least_sum(rows[i], facts) : std::numeric_limits<std::int32_t>::max();
    const ByteTile tile{.rows = words,
                        .panel = panels_ + first_col * words_,
                        .words = words_,
                        .least = least,
                        .high = high,
                        .sums = sums};
    if (!kernel_.find_high_sums(tile)) return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ByteRow& row = rows[i];
        const float* const x = sets_.a + (first + static_cast<std::int64_t>(i)) * sets_.a_pitch;
        for (; high[i] != 0; high[i] &= high[i] - 1) {
            const int k = std::countr_zero(high[i]);
            const std::int64_t col = first_col + k;
            if (col >= sets_.cols) break;
            if (sums[static_cast<std::int64_t>(i) * width + k] < least[i]) continue; // the limit has risen meanwhile
            row.screen.offer(float_score(x, sets_.b + col * sets_.b_pitch, sets_.dims), static_cast<std::int32_t>(col));
            row.is_crowded = ++row.offers > most_offers;
            least[i] = least_sum(row, facts);
        }
    }
}

/// Offers all candidates to the rows from `first` on.
void ByteScreen::screen_rows(std::int64_t first, std::span<ByteRow> rows) const {
    const std::size_t tile = static_cast<std::size_t>(kernel_.format.rows);
    const std::size_t tiles = (rows.size() + tile - 1) / tile, words = static_cast<std::size_t>(words_);
    std::vector<std::int32_t> x(tiles * tile * words);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = round_row(first + static_cast<std::int64_t>(i), static_cast<std::int64_t>(i % tile),
                            x.data() + i / tile * tile * words);
    for (std::int64_t panel = 0; panel < std::ssize(facts_); ++panel) {
        if (run_.host->stop.stop_requested()) return;
        for (std::size_t at = 0; at < tiles; ++at)
            screen_tile(first + static_cast<std::int64_t>(at * tile),
                        rows.subspan(at * tile, std::min(tile, rows.size() - at * tile)), x.data() + at * tile * words,
                        panel);
    }
}

void ByteScreen::answer() {
    const HostRun& host = *run_.host;
    cpu::for_rows({.rows = std::ssize(facts_), .threads = host.threads, .stop = host.stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (; first < last; ++first) fill_panel(first);
                  });
    const cpu::RowLoop loop{.rows = sets_.rows,
                            .step = rows_at_once(sets_, kernel_.format.rows),
                            .threads = host.threads,
                            .stop = host.stop,
                            .rows_done = host.rows_done};
    Decision decision(sets_);
    cpu::for_rows(loop, [&](std::int64_t first, std::int64_t last) {
        std::vector<ByteRow> rows(static_cast<std::size_t>(last - first));
        screen_rows(first, rows);
        if (host.stop.stop_requested()) return;
        std::vector<Screen> screens;
        for (ByteRow& row : rows) {
            if (row.is_crowded) row.screen.give_up();
            screens.push_back(row.screen);
        }
        decision.decide(screens, first);
    });
    decision.finish(host.threads, host.stop);
}

} // namespace

std::int64_t byte_panel_bytes(const Workload& workload) {
    const ByteFormat format = best_byte_kernel().format;
    return (workload.cols + format.width) * words_of(static_cast<int>(workload.dims), format) *
           std::int64_t{sizeof(std::int32_t)};
}

void match_with_bytes(const Run& run, const ByteKernel& kernel) { ByteScreen(run, kernel).answer(); }

} // namespace pairscope::matching
