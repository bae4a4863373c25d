// SPDX-License-Identifier: MIT
#include "kernels/data/readers/column_texts.h"

#include "kernels/data/readable.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/readers/npz.h"
#include "kernels/data/readers/records.h"
#include "kernels/data/readers/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope {
namespace {

/// Does no cell stand for a missing number? Such a cell may have any of several texts.
bool has_all_numbers(const Column& column, std::size_t rows) {
    return std::none_of(column.numbers.begin(), column.numbers.begin() + static_cast<std::ptrdiff_t>(rows),
                        [](double number) { return std::isnan(number); });
}

/// Texts that the numbers tell, as those of whole numbers do.
std::vector<std::string> from_numbers(const Column& column, std::size_t rows) {
    std::vector<std::string> texts;
    texts.reserve(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        const double number = column.numbers[row];
        if (std::isnan(number))
            texts.emplace_back();
        else if (column.is_plain)
            texts.push_back(fmt::format("{}", static_cast<std::int64_t>(number)));
        else
            texts.push_back(fmt::format("{}", number));
    }
    return texts;
}

/// The lines of the table's rows tell them from comments and headers.
std::vector<std::string> from_text(ByteSource& source, const Table& table, const Column& column, std::size_t rows) {
    const char separator = begin_text(source);
    RecordReader reader(source, {.field = table.file.field_separator, .line = table.file.line_separator},
                        first_line_after(separator), [&](const OpenRecord& record) {
                            return std::ranges::binary_search(table.file.lines_with_quotes, record.first_line);
                        });
    const auto cell = static_cast<std::size_t>(column.in_file);
    std::vector<std::string> texts;
    texts.reserve(rows);
    while (texts.size() < rows && reader.next()) {
        if (reader.line() != table.lines[texts.size()]) continue;
        texts.push_back(readable(unescaped(reader.fields()[cell])));
    }
    return texts;
}

} // namespace

std::vector<std::string> column_texts(const Table& table, const Column& column, std::int64_t rows,
                                      const std::stop_token& stop) {
    const auto count = static_cast<std::size_t>(rows);
    if (!column.is_numeric()) {
        std::vector<std::string> texts;
        texts.reserve(count);
        for (std::size_t row = 0; row < count; ++row) texts.emplace_back(column.texts[row]);
        return texts;
    }
    const bool are_told = column.is_plain && has_all_numbers(column, count);
    if (are_told || column.in_file < 0 || table.file.path.empty()) return from_numbers(column, count);
    ByteSource source(table.file.path, stop);
    if (source.stamp() != table.file.stamp) source.refuse("it changed since its numbers were read; open it again");
    if (!table.file.is_array) return from_text(source, table, column, count);
    enter_array(source);
    return npy_column_texts(source, column.in_file, rows);
}

} // namespace pairscope
