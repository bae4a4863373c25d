// SPDX-License-Identifier: MIT
// Adds to cpu_parallel: a word of 64 bits holds how 64 cells of a column differ from the cells above them, by 1, 0 or
// -1. A dozen operations on words give the next column (Myers 1999; Hyyro 2003 for texts of several words).
//
// Still wasted: one lane of the vector unit works.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/sequence_distances/entries.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pairscope::ladder::sequence_distances {
namespace {

using namespace pairscope::sequence_distances;

constexpr std::size_t word_bits = 64;

/// A text whose characters have numbers that follow one another.
struct NumberedText {
    bool is_usable = true; ///< false: a code is NaN
    std::vector<std::uint32_t> characters{};
};

/// The characters of both sets, in ascending order.
std::vector<float> characters_of(const Input& a, const Input& b) {
    std::vector<float> characters;
    for (const Input* set : {&a, &b})
        for (std::int64_t row = 0; row < set->rows; ++row) {
            const float* const text = set->floats() + row * set->pitch;
            const std::int64_t length = pairscope::sequences::length_of_text(text, set->dims).value_or(0);
            characters.insert(characters.end(), text, text + length);
            if (characters.size() < 1 << 20) continue; // so that no list of all texts is kept
            std::ranges::sort(characters);
            characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
        }
    std::ranges::sort(characters);
    characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
    return characters;
}

NumberedText numbered(const Input& set, std::int64_t row, std::span<const float> characters) {
    const float* const text = set.floats() + row * set.pitch;
    const auto length = pairscope::sequences::length_of_text(text, set.dims);
    NumberedText found{.is_usable = length.has_value()};
    for (std::int64_t k = 0; k < length.value_or(0); ++k)
        found.characters.push_back(
            static_cast<std::uint32_t>(std::ranges::lower_bound(characters, text[k]) - characters.begin()));
    return found;
}

/// Where each character stands in a text, as bits of words; and the differences in the current column.
class Pattern {
public:
    Pattern(std::size_t characters, std::int64_t longest)
        : words_(words_for(longest)), rows_(characters), rises_(words_), falls_(words_) {}

    void take(const NumberedText& text) {
        for (const std::uint32_t old : characters_) rows_[old] = 0;
        characters_ = text.characters;
        words_ = words_for(std::ssize(characters_));
        places_.assign(words_, 0); // row 0 is for characters that the text does not have
        for (std::size_t at = 0; at < characters_.size(); ++at) {
            std::size_t& row = rows_[characters_[at]];
            if (row == 0) {
                row = places_.size() / words_;
                places_.resize(places_.size() + words_);
            }
            places_[row * words_ + at / word_bits] |= std::uint64_t{1} << (at % word_bits);
        }
    }

    /// The edit distance from another text.
    [[nodiscard]] std::int64_t distance(std::span<const std::uint32_t> other) {
        const auto length = std::ssize(characters_);
        if (length == 0) return std::ssize(other);
        std::fill_n(rises_.begin(), words_, ~std::uint64_t{0}); // cell k of the first column is k
        std::fill_n(falls_.begin(), words_, 0);
        const std::uint64_t last = std::uint64_t{1} << (std::size_t(length - 1) % word_bits);
        std::int64_t edits = length;
        for (const std::uint32_t character : other) {
            const std::uint64_t* const places = &places_[rows_[character] * words_];
            int change = 1; // cell 0 of column k is k, so the cell above the first one grows
            for (std::size_t word = 0; word < words_; ++word)
                change = next_column(word, places[word], change, word + 1 == words_ ? last : top);
            edits += change;
        }
        return edits;
    }

private:
    static constexpr std::uint64_t top = std::uint64_t{1} << (word_bits - 1);
    [[nodiscard]] static std::size_t words_for(std::int64_t length) {
        return static_cast<std::size_t>(
            std::max<std::int64_t>(1, (length + std::int64_t(word_bits) - 1) / std::int64_t(word_bits)));
    }

    /// `change`: by how much the cell above the word changes from this column to the next one. Gives the same for the
    /// cell of the bit `low`.
    int next_column(std::size_t word, std::uint64_t equal, int change, std::uint64_t low) {
        const std::uint64_t rises = rises_[word], falls = falls_[word];
        const std::uint64_t vertical = equal | falls;
        if (change < 0) equal |= 1;
        const std::uint64_t diagonal = (((equal & rises) + rises) ^ rises) | equal;
        std::uint64_t grows = falls | ~(diagonal | rises), shrinks = rises & diagonal;
        const int of_low = (grows & low) != 0 ? 1 : (shrinks & low) != 0 ? -1 : 0;
        grows = grows << 1 | (change > 0 ? 1U : 0U);
        shrinks = shrinks << 1 | (change < 0 ? 1U : 0U);
        rises_[word] = shrinks | ~(vertical | grows);
        falls_[word] = grows & vertical;
        return of_low;
    }

    std::size_t words_;             ///< so many words hold the text
    std::vector<std::size_t> rows_; ///< where each character of both sets is in places_; 0: the text does not have it
    std::vector<std::uint64_t> places_{}; ///< rows of words
    std::vector<std::uint64_t> rises_, falls_;
    std::vector<std::uint32_t> characters_{};
};

void launch(const Run& run) {
    const Input &a = run.problem.a, &b = run.problem.b;
    const auto out = std::get<LinearMemory>(run.problem.out);
    const bool is_mirrored = a.data == b.data;
    const std::vector<float> characters = characters_of(a, b);
    std::vector<NumberedText> others;
    for (std::int64_t col = 0; col < b.rows; ++col) others.push_back(numbered(b, col, characters));
    constexpr std::int64_t rows_at_once = 16; // for which one pattern is made
    cpu::for_rows({.rows = a.rows,
                   .step = rows_at_once,
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      Pattern pattern(characters.size(), a.dims);
                      for (std::int64_t row = first; row < last; ++row) {
                          const NumberedText text =
                              is_mirrored ? others[std::size_t(row)] : numbered(a, row, characters);
                          pattern.take(text);
                          for (std::int64_t col = is_mirrored ? row : 0; col < b.rows; ++col) {
                              if (run.host->stop.stop_requested()) return;
                              const NumberedText& other = others[std::size_t(col)];
                              const bool are_usable = text.is_usable && other.is_usable;
                              const float edits = are_usable ? static_cast<float>(pattern.distance(other.characters))
                                                             : std::numeric_limits<float>::quiet_NaN();
                              out.data[row * out.pitch + col] = edits;
                              if (is_mirrored) out.data[col * out.pitch + row] = edits;
                          }
                      }
                  });
}

} // namespace

std::vector<KernelVariant> bit_parallel_variants() {
    return variants_of<EditDistance>([](EditDistance, const auto&) {
        return KernelVariant{
            .title = "64 cells per word",
            .teaches = "Neighbouring cells of a table differ by at most 1. So two words of 64 bits hold a column of 64 "
                       "cells, and a dozen operations give the next column.",
            .wastes = "Each vector unit uses one of its lanes only, and short texts leave bits of a word unused.",
            .parent = "cpu_parallel",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .does_less = true,
            .launch = launch};
    });
}

} // namespace pairscope::ladder::sequence_distances
