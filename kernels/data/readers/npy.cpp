// SPDX-License-Identifier: MIT
#include "kernels/data/readers/npy.h"

#include "kernels/data/readers/npy_header.h"
#include "kernels/data/readers/text_table.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>

namespace pairscope {

namespace {

/// Items as double. 64-bit integers beyond 2^53 are rounded, and RoundedWholes counts those.
using Decode = void (*)(const char* bytes, std::span<double> values);

template <class T> T item_at(const char* bytes, bool big_endian) {
    std::array<char, sizeof(T)> item{};
    std::copy_n(bytes, sizeof(T), item.begin());
    if (big_endian != (std::endian::native == std::endian::big)) std::reverse(item.begin(), item.end());
    return std::bit_cast<T>(item);
}

template <class T, bool big_endian> void decode(const char* bytes, std::span<double> values) {
    for (double& value : values) {
        value = static_cast<double>(item_at<T>(bytes, big_endian));
        bytes += sizeof(T);
    }
}

/// The number of a float16, which float32 always holds: a sign, 5 bits of exponent, 10 of fraction.
float from_half(std::uint16_t bits) {
    const float sign = (bits & 0x8000u) != 0 ? -1.0f : 1.0f;
    const int exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
    if (exponent == 0x1f)
        return sign *
               (fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN());
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
    return sign * std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
}

template <bool big_endian> void decode_half(const char* bytes, std::span<double> values) {
    for (double& value : values) {
        value = static_cast<double>(from_half(item_at<std::uint16_t>(bytes, big_endian)));
        bytes += sizeof(std::uint16_t);
    }
}

template <bool big_endian> Decode decoder_of(char kind, std::int64_t item_bytes) {
    if (kind == 'f' && item_bytes == 2) return decode_half<big_endian>;
    if (kind == 'f') return item_bytes == 4 ? decode<float, big_endian> : decode<double, big_endian>;
    const bool is_signed = kind == 'i';
    switch (item_bytes) {
    case 1:
        return is_signed ? decode<std::int8_t, big_endian> : decode<std::uint8_t, big_endian>;
    case 2:
        return is_signed ? decode<std::int16_t, big_endian> : decode<std::uint16_t, big_endian>;
    case 4:
        return is_signed ? decode<std::int32_t, big_endian> : decode<std::uint32_t, big_endian>;
    default:
        return is_signed ? decode<std::int64_t, big_endian> : decode<std::uint64_t, big_endian>;
    }
}

/// Not a number has no text.
template <class T> std::string text_of(T number) {
    return number == number ? fmt::format("{}", number) : std::string();
}

std::string text_of_item(const NpyHeader& header, const char* bytes) {
    const bool big = header.big_endian(), is_signed = header.kind() == 'i';
    if (header.kind() == 'f' && header.item_bytes() == 2) return text_of(from_half(item_at<std::uint16_t>(bytes, big)));
    if (header.kind() == 'f' && header.item_bytes() == 4) return text_of(item_at<float>(bytes, big));
    if (header.kind() == 'f') return text_of(item_at<double>(bytes, big));
    switch (header.item_bytes()) {
    case 1: // an 8-bit number would be taken for a character
        return is_signed ? text_of(int{item_at<std::int8_t>(bytes, big)})
                         : text_of(int{item_at<std::uint8_t>(bytes, big)});
    case 2:
        return is_signed ? text_of(item_at<std::int16_t>(bytes, big)) : text_of(item_at<std::uint16_t>(bytes, big));
    case 4:
        return is_signed ? text_of(item_at<std::int32_t>(bytes, big)) : text_of(item_at<std::uint32_t>(bytes, big));
    default:
        return is_signed ? text_of(item_at<std::int64_t>(bytes, big)) : text_of(item_at<std::uint64_t>(bytes, big));
    }
}

/// Has the whole number more digits than a double? From its first bit that is set to its last, there are more than 53.
bool is_rounded(std::uint64_t magnitude) {
    constexpr int bits_of_double = 53;
    return magnitude != 0 && std::bit_width(magnitude) - std::countr_zero(magnitude) > bits_of_double;
}

using Keep = std::function<void(std::int64_t row, std::int64_t col, double value)>;

/// Reads the items of an array in the order of the file.
class ArrayReader {
public:
    ArrayReader(ByteSource& source, const NpyHeader& header, std::int64_t kept_rows, const Keep& keep)
        : source_(source), header_(header), kept_rows_(std::min(header.rows, kept_rows)), keep_(keep),
          may_be_rounded_(header.kind() != 'f' && header.item_bytes() == 8),
          decode_(header.big_endian() ? decoder_of<true>(header.kind(), header.item_bytes())
                                      : decoder_of<false>(header.kind(), header.item_bytes())) {}

