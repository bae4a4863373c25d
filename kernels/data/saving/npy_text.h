// SPDX-License-Identifier: MIT
// The beginning of NumPy's .npy files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pairscope {

/// Version 1.0 of the format; the padding makes the data begin at a multiple of 64 bytes, so that they can be mapped.
/// `type` is a description as NumPy writes it, such as "<f8". Without lengths the array is a single item.
[[nodiscard]] std::string npy_header(std::span<const std::int64_t> lengths, std::string_view type);

} // namespace pairscope
