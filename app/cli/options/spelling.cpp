// SPDX-License-Identifier: MIT
#include "app/cli/options/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace pairscope::cli {
namespace {

/// The optimal string alignment distance: how many letters are added, left out, exchanged or swapped.
std::size_t slips_between(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> slips((a.size() + 1) * width);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return slips[i * width + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = std::max(i, j);
                continue;
            }
            const std::size_t exchanged = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, exchanged});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    return slips.back();
}

} // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    constexpr std::size_t longest = 100; // no name of ours is as long
    if (word.size() > longest) return {};
    std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
    std::string_view found;
    for (const std::string_view candidate : candidates) {
        const std::size_t slips = slips_between(word, candidate);
        if (slips >= fewest) continue;
        fewest = slips;
        found = candidate;
    }
    return found;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates,
                         std::string_view otherwise) {
    const std::string_view found = nearest(word, candidates);
    return found.empty() ? std::string(otherwise) : fmt::format("did you mean {}?", found);
}

} // namespace pairscope::cli
