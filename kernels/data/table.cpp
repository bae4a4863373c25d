// SPDX-License-Identifier: MIT
#include "kernels/data/table.h"

#include "kernels/data/readable.h"
#include "kernels/data/readers/idx.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/readers/records.h"
#include "kernels/data/readers/text_table.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pairscope {

namespace {

using namespace std::string_view_literals;

struct KnownFormat {
    std::string_view magic;   ///< the file's first bytes
    std::string_view finding; ///< what it is, and what to do
};
constexpr std::string_view web_page =
    "it is a web page, not a table; download the file itself, or save the table as CSV";
constexpr std::string_view json_text = "it is JSON, not a table; save its numbers as CSV";
/// What people open by mistake, or in hope.
constexpr std::array known_formats = {
    KnownFormat{"%PDF-"sv, "it is a PDF document, not a table; save its numbers as CSV"sv},
    KnownFormat{"PK\x03\x04"sv,
                "it is a ZIP archive (.xlsx, .ods and .npz are); save the table as CSV or the array as .npy"sv},
    KnownFormat{"\xd0\xcf\x11\xe0"sv, "it is an old Office document; save the table as CSV"sv},
    KnownFormat{"\x89HDF"sv, "it is an HDF5 file; save the array as .npy"sv},
    KnownFormat{"PAR1\x15"sv, "it is a Parquet file; save the table as CSV"sv},
    KnownFormat{"SQLite format 3"sv, "it is an SQLite database; save the table as CSV"sv},
    KnownFormat{"\x89PNG"sv, "it is a PNG image, not a table; open CSV, white-space text or .npy"sv},
    KnownFormat{"\xff\xd8\xff"sv, "it is a JPEG image, not a table; open CSV, white-space text or .npy"sv},
    KnownFormat{"\x7f"
                "ELF"sv,
                "it is a program, not a table; open CSV, white-space text or .npy"sv},
    KnownFormat{"<!DOCTYPE"sv, web_page},
    KnownFormat{"<!doctype"sv, web_page},
    KnownFormat{"<html"sv, web_page},
    KnownFormat{"<?xml"sv, "it is an XML document, not a table; save its numbers as CSV"sv},
    KnownFormat{"<svg"sv, "it is an SVG image, not a table; open CSV, white-space text or .npy"sv},
    KnownFormat{"{\""sv, json_text},
    KnownFormat{"{\n"sv, json_text},
    KnownFormat{"{\r\n"sv, json_text},
    KnownFormat{"[{"sv, json_text},
    KnownFormat{"[["sv, json_text},
    KnownFormat{"[\n"sv, json_text},
    KnownFormat{"[\r\n"sv, json_text},
    KnownFormat{"\x28\xb5\x2f\xfd"sv, "it is packed with zstd; unpack it, or pack it with gzip"sv},
    KnownFormat{"\xfd"
                "7zXZ"sv,
                "it is packed with xz; unpack it, or pack it with gzip"sv},
    KnownFormat{"BZh91AY&SY"sv, "it is packed with bzip2; unpack it, or pack it with gzip"sv},
    KnownFormat{"\x1f\x8b"sv, "it is gzipped twice; unpack it once"sv},
    KnownFormat{"\xff\xfe\0\0"sv, "it is UTF-32 text; save it as UTF-8"sv},
    KnownFormat{"\0\0\xfe\xff"sv, "it is UTF-32 text; save it as UTF-8"sv},
    KnownFormat{"\xff\xfe"sv, "it is UTF-16 text; save it as UTF-8"sv},
    KnownFormat{"\xfe\xff"sv, "it is UTF-16 text; save it as UTF-8"sv},
};

/// Text of Latin letters in UTF-16 has a NUL as every other byte.
bool is_utf16(std::string_view head) {
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < head.size(); ++i) zeros[i % 2] += head[i] == '\0' ? 1 : 0;
    const auto [fewer, more] = std::minmax(zeros[0], zeros[1]);
    return fewer == 0 && 8 * more > 3 * head.size();
}

/// Text has no NUL and next to no control characters.
bool is_binary(std::string_view head) {
    const auto is_control = [](char c) {
        return c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f';
    };
    const auto controls = std::count_if(head.begin(), head.end(), is_control);
    return head.find('\0') != std::string_view::npos || controls * 20 > std::ssize(head);
}

Table read_table(ByteSource& source, const ColumnRange& columns) {
    constexpr std::size_t head_bytes = 4096;
    const std::string_view head = source.peek(head_bytes);
    if (head.empty()) source.refuse("it is empty; open a file with rows of at least two numbers");
    if (head.starts_with(npy_magic)) return read_npy_table(source);
    for (const auto& [magic, finding] : known_formats) {
        if (head.starts_with(magic)) source.refuse(finding);
    }
    if (is_utf16(head)) source.refuse("it is UTF-16 text without a byte order mark; save it as UTF-8");
    if (is_idx(head.substr(0, idx_magic_bytes)))
        source.refuse("it holds an array in the idx format, whose rows are vectors and not points; choose a workload "
                      "that compares vectors, and on the command line name the file with --a");
    if (is_binary(without_end_mark(head)))
        source.refuse("it holds binary data, not a table; open CSV, white-space text or .npy");
    return read_text_table(source, columns);
}

/// The data we ship, told by name and header, so that their credit goes wherever they go.
struct ShippedData {
    std::string_view name;
    std::string_view header; ///< or how it begins, where there are many columns
    std::size_t columns;
    std::string_view credit;
};
constexpr std::array shipped_data = {
    ShippedData{"cities.csv", "name,country,population,longitude,latitude", 5, "GeoNames (geonames.org), CC BY 4.0"},
    ShippedData{"places.csv", "name,country,longitude,latitude", 4, "GeoNames (geonames.org), CC BY 4.0"},
    ShippedData{"digits_8x8.csv", "pixel y1 x1,", 65, "Alpaydin and Kaynak, UCI, CC BY 4.0"},
    ShippedData{"tz_places.csv", "name,country,longitude,latitude", 4, "tzdata, public domain"},
};

std::string credit_of(const Table& table) {
    std::string header;
    for (const Column& column : table.columns) header += (header.empty() ? "" : ",") + column.name;
    for (const auto& [name, its_header, columns, credit] : shipped_data) {
        const bool has_name = table.name == name || table.name == std::string(name) + ".gz";
        if (has_name && header.starts_with(its_header) && table.columns.size() == columns) return std::string(credit);
    }
    return {};
}

} // namespace

Table load_table(const std::filesystem::path& path, std::stop_token stop, const ColumnRange& columns) {
    ByteSource source(path, std::move(stop));
    Table table = read_table(source, columns);
    source.check_unchanged();
    table.file.path = path;
    table.file.stamp = source.stamp();
    table.name = shown(path.filename());
    table.credit = credit_of(table);
    return table;
}

std::string row_in_words(const Table& table, std::int64_t row) {
    if (row < std::ssize(table.lines)) return fmt::format("line {}", grouped(table.lines[std::size_t(row)]));
    return fmt::format("row {} (counted from 0)", grouped(row));
}

} // namespace pairscope
