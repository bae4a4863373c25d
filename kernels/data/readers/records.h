// SPDX-License-Identifier: MIT
// Splits text into records and records into fields, by the rules of RFC 4180 and what programs do beyond it.
#pragma once

#include "kernels/data/readers/byte_source.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {

/// What divides a text. A separator ' ' stands for any run of blanks and tabs.
struct Separators {
    char field = ',';
    char line = '\n'; ///< '\r' for old Macintosh files; "\r\n" is '\n' whose '\r' is dropped
};

/// One cell, without its quotes and without blanks around it. Refers to the record's bytes.
struct Field {
    std::string_view text;
    bool doubled_quotes = false; ///< "" within stands for one "
    bool is_quoted = false;      ///< it stands between quotes in the file
};
[[nodiscard]] std::string unescaped(const Field& field);

/// Where the record at the front of a text ends.
struct RecordEnd {
    std::size_t length = 0; ///< [B] without the line end
    bool found = false;     ///< false: the text ends before the record does
    bool quotes = false;    ///< it holds quotes, and may go on over several lines
    bool in_quotes = false; ///< only if not found
};
[[nodiscard]] RecordEnd end_of_record(std::string_view text, Separators separators);

[[nodiscard]] bool is_blank(std::string_view record);
/// A comment, or a row whose first cell is a colour or a tag.
[[nodiscard]] bool begins_with_hash(std::string_view record);
/// Without the Ctrl-Z with which old programs end a text.
[[nodiscard]] std::string_view without_end_mark(std::string_view whole_text);

/// What the quotation marks of a record are.
enum class Quotes : std::uint8_t {
    quotes, ///< they hold cells together
    text    ///< they belong to the cells, as in a list of words in which '"' is one
};
void split_into(std::vector<Field>& fields, std::string_view record, Separators separators,
                Quotes quotes = Quotes::quotes);

/// A record that goes on over several lines, because a quote is open at their ends.
struct OpenRecord {
    std::string_view text;
    std::int64_t first_line = 0;
    bool is_closed = false; ///< the quote is closed further down
};
/// Absent for a record that ends with its line.
[[nodiscard]] std::optional<OpenRecord> open_record(std::string_view text, const RecordEnd& end, Separators separators);

/// True if the quotes of such a record are text: each of its lines is a row by itself. Where the quote is never closed,
/// that can be told of the first line only; there, in CSV, the cells with quotes must be made of quotes alone, because
/// a quote in front of a word was more likely forgotten at its end.
[[nodiscard]] bool are_quotes_text(const OpenRecord& record, Separators separators,
                                   const std::function<bool(const std::vector<Field>&)>& is_row);

/// Gives the records of a source one after the other, in little memory.
class RecordReader {
public:
    /// `are_text` is asked about the quotes of each OpenRecord; without it they always hold cells together.
    RecordReader(ByteSource& source, Separators separators, std::int64_t first_line = 1,
                 std::function<bool(const OpenRecord&)> are_text = {})
        : source_(source), separators_(separators), next_line_(first_line), are_text_(std::move(are_text)) {}

    /// Finds the next record that is not blank; false at the end. Throws InputError for a quote that is never closed
    /// and for a record that is too long to be one.
    bool next();
    /// begins_with_hash() of the record found last.
    [[nodiscard]] bool found_hash() const { return begins_with_hash(record_); }
    /// What the quotation marks of the record found last are.
    [[nodiscard]] Quotes quotes() const { return quotes_; }
    /// The fields of the record found last; they refer to it.
    [[nodiscard]] const std::vector<Field>& fields();
    /// The 1-based line on which the record found last begins.
    [[nodiscard]] std::int64_t line() const { return line_; }
    /// The line on which it ends; another one only within quotes.
    [[nodiscard]] std::int64_t last_line() const { return next_line_ - 1; }

private:
    [[noreturn]] void refuse_long() const;
    [[noreturn]] void refuse_quote(std::string_view record, std::string_view up_to) const;
    [[nodiscard]] RecordEnd find_record();
    [[nodiscard]] bool has_text_quotes(const RecordEnd& end) const;
    bool read_more();

    ByteSource& source_;
    Separators separators_;
    std::string buffer_;
    std::size_t at_ = 0; ///< where the next record begins in the buffer
    bool at_end_ = false;
    std::string_view record_;
    std::vector<Field> fields_;
    bool is_split_ = false;
    std::int64_t line_ = 0;
    std::int64_t next_line_;
    std::function<bool(const OpenRecord&)> are_text_;
    Quotes quotes_ = Quotes::quotes;
};

} // namespace pairscope
