// SPDX-License-Identifier: MIT
#include "kernels/core/records.h"

#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope {

namespace {

/// Longer than any row of the tables we read; it stops a quote that is never closed from swallowing the memory.
constexpr std::size_t longest_record = std::size_t{1} << 20;
constexpr std::size_t read_step = std::size_t{256} * 1024;

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

constexpr bool separates(char c, char separator) { return c == separator || (separator == ' ' && c == '\t'); }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Where the field at the front of a record ends. A quote counts only where it opens the field: 5" is five inches.
std::size_t field_length(std::string_view record, char separator) {
    std::size_t i = 0;
    while (i < record.size() && record[i] == ' ' && separator != ' ') ++i;
    const bool opens = i < record.size() && record[i] == '"';
    bool inside = false;
    for (; i < record.size(); ++i) {
        if (opens && record[i] == '"') inside = !inside;
        if (!inside && separates(record[i], separator)) break;
    }
    return i;
}

Field field_of(std::string_view text) {
    text = trimmed(text);
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    if (!quoted) return {text, false};
    text = text.substr(1, text.size() - 2);
    return {text, text.find("\"\"") != std::string_view::npos};
}

} // namespace

std::string unescaped(const Field& field) {
    std::string text(field.text);
    if (!field.doubled_quotes) return text;
    for (std::size_t i = text.find("\"\""); i != std::string::npos; i = text.find("\"\"", i + 1)) text.erase(i, 1);
    return text;
}

RecordEnd end_of_record(std::string_view text, Separators separators) {
    const std::size_t end = text.find(separators.line);
    const std::string_view line = text.substr(0, end);
    const bool has_end = end != std::string_view::npos;
    if (line.find('"') == std::string_view::npos || holds_no_data(line)) return {line.size(), has_end, false};

    bool field_starts = true, quoted_field = false, inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && (field_starts || quoted_field)) {
            quoted_field = true;
            inside = !inside;
            field_starts = false;
        } else if (!inside) {
            if (c == separators.line) return {i, true, false};
            field_starts = separates(c, separators.field) || (field_starts && c == ' ');
            if (field_starts) quoted_field = false;
        }
    }
    return {text.size(), false, inside};
}

bool holds_no_data(std::string_view record) {
    const std::size_t first = record.find_first_not_of(" \t\r");
    return first == std::string_view::npos || record[first] == '#';
}

void split_into(std::vector<Field>& fields, std::string_view record, Separators separators) {
    fields.clear();
    if (separators.line == '\n' && record.ends_with('\r')) record.remove_suffix(1);
    if (separators.field == ' ') record = trimmed(record);
    for (;;) {
        const std::size_t length = field_length(record, separators.field);
        fields.push_back(field_of(record.substr(0, length)));
        if (length == record.size()) return;
        record.remove_prefix(length + 1);
        while (separators.field == ' ' && !record.empty() && is_blank(record.front())) record.remove_prefix(1);
    }
}

bool RecordReader::next() {
    for (;;) {
        const RecordEnd end = find_record();
        if (end.length == 0 && !end.found) return false;
        record_ = std::string_view(buffer_).substr(at_, end.length);
        at_ += end.length + (end.found ? 1 : 0);
        line_ = next_line_;
        next_line_ += 1 + std::count(record_.begin(), record_.end(), separators_.line);
        if (!holds_no_data(record_)) return true;
    }
}

RecordEnd RecordReader::find_record() {
    for (;;) {
        const RecordEnd end = end_of_record(std::string_view(buffer_).substr(at_), separators_);
        if (end.found) return end;
        if (end.length > longest_record) {
            source_.refuse(
                fmt::format("the row that begins on line {} is longer than 1 MiB; {}", grouped(next_line_),
                            end.in_quotes ? "look for a quote that is never closed" : "break it into lines"));
        }
        if (at_end_ && end.in_quotes) {
            source_.refuse(fmt::format("a quote opened in the row that begins on line {} is never closed; close it",
                                       grouped(next_line_)));
        }
        if (at_end_ || !read_more()) return end;
    }
}

/// False if there was nothing more, and nothing is left over either.
bool RecordReader::read_more() {
    buffer_.erase(0, at_);
    at_ = 0;
    const std::size_t kept = buffer_.size();
    buffer_.resize(kept + read_step);
    const std::size_t got = source_.read(std::span(buffer_).subspan(kept));
    buffer_.resize(kept + got);
    at_end_ = got < read_step;
    return !buffer_.empty();
}

const std::vector<Field>& RecordReader::fields() {
    split_into(fields_, record_, separators_);
    return fields_;
}

} // namespace pairscope
