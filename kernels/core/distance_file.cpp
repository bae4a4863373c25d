// SPDX-License-Identifier: MIT
// Finds out whether a file can hold distances, and reads it.
#include "kernels/core/byte_source.h"
#include "kernels/core/distance_table.h"
#include "kernels/core/errors.h"
#include "kernels/core/npy.h"
#include "kernels/core/readable.h"
#include "kernels/core/text.h"
#include "kernels/core/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

/// Counts lines and separators until there are clearly more lines than a line has cells. What this lets pass is read as
/// a table, and judged by its numbers.
bool may_be_square(ByteSource& source) {
    constexpr std::int64_t others = 16; // a header, and comments
    constexpr std::string_view separators = ",;\t |";
    std::array<char, 1 << 16> buffer{};
    std::int64_t lines = 0, cells = 1, most_cells = 1;
    while (const std::size_t count = source.read(buffer))
        for (const char c : std::string_view(buffer.data(), count)) {
            if (separators.find(c) != std::string_view::npos) ++cells;
            if (c != '\n') continue;
            most_cells = std::max(most_cells, cells);
            cells = 1;
            if (++lines > most_cells + others) return false;
        }
    return true;
}

/// Is this an array of NumPy with as many rows as columns?
struct ArrayLook {
    bool is_array = false, is_square = false;
    std::int64_t side = 0;
};

ArrayLook look_at_array(ByteSource& source) {
    if (source.peek(npy_magic.size()) != npy_magic) return {};
    const NpyHeader header = read_npy_header(source, NpyShape::vectors);
    return {.is_array = true, .is_square = header.rows == header.cols, .side = header.rows};
}

/// An array that can also hold points is read as a table, and its numbers are judged as those of a larger one.
DistanceTable distances_in_small_array(const std::filesystem::path& path, const std::stop_token& stop) {
    auto table = std::make_shared<const Table>(load_table(path, stop));
    Dataset set{.name = table->name, .rows = table->rows, .dims = std::ssize(table->columns)};
    std::vector<float> values(static_cast<std::size_t>(set.rows * set.dims));
    for (std::int64_t col = 0; col < set.dims; ++col)
        for (std::int64_t row = 0; row < set.rows; ++row)
            values[static_cast<std::size_t>(row * set.dims + col)] = static_cast<float>(
                table->columns[static_cast<std::size_t>(col)].numbers[static_cast<std::size_t>(row)]);
    set.values = std::move(values);
    DistanceTable found = distances_in(std::move(set));
    found.table = std::move(table);
    return found;
}

} // namespace

DistanceTable read_distances(const std::filesystem::path& path, const std::stop_token& stop) {
    ArrayLook array;
    {
        ByteSource source(path, stop);
        array = look_at_array(source);
        if (!array.is_array && !may_be_square(source)) return {};
    }
    if (!array.is_array) {
        const auto table = std::make_shared<const Table>(load_table(path, stop, {.most = max_stored_rows + 1}));
        DistanceTable found = distances_in(*table);
        if (std::ssize(table->columns) <= max_columns) found.table = table;
        return found;
    }
    if (!array.is_square) return {};
    if (array.side < least_distances) return {.set = {}, .why_not = {}, .too_few_rows = array.side};
    if (array.side > max_stored_rows) return {.set = {}, .why_not = why_too_many(array.side)};
    if (array.side <= max_columns) return distances_in_small_array(path, stop);
    const InputRule any{.rows = {1, max_stored_rows}, .dims = {1, max_stored_rows}};
    return distances_in(
        load_vectors(path, any, {.most_rows = max_stored_rows, .may_shift = false, .digits = Digits::float32}, stop));
}

DistanceTable proposed_distances(const std::filesystem::path& path, const std::stop_token& stop) {
    try {
        return read_distances(path, stop);
    } catch (const InputError&) {
        if (stop.stop_requested()) throw;
        return {};
    }
}

Dataset load_distances(const std::filesystem::path& path, const std::stop_token& stop) {
    DistanceTable found = read_distances(path, stop);
    if (found.set) return std::move(*found.set);
    if (found.too_few_rows > 0)
        found.why_not = fmt::format("it has only {}, and at least {} are needed", counted(found.too_few_rows, "row"),
                                    least_distances);
    throw InputError(fmt::format(
        "cannot read {} as a distance matrix: {}; give a symmetric square table with a zero diagonal, or read its rows "
        "as vectors with --as vectors",
        shown(path), found.why_not.empty() ? "it is not square and symmetric with a zero diagonal" : found.why_not));
}

} // namespace pairscope
