// SPDX-License-Identifier: MIT
#include "kernels/neighbours/rows/pairs_within.h"

#include "kernels/neighbours/loop_over.h"
#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>
#include <atomic>

namespace pairscope::neighbours {
namespace {

Measure& ready(Measure& measure) {
    measure.look_for_exact_keys();
    measure.prepare_places();
    return measure;
}

/// The rows that are searched together, and what is near each. A row that begins when many pairs were found is left
/// for the next part, so that a dense cluster needs no more memory than a few of its rows.
struct Part {
    static constexpr std::int64_t most_pairs = std::int64_t{1} << 20, most_rows = 4096;

    std::vector<std::vector<NearVector>> near{most_rows};
    std::vector<char> is_done = std::vector<char>(most_rows);
    std::atomic<std::int64_t> pairs = 0;

    void find(const PairsWithin& all, PairSides sides, std::int64_t first, const RunControl& control) {
        const std::int64_t rows = std::min(most_rows, all.rows() - first);
        std::ranges::fill(is_done, char{0});
        pairs = 0;
        RunControl quiet = control;
        quiet.rows_done = nullptr;
        cpu::for_rows(loop_over(rows, 4, quiet), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                if (i > 0 && pairs.load() > most_pairs) return;
                const auto at = static_cast<std::size_t>(i);
                const std::int64_t row = first + i;
                near[at].clear();
                all.find(row, sides, near[at]);
                pairs += std::ssize(near[at]);
                is_done[at] = 1;
            }
        });
    }
};

} // namespace

PairsWithin::PairsWithin(const NeighbourQuestion& question, double radius, const std::stop_token& stop)
    : question_(question), measure_(question), limit_(ready(measure_), radius),
      usable_(usable_vectors(question.first, question.metric)),
      usable_across_(usable_vectors(question.across(), question.metric)) {
    if (has_only_exact_keys(question)) return;
    const std::int64_t dims = question.first.dims;
    const bool is_short = is_euclidean(question.metric) && dims <= static_cast<std::int64_t>(most_tree_numbers);
    if (is_short || has_key_tree(question.metric, dims)) {
        sets_.emplace(question, measure_);
        tree_.emplace(sets_->across(), usable_across_, stop);
        return;
    }
    if (is_euclidean(question.metric)) {
        floats_.emplace(measure_.first(), measure_.across());
        if (floats_->exist()) return;
        floats_.reset();
    }
    sets_.emplace(question, measure_);
}

void PairsWithin::find(std::int64_t row, PairSides sides, std::vector<NearVector>& found) const {
    if (!usable_[static_cast<std::size_t>(row)]) return;
    const std::int64_t from = sides == PairSides::once && question_.second == nullptr ? row + 1 : 0;
    const std::size_t before = found.size();
    if (tree_)
        tree_->list_within(row, sets_->first().vector(row), limit_, [&](std::int64_t other, int comparison) {
            if (other >= from && other != question_.own_row(row))
                found.push_back({.row = other, .is_at_radius = comparison == 0});
        });
    else
        look_at_all(row, from, found);
    const auto near = std::span(found).subspan(before);
    std::ranges::sort(near, {}, &NearVector::row);
    for (NearVector& vector : near) vector.distance = measure_.distance(row, vector.row);
}

void PairsWithin::look_at_all(std::int64_t row, std::int64_t from, std::vector<NearVector>& found) const {
    const auto look = [&](const auto& is_above, const auto& key_of) {
        for (std::int64_t col = from; col < question_.across().rows; ++col) {
            if (!usable_across_[static_cast<std::size_t>(col)] || col == question_.own_row(row)) continue;
            if (is_above(col)) continue;
            if (const int comparison = limit_.compare(row, col, key_of(col)); comparison <= 0)
                found.push_back({.row = col, .is_at_radius = comparison == 0});
        }
    };
    const auto never = [](std::int64_t) { return false; };
    if (floats_)
        look([&](std::int64_t col) { return floats_->is_above(limit_.high(), row, col); },
             [&](std::int64_t col) { return (*floats_)(row, col); });
    else if (sets_)
        look(never, [&](std::int64_t col) { return sets_->key(row, col); });
    else
        look(never, [&](std::int64_t col) { return measure_.exact_key(row, col); });
}

bool for_each_row_within(const PairsWithin& pairs, PairSides sides, const RunControl& control,
                         const std::function<void(std::int64_t row, std::span<const NearVector> near)>& take) {
    Part part;
    std::int64_t row = 0;
    while (row < pairs.rows()) {
        part.find(pairs, sides, row, control);
        if (control.stop.stop_requested()) return false;
        for (std::size_t i = 0; i < part.is_done.size() && part.is_done[i] != 0; ++i, ++row) {
            take(row, part.near[i]);
            constexpr std::size_t many = 1024; // whose room is given back: thousands of rows may have had so many
            if (part.near[i].capacity() > many) part.near[i] = {};
            if (control.rows_done != nullptr) ++*control.rows_done;
        }
    }
    return !control.stop.stop_requested();
}

} // namespace pairscope::neighbours
