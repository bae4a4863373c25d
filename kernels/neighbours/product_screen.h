// SPDX-License-Identifier: MIT
// Passes over most pairs of long vectors by one product of float32 numbers each: |x - y|^2 = |x|^2 + |y|^2 - 2 x.y. The
// error of the product is proven, so that no pair is passed over that may be near enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pairscope::neighbours {

class ProductScreen {
public:
    /// Vectors of the first set that are screened together; they share what is read of the second set.
    static constexpr std::int64_t rows_at_once = 192;
    /// Is the screen worth its preparation, which reads the second set once?
    [[nodiscard]] static bool is_worth_it(std::int64_t rows, std::int64_t cols, std::size_t dims);

    /// Vectors of `dims` numbers, one after the other. Those of the first set must outlive this; those of the second
    /// set are copied. A vector with a number that is not finite is no candidate.
    ProductScreen(std::span<const float> first, std::span<const float> across, std::size_t dims, int threads);

    /// Do the squares of all vectors fit into float32? If not, nothing can be screened.
    [[nodiscard]] bool is_possible() const { return is_possible_; }

    /// What a screen of some rows asks for and tells.
    struct Asked {
        std::int64_t first = 0, last = 0; ///< at most `rows_at_once` rows of the first set
        /// Pairs of the row that are surely farther apart than this squared distance are passed over.
        std::function<double(std::int64_t row)> limit;
        /// Called for each other pair; the columns of a row ascend.
        std::function<void(std::int64_t row, std::int64_t col)> look_at;
        std::function<bool()> stopped;
    };
    /// May be called by several threads.
    void screen(const Asked& asked) const;

private:
    std::span<const float> first_;
    std::size_t dims_;
    std::int64_t cols_;
    std::size_t width_;             ///< vectors of a panel
    std::vector<float> middle_;     ///< subtracted from all vectors, which makes their norms smaller
    std::vector<float> panels_;     ///< coordinate k of vector i of panel p is at (p * dims + k) * width + i
    std::vector<float> half_norms_; ///< the second set has one for each vector, less what a product may be wrong by
    bool is_possible_ = true;
};

} // namespace pairscope::neighbours
