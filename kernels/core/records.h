// SPDX-License-Identifier: MIT
// Splits text into records and records into fields, by the rules of RFC 4180 and what programs do beyond it.
#pragma once

#include "kernels/core/byte_source.h"

#include <cstdint>
#include <string>
#include <string_view>
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
};
[[nodiscard]] std::string unescaped(const Field& field);

/// Where the record at the front of a text ends.
struct RecordEnd {
    std::size_t length = 0; ///< [B] without the line end
    bool found = false;     ///< false: the text ends before the record does
    bool in_quotes = false; ///< only if not found
};
[[nodiscard]] RecordEnd end_of_record(std::string_view text, Separators separators);

/// Empty, blank, or a comment that begins with '#'.
[[nodiscard]] bool holds_no_data(std::string_view record);

void split_into(std::vector<Field>& fields, std::string_view record, Separators separators);

/// Gives the records of a source one after the other, in little memory.
class RecordReader {
public:
    RecordReader(ByteSource& source, Separators separators) : source_(source), separators_(separators) {}

    /// Finds the next record that holds data; false at the end. Throws InputError for a quote that is never closed and
    /// for a record that is too long to be one.
    bool next();
    /// The fields of the record found last; they refer to it.
    [[nodiscard]] const std::vector<Field>& fields();
    /// The 1-based line on which the record found last begins.
    [[nodiscard]] std::int64_t line() const { return line_; }

private:
    [[nodiscard]] RecordEnd find_record();
    bool read_more();

    ByteSource& source_;
    Separators separators_;
    std::string buffer_;
    std::size_t at_ = 0; ///< where the next record begins in the buffer
    bool at_end_ = false;
    std::string_view record_;
    std::vector<Field> fields_;
    std::int64_t line_ = 0;
    std::int64_t next_line_ = 1;
};

} // namespace pairscope
