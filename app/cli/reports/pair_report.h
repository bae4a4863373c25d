// SPDX-License-Identifier: MIT
// What verbs about all pairs have in common: what vectors are called, how a pair is written, and which warnings there
// are.
#pragma once

#include "app/cli/options/data.h"
#include "app/spine/files/columns.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pairscope::cli {

/// Two vectors with their distance.
struct NamedPair {
    std::int64_t first = 0, second = 0; ///< rows
    double distance = 0.0;
};

/// What the rows of the data are called in a report: "point" or "vector".
[[nodiscard]] std::string_view noun_for(const LoadedData& data);
/// "Lyon (35) and Nice (1 537)"
[[nodiscard]] std::string words_for(const app::Question& question, const NamedPair& pair);
/// "1.25 degrees", with all digits.
[[nodiscard]] std::string length_in_words(const app::Question& question, double distance);
/// "Euclidean distance": by what the pairs are compared.
[[nodiscard]] std::string_view metric_in_words(const app::Question& question);

/// The keys "first", "first_id", "first_label", "second", "second_id" and "second_label", as CSV begins with.
inline constexpr std::string_view pair_keys = "first,first_id,first_label,second,second_id,second_label";
/// The fields of pair_keys.
[[nodiscard]] std::string csv_of(const app::Question& question, const NamedPair& pair);
/// An object with the keys of pair_keys and "distance".
[[nodiscard]] app::Json json_of(const app::Question& question, const NamedPair& pair);

/// How many vectors of both sets have no distances.
[[nodiscard]] std::int64_t count_without_distances(const LoadedData& data);
/// Says on standard error how many vectors have no distances, so that they are in no list.
void say_left_out(const LoadedData& data);
/// Says on standard error that degrees are compared as if they were lengths.
void say_flat_degrees(const app::Question& question);

} // namespace pairscope::cli
