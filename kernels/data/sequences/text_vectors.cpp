// SPDX-License-Identifier: MIT
#include "kernels/data/sequences/text_vectors.h"

#include "kernels/data/errors.h"
#include "kernels/data/prepared/preparation.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/byte_source.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/readers/readers.h"
#include "kernels/data/readers/records.h"
#include "kernels/data/sequences/sequences.h"
#include "kernels/data/sequences/text_columns.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace pairscope::sequences {
namespace {

/// The codes of the characters of UTF-8, which readable() makes of any file.
std::vector<float> codes_of(std::string_view text) {
    std::vector<float> codes;
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        std::uint32_t code = bytes == 1 ? lead : lead & (0xffU >> (bytes + 1));
        for (std::size_t k = 1; k < bytes && at + k < text.size(); ++k)
            code = code << 6 | (static_cast<unsigned char>(text[at + k]) & 0x3fU);
        codes.push_back(static_cast<float>(code));
        at += bytes;
    }
    return codes;
}

void append_character(std::string& text, std::uint32_t code) {
    const auto tail = [&](int shift) { text += static_cast<char>(0x80U | (code >> shift & 0x3fU)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0U | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0U | code >> 12);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xf0U | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

/// The set with so many coordinates, which are not fewer than it has.
void lengthen(Dataset& set, std::int64_t dims) {
    const auto& values = std::get<std::vector<float>>(set.values);
    std::vector<float> longer(static_cast<std::size_t>(set.rows * dims), static_cast<float>(end_of_text));
    for (std::int64_t row = 0; row < set.rows; ++row)
        std::copy_n(values.begin() + row * set.dims, set.dims, longer.begin() + row * dims);
    set.values = std::move(longer);
    set.dims = dims;
}

/// U+0300 to U+036F, which UTF-8 writes as 0xcc 0x80 to 0xcd 0xaf.
bool has_combining_mark(std::string_view text) {
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        const auto lead = static_cast<unsigned char>(text[at]), next = static_cast<unsigned char>(text[at + 1]);
        if (lead == 0xcc || (lead == 0xcd && next <= 0xaf)) return true;
    }
    return false;
}

/// Absent: the file is no text. Throws InputError if it cannot be read.
std::optional<Table> lines_of(const InputFile& file, std::span<const std::string> chosen, const std::stop_token& stop) {
    constexpr std::size_t most_bytes = std::size_t{1} << 28; // as many as Texts hold
    ByteSource source(file.path, stop);
    if (begin_reading(source, file) != FileFormat::text) return {};
    std::string text;
    std::array<char, 1 << 16> buffer{};
    while (const std::size_t count = source.read(buffer)) {
        text.append(buffer.data(), count);
        if (text.size() > most_bytes) source.refuse("its lines have more than 256 MiB; take fewer of them");
    }
    source.check_unchanged();
    std::vector<std::string> lines;
    std::int64_t total = 0;
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    const std::size_t begin = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    for (std::string_view rest = std::string_view(text).substr(begin); !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!is_blank(line) && ++total <= max_rows) lines.push_back(readable(line));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const bool has_header = lines.size() > 1 && chosen.size() == 1 && chosen.front() == lines.front();
    if (has_header) {
        lines.erase(lines.begin());
        --total;
    }
    if (lines.empty()) source.refuse("it has blank lines only; write a text on each line");
    Table table{.name = shown(file.path.filename()), .format = "a text per line", .columns = {}, .credit = {}};
    table.rows = std::ssize(lines);
    table.total_rows = total;
    table.columns.push_back({.name = has_header ? chosen.front() : "line", .numbers = {}, .texts = Texts(lines)});
    return table;
}

} // namespace

Table load_table_of_texts(const InputFile& file, std::span<const std::string> chosen, const std::stop_token& stop) {
    try {
        return load_table(file, stop, {.least = 1});
    } catch (const InputError&) {
        if (stop.stop_requested()) throw;
        if (std::optional<Table> lines = lines_of(file, chosen, stop)) return *std::move(lines);
        throw;
    }
}

bool takes_texts(const WorkloadType& type) { return type.prepare == check_codes; }

