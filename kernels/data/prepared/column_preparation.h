// SPDX-License-Identifier: MIT
// What some metrics do to columns, in two steps: what they find of whole columns, and what they then do to a row. So
// the rows of sets that are larger than memory are prepared as those of other sets are, to the last bit.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pairscope {

/// By the numbers of a column that are finite.
struct ColumnFigures {
    double mean = 0.0, deviation = 0.0; ///< with n - 1, as for a sample; 0: all numbers are equal
    double middle = 0.0;                ///< the number in the middle
};
[[nodiscard]] ColumnFigures figures_of_column(std::span<const double> numbers);

/// What divide_by_deviations() makes of a number of the column.
[[nodiscard]] double standardised(double number, const ColumnFigures& column);
/// Why divide_by_deviations() cannot compare rows of such columns; empty: it can.
[[nodiscard]] std::string why_not_standardised(std::span<const ColumnFigures> columns);
/// A note that some columns add nothing to the distances that divide_by_deviations() leads to; empty: there are none.
[[nodiscard]] std::string note_on_constant(std::span<const ColumnFigures> columns);

/// What bring_near_zero() subtracts from the column: 0 where it stays as it is.
[[nodiscard]] double subtracted_from_column(std::span<const double> numbers);

/// The rows that whiten() makes. All rows are given to it twice, in their order, and then changed.
class Whitening {
public:
    explicit Whitening(std::vector<ColumnFigures> columns);
    ~Whitening();
    Whitening(Whitening&&) noexcept;
    Whitening& operator=(Whitening&&) noexcept;

    /// Why columns of equal numbers cannot be whitened; empty: there are none. Then nothing else is called.
    [[nodiscard]] std::string why_not() const;
    /// The first time. A row with a missing number is passed over.
    void add_to_means(std::span<const double> row);
    /// The second time, once all rows were added to the means.
    void add_to_products(std::span<const double> row);
    /// Afterwards: why the rows cannot be whitened; empty: they can.
    [[nodiscard]] std::string finish();
    /// May be called by several threads.
    void change(std::span<double> row) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace pairscope
