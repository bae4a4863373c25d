// SPDX-License-Identifier: MIT
#include "kernels/data/table.h"

#include "kernels/data/columns/named_column.h"
#include "kernels/data/formats/libsvm.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/readers/idx.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/readers/readers.h"
#include "kernels/data/readers/text_table.h"
#include "kernels/data/sequences/named_sequences.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pairscope {

namespace {

Table read_table(ByteSource& source, const InputFile& file, const ColumnRange& columns) {
    switch (begin_reading(source, file)) {
    case FileFormat::npy:
    case FileFormat::npz:
        return read_npy_table(source);
    case FileFormat::idx:
        if (!is_idx(source.peek(idx_magic_bytes)))
            source.refuse("its name is that of pictures in the idx format, and its first bytes are not; --reader text "
                          "reads it as a text");
        source.refuse("it holds an array in the idx format, whose rows are vectors and not points; choose a workload "
                      "that compares vectors, and on the command line name the file with --a");
    case FileFormat::recording: // nobody who wants a table means one
        require_text(source);
        break;
    case FileFormat::text:
        if (auto named = sequences::read_named_sequences(source)) return *std::move(named);
        if (auto features = read_libsvm(source, columns.most)) return *std::move(features);
        break;
    }
    return read_text_table(source, columns, file.header);
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

namespace {

/// Columns with texts among their numbers keep the texts of the file, all of them.
void read_texts_of_mixed(Table& table, const std::stop_token& stop) {
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
        Column& column = table.columns[k];
        if (column.refusal.empty()) continue;
        std::error_code unknown;
        if (!std::filesystem::is_regular_file(table.file.path, unknown)) require_numbers(table); // read once
        column.texts = Texts(column_texts(table, column, table.rows, stop));
        column.numbers.clear();
        column.hint = column.refusal;
        column.note_as_coordinate.clear();
        if (may_be_texts(table, column))
            table.notes.push_back(
                fmt::format("column {} ({}) was read as text: {}", k + 1, excerpt(column.name), column.refusal));
    }
}

} // namespace

Table load_table(const InputFile& file, std::stop_token stop, const ColumnRange& columns) {
    ByteSource source(file.path, stop);
    Table table = read_table(source, file, columns);
    source.check_unchanged();
    table.file.path = file.path;
    table.file.stamp = source.stamp();
    read_texts_of_mixed(table, stop);
    table.name = shown(file.path.filename());
    table.credit = credit_of(table);
    return table;
}

std::string row_in_words(const Table& table, std::int64_t row) {
    if (row < std::ssize(table.lines)) return fmt::format("line {}", grouped(table.lines[std::size_t(row)]));
    return fmt::format("row {} (counted from 0)", grouped(row));
}

} // namespace pairscope
