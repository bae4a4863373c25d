// SPDX-License-Identifier: MIT
#include "app/subjects/compare/line_diff.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <span>

namespace pairscope::app {
namespace {

using Tokens = std::vector<std::string_view>;

Tokens lines_of(std::string_view text) {
    Tokens lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Names and numbers, each other sign alone; blanks are left out.
Tokens words_of(std::string_view line) {
    Tokens words;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at + 1;
        if (is_letter(line[at]))
            while (end < line.size() && is_letter(line[end])) ++end;
        if (line[at] != ' ' && line[at] != '\t' && line[at] != '\r') words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

struct Pair {
    std::size_t a, b;
};

/// The pairs of elements, in order, with the greatest sum of weights. A weight of 0: these two are never a pair. Time
/// and memory are the product of the sizes, which files of one kernel allow.
template <class Weight> std::vector<Pair> best_pairs(std::size_t rows, std::size_t cols, Weight weight) {
    std::vector<float> best((rows + 1) * (cols + 1), 0.0f); // the best sum that begins at row i and column j
    const auto at = [&](std::size_t i, std::size_t j) -> float& { return best[i * (cols + 1) + j]; };
    for (std::size_t i = rows; i-- > 0;)
        for (std::size_t j = cols; j-- > 0;) {
            const float w = weight(i, j);
            at(i, j) = std::max({at(i + 1, j), at(i, j + 1), w > 0.0f ? at(i + 1, j + 1) + w : 0.0f});
        }
    std::vector<Pair> pairs;
    for (std::size_t i = 0, j = 0; i < rows && j < cols;) {
        const float w = weight(i, j);
        if (w > 0.0f && at(i, j) == at(i + 1, j + 1) + w)
            pairs.push_back({i++, j++});
        else if (at(i, j) == at(i + 1, j))
            ++i;
        else
            ++j;
    }
    return pairs;
}

std::vector<Pair> common(const Tokens& a, const Tokens& b) {
    return best_pairs(a.size(), b.size(), [&](std::size_t i, std::size_t j) { return a[i] == b[j] ? 1.0f : 0.0f; });
}

/// The share of words that two lines have in common, whatever their order; `a` and `b` are sorted.
float likeness(const Tokens& a, const Tokens& b) {
    std::size_t both = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) {
            ++both, ++i, ++j;
        } else {
            ++(a[i] < b[j] ? i : j);
        }
    }
    return 2.0f * float(both) / float(std::max<std::size_t>(a.size() + b.size(), 1));
}

TextRange range_of(std::string_view word, std::string_view line) {
    const auto begin = std::size_t(word.data() - line.data());
    return {begin, begin + word.size()};
}

/// The words of `line` that are in no pair, neighbours joined together with the blanks between them.
std::vector<TextRange> unpaired(std::string_view line, const Tokens& words, const std::vector<bool>& paired) {
    std::vector<TextRange> ranges;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (paired[i]) continue;
        const TextRange range = range_of(words[i], line);
        if (i > 0 && !paired[i - 1])
            ranges.back().end = range.end;
        else
            ranges.push_back(range);
    }
    return ranges;
}

void mark_changed_words(DiffRow& row) {
    const Tokens a = words_of(row.a.text), b = words_of(row.b.text);
    std::vector<bool> in_a(a.size()), in_b(b.size());
    for (const auto& [i, j] : common(a, b)) in_a[i] = in_b[j] = true;
    row.a.changed = unpaired(row.a.text, a, in_a);
    row.b.changed = unpaired(row.b.text, b, in_b);
}

/// Lines of both texts between two lines that are the same.
struct Hunk {
    std::span<const std::string_view> a, b;
    int first_a = 0, first_b = 0; ///< numbers of their first lines
};

std::vector<Pair> alike(const Hunk& hunk) {
    constexpr float least = 0.5f; // below it two lines are different lines
    const auto sorted_words = [](std::span<const std::string_view> lines) {
        std::vector<Tokens> all;
        for (const std::string_view line : lines) {
            all.push_back(words_of(line));
            std::ranges::sort(all.back());
        }
        return all;
    };
    const auto a = sorted_words(hunk.a), b = sorted_words(hunk.b);
    std::vector<float> weights;
    for (const Tokens& first : a)
        for (const Tokens& second : b) weights.push_back(likeness(first, second));
    return best_pairs(a.size(), b.size(), [&](std::size_t i, std::size_t j) {
        const float w = weights[i * b.size() + j];
        return w >= least ? w : 0.0f;
    });
}

void add(std::vector<DiffRow>& rows, const Hunk& hunk) {
    std::size_t i = 0, j = 0;
    const auto add_single_lines = [&](std::size_t to_a, std::size_t to_b) {
        for (; i < to_a; ++i) rows.push_back({DiffKind::only_a, {hunk.first_a + int(i), hunk.a[i]}, {}});
        for (; j < to_b; ++j) rows.push_back({DiffKind::only_b, {}, {hunk.first_b + int(j), hunk.b[j]}});
    };
    for (const auto& [a, b] : alike(hunk)) {
        add_single_lines(a, b);
        rows.push_back({DiffKind::changed, {hunk.first_a + int(i), hunk.a[i]}, {hunk.first_b + int(j), hunk.b[j]}});
        mark_changed_words(rows.back());
        ++i, ++j;
    }
    add_single_lines(hunk.a.size(), hunk.b.size());
}

} // namespace

std::vector<DiffRow> line_diff(std::string_view a, std::string_view b) {
    const Tokens lines_a = lines_of(a), lines_b = lines_of(b);
    std::vector<DiffRow> rows;
    std::size_t i = 0, j = 0;
    const auto add_hunk = [&](std::size_t to_a, std::size_t to_b) {
        add(rows,
            {std::span(lines_a).subspan(i, to_a - i), std::span(lines_b).subspan(j, to_b - j), int(i) + 1, int(j) + 1});
    };
    for (const auto& [same_a, same_b] : common(lines_a, lines_b)) {
        add_hunk(same_a, same_b);
        rows.push_back({DiffKind::same, {int(same_a) + 1, lines_a[same_a]}, {int(same_b) + 1, lines_b[same_b]}});
        i = same_a + 1;
        j = same_b + 1;
    }
    add_hunk(lines_a.size(), lines_b.size());
    return rows;
}

std::size_t rows_of_kind(const std::vector<DiffRow>& rows, DiffKind kind) {
    return std::size_t(std::ranges::count(rows, kind, &DiffRow::kind));
}

} // namespace pairscope::app
