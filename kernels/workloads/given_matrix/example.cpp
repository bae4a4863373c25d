// SPDX-License-Identifier: MIT
#include "kernels/workloads/given_matrix/example.h"

#include "kernels/data/shapes/pcg32.h"
#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::workloads::given_matrix {
namespace {

constexpr std::uint32_t families = 12;
constexpr std::string_view consonants = "bdfgklmnprstvz", vowels = "aeiou";

std::string letter_of(std::string_view letters, Pcg32& random) {
    return std::string(1, letters[random.next() % letters.size()]);
}

/// Three to five syllables.
std::string first_word(std::uint64_t family) {
    Pcg32 random(family);
    std::string word;
    for (std::uint32_t syllables = 3 + random.next() % 3; syllables > 0; --syllables)
        word += letter_of(consonants, random) + letter_of(vowels, random);
    return word;
}

struct Word {
    std::uint32_t family = 0;
    std::string text;
};

/// Word number `index` of an endless list.
Word word_of(std::int64_t index) {
    constexpr std::uint64_t first_of_words = 1ull << 32;
    constexpr std::uint32_t most_changes = 3;
    Pcg32 random(first_of_words + static_cast<std::uint64_t>(index));
    const std::uint32_t family = random.next() % families;
    std::string word = first_word(family);
    for (std::uint32_t changes = random.next() % (most_changes + 1); changes > 0; --changes) {
        const std::size_t at = random.next() % word.size();
        const bool is_vowel = vowels.find(word[at]) != std::string_view::npos;
        if (random.next() % 3 == 0)
            word.erase(at, 1);
        else
            word.replace(at, 1, letter_of(is_vowel ? vowels : consonants, random));
    }
    return {.family = family, .text = std::move(word)};
}

/// The first words of the list, family after family, so that the matrix shows them as squares.
std::vector<std::string> words_by_family(std::int64_t count) {
    std::vector<Word> words;
    for (std::int64_t i = 0; i < count; ++i) words.push_back(word_of(i));
    std::ranges::stable_sort(words, {}, &Word::family);
    std::vector<std::string> texts;
    for (Word& word : words) texts.push_back(std::move(word.text));
    return texts;
}

} // namespace

int edits_between(std::string_view a, std::string_view b) {
    std::vector<int> row(b.size() + 1); // the edits between the letters of `a` so far and each beginning of `b`
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        int before = std::exchange(row[0], static_cast<int>(i) + 1);
        for (std::size_t k = 0; k < b.size(); ++k) {
            const int replaced = before + (a[i] == b[k] ? 0 : 1);
            before = row[k + 1];
            row[k + 1] = std::min({replaced, row[k] + 1, before + 1});
        }
    }
    return row.back();
}

Dataset edit_distances(int, std::int64_t rows, std::int64_t, std::stop_token stop) {
    Dataset data{.name = "edit distances of words", .rows = rows, .dims = rows};
    data.labels = words_by_family(rows);
    std::vector<float> values(static_cast<std::size_t>(rows * rows));
    cpu::for_rows(
        {.rows = rows, .threads = cpu::threads_to_use(0), .stop = stop}, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t row = first; row < last; ++row)
                for (std::int64_t col = 0; col < rows; ++col)
                    values[static_cast<std::size_t>(row * rows + col)] = static_cast<float>(edits_between(
                        data.labels[static_cast<std::size_t>(row)], data.labels[static_cast<std::size_t>(col)]));
        });
    data.values = std::move(values);
    data.axes = data.labels;
    data.unit = "edits";
    data.holds_distances = true;
    return data;
}

} // namespace pairscope::workloads::given_matrix
