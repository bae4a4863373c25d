// SPDX-License-Identifier: MIT
// The host code of a rung as words and signs, and the few changes that turn its expressions into those of launch lines.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::own {

/// A rung cannot be written as a plain file. The message is the end of a sentence: "it launches its kernels in a loop".
struct NotPlain : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Names with their `::` and `.`, numbers, and single signs: "problem.n", "+", "7".
using Tokens = std::vector<std::string>;

/// `code` is without comments.
[[nodiscard]] Tokens tokens_in(std::string_view code);
[[nodiscard]] bool is_name(std::string_view token);
/// The expression as users write it, without parentheses that say nothing.
[[nodiscard]] std::string text_of(Tokens tokens);
/// In parentheses where it has several tokens.
[[nodiscard]] Tokens grouped(Tokens tokens);
/// The place behind the bracket that closes the one at `open`.
[[nodiscard]] std::size_t behind_bracket(const Tokens& tokens, std::size_t open);
/// The parts between the commas, outside of brackets.
[[nodiscard]] std::vector<Tokens> list_of(const Tokens& tokens);

/// A function of one expression: `constexpr int tile_rows_of(int threads) { return 8 * (threads / 64); }`.
struct Formula {
    std::vector<std::string> parameters;
    Tokens value;
};

/// What names stand for, already resolved.
struct Meanings {
    std::map<std::string, Tokens, std::less<>> values{};
    std::map<std::string, Formula, std::less<>> formulas{};
};

/// What the tokens mean: names are replaced, formulas are written out, and so is cuda::tiles().
[[nodiscard]] Tokens resolved(const Tokens& tokens, const Meanings& meanings);

/// An integer expression of a launch line: without casts, and with numbers for sizeof. Throws NotPlain.
[[nodiscard]] Tokens for_line(const Tokens& tokens);

} // namespace pairscope::own
