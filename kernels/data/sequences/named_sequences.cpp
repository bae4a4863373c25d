// SPDX-License-Identifier: MIT
#include "kernels/data/sequences/named_sequences.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::sequences {
namespace {

constexpr std::size_t bytes_of_look = std::size_t{1} << 16; ///< a sequence may stand in one line

struct Line {
    std::string_view text;
    std::int64_t number = 0; ///< counted from 1
};

/// The lines that are not blank, without blanks at their ends.
std::vector<Line> lines_of(std::string_view text, std::size_t most = std::string_view::npos) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf", blanks = " \t\r";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    std::vector<Line> lines;
    for (std::int64_t number = 1; !text.empty() && lines.size() < most; ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t last = line.find_last_not_of(blanks);
        if (last != std::string_view::npos) lines.push_back({line.substr(0, last + 1), number});
    }
    return lines;
}

struct Sequence {
    std::string name, characters;
    std::int64_t line = 0; ///< the first one that it stands on
};

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
/// Letters, and signs for gaps, for characters that are not known, and for the end of a protein.
bool may_be_residue(char c) { return is_letter(c) || c == '-' || c == '?' || c == '.' || c == '*' || c == '~'; }
/// Properties that are coded by digits are aligned, too.
bool may_be_aligned(char c) { return may_be_residue(c) || is_digit(c) || c == '+'; }

std::string without_blanks(std::string_view text) {
    std::string all;
    for (const char c : text)
        if (c != ' ' && c != '\t') all += c;
    return all;
}

bool begins_like_fasta(std::string_view head) {
    const std::vector<Line> lines = lines_of(head, 2);
    if (lines.size() < 2 || !lines[0].text.starts_with('>') || lines[0].text.size() < 2) return false;
    const std::string characters = without_blanks(lines[1].text);
    return lines[1].text.starts_with('>') || std::ranges::all_of(characters, may_be_residue);
}

std::vector<Sequence> fasta_in(const ByteSource& source, std::string_view text) {
    std::vector<Sequence> found;
    for (const Line& line : lines_of(text)) {
        if (line.text.starts_with('>')) {
            const std::size_t first = line.text.find_first_not_of(" \t", 1);
            if (first == std::string_view::npos)
                source.refuse(fmt::format("line {} has '>' without a name; write the name of the sequence behind it",
                                          grouped(line.number)));
            found.push_back({.name = readable(line.text.substr(first)), .characters = {}, .line = line.number});
            continue;
        }
        const std::string characters = without_blanks(line.text);
        const auto odd = std::ranges::find_if_not(characters, may_be_residue);
        if (odd != characters.end())
            source.refuse(
                fmt::format("line {} has {} in the sequence {}, where letters belong, and '-' for gaps; write "
                            "the sequences as FASTA, with '>' before each name",
                            grouped(line.number), excerpt(line.text), excerpt(found.back().name)));
        found.back().characters += characters;
    }
    return found;
}

/// The first line of an alignment of PHYLIP.
struct Counts {
    std::size_t sequences = 0, length = 0;
};

std::optional<Counts> counts_in(std::string_view line) {
    std::array<std::size_t, 2> numbers{};
    constexpr std::size_t most_digits = 9;
    for (std::size_t& number : numbers) {
        const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
        line.remove_prefix(first);
        const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
        if (digits == 0 || digits > most_digits) return {};
        for (const char c : line.substr(0, digits)) number = 10 * number + static_cast<std::size_t>(c - '0');
        line.remove_prefix(digits);
        if (!line.empty() && line.front() != ' ' && line.front() != '\t') return {};
    }
    constexpr std::size_t fewest = 2, shortest = 2;
    if (!line.empty() || numbers[0] < fewest || numbers[1] < shortest) return {};
    return Counts{numbers[0], numbers[1]};
}

/// Where the name on a line ends.
enum class NameEnd : std::uint8_t { at_blank, after_ten };

