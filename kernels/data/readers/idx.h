// SPDX-License-Identifier: MIT
// Reads arrays of the idx format, in which the MNIST pictures of handwritten digits are published: two zero bytes, the
// kind of number, the number of dimensions, each dimension as a big-endian 32-bit number, and then the numbers, the
// last dimension first.
#pragma once

#include "kernels/data/readers/byte_source.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

struct IdxHeader {
    char kind = 0;                    ///< 0x08: unsigned bytes, 0x09: signed ones, 0x0b, 0x0c: 16 and 32 bits,
                                      ///< 0x0d, 0x0e: float and double
    std::vector<std::int64_t> extent; ///< extent of each dimension

    [[nodiscard]] std::int64_t rows() const { return extent.front(); }
    [[nodiscard]] std::int64_t cols() const; ///< all dimensions but the first one
    [[nodiscard]] std::int64_t item_bytes() const;
};

/// Is this the begin of such a file?
[[nodiscard]] bool is_idx(std::string_view first_bytes);
inline constexpr std::size_t idx_magic_bytes = 4;

/// Does the name say that it is such a file, "train-images-idx3-ubyte.gz"?
[[nodiscard]] bool is_named_idx(const std::filesystem::path& path);

/// Throws InputError for a file that is none, or whose sizes cannot be.
[[nodiscard]] IdxHeader read_idx_header(ByteSource& source);

/// Hands over the numbers in the order of the file, of rows beyond `kept_rows` none. Throws InputError if the file
/// holds fewer or more bytes than its header says.
void read_idx_items(ByteSource& source, const IdxHeader& header, std::int64_t kept_rows,
                    const std::function<void(std::int64_t row, std::int64_t col, double value)>& keep);

/// The file of labels that is published with a file of pictures: train-labels-idx1-ubyte beside
/// train-images-idx3-ubyte, each with or without .gz. Empty if there is none.
[[nodiscard]] std::filesystem::path labels_beside(const std::filesystem::path& pictures);

} // namespace pairscope
