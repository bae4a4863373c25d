// SPDX-License-Identifier: MIT
#include "kernels/data/saving/npy_text.h"

#include <fmt/format.h>

namespace pairscope {

std::string npy_header(std::span<const std::int64_t> lengths, std::string_view type) {
    constexpr std::size_t alignment = 64, prefix = 10;
    std::string shape;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (i > 0) shape += ' ';
        shape += fmt::format("{}", lengths[i]);
        if (i + 1 < lengths.size() || lengths.size() == 1) shape += ',';
    }
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    text.append(alignment - 1 - (prefix + text.size()) % alignment, ' ');
    text += '\n';
    const std::string length = {static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
    return "\x93NUMPY" + std::string{'\1', '\0'} + length + text;
}

} // namespace pairscope
