// SPDX-License-Identifier: MIT
// The header of a .npy file: what the bytes behind it mean.
#pragma once

#include "kernels/core/byte_source.h"

#include <cstdint>
#include <string>

namespace pairscope {

struct NpyHeader {
    std::string type; ///< "<f8": byte order, kind, bytes
    bool fortran_order = false;
    std::int64_t rows = 0;
    std::int64_t cols = 0;

    [[nodiscard]] char kind() const { return type[1]; }
    [[nodiscard]] std::int64_t item_bytes() const { return type[2] - '0'; }
    [[nodiscard]] bool big_endian() const { return type[0] == '>'; }
    [[nodiscard]] std::int64_t data_bytes() const { return rows * cols * item_bytes(); }
};

/// Reads it and leaves the source at the first item. Throws InputError for a header that is cut short, that cannot be
/// understood, or whose array is not an n x d table of numbers with at least 1 row and 2 columns.
[[nodiscard]] NpyHeader read_npy_header(ByteSource& source);

} // namespace pairscope