    [[nodiscard]] RoundedWholes read() {
        if (header_.fortran_order)
            read_by_columns();
        else
            read_by_rows();
        check_end();
        return std::move(rounded_);
    }

private:
    static constexpr std::int64_t items_at_once = 8192;

    void read_by_rows() {
        const std::int64_t rows_at_once = std::max<std::int64_t>(1, items_at_once / header_.cols);
        for (std::int64_t row = 0; row < kept_rows_; row += rows_at_once) {
            const std::int64_t rows = std::min(rows_at_once, kept_rows_ - row);
            read_items(rows * header_.cols);
            for (std::int64_t col = 0; col < header_.cols; ++col)
                for (std::int64_t i = 0; i < rows; ++i) keep(row + i, col, i * header_.cols + col);
        }
        skip((header_.rows - kept_rows_) * header_.cols);
    }

    void read_by_columns() {
        for (std::int64_t col = 0; col < header_.cols; ++col) {
            for (std::int64_t row = 0; row < kept_rows_; row += items_at_once) {
                const std::int64_t count = std::min(items_at_once, kept_rows_ - row);
                read_items(count);
                for (std::int64_t i = 0; i < count; ++i) keep(row + i, col, i);
            }
            skip(header_.rows - kept_rows_);
        }
    }

    void read_items(std::int64_t count) {
        items_.resize(static_cast<std::size_t>(count * header_.item_bytes()));
        const std::size_t got = source_.read(items_);
        bytes_read_ += static_cast<std::int64_t>(got);
        if (got < items_.size()) refuse_short();
        values_.resize(static_cast<std::size_t>(count));
        decode_(items_.data(), values_);
    }

    void skip(std::int64_t items) {
        const std::int64_t wanted = items * header_.item_bytes();
        const std::int64_t got = source_.skip(wanted);
        bytes_read_ += got;
        if (got < wanted) refuse_short();
    }

    /// Also reads a gzip file to its end, where its check sum is.
    void check_end() {
        char next = 0;
        if (source_.read(std::span(&next, 1)) == 0) return;
        source_.refuse(
            fmt::format("its header promises {} bytes of numbers and more follow; save the array again with numpy.save",
                        grouped(header_.data_bytes())));
    }

    void keep(std::int64_t row, std::int64_t col, std::int64_t item) {
        const double value = values_[static_cast<std::size_t>(item)];
        if (may_be_rounded_ && std::abs(value) >= 0x1p53) count_rounded(row, col, item);
        keep_(row, col, value);
    }

    void count_rounded(std::int64_t row, std::int64_t col, std::int64_t item) {
        const char* const bytes = items_.data() + item * header_.item_bytes();
        const auto bits = item_at<std::uint64_t>(bytes, header_.big_endian());
        const bool is_negative = header_.kind() == 'i' && bits >> 63 != 0;
        if (!is_rounded(is_negative ? ~bits + 1 : bits) || rounded_.count++ > 0) return;
        rounded_.row = row;
        rounded_.col = col;
        rounded_.text = text_of_item(header_, bytes);
        rounded_.value = values_[static_cast<std::size_t>(item)];
    }

    [[noreturn]] void refuse_short() const {
        source_.refuse(fmt::format(
            "its header promises {} bytes of numbers ({} x {}, {}) but only {} follow; copy the file "
            "again, or save the array again",
            grouped(header_.data_bytes()), grouped(header_.rows), header_.cols, header_.type, grouped(bytes_read_)));
    }

