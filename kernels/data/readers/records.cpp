// SPDX-License-Identifier: MIT
#include "kernels/data/readers/records.h"

#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope {

namespace {

/// Longer than any row of the tables we read; it stops a quote that is never closed from swallowing the memory.
constexpr std::size_t longest_record = std::size_t{1} << 20;
constexpr std::size_t read_step = std::size_t{256} * 1024;

constexpr bool is_space(char c) { return c == ' ' || c == '\t'; }

/// Where the first character is that is not blank; the size if there is none.
std::size_t first_mark(std::string_view record) {
    std::size_t i = 0;
    while (i < record.size() && (is_space(record[i]) || record[i] == '\r')) ++i;
    return i;
}

constexpr bool separates(char c, char separator) { return c == separator || (separator == ' ' && c == '\t'); }

std::string_view trimmed(std::string_view text) {
    const char *begin = text.data(), *end = begin + text.size();
    while (begin != end && is_space(*begin)) ++begin;
    while (begin != end && is_space(end[-1])) --end;
    return {begin, static_cast<std::size_t>(end - begin)};
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
    if (!quoted) return {.text = text};
    text = text.substr(1, text.size() - 2);
    return {.text = text, .doubled_quotes = text.find("\"\"") != std::string_view::npos, .is_quoted = true};
}

/// Splits a record without quotes, as most are: every separator divides.
template <bool is_blank> void split_at_each(std::vector<Field>& fields, std::string_view record, char separator) {
    const char *start = record.data(), *const end = start + record.size();
    for (const char* at = start;; ++at) {
        while (at != end && *at != separator && (!is_blank || *at != '\t')) ++at;
        const bool within_blanks = is_blank && at == start;
        if (!within_blanks) fields.push_back({.text = trimmed({start, static_cast<std::size_t>(at - start)})});
        if (at == end) return;
        start = at + 1;
    }
}
void split_unquoted(std::vector<Field>& fields, std::string_view record, char separator) {
    if (separator == ' ')
        split_at_each<true>(fields, record, separator);
    else
        split_at_each<false>(fields, record, separator);
}

} // namespace

std::string unescaped(const Field& field) {
    if (!field.doubled_quotes) return std::string(field.text);
    std::string text;
    text.reserve(field.text.size());
    for (std::size_t i = 0; i < field.text.size(); ++i) {
        text += field.text[i];
        if (field.text.substr(i, 2) == "\"\"") ++i;
    }
    return text;
}

RecordEnd end_of_record(std::string_view text, Separators separators) {
    const std::size_t end = text.find(separators.line);
    const std::string_view line = text.substr(0, end);
    const bool has_end = end != std::string_view::npos;
    if (line.find('"') == std::string_view::npos || is_blank(line) || begins_with_hash(line))
        return {.length = line.size(), .found = has_end};

    bool field_starts = true, quoted_field = false, inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && (field_starts || quoted_field)) {
            quoted_field = true;
            inside = !inside;
            field_starts = false;
        } else if (!inside) {
            if (c == separators.line) return {.length = i, .found = true, .quotes = true};
            field_starts = separates(c, separators.field) || (field_starts && c == ' ');
            if (field_starts) quoted_field = false;
        }
    }
    return {.length = text.size(), .found = false, .quotes = true, .in_quotes = inside};
}

bool is_blank(std::string_view record) { return first_mark(record) == record.size(); }

bool begins_with_hash(std::string_view record) { return record.substr(first_mark(record)).starts_with('#'); }

std::string_view without_end_mark(std::string_view whole_text) {
    constexpr char control_z = '\x1a';
    if (whole_text.ends_with(control_z)) whole_text.remove_suffix(1);
    return whole_text;
}

void split_into(std::vector<Field>& fields, std::string_view record, Separators separators, Quotes quotes) {
    fields.clear();
    if (separators.line == '\n') // a file that was converted twice has two of them
        while (record.ends_with('\r')) record.remove_suffix(1);
    if (separators.field == ' ') record = trimmed(record);
    if (!record.empty() && (quotes == Quotes::text || record.find('"') == std::string_view::npos))
        return split_unquoted(fields, record, separators.field);
    for (;;) {
        const std::size_t length = field_length(record, separators.field);
        fields.push_back(field_of(record.substr(0, length)));
        if (length == record.size()) return;
        record.remove_prefix(length + 1);
        while (separators.field == ' ' && !record.empty() && is_space(record.front())) record.remove_prefix(1);
    }
}

