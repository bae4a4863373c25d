// SPDX-License-Identifier: MIT
// Values of options as they were typed, for CLI11's transform(): each is what the option takes, or an InputError says
// what was given and what is allowed. `name` is the option's, such as "--n".
#pragma once

#include "kernels/data/names.h"

#include <CLI/CLI.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::cli {

/// Decimal digits only, also with leading zeros: 010 is ten.
[[nodiscard]] CLI::Validator whole_number(std::string name, std::int64_t low, std::int64_t high);
/// Accepts a number of any size; check_whole_number() follows when the range is known.
[[nodiscard]] CLI::Validator whole_number(std::string name);
/// Accepts a number of any size; `wanted` says in the message what to give: "the number of a row".
[[nodiscard]] CLI::Validator whole_number(std::string name, std::string wanted);
/// Refuses a number outside of its range in the words of whole_number().
void check_whole_number(std::string_view name, std::int64_t value, std::int64_t low, std::int64_t high);
/// Accepts a whole number from 0 to 2^64 - 1.
[[nodiscard]] CLI::Validator unsigned_number(std::string name);
/// A finite decimal number; without ends any of them.
[[nodiscard]] CLI::Validator number(std::string name);
[[nodiscard]] CLI::Validator number(std::string name, double low, double high);

/// Is there a file or a folder of that name? False also where nobody can tell, as for a name that is too long: whoever
/// reads it then says why that fails.
[[nodiscard]] bool is_there(const std::filesystem::path& path);
/// A file. A name that is no file here, but one of a shipped dataset, such as views/features_a.npy, becomes its path,
/// and "-" that of standard input.
[[nodiscard]] CLI::Validator file_or_shipped();

/// Only these words.
[[nodiscard]] CLI::Validator one_of(std::string name, std::vector<std::string> words);
/// The words' places become the text, from 0 or from another number.
[[nodiscard]] CLI::Validator place_among(std::string name, std::vector<std::string> words, std::size_t first = 0);
/// A list of names of columns, as column_list() writes them. None of them is empty.
[[nodiscard]] CLI::Validator names_of_columns(std::string name);

/// The names of an enumeration stand for its values.
template <class Enum, std::size_t count>
[[nodiscard]] CLI::Validator one_of(std::string name, const std::array<Name<Enum>, count>& names) {
    std::vector<std::string> words;
    for (const Name<Enum>& known : names) words.emplace_back(known.name);
    return place_among(std::move(name), std::move(words));
}
/// Accepts all names but the first one, which stands for an option that was not given.
template <class Enum, std::size_t count>
[[nodiscard]] CLI::Validator one_given_of(std::string name, const std::array<Name<Enum>, count>& names) {
    std::vector<std::string> words;
    for (const Name<Enum>& known : std::span(names).subspan(1)) words.emplace_back(known.name);
    return place_among(std::move(name), std::move(words), 1);
}
/// "linear|texture", as the help shows what there is to choose.
template <class Enum, std::size_t count>
[[nodiscard]] std::string choices_in(const std::array<Name<Enum>, count>& names) {
    std::string text;
    for (const Name<Enum>& known : names) text += (text.empty() ? "" : "|") + std::string(known.name);
    return text;
}

} // namespace pairscope::cli
