// SPDX-License-Identifier: MIT
// Finds out whether a file can hold distances, and reads it.
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/byte_source.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/readers/npz.h"
#include "kernels/data/readers/readers.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"
#include "kernels/data/vectors.h"

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
    constexpr auto is_separator = [](char c) { return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '|'; };
    std::array<char, 1 << 16> buffer{};
    std::int64_t lines = 0, cells = 1, most_cells = 1;
    while (const std::size_t count = source.read(buffer))
        for (const char c : std::string_view(buffer.data(), count)) {
            cells += is_separator(c) ? 1 : 0;
            if (c != '\n') continue;
            most_cells = std::max(most_cells, cells);
            cells = 1;
            if (++lines > most_cells + others) return false;
        }
    return true;
}

/// Is this an array of NumPy, and has it as many rows as columns?
struct ArrayLook {
    bool is_array = false, is_square = false;
    bool is_list = false;  ///< it has one dimension
    bool is_wide = false;  ///< its numbers have more digits than those of float32
    std::int64_t side = 0; ///< its rows
};

/// "'shape': (10,)" is a list, and "(10, 1)" is not.
bool has_one_dimension(std::string_view head) {
    const std::size_t at = head.find("shape");
    const std::size_t open = at == std::string_view::npos ? at : head.find('(', at);
    if (open == std::string_view::npos) return false;
    const std::string_view tuple = head.substr(open + 1, head.find(')', open) - open - 1);
    return tuple.find_first_of("0123456789", std::min(tuple.find(','), tuple.size())) == std::string_view::npos;
}

/// A larger square takes much memory, so it is not kept for those who read it in another way.
constexpr std::int64_t most_columns_of_table = 1024;

bool is_array(FileFormat format) { return format == FileFormat::npy || format == FileFormat::npz; }

ArrayLook look_at_array(ByteSource& source, const InputFile& file) {
    if (!is_array(begin_reading(source, file))) return {};
    constexpr std::size_t head_bytes = 4096;
    const bool is_list = has_one_dimension(source.peek(head_bytes));
    const NpyHeader header = read_npy_header(source, NpyShape::vectors);
    return {.is_array = true,
            .is_square = header.rows == header.cols,
            .is_list = is_list,
            .is_wide = header.item_bytes() > 4 || (header.kind() != 'f' && header.item_bytes() > 2),
            .side = header.rows};
}

/// An array with one dimension may hold the condensed form of SciPy.
std::optional<ListedDistances> read_condensed(const std::filesystem::path& path, std::int64_t count,
                                              const std::stop_token& stop) {
    if (side_of_condensed(count) == 0) return {};
    ByteSource source(path, stop);
    enter_array(source);
    const NpyHeader header = read_npy_header(source, NpyShape::vectors);
    std::vector<double> numbers;
    const RoundedWholes rounded = read_npy_items(
        source, header, header.rows, [&](std::int64_t, std::int64_t, double value) { numbers.push_back(value); });
    source.check_unchanged();
    ListedDistances list = uncondensed(numbers);
    list.note = note_on(rounded);
    return list;
}

std::optional<ListedDistances> condensed_text(const InputFile& file, const std::stop_token& stop) {
    ByteSource source(file.path, stop);
    if (begin_reading(source, file) != FileFormat::text) return {};
    auto list = read_condensed_text(source);
    source.check_unchanged();
    return list;
}

/// What the form of a file says, before all of its numbers are read.
struct DistanceForm {
    ArrayLook array{};
    std::optional<ListedDistances> triangle{};
    bool may_list_pairs = false;
    bool may_be_square = false;
};

DistanceForm form_of(const InputFile& file, const std::stop_token& stop, const DistanceReading& reading) {
    ByteSource source(file.path, stop);
    DistanceForm form{.array = look_at_array(source, file)};
    if (form.array.is_array) return form;
    form.triangle = read_triangle(source);
    if (form.triangle) {
        source.check_unchanged();
        return form;
    }
    form.may_list_pairs = may_list_pairs(source, reading.says_what_it_holds());
    form.may_be_square = may_be_square(source);
    return form;
}

DistanceTable of_list(const ListedDistances& list, const std::filesystem::path& path, const DistanceReading& reading) {
    DistanceTable found = distances_in(list, shown(path.filename()), reading);
    const std::string side = grouped(list.side);
    if (found.set)
        add_note(*found.set, list.is_of_pairs ? fmt::format("it was read as {} between {} names", list.form, side)
                                              : fmt::format("it was read as {}, which gives a matrix of {} x {}",
                                                            list.form, side, side));
    return found;
}

