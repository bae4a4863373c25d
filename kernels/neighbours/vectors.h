// SPDX-License-Identifier: MIT
// The coordinates of a set as they were loaded, in double precision; see nearest.h.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/decimal_places.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// Reads vectors of a set: Dataset::values and Dataset::low together. A double holds their sum exactly, because `low`
/// is what float32 took from a double.
class LoadedVectors {
public:
    enum class Origin : bool { left_out, added };

    /// The dataset must outlive this. What was subtracted from all vectors changes no difference of two, so it is
    /// added only where this is asked for.
    explicit LoadedVectors(const Dataset& data, Origin origin = Origin::left_out);

    [[nodiscard]] std::int64_t rows() const { return data_->rows; }
    [[nodiscard]] std::size_t dims() const { return static_cast<std::size_t>(data_->dims); }
    /// From now on coordinates are the whole numbers that the decimals of the file are in units of 10^-places: the
    /// origin is in them, and they have all digits. Dataset::decimals must allow so many places.
    void count_in_decimals(int places);
    [[nodiscard]] double at(std::int64_t row, std::size_t k) const {
        if (units_ != 0.0) return nearest_whole(in_file(row, k) * units_);
        const double number = held(static_cast<std::size_t>(row) * dims() + k);
        return adds_origin_ && origin_ != nullptr ? origin_[k] + number : number;
    }
    /// The coordinate as the file says it, whatever this reads.
    [[nodiscard]] double in_file(std::int64_t row, std::size_t k) const;
    void read(std::int64_t row, std::span<double> numbers) const;
    /// The numbers of all vectors, if float32 holds them; else empty.
    [[nodiscard]] std::span<const float> floats() const;
    /// The numbers of all vectors, if are_bytes().
    [[nodiscard]] std::span<const std::uint8_t> bytes() const {
        return {bytes_, static_cast<std::size_t>(rows()) * dims()};
    }
    [[nodiscard]] bool are_bytes() const { return floats_ == nullptr && units_ == 0.0; }
    /// Did rounding to float32 lose digits of the numbers in the file? Then these are known to about 2^-49.
    [[nodiscard]] bool are_rounded() const { return low_ != nullptr || origin_ != nullptr; }
    [[nodiscard]] bool is_finite(std::int64_t row) const;

private:
    [[nodiscard]] double held(std::size_t i) const {
        const double value = floats_ != nullptr ? static_cast<double>(floats_[i]) : static_cast<double>(bytes_[i]);
        return low_ == nullptr ? value : value + static_cast<double>(low_[i]);
    }

    const Dataset* data_;
    const float* floats_ = nullptr;
    const std::uint8_t* bytes_ = nullptr;
    const float* low_ = nullptr;     ///< null: nothing was lost
    const double* origin_ = nullptr; ///< null: nothing was subtracted
    bool adds_origin_ = false;
    double units_ = 0.0; ///< how many units of the last decimal place are 1; 0: coordinates are loaded ones
};

/// The coordinates as floats, if they are bytes or float32 numbers; `room` holds those of bytes. Else empty.
[[nodiscard]] std::span<const float> floats_of(const LoadedVectors& set, std::vector<float>& room);

/// Have the vectors two coordinates at most?
[[nodiscard]] bool is_plane(const Dataset& data);

/// For each vector: are all its coordinates finite?
[[nodiscard]] std::vector<bool> finite_vectors(const Dataset& data);

/// Room for one vector, without memory of its own where it is short.
class VectorRoom {
public:
    [[nodiscard]] std::span<double> of(std::size_t length) {
        if (length <= few_.size()) return std::span(few_).first(length);
        many_.resize(length);
        return many_;
    }

private:
    std::array<double, 8> few_{};
    std::vector<double> many_;
};

} // namespace pairscope::neighbours
