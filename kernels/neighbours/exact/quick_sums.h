// SPDX-License-Identifier: MIT
// Sums over the coordinates of one vector and many others, rounded once. They cost little more than sums of doubles,
// and give the same bits as the exact sums of exact_keys.h and pair_sums.h.
#pragma once

#include "kernels/ladder/workload.h"
#include "kernels/neighbours/exact/number_grid.h"
#include "kernels/neighbours/exact/quick_panel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// The terms of a workload's own distance, if there are quick sums of them.
[[nodiscard]] std::optional<QuickTerms> quick_terms_of(const OwnDistance& own);

struct QuickQuestion {
    QuickTerms terms = QuickTerms::squares;
    QuickEnding ending = QuickEnding::sum;
    std::size_t dims = 0;
    std::span<const double> first,
        across; ///< vectors of the two sets, one after the other; for one set, twice the same span
};

/// A double is split into a high part, which is a multiple of a step, and the low part that is left. The steps are so
/// wide that sums of the high parts of all coordinates need no rounding. The low parts are small, so what their sums
/// lose is far below the last digit of a double, and in most cases it decides nothing. Vectors whose numbers are far
/// from those of most others are left to the exact sums.
class QuickSums {
public:
    /// Copies what it needs of the second set.
    explicit QuickSums(const QuickQuestion& question);

    /// Can quick sums of these numbers be taken? Otherwise read() leaves all of them to the exact sums.
    [[nodiscard]] bool exist() const { return exist_; }
    /// A vector of one of the sets, and as many vectors of the second set from `first` on as there are results.
    struct Part {
        std::span<const double> vector;
        std::int64_t first = 0;
        std::span<double> results; ///< NaN: the exact sums must decide
    };
    /// Parts of several vectors that are next to each other cost less together. May be called by several threads.
    void read(std::span<const Part> parts) const;
    /// Puts vector `from` of the second set into the place of vector `to`.
    void move(std::int64_t from, std::int64_t to);

    /// Does a quarter of the free memory hold the parts of so many vectors?
    [[nodiscard]] static bool have_room(std::int64_t rows, std::int64_t dims);

private:
    [[nodiscard]] bool takes_all_sizes() const {
        return terms_ == QuickTerms::largest || terms_ == QuickTerms::fractions;
    }
    [[nodiscard]] bool is_split() const { return terms_ == QuickTerms::squares || terms_ == QuickTerms::sizes; }
    [[nodiscard]] std::size_t parts_per_vector() const { return is_split() && has_low_ ? 2 * dims_ : dims_; }
    void find_middle(std::span<const double> numbers);
    [[nodiscard]] double size_of(std::span<const double> vector) const;
    [[nodiscard]] double largest_of_most(const QuickQuestion& question) const;
    void choose_steps(double largest);
    [[nodiscard]] double usual_difference(std::span<const double> numbers) const;
    [[nodiscard]] NumberGrid look_at_parts(const QuickQuestion& question);
    void find_errors(const NumberGrid& grid, double usual);
    void read_few(std::span<const Part> parts) const;
    bool split(std::span<const double> vector, double* parts) const;
    void fill_panels(std::span<const double> numbers);

    QuickTerms terms_;
    QuickEnding ending_;
    std::size_t dims_;
    bool exist_ = false, has_low_ = false;
    std::vector<double> middle_;             ///< what is subtracted from the high parts
    double step_ = 1.0, most_ = 0.0;         ///< high parts are multiples of step_, up to most_
    double largest_ = 0.0;                   ///< the largest size of a vector that is not far from the others
    double relative_ = 0.0, constant_ = 0.0; ///< see QuickPanel
    double start_ = 0.0;                     ///< see QuickPanel
    std::int64_t count_ = 0;                 ///< vectors of the second set
    std::vector<double> panels_;
};

} // namespace pairscope::neighbours
