// SPDX-License-Identifier: MIT
#include "kernels/data/readers/idx.h"

#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <system_error>

namespace pairscope {
namespace {

constexpr int most_dimensions = 8;

std::int64_t bytes_of_kind(char kind) {
    switch (kind) {
    case 0x08:
    case 0x09:
        return 1;
    case 0x0b:
        return 2;
    case 0x0c:
    case 0x0d:
        return 4;
    case 0x0e:
        return 8;
    default:
        return 0;
    }
}

/// Numbers lie with their highest byte first.
template <class T> double number_at(const char* bytes) {
    std::array<char, sizeof(T)> item{};
    std::copy_n(bytes, sizeof(T), item.begin());
    if constexpr (std::endian::native == std::endian::little) std::ranges::reverse(item);
    return static_cast<double>(std::bit_cast<T>(item));
}

double number_of(char kind, const char* bytes) {
    switch (kind) {
    case 0x08:
        return number_at<std::uint8_t>(bytes);
    case 0x09:
        return number_at<std::int8_t>(bytes);
    case 0x0b:
        return number_at<std::int16_t>(bytes);
    case 0x0c:
        return number_at<std::int32_t>(bytes);
    case 0x0d:
        return number_at<float>(bytes);
    default:
        return number_at<double>(bytes);
    }
}

[[noreturn]] void refuse_short(const ByteSource& source, const IdxHeader& header, std::int64_t found) {
    source.refuse(fmt::format("its header promises {} bytes of numbers ({}) but only {} follow; copy or download the "
                              "file again",
                              grouped(header.rows() * header.cols() * header.item_bytes()),
                              fmt::join(header.extent, " x "), grouped(found)));
}

} // namespace

std::int64_t IdxHeader::cols() const {
    return std::accumulate(extent.begin() + 1, extent.end(), std::int64_t{1}, std::multiplies());
}

std::int64_t IdxHeader::item_bytes() const { return bytes_of_kind(kind); }

bool is_idx(std::string_view first_bytes) {
    return first_bytes.size() >= idx_magic_bytes && first_bytes[0] == 0 && first_bytes[1] == 0 &&
           bytes_of_kind(first_bytes[2]) > 0 && first_bytes[3] >= 1 && first_bytes[3] <= most_dimensions;
}

bool is_named_idx(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const std::size_t at = name.find("idx");
    return at != std::string::npos && at > 0 && (name[at - 1] == '-' || name[at - 1] == '.') && at + 3 < name.size() &&
           name[at + 3] >= '1' && name[at + 3] <= '9';
}

IdxHeader read_idx_header(ByteSource& source) {
    const std::string_view magic = source.peek(idx_magic_bytes);
    if (!is_idx(magic)) {
        std::vector<std::string> found;
        for (const char byte : magic) found.push_back(fmt::format("{:02x}", static_cast<unsigned char>(byte)));
        source.refuse(fmt::format(
            "its name says idx, but {}; download the file again",
            found.empty() ? "it is empty"
                          : fmt::format("it begins with the bytes {}, which no idx file does", fmt::join(found, " "))));
    }
    IdxHeader header{.kind = magic[2], .extent = {}};
    const int dimensions = magic[3];
    std::array<char, idx_magic_bytes + 4 * most_dimensions> bytes{};
    const std::size_t wanted = idx_magic_bytes + 4 * static_cast<std::size_t>(dimensions);
    if (source.read(std::span(bytes.data(), wanted)) < wanted)
        source.refuse(
            fmt::format("it ends in its header, which has {} dimensions; download the file again", dimensions));
    constexpr std::int64_t most_items = std::int64_t{1} << 40;
    std::int64_t items = 1;
    for (int k = 0; k < dimensions; ++k) {
        const auto extent = static_cast<std::int64_t>(
            number_at<std::uint32_t>(bytes.data() + idx_magic_bytes + 4 * static_cast<std::size_t>(k)));
        header.extent.push_back(extent);
        items = extent == 0 || items > most_items / extent ? 0 : items * extent;
        if (items == 0)
            source.refuse(
                fmt::format("its header promises {}{} numbers, which is not possible; download the file again",
                            fmt::join(header.extent, " x "), k + 1 < dimensions ? " x ..." : ""));
    }
    return header;
}

void read_idx_items(ByteSource& source, const IdxHeader& header, std::int64_t kept_rows,
                    const std::function<void(std::int64_t row, std::int64_t col, double value)>& keep) {
    const std::int64_t row_bytes = header.cols() * header.item_bytes();
    std::vector<char> row_of_file(static_cast<std::size_t>(row_bytes));
    const std::int64_t rows = std::min(kept_rows, header.rows());
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::size_t got = source.read(row_of_file);
        if (got < row_of_file.size()) refuse_short(source, header, row * row_bytes + static_cast<std::int64_t>(got));
        for (std::int64_t col = 0; col < header.cols(); ++col)
            keep(row, col, number_of(header.kind, row_of_file.data() + col * header.item_bytes()));
    }
    const std::int64_t rest = (header.rows() - rows) * row_bytes, skipped = source.skip(rest);
    if (skipped < rest) refuse_short(source, header, rows * row_bytes + skipped);
    char next = 0;
    if (source.read(std::span(&next, 1)) > 0)
        source.refuse(fmt::format("its header promises {} bytes of numbers and more follow; download the file again",
                                  grouped(header.rows() * row_bytes)));
}

std::filesystem::path labels_beside(const std::filesystem::path& pictures) {
    std::string name = pictures.filename().string();
    const std::size_t images = name.find("images"), idx = name.find("idx3");
    if (images == std::string::npos || idx == std::string::npos) return {};
    name.replace(idx, 4, "idx1");
    name.replace(images, 6, "labels");
    const std::string other = name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name + ".gz";
    for (const std::string& tried : {name, other}) {
        std::error_code ignored;
        const std::filesystem::path path = pictures.parent_path() / tried;
        if (std::filesystem::is_regular_file(path, ignored)) return path;
    }
    return {};
}

} // namespace pairscope
