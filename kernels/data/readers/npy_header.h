// SPDX-License-Identifier: MIT
// The header of a .npy file: what the bytes behind it mean.
#pragma once

#include "kernels/data/readers/byte_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pairscope {

struct NpyHeader {
    std::string type; ///< "<f8": byte order, kind, bytes
    bool fortran_order = false;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::vector<std::int64_t> shape{}; ///< as the file has it

    [[nodiscard]] char kind() const { return type[1]; }
    [[nodiscard]] std::int64_t item_bytes() const { return type[2] - '0'; }
    [[nodiscard]] bool big_endian() const { return type[0] == '>'; }
    [[nodiscard]] std::int64_t data_bytes() const { return rows * cols * item_bytes(); }
};

/// What the array may be.
enum class NpyShape : std::uint8_t {
    table,  ///< n x d, d >= 2
    vectors ///< n x d, n x height x width, ..., whose further dimensions become one; (n,) is n x 1
};

/// Reads it and leaves the source at the first item. Throws InputError for a header that is cut short, that cannot be
/// understood, or whose array has another shape or no items.
[[nodiscard]] NpyHeader read_npy_header(ByteSource& source, NpyShape wanted = NpyShape::table);

} // namespace pairscope