std::optional<OpenRecord> open_record(std::string_view text, const RecordEnd& end, Separators separators) {
    const std::string_view record = text.substr(0, end.length);
    const bool goes_on = end.quotes && (end.in_quotes || record.find(separators.line) != std::string_view::npos);
    if (!goes_on) return std::nullopt;
    return OpenRecord{.text = record, .is_closed = !end.in_quotes};
}

bool are_quotes_text(const OpenRecord& record, Separators separators,
                     const std::function<bool(const std::vector<Field>&)>& is_row) {
    std::vector<Field> cells;
    std::string_view rest = record.text;
    for (;;) {
        const std::size_t end = rest.find(separators.line);
        split_into(cells, rest.substr(0, end), separators, Quotes::text);
        if (!is_row(cells)) return false;
        if (!record.is_closed) break;
        if (end == std::string_view::npos) return true;
        rest.remove_prefix(end + 1);
    }
    const bool is_csv = separators.field != ' ' && separators.field != '\t';
    return !is_csv || std::ranges::all_of(cells, [](const Field& cell) {
        return !cell.text.starts_with('"') || cell.text.find_first_not_of('"') == std::string_view::npos;
    });
}

bool RecordReader::has_text_quotes(const RecordEnd& end) const {
    if (!are_text_) return false;
    std::optional<OpenRecord> record = open_record(std::string_view(buffer_).substr(at_), end, separators_);
    if (record) record->first_line = next_line_;
    return record && are_text_(*record);
}

bool RecordReader::next() {
    for (;;) {
        quotes_ = Quotes::quotes;
        const RecordEnd end = find_record();
        if (end.length == 0 && !end.found) return false;
        record_ = std::string_view(buffer_).substr(at_, end.length);
        at_ += end.length + (end.found ? 1 : 0);
        line_ = next_line_;
        is_split_ = false;
        next_line_ += 1 + (end.quotes ? std::count(record_.begin(), record_.end(), separators_.line) : 0);
        if (!is_blank(record_)) return true;
    }
}

RecordEnd RecordReader::find_record() {
    for (;;) {
        const RecordEnd end = end_of_record(std::string_view(buffer_).substr(at_), separators_);
        const std::string_view record = std::string_view(buffer_).substr(at_, end.length);
        const bool is_last_try = end.found || at_end_ || end.length > longest_record;
        if (end.quotes && is_last_try && has_text_quotes(end)) {
            quotes_ = Quotes::text;
            const std::size_t line_end = record.find(separators_.line);
            const bool is_line = line_end != std::string_view::npos;
            return {.length = is_line ? line_end : record.size(), .found = is_line || end.found};
        }
        if (end.found) return end;
        if (end.length > longest_record && end.in_quotes) refuse_quote(record, "within 1 MiB");
        if (end.length > longest_record) refuse_long();
        if (at_end_ && end.in_quotes) refuse_quote(record, "up to the end of the file");
        if (at_end_ || !read_more()) return end;
    }
}

void RecordReader::refuse_long() const {
    source_.refuse(
        fmt::format("the row that begins on line {} is longer than 1 MiB; break it into lines", grouped(next_line_)));
}

/// The quote opened the last of the fields that the record seems to have.
void RecordReader::refuse_quote(std::string_view record, std::string_view up_to) const {
    std::vector<Field> fields;
    split_into(fields, record, separators_);
    const std::string_view line = fields.back().text.substr(0, fields.back().text.find(separators_.line));
    source_.refuse(fmt::format("line {}, column {} has {}, whose quote is not closed {}; close it, or delete it",
                               grouped(next_line_), fields.size(), excerpt(line), up_to));
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
    if (at_end_) buffer_.resize(without_end_mark(buffer_).size());
    return !buffer_.empty();
}

const std::vector<Field>& RecordReader::fields() {
    if (!is_split_) split_into(fields_, record_, separators_, quotes_);
    is_split_ = true;
    return fields_;
}

} // namespace pairscope