    ByteSource& source_;
    const NpyHeader& header_;
    std::int64_t kept_rows_;
    const Keep& keep_;
    bool may_be_rounded_;
    Decode decode_;
    std::vector<char> items_;
    std::vector<double> values_;
    std::int64_t bytes_read_ = 0;
    RoundedWholes rounded_{};
};

} // namespace

std::vector<std::string> npy_column_texts(ByteSource& source, std::int64_t column, std::int64_t rows) {
    const NpyHeader header = read_npy_header(source);
    const std::int64_t item = header.item_bytes(), step = header.fortran_order ? item : header.cols * item;
    const std::int64_t first = header.fortran_order ? 0 : column * item; // byte of a step
    if (header.fortran_order) std::ignore = source.skip(column * header.rows * item);
    constexpr std::int64_t bytes_at_once = std::int64_t{1} << 16;
    const std::int64_t rows_at_once = std::max<std::int64_t>(1, bytes_at_once / step);
    std::vector<char> bytes;
    std::vector<std::string> texts;
    for (std::int64_t row = 0; row < rows; row += rows_at_once) {
        const std::int64_t count = std::min(rows_at_once, rows - row);
        bytes.resize(static_cast<std::size_t>(count * step));
        if (source.read(bytes) < bytes.size()) source.refuse("it ends before its last row; save the array again");
        for (std::int64_t i = 0; i < count; ++i) texts.push_back(text_of_item(header, bytes.data() + i * step + first));
    }
    return texts;
}

std::string note_on(const RoundedWholes& rounded) {
    if (rounded.count == 0) return {};
    return fmt::format("as coordinates, {} beyond 9 007 199 254 740 992 {} rounded: {} in {} is {:.0f}",
                       counted(rounded.count, "whole number"), rounded.count == 1 ? "is" : "are", rounded.text,
                       place_in_words(rounded.row, rounded.col), rounded.value);
}

std::string note_on_dimensions(const NpyHeader& header) {
    if (header.shape.size() <= 2) return {};
    return fmt::format("its array has {} dimensions, {}, and each of the {} along the first one is read as one vector "
                       "of {} numbers; reshape the array if you meant others",
                       header.shape.size(), fmt::join(header.shape, " x "), counted(header.rows, "part"),
                       grouped(header.cols));
}

void decode_npy_items(const NpyHeader& header, const char* bytes, std::span<double> values) {
    const Decode decode = header.big_endian() ? decoder_of<true>(header.kind(), header.item_bytes())
                                              : decoder_of<false>(header.kind(), header.item_bytes());
    decode(bytes, values);
}

RoundedWholes read_npy_items(ByteSource& source, const NpyHeader& header, std::int64_t kept_rows, const Keep& keep) {
    return ArrayReader(source, header, kept_rows, keep).read();
}

Table read_npy_table(ByteSource& source) {
    const NpyHeader header = read_npy_header(source);
    Table table;
    table.columns.resize(static_cast<std::size_t>(header.cols));
    const std::int64_t kept = most_rows(header.cols);
    const auto keep = [&](std::int64_t row, std::int64_t col, double value) {
        if (std::isinf(static_cast<float>(value)) && !std::isinf(value)) {
            source.refuse(fmt::format("{} has {:g}, beyond the 3.4e38 that float32 can hold; scale the array down",
                                      place_in_words(row, col), value));
        }
        table.columns[static_cast<std::size_t>(col)].numbers.push_back(value);
    };
    if (std::string note = note_on(read_npy_items(source, header, kept, keep)); !note.empty())
        table.notes.push_back(std::move(note));
    name_columns(table.columns);
    table.file.is_array = true;
    for (std::size_t k = 0; k < table.columns.size(); ++k) table.columns[k].in_file = static_cast<std::int64_t>(k);
    table.total_rows = header.rows;
    table.rows = std::min(header.rows, kept);
    table.format = fmt::format("{}NumPy {}, {} order", source.gzipped() ? "gzipped " : "", header.type,
                               header.fortran_order ? "Fortran" : "C");
    return table;
}

} // namespace pairscope
