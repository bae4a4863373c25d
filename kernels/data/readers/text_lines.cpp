// SPDX-License-Identifier: MIT
#include "kernels/data/readers/text_lines.h"

#include "kernels/data/readable.h"
#include "kernels/data/readers/number.h"

#include <algorithm>
#include <utility>

namespace pairscope {
namespace {

bool has_empty_cell(std::string_view line) {
    constexpr std::string_view separators = ",;\t";
    bool after_separator = false;
    for (const char c : line) {
        const bool is_separator = separators.find(c) != std::string_view::npos;
        if (is_separator && after_separator) return true;
        if (c != ' ') after_separator = is_separator;
    }
    return false;
}

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    constexpr std::string_view separators = " \t,;\r";
    while (!line.empty()) {
        const std::size_t first = std::min(line.find_first_not_of(separators), line.size());
        line.remove_prefix(first);
        if (line.empty()) break;
        const bool is_quoted = line.front() == '"';
        const std::size_t end = is_quoted ? line.find('"', 1) : line.find_first_of(separators);
        words.emplace_back(readable(line.substr(is_quoted ? 1 : 0, end - (is_quoted ? 1 : 0))));
        line.remove_prefix(std::min(end == std::string_view::npos ? end : end + (is_quoted ? 1 : 0), line.size()));
    }
    return words;
}

/// The name in the first bytes of a line, and the words behind it.
std::vector<std::string> named_words(std::string_view line, std::size_t name_width) {
    if (name_width == 0 || line.size() <= name_width) return words_of(line);
    const std::string_view name = line.substr(0, name_width);
    const std::size_t first = name.find_first_not_of(' ');
    if (first == std::string_view::npos) return words_of(line);
    std::vector<std::string> words{readable(name.substr(first, name.find_last_not_of(' ') + 1 - first))};
    for (std::string& word : words_of(line.substr(name_width))) words.push_back(std::move(word));
    return words;
}

} // namespace

std::optional<TextLine> TextLines::next() {
    while (!text_.empty()) {
        const std::size_t end = std::min(text_.find('\n'), text_.size());
        const std::string_view whole = text_.substr(0, end);
        TextLine line{
            .number = ++number_, .words = named_words(whole, name_width_), .has_empty_cell = has_empty_cell(whole)};
        text_.remove_prefix(std::min(end + 1, text_.size()));
        if (!line.words.empty()) return line;
    }
    return {};
}

std::vector<TextLine> first_lines(std::string_view text, std::size_t name_width) {
    constexpr std::size_t most = 4;
    TextLines reader(text, name_width);
    std::vector<TextLine> lines;
    while (lines.size() < most) {
        std::optional<TextLine> line = reader.next();
        if (!line) break;
        lines.push_back(*std::move(line));
    }
    return lines;
}

std::optional<double> number_in(const std::string& word) {
    const ParsedCell cell = cell_of(word, '.');
    if (cell.kind == CellKind::number) return cell.value;
    return std::nullopt;
}

} // namespace pairscope
