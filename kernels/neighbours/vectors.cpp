// SPDX-License-Identifier: MIT
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <cmath>

namespace pairscope::neighbours {

LoadedVectors::LoadedVectors(const Dataset& data, Origin origin) : data_(&data), adds_origin_(origin == Origin::added) {
    if (const auto* floats = std::get_if<std::vector<float>>(&data.values))
        floats_ = floats->data();
    else
        bytes_ = std::get<std::vector<std::uint8_t>>(data.values).data();
    if (!data.low.empty()) low_ = data.low.data();
    if (!data.origin.empty()) origin_ = data.origin.data();
}

void LoadedVectors::count_in_decimals(int places) { units_ = std::pow(10.0, places); }

double LoadedVectors::in_file(std::int64_t row, std::size_t k) const {
    const double number = held(static_cast<std::size_t>(row) * dims() + k);
    return origin_ != nullptr ? origin_[k] + number : number;
}

void LoadedVectors::read(std::int64_t row, std::span<double> numbers) const {
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = at(row, k);
}

std::span<const float> LoadedVectors::floats() const {
    if (floats_ == nullptr || low_ != nullptr || units_ != 0.0 || (adds_origin_ && origin_ != nullptr)) return {};
    return {floats_, static_cast<std::size_t>(data_->rows) * dims()};
}

bool LoadedVectors::is_finite(std::int64_t row) const {
    if (floats_ == nullptr || data_->holds_distances) return true; // given distances were looked at when they were read
    const std::size_t first = static_cast<std::size_t>(row) * dims();
    return std::all_of(floats_ + first, floats_ + first + dims(), [](float x) { return std::isfinite(x); });
}

std::span<const float> floats_of(const LoadedVectors& set, std::vector<float>& room) {
    if (!set.are_bytes()) return set.floats();
    const std::span<const std::uint8_t> bytes = set.bytes();
    room.assign(bytes.begin(), bytes.end());
    return room;
}

bool is_plane(const Dataset& data) { return data.dims <= 2; }

std::vector<bool> finite_vectors(const Dataset& data) {
    const LoadedVectors vectors(data);
    std::vector<bool> finite(static_cast<std::size_t>(data.rows));
    for (std::int64_t row = 0; row < data.rows; ++row) finite[static_cast<std::size_t>(row)] = vectors.is_finite(row);
    return finite;
}

} // namespace pairscope::neighbours