DistanceTable of_array(const ArrayLook& array, const InputFile& file, const std::stop_token& stop,
                       const DistanceReading& reading) {
    if (array.is_list) {
        const auto list = read_condensed(file.path, array.side, stop);
        if (!list) return {};
        DistanceTable found = of_list(*list, file.path, reading);
        found.must_ask = false; // it may be one vector
        found.is_condensed = found.set.has_value();
        return found;
    }
    if (!array.is_square) return {};
    if (array.side < least_distances) return {.set = {}, .why_not = {}, .too_few_rows = array.side};
    if (array.side > max_stored_rows) return {.set = {}, .why_not = why_too_many(array.side)};
    if (array.side <= most_columns_of_table) { // it can also hold points, and is judged in its own precision
        auto table = std::make_shared<const Table>(load_table(file, stop));
        DistanceTable found = distances_in(*table, reading);
        found.table = std::move(table);
        return found;
    }
    const InputRule any{.rows = {1, max_stored_rows}, .dims = {1, max_stored_rows}};
    const VectorRequest request{
        .most_rows = max_stored_rows, .may_shift = false, .digits = array.is_wide ? Digits::all : Digits::float32};
    ReadVectors read = read_vectors(file, any, request, stop);
    const SmallNumbers small = read.small;
    const std::string note = read.set.note; // on numbers of the file, while later ones are on coordinates
    DistanceTable found = distances_in(finished(std::move(read), any, request), reading);
    if (found.set && !note.empty()) add_note(*found.set, note);
    if (found.set && small.count > 0) add_note(*found.set, note_on(small, place_in_words(small.row, small.col)));
    return found;
}

/// Why a file holds neither a square nor a list, as a part of a sentence.
std::string why_no_square(const DistanceTable& found) {
    if (!found.table) return "it does not have as many rows as columns";
    return fmt::format("it has {} and {} of numbers", counted(found.table->total_rows, "row"),
                       counted(count_numeric(*found.table), "column"));
}

} // namespace

UnreadDistances::UnreadDistances(const std::filesystem::path& path, const DistanceTable& found)
    : InputError(fmt::format("cannot read {} as a distance matrix: {}; {}", shown(path), found.why_not,
                             options_for(found.remedy))),
      why(found.why_not), remedy(found.remedy), rows(found.rows) {}

DistanceTable read_distances(const InputFile& file, const std::stop_token& stop, const DistanceReading& reading) {
    const DistanceForm form = form_of(file, stop, reading);
    if (form.array.is_array) return of_array(form.array, file, stop, reading);
    if (form.triangle) return of_list(*form.triangle, file.path, reading);
    std::shared_ptr<const Table> listed;
    if (form.may_list_pairs) {
        listed = std::make_shared<const Table>(load_table(file, stop, {.least = 1}));
        if (const auto list = listed_pairs(*listed, reading))
            if (DistanceTable found = of_list(*list, file.path, reading);
                found.set || found.must_ask || !list->is_unsure)
                return found;
    }
    if (reading.says_what_it_holds())
        if (const auto list = condensed_text(file, stop)) return of_list(*list, file.path, reading);
    if (!form.may_be_square) return {.table = std::move(listed)}; // nobody has to read it again
    const auto table = std::make_shared<const Table>(load_table(file, stop, {.most = max_stored_rows + 1}));
    DistanceTable found = distances_in(*table, reading);
    if (!found.set && !found.must_ask && reading.says_what_it_holds())
        require_numbers(*table, table->columns.front().name);
    if (std::ssize(table->columns) <= most_columns_of_table) found.table = table;
    return found;
}

DistanceTable proposed_distances(const InputFile& file, const std::stop_token& stop) {
    try {
        return read_distances(file, stop);
    } catch (const InputError&) {
        if (stop.stop_requested()) throw;
        return {};
    }
}

DistanceTable load_distances(const InputFile& file, const std::stop_token& stop, const DistanceReading& reading) {
    DistanceTable found = read_distances(file, stop, reading);
    if (found.set) return found;
    if (found.too_few_rows > 0)
        found.why_not = fmt::format("it has only {}, and at least {} are needed", counted(found.too_few_rows, "row"),
                                    least_distances);
    if (!found.why_not.empty()) throw UnreadDistances(file.path, found);
    throw InputError(
        fmt::format("cannot read {} as a distance matrix, because {}; give a square table, a triangle, or a "
                    "list of all pairs, or read its rows as vectors with --as vectors",
                    shown(file.path), why_no_square(found)));
}

} // namespace pairscope
