// SPDX-License-Identifier: MIT
// This finds the word that the user may have meant by a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pairscope::cli {

/// The candidate that a slip or two of the fingers turn into `word`: letters left out, added, exchanged or swapped with
/// their neighbour, at most one for every three. Empty if there is none.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "did you mean bench?", or `otherwise` if no candidate is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates,
                                       std::string_view otherwise = {});

} // namespace pairscope::cli
