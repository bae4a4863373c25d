// SPDX-License-Identifier: MIT
#include "kernels/seriation/pair_distances.h"

#include "kernels/data/coordinates.h"
#include "kernels/engines/cpu/memory.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/seriation/columns.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

namespace pairscope::seriation {
namespace {

/// Distances that were given, as OwnColumns and Columns have theirs. Keys are distances.
class GivenColumns {
public:
    using Key = double;

    explicit GivenColumns(const Dataset& given) : given_(given) {
        rows_.rows = identity(given.rows); // one that has no distances is refused when the file is read
    }
    [[nodiscard]] std::int64_t count() const { return given_.rows; }
    [[nodiscard]] const RowsInOrder& rows() const { return rows_; }
    void keys_from(std::int64_t i, std::int64_t first, std::span<double> out) const {
        for (std::size_t at = 0; at < out.size(); ++at) {
            const std::int64_t k = first + static_cast<std::int64_t>(at);
            out[at] = given_.low.empty() ? held_coordinate(given_, i, k) : coordinate_in_file(given_, i, k);
        }
    }
    void distances_of(std::span<const double> keys, std::span<double> out) const {
        std::ranges::copy(keys, out.begin());
    }

private:
    const Dataset& given_;
    RowsInOrder rows_;
};

template <class Use> auto with_measured(const Dataset& set, const ComparedBy& by, Use use) {
    if (set.holds_distances) return use(GivenColumns(set));
    return with_columns_of(set, by, use);
}

/// The distances of row `i` from the rows that begin at `first`.
template <class Columns>
void measure_part(const Columns& columns, std::int64_t i, std::int64_t first, std::span<double> out) {
    constexpr std::size_t together = 512;
    std::array<typename Columns::Key, together> keys;
    for (std::size_t begin = 0; begin < out.size(); begin += together) {
        const auto part = std::span(keys).first(std::min(together, out.size() - begin));
        columns.keys_from(i, first + static_cast<std::int64_t>(begin), part);
        columns.distances_of(std::span<const typename Columns::Key>(part), out.subspan(begin, part.size()));
    }
}

/// Few columns at a time, which stay in a cache for some rows.
template <class Columns>
void measure_triangle(const Columns& columns, std::int64_t first, std::int64_t last, std::span<double> values) {
    constexpr std::int64_t together = 128;
    const std::int64_t count = columns.count();
    for (std::int64_t begin = first + 1; begin < count; begin += together)
        for (std::int64_t i = first; i < last; ++i) {
            const std::int64_t from = std::max(begin, i + 1), to = std::min(begin + together, count);
            if (from >= to) continue;
            measure_part(columns, i, from,
                         values.subspan(static_cast<std::size_t>(place_of_pair(i, from, count)),
                                        static_cast<std::size_t>(to - from)));
        }
}

} // namespace

MeasuredSet measure_pairs(const Dataset& set, const ComparedBy& by, const RunControl& control) {
    return with_measured(set, by, [&]<class Columns>(Columns made) {
        const auto owned = std::make_shared<const Columns>(std::move(made));
        const Columns& columns = *owned;
        const std::int64_t count = columns.count();
        MeasuredSet measured{
            .rows = columns.rows().rows, .left_out = columns.rows().left_out, .distances = {.count = count}};
        measured.apart = [owned](std::int32_t a, std::int32_t b) {
            double distance = 0.0;
            measure_part(*owned, a, b, std::span(&distance, 1));
            return distance;
        };
        const std::int64_t pairs = pairs_of(count);
        cpu::require_memory("the distances of all pairs", pairs * std::int64_t{sizeof(double)}, cpu::free_memory());
        std::vector<double>& values = measured.distances.values;
        values.resize(static_cast<std::size_t>(pairs));
        cpu::for_rows({.rows = count,
                       .step = 16,
                       .threads = control.threads,
                       .stop = control.stop,
                       .rows_done = control.rows_done},
                      [&](std::int64_t first, std::int64_t last) { measure_triangle(columns, first, last, values); });
        return measured;
    });
}

std::vector<std::int32_t>
measure_rows(const Dataset& set, const ComparedBy& by, const RunControl& control,
             const std::function<void(std::int64_t place, std::span<const double> distances)>& take) {
    return with_measured(set, by, [&](const auto& columns) {
        cpu::for_rows({.rows = columns.count(),
                       .step = 4,
                       .threads = control.threads,
                       .stop = control.stop,
                       .rows_done = control.rows_done},
                      [&](std::int64_t first, std::int64_t last) {
                          std::vector<double> distances(static_cast<std::size_t>(columns.count()));
                          for (std::int64_t i = first; i < last; ++i) {
                              measure_part(columns, i, 0, distances);
                              take(i, distances);
                          }
                      });
        return columns.rows().rows;
    });
}

} // namespace pairscope::seriation
