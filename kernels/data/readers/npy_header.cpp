// SPDX-License-Identifier: MIT
#include "kernels/data/readers/npy_header.h"

#include "kernels/data/readable.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/readers/text_table.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace pairscope {

namespace {

constexpr std::array known_types = {
    std::string_view("b1"), std::string_view("f2"), std::string_view("f4"), std::string_view("f8"),
    std::string_view("i1"), std::string_view("i2"), std::string_view("i4"), std::string_view("i8"),
    std::string_view("u1"), std::string_view("u2"), std::string_view("u4"), std::string_view("u8"),
};

[[noreturn]] void refuse_cut_short(const ByteSource& source) {
    source.refuse("its .npy header is cut short; save the array again with numpy.save");
}

std::string read_bytes(ByteSource& source, std::size_t count) {
    std::string bytes(count, '\0');
    if (source.read(bytes) < count) refuse_cut_short(source);
    return bytes;
}

/// The header's text: a Python dictionary, "{'descr': '<f8', 'fortran_order': False, 'shape': (10, 2), }".
std::string read_dictionary(ByteSource& source) {
    constexpr std::size_t longest = std::size_t{64} * 1024;
    const std::string start = read_bytes(source, npy_magic.size() + 2);
    if (!start.starts_with(npy_magic))
        source.refuse("its array does not begin as an array of NumPy does; save it again with numpy.save");
    const int version = static_cast<unsigned char>(start[npy_magic.size()]);
    if (version < 1 || version > 3) {
        source.refuse(fmt::format("it is .npy version {}, and versions 1 to 3 are known; save it again with numpy.save",
                                  version));
    }
    const std::string length_bytes = read_bytes(source, version == 1 ? 2 : 4);
    std::size_t length = 0;
    for (std::size_t i = length_bytes.size(); i-- > 0;)
        length = length * 256 + static_cast<unsigned char>(length_bytes[i]);
    if (length > longest) {
        source.refuse(fmt::format("its .npy header claims a length of {} bytes; save the array again with numpy.save",
                                  grouped(static_cast<std::int64_t>(length))));
    }
    return read_bytes(source, length);
}

/// What follows 'key': in the dictionary; empty if the key is not there.
std::string_view value_of(std::string_view dictionary, std::string_view key) {
    for (const char quote : {'\'', '"'}) {
        const std::string quoted = fmt::format("{0}{1}{0}", quote, key);
        const std::size_t at = dictionary.find(quoted);
        if (at == std::string_view::npos) continue;
        std::string_view value = dictionary.substr(at + quoted.size());
        value.remove_prefix(std::min(value.find_first_not_of(" :"), value.size()));
        return value;
    }
    return {};
}

/// The numbers of "(10, 2)"; absent if it is anything else.
std::optional<std::vector<std::int64_t>> numbers_of(std::string_view tuple) {
    if (!tuple.starts_with('(')) return std::nullopt;
    const std::size_t close = tuple.find(')');
    if (close == std::string_view::npos) return std::nullopt;
    tuple = tuple.substr(1, close - 1);
    std::vector<std::int64_t> numbers;
    for (;;) {
        tuple.remove_prefix(std::min(tuple.find_first_not_of(" "), tuple.size()));
        if (tuple.empty()) return numbers;
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(tuple.data(), tuple.data() + tuple.size(), number);
        if (error != std::errc() || number < 0) return std::nullopt;
        numbers.push_back(number);
        tuple.remove_prefix(static_cast<std::size_t>(end - tuple.data()));
        tuple.remove_prefix(std::min(tuple.find_first_not_of(" L"), tuple.size())); // Python 2 wrote 10L
        if (tuple.starts_with(','))
            tuple.remove_prefix(1);
        else if (!tuple.empty())
            return std::nullopt;
    }
}

std::string dtype_of(const ByteSource& source, std::string_view dictionary) {
    const std::string_view value = value_of(dictionary, "descr");
    if (value.starts_with('[')) {
        source.refuse("its array has named fields; save one plain array of numbers, n x 2");
    }
    if (value.empty()) source.refuse("its .npy header names no type of numbers; save the array again with numpy.save");
    const bool is_quoted = value.size() > 4 && (value[0] == '\'' || value[0] == '"');
    const std::string_view type = is_quoted ? value.substr(1, value.find(value[0], 1) - 1) : std::string_view();
    const bool has_order = !type.empty() && std::string_view("<>|=").find(type[0]) != std::string_view::npos;
    const bool known =
        has_order && std::find(known_types.begin(), known_types.end(), type.substr(1)) != known_types.end();
    if (!known) {
        source.refuse(fmt::format("its numbers are of type {}; convert them with astype('float32')", excerpt(type)));
    }
    return std::string(type);
}

std::string python_tuple(const std::vector<std::int64_t>& numbers) {
    return fmt::format("({}{})", fmt::join(numbers, ", "), numbers.size() == 1 ? "," : "");
}

constexpr std::int64_t most_rows_of_file = std::int64_t{1} << 48; // so that no product of sizes overflows

[[noreturn]] void refuse_too_large(const ByteSource& source, const std::vector<std::int64_t>& shape) {
    source.refuse(fmt::format("its .npy header claims shape {}, more than any disk holds; save the array again",
                              python_tuple(shape)));
}

/// Further dimensions become one.
void set_vectors(NpyHeader& header, const ByteSource& source, const std::vector<std::int64_t>& shape) {
    if (shape.empty() || std::ranges::find(shape, 0) != shape.end())
        source.refuse(fmt::format("its array has shape {}; save one vector in each row", python_tuple(shape)));
    header.rows = shape[0];
    header.cols = 1;
    for (std::size_t i = 1; i < shape.size(); ++i) {
        if (shape[i] > most_rows_of_file / header.cols) refuse_too_large(source, shape);
        header.cols *= shape[i];
    }
    if (header.rows > most_rows_of_file / header.cols) refuse_too_large(source, shape);
}

void set_shape(NpyHeader& header, const ByteSource& source, std::string_view dictionary, NpyShape wanted) {
    const auto shape = numbers_of(value_of(dictionary, "shape"));
    if (!shape) source.refuse("its .npy header gives no shape; save the array again with numpy.save");
    header.shape = *shape;
    if (wanted == NpyShape::vectors) {
        set_vectors(header, source, *shape);
        return;
    }
    if (shape->size() == 2 && (*shape)[0] == 0)
        source.refuse(fmt::format("its array has shape {}, which is empty; save an array with at least one row",
                                  python_tuple(*shape)));
    if (shape->size() != 2 || (*shape)[1] < 2) {
        source.refuse(
            fmt::format("its array has shape {}; reshape it to (n, 2), with one row per point", python_tuple(*shape)));
    }
    header.rows = (*shape)[0];
    header.cols = (*shape)[1];
    if (header.cols > max_columns) {
        source.refuse(
            fmt::format("its array has shape {}, and at most {} columns can be read; transpose it, or save the columns "
                        "you need",
                        python_tuple(*shape), grouped(max_columns)));
    }
    if (header.rows > most_rows_of_file) refuse_too_large(source, *shape);
}

} // namespace

NpyHeader read_npy_header(ByteSource& source, NpyShape wanted) {
    const std::string dictionary = read_dictionary(source);
    NpyHeader header;
    header.type = dtype_of(source, dictionary);
    const std::string_view order = value_of(dictionary, "fortran_order");
    header.fortran_order = order.starts_with("True");
    if (!header.fortran_order && !order.starts_with("False")) {
        source.refuse(
            "its .npy header does not say whether rows or columns come first; save the array again with numpy.save");
    }
    set_shape(header, source, dictionary, wanted);
    return header;
}

} // namespace pairscope
