// SPDX-License-Identifier: MIT
// Values of options as they were typed, for CLI11's transform(): each is what the option takes, or an InputError says
// what was given and what is allowed. `name` is the option's, such as "--n".
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pairscope::cli {

/// Decimal digits only, also with leading zeros: 010 is ten.
[[nodiscard]] CLI::Validator whole_number(std::string name, std::int64_t low, std::int64_t high);
/// The same from 0 to 2^64 - 1.
[[nodiscard]] CLI::Validator unsigned_number(std::string name);
/// A finite decimal number; without ends any of them.
[[nodiscard]] CLI::Validator number(std::string name);
[[nodiscard]] CLI::Validator number(std::string name, double low, double high);

/// Only these words.
[[nodiscard]] CLI::Validator one_of(std::string name, std::vector<std::string> words);
/// The words' places become the text, from 0.
[[nodiscard]] CLI::Validator place_among(std::string name, std::vector<std::string> words);

/// The words stand for the values of an enumeration that counts from 0.
template <class T> [[nodiscard]] CLI::Validator one_of(std::string name, const std::map<std::string, T>& values) {
    std::vector<std::string> words(values.size());
    for (const auto& [word, value] : values) words.at(static_cast<std::size_t>(value)) = word;
    return place_among(std::move(name), std::move(words));
}

} // namespace pairscope::cli