/// What stands on a line that begins with a name.
Sequence named_line(const Line& line, NameEnd name_end) {
    constexpr std::size_t width = 10;
    std::string_view text = line.text;
    if (name_end == NameEnd::at_blank) text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const std::size_t end = std::min(name_end == NameEnd::after_ten ? width : text.find_first_of(" \t"), text.size());
    std::string_view name = text.substr(0, end);
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    return {.name = readable(name), .characters = without_blanks(text.substr(end)), .line = line.number};
}

/// Each sequence goes on until it has all of its characters.
std::vector<Sequence> one_after_the_other(std::span<const Line> lines, const Counts& counts, NameEnd name_end) {
    std::vector<Sequence> found;
    for (const Line& line : lines) {
        if (found.empty() || found.back().characters.size() >= counts.length)
            found.push_back(named_line(line, name_end));
        else
            found.back().characters += without_blanks(line.text);
    }
    return found;
}
/// A part of each sequence, then the next part of each.
std::vector<Sequence> by_turns(std::span<const Line> lines, const Counts& counts, NameEnd name_end) {
    std::vector<Sequence> found;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i < counts.sequences)
            found.push_back(named_line(lines[i], name_end));
        else
            found[i % counts.sequences].characters += without_blanks(lines[i].text);
    }
    return found;
}

bool are_whole(const std::vector<Sequence>& found, const Counts& counts) {
    constexpr std::size_t few = 4; // so few digits are a number
    const bool are_digits = std::ranges::all_of(
        found, [](const Sequence& sequence) { return std::ranges::all_of(sequence.characters, is_digit); });
    if (are_digits && counts.length < few) return false;
    return found.size() == counts.sequences && std::ranges::all_of(found, [&](const Sequence& sequence) {
               return sequence.characters.size() == counts.length && !sequence.name.empty() &&
                      std::ranges::all_of(sequence.characters, may_be_aligned);
           });
}

/// "0 1 1" behind a name are numbers of a table, and "011" are properties of an alignment if there are enough of them.
bool may_be_numbers(std::span<const Line> lines, const Counts& counts) {
    constexpr std::size_t few = 4;
    const auto are_words = [](const Line& line) {
        const std::string_view text = line.text;
        const std::size_t name = std::min(text.find_first_not_of(" \t"), text.size());
        const std::size_t first = text.find_first_of(" \t", name);
        const std::size_t behind = first == std::string_view::npos ? first : text.find_first_not_of(" \t", first);
        if (behind == std::string_view::npos) return false;
        return text.find_first_not_of("0123456789 \t", behind) == std::string_view::npos &&
               text.find_first_of(" \t", behind) != std::string_view::npos;
    };
    const auto has_digits = [](const Line& line) {
        const std::size_t name = line.text.find_first_of(" \t", line.text.find_first_not_of(" \t"));
        return name == std::string_view::npos ||
               line.text.find_first_not_of("0123456789 \t", name) == std::string_view::npos;
    };
    if (std::ranges::all_of(lines, are_words)) return true;
    return counts.length < few && std::ranges::all_of(lines, has_digits);
}

std::optional<std::vector<Sequence>> phylip_in(std::span<const Line> lines, const Counts& counts) {
    if (lines.size() < counts.sequences || may_be_numbers(lines, counts)) return {};
    for (const NameEnd name_end : {NameEnd::at_blank, NameEnd::after_ten})
        for (const auto read : {by_turns, one_after_the_other})
            if (auto found = read(lines, counts, name_end); are_whole(found, counts)) return found;
    return {};
}

/// Is any of the sequences as long as the first line says, and has it letters? Then these are sequences.
bool begins_like_alignment(std::span<const Line> lines, const Counts& counts) {
    constexpr std::size_t few = 4; // so few letters may be a comment among numbers
    if (counts.length < few) return false;
    return std::ranges::any_of(lines, [&](const Line& line) {
        if (line.text.starts_with('#')) return false;
        const Sequence sequence = named_line(line, NameEnd::at_blank);
        return sequence.characters.size() == counts.length && std::ranges::any_of(sequence.characters, is_letter) &&
               std::ranges::all_of(sequence.characters, may_be_residue);
    });
}

