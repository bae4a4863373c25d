// SPDX-License-Identifier: MIT
#include "kernels/data/saving/check_sum.h"

#include <zlib.h>

#include <fstream>
#include <vector>

namespace pairscope {

std::optional<std::uint32_t> check_sum_of_file(const std::filesystem::path& path, const std::stop_token& stop) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return {};
    std::vector<char> piece(std::size_t{1} << 20);
    auto sum = ::crc32_z(0, nullptr, 0);
    while (file) {
        if (stop.stop_requested()) return {};
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        sum = ::crc32_z(sum, reinterpret_cast<const Bytef*>(piece.data()), static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) return {};
    return static_cast<std::uint32_t>(sum);
}

} // namespace pairscope