Dataset vectors_of(std::vector<std::string> texts, std::string name) {
    std::vector<std::vector<float>> codes;
    std::size_t dims = 1;
    for (const std::string& text : texts) {
        codes.push_back(codes_of(text));
        dims = std::max(dims, codes.back().size());
    }
    Dataset data{.name = std::move(name), .rows = std::ssize(texts), .dims = static_cast<std::int64_t>(dims)};
    std::vector<float> values(texts.size() * dims, static_cast<float>(end_of_text));
    for (std::size_t row = 0; row < codes.size(); ++row)
        std::ranges::copy(codes[row], values.begin() + static_cast<std::ptrdiff_t>(row * dims));
    data.values = std::move(values);
    data.labels = std::move(texts);
    return data;
}

std::vector<std::string> texts_of(const Dataset& vectors) {
    const auto& values = std::get<std::vector<float>>(vectors.values);
    std::vector<std::string> texts;
    for (std::int64_t row = 0; row < vectors.rows; ++row) {
        const float* const codes = values.data() + row * vectors.dims;
        const std::int64_t length = length_of_text(codes, vectors.dims).value_or(0);
        std::string& text = texts.emplace_back();
        for (std::int64_t k = 0; k < length; ++k) append_character(text, static_cast<std::uint32_t>(codes[k]));
    }
    return texts;
}

Dataset load_texts(const Table& table, const InputRule& rule, const VectorRequest& request) {
    if (request.columns.standardise)
        throw InputError(fmt::format(
            "cannot standardise {}: its texts are compared and no numbers; leave standardising out", table.name));
    const TextChoice choice = choose_texts(table, request.columns.names, request.label);
    const Column &column = *choice.texts, &labels = *choice.labels;
    const std::int64_t rows = kept(table.rows, rule, request.most_rows);
    const std::vector<std::string> texts = column_texts(table, column, rows);
    for (std::size_t row = 0; row < texts.size(); ++row)
        if (const auto length = std::ssize(codes_of(texts[row])); length > rule.dims.most)
            throw InputError(fmt::format("cannot compare the texts of {}: {} has a text of {}, and the longest that "
                                         "are compared have {}; shorten it, or leave this row out",
                                         table.name, row_in_words(table, static_cast<std::int64_t>(row)),
                                         counted(length, "character"), grouped(rule.dims.most)));
    Dataset data = vectors_of(texts, table.name);
    if (&labels != &column) data.labels = column_texts(table, labels, rows);
    data.credit = table.credit;
    data.columns = std::make_shared<const std::vector<ColumnUse>>(uses_of_texts(table, choice));
    note_rows(data, table.total_rows);
    add_note(data, note_on_texts(table, choice));
    if (const auto marked = std::ranges::find_if(texts, has_combining_mark); marked != texts.end())
        add_note(data, fmt::format(
                           "characters are code points of Unicode: an accent that stands behind its letter, as in {}, "
                           "counts as one more character",
                           excerpt(*marked)));
    if (const auto empty = std::ranges::count(texts, std::string()); empty > 0)
        add_note(data,
                 empty == 1 ? std::string("1 text is empty") : fmt::format("{} are empty", counted(empty, "text")));
    for (const std::string& note : table.notes) add_note(data, note);
    return data;
}

void bring_to_one_length(Dataset& a, Dataset& b) {
    const std::int64_t dims = std::max(a.dims, b.dims);
    if (a.dims < dims) lengthen(a, dims);
    if (b.dims < dims) lengthen(b, dims);
}

Dataset example_texts(int set, std::int64_t rows, std::int64_t dims, std::stop_token) {
    constexpr std::int64_t families = 12;
    constexpr std::uint32_t letters = 26, one_in = 8;
    std::vector<std::string> texts;
    for (std::int64_t row = 0; row < rows; ++row) {
        Pcg32 of_row(2000 + static_cast<std::uint64_t>(row) + (static_cast<std::uint64_t>(set) << 32)),
            of_family(static_cast<std::uint64_t>(row * families / rows));
        const std::int64_t length = dims - static_cast<std::int64_t>(of_family.next() % std::uint64_t(dims)) / 2;
        std::string& text = texts.emplace_back();
        while (std::ssize(text) < length) {
            const std::uint32_t letter = of_family.next() % letters, change = of_row.next() % (4 * one_in);
            if (change == 0) continue; // leaves a letter out
            text += static_cast<char>('a' + (change < 4 ? of_row.next() % letters : letter));
        }
    }
    Dataset data = vectors_of(std::move(texts), "words");
    if (data.dims < dims) lengthen(data, dims);
    return data;
}

} // namespace pairscope::sequences
