// SPDX-License-Identifier: MIT
// The words that a newcomer has to learn, each with one or two sentences and a picture: one table for all panels.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace pairscope::app {

class Sketch;

struct Term {
    std::string_view word;    ///< as a text has it in the middle of a sentence
    std::string_view forms;   ///< what texts write, separated by '|' in small letters: "sector|sectors"
    std::string_view meaning; ///< one or two sentences
    void (*draw)(const Sketch&);
};

[[nodiscard]] std::span<const Term> glossary();
/// Null: the glossary does not have this word.
[[nodiscard]] const Term* find_term(std::string_view word);
/// Are these letters in its word, or in another form of it?
[[nodiscard]] bool has_letters(const Term& term, std::string_view letters);
/// The terms whose word, forms or meaning have these letters in them, in the order of the table; all for no letters.
[[nodiscard]] std::vector<const Term*> terms_with(std::string_view letters);

/// A term in a text: `length` bytes from `begin`.
struct FoundTerm {
    const Term* term = nullptr;
    std::size_t begin = 0, length = 0;
};
/// The first place of each term in the text, in the order of the text. Parts of file names, of other words and of names
/// such as warp_shuffle are no terms.
[[nodiscard]] std::vector<FoundTerm> terms_in(std::string_view text);

} // namespace pairscope::app