[[noreturn]] void refuse_alignment(const ByteSource& source, std::span<const Line> lines, const Counts& counts) {
    const std::string promise = fmt::format("its first line promises an alignment of {} with {} each",
                                            counted(static_cast<std::int64_t>(counts.sequences), "sequence"),
                                            counted(static_cast<std::int64_t>(counts.length), "character"));
    constexpr std::string_view what_to_do = "correct the file, or write the sequences as FASTA";
    for (const Line& line : lines) {
        const Sequence sequence = named_line(line, NameEnd::at_blank);
        if (sequence.characters.size() != counts.length)
            source.refuse(fmt::format("{}, and line {} has {} behind {}; {}", promise, grouped(line.number),
                                      counted(std::ssize(sequence.characters), "character"), excerpt(sequence.name),
                                      what_to_do));
    }
    source.refuse(fmt::format("{}, and {} follow; {}", promise, counted(std::ssize(lines), "line"), what_to_do));
}

std::string whole_text_of(ByteSource& source) {
    constexpr std::size_t most_bytes = std::size_t{1} << 28; // as many as Texts hold
    std::string text;
    std::array<char, 1 << 16> buffer{};
    while (const std::size_t count = source.read(buffer)) {
        text.append(buffer.data(), count);
        if (text.size() > most_bytes) source.refuse("its sequences have more than 256 MiB; take fewer of them");
    }
    return text;
}

Table table_of(const std::vector<Sequence>& sequences, std::string_view format) {
    Table table{.name = {}, .format = std::string(format), .columns = {}, .credit = {}};
    Texts names, characters;
    for (const Sequence& sequence : sequences) {
        names.push_back(sequence.name);
        characters.push_back(sequence.characters);
        table.lines.push_back(sequence.line);
    }
    table.rows = table.total_rows = std::ssize(sequences);
    table.columns.push_back({.name = "name", .numbers = {}, .texts = std::move(names)});
    table.columns.push_back({.name = "sequence", .numbers = {}, .texts = std::move(characters)});
    table.holds_sequences = true;
    return table;
}

} // namespace

std::optional<Table> read_named_sequences(ByteSource& source) {
    const std::string_view head = source.peek(bytes_of_look);
    if (begins_like_fasta(head)) {
        const std::string text = whole_text_of(source);
        return table_of(fasta_in(source, text), "a file of sequences (FASTA)");
    }
    const std::vector<Line> first = lines_of(head, 1);
    if (first.empty()) return {};
    const std::optional<Counts> counts = counts_in(first.front().text);
    if (!counts) return {};
    const std::vector<Line> looked_at = lines_of(head);
    const std::span<const Line> below = std::span(looked_at).subspan(1);
    const bool is_whole = head.size() < bytes_of_look;
    if (!phylip_in(below, *counts) && !begins_like_alignment(below, *counts) && is_whole) return {};
    if (!is_whole && !begins_like_alignment(below, *counts)) return {};
    const std::string text = whole_text_of(source);
    const std::vector<Line> lines = lines_of(text);
    const std::span<const Line> rows = std::span(lines).subspan(1);
    const auto found = phylip_in(rows, *counts);
    if (!found) refuse_alignment(source, rows, *counts);
    return table_of(*found, "an alignment of PHYLIP");
}

void refuse_sequences(const Table& table) {
    if (table.holds_sequences)
        throw InputError(
            fmt::format("cannot take numbers from {}, which is {}; compare its sequences with --metric edit, "
                        "or aligned ones with --metric hamming",
                        table.name, table.format));
}

} // namespace pairscope::sequences
