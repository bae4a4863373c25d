// SPDX-License-Identifier: MIT
#include "kernels/workloads/farthest_pair/judge.h"

#include "kernels/data/text.h"
#include "kernels/workloads/farthest_pair/best.h"
#include "kernels/workloads/farthest_pair/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace pairscope::farthest {
namespace {

bool was_written(const FoundPair& pair) {
    using Words = std::array<std::uint32_t, sizeof(FoundPair) / sizeof(std::uint32_t)>;
    return std::ranges::any_of(std::bit_cast<Words>(pair), [](std::uint32_t word) { return word != poison_bits; });
}

/// Says whether the pair has the distance that it names.
bool is_true(const Input& set, const FoundPair& pair) {
    if (pair.first < 0 || pair.first >= pair.second || pair.second >= set.rows) return false;
    const std::uint8_t *x = set.bytes() + pair.first * set.pitch, *y = set.bytes() + pair.second * set.pitch;
    return pair.value == static_cast<double>(squared_distance(x, y, set.dims));
}

std::string text_of_wrong(const Input& set, const FoundPair& found, const FarthestSearch& search) {
    std::string text =
        fmt::format("the pair is rows {} and {} with the squared distance {:.0f} but should be rows {} "
                    "and {} with {:.0f}",
                    found.first, found.second, found.value, search.best.first, search.best.second, search.best.value);
    return search.vectors == set.rows ? text : fmt::format("{}, or a pair that is still farther apart", text);
}

std::string text_of_sample(const Input& set, const FarthestSearch& search) {
    return fmt::format("the distance of the pair is right, and no pair of a sample is farther apart; only {} of {} "
                       "vectors were compared with all others, because all pairs would take too long",
                       grouped(search.vectors), grouped(set.rows));
}

} // namespace

Comparison judge(const Input& set, const FoundPair& found, double most_work, std::stop_token stop) {
    Comparison result{.kind = OutputKind::pair, .entries_checked = 1, .rows_checked = 1, .rows = 1, .cols = 1};
    if (!was_written(found)) {
        result.unwritten_entries = 1;
        return result;
    }
    const auto search = find_farthest(set, most_work, stop);
    if (!search) return {};
    const bool is_exact = search->vectors == set.rows;
    if (is_exact ? found == search->best : is_true(set, found) && !wins_over(search->best, found)) {
        if (!is_exact) result.sampled = text_of_sample(set, *search);
        return result;
    }
    result.wrong_entries = 1;
    result.row = result.col = 0;
    result.found = static_cast<float>(found.value);
    result.expected = search->best.value;
    result.first_wrong = text_of_wrong(set, found, *search);
    return result;
}

} // namespace pairscope::farthest
