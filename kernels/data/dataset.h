// SPDX-License-Identifier: MIT
// A dataset: n vectors of d coordinates, as values, with what is known about them.
#pragma once

#include "kernels/data/columns/column_choice.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace pairscope {

/// Row-major: coordinate k of vector i is values[i * dims + k].
using Values = std::variant<std::vector<float>, std::vector<std::uint8_t>>;

enum class Header : std::uint8_t; // in readers/input_file.h

/// Which of two coordinates is the latitude of a place on the Earth; the other one is its longitude.
struct LatitudeAxis {
    std::size_t axis = 1;
    bool by_ranges = false; ///< more rows are possible so than the other way round; else a user or the cells said so
    bool operator==(const LatitudeAxis&) const = default;
};

/// Decimal numbers of at most 13 digits, which are the nearest multiples of 10^-behind_point to what was loaded.
struct DecimalDigits {
    int behind_point = 0;      ///< digits behind the point that all numbers need
    int most_behind_point = 0; ///< with so many, none has more than 13 digits
    bool operator==(const DecimalDigits&) const = default;
};

struct Dataset {
    std::string name{}; ///< what a user calls it: "cities.csv.gz", "uniform disk"
    std::int64_t rows = 0;
    std::int64_t rows_in_source = 0; ///< these are the first ones of so many; 0: these are all
    std::int64_t dims = 0;
    Values values{};
    /// What float32 rounded away: coordinate k of vector i is origin[k] + values[i * dims + k] + low[i * dims + k], in
    /// double precision, and the sum of the last two is exact there. Kernels read `values` alone; neighbours, radius
    /// and exports add this. Empty: nothing was lost.
    std::vector<float> low{};
    /// Every coordinate is a decimal number with few digits. Absent: some are not, or nobody looked.
    std::optional<DecimalDigits> decimals{};
    std::vector<std::string> labels{};       ///< one a row, or empty
    std::vector<std::int64_t> source_rows{}; ///< the 0-based row of the source each row came from; empty: the same row
    std::vector<double>
        origin{}; ///< subtracted from each coordinate, the same for sets that are compared; empty: nothing
    std::vector<std::string> axes{};   ///< the names of the coordinates, `dims` of them
    std::int64_t picture_width = 0;    ///< where each vector is a picture: pixels per row; 0: they are none
    std::string unit{};                ///< unit of coordinates and distances: "degrees"; empty if it has none
    std::string credit{};              ///< source and licence, to be shown wherever the data is
    std::string note{};                ///< what a user should know: "first 32 768 of 34 006 rows"
    std::vector<ColumnScale> scales{}; ///< by which each coordinate was standardised; empty: not standardised
    std::shared_ptr<const std::vector<ColumnUse>>
        columns{}; ///< columns of the table that it came from; null: it came from no table
    /// The texts of which the coordinates of categories are the places, counted from 1; null: there are none.
    std::shared_ptr<const std::vector<std::string>> categories{};
    /// How the first row of its file was read, where the cells do not tell whether it names the columns; absent: they
    /// do.
    std::optional<Header> doubtful_header{};
    /// The rows are no vectors: value k of row i is the distance between i and k, as a file gave it. Then dims == rows.
    bool holds_distances = false;
    bool is_asymmetric = false;     ///< some pair of given distances has two different entries, which were kept
    std::int64_t missing_pairs = 0; ///< so many pairs of given distances lack an entry, which is NaN
    /// Every sum that a variant can form of these coordinates is exact in float32, in any order, so only its last
    /// operations round: see exact_data().
    bool has_exact_sums = false;
    /// Absent: the names of the axes tell which coordinate is the latitude, or nothing does (kernels/data/globe.h).
    std::optional<LatitudeAxis> latitude_axis{};
    /// The set as it was loaded, of which as_needed_by() made this one; null: this is it.
    std::shared_ptr<const Dataset> original{};
    /// Why as_needed_by() could not prepare the set; then its rows are NaN. Empty: it could.
    std::string why_unprepared{};
};

/// The set with the coordinates that a user knows.
[[nodiscard]] inline const Dataset& original_of(const Dataset& data) { return data.original ? *data.original : data; }
const Dataset& original_of(const Dataset&& data) = delete; ///< it would be gone

/// The float32 coordinates, rows x dims. Throws std::bad_variant_access for byte data.
[[nodiscard]] inline std::span<const float> coordinates(const Dataset& data) {
    return std::get<std::vector<float>>(data.values);
}
std::span<const float> coordinates(const Dataset&& data) = delete; ///< they would be gone with it

/// The largest number of rows of a dataset.
inline constexpr std::int64_t max_rows = 1'000'000;
/// The largest number of rows and of columns of a matrix that is stored: it then has 2^30 entries, 4 GiB. Blocks
/// of a larger one can be computed (kernels/matrix/unstored/blocks.h).
inline constexpr std::int64_t max_stored_rows = 32768;
inline constexpr std::int64_t min_rows = 1;

} // namespace pairscope
