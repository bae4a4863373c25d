// SPDX-License-Identifier: MIT
// The part that needs no CUPTI.
#include "profiling/counting/chip_counters.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <sstream>
#include <utility>

namespace pairscope::profiling {
namespace {

constexpr std::size_t most_near_names = 4;

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream stream(lower(text));
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

bool has_all(std::string_view text, const std::vector<std::string>& words) {
    const std::string here = lower(text);
    return std::ranges::all_of(words, [&](const std::string& word) { return here.find(word) != std::string::npos; });
}

/// How many letters have to be put in, left out or changed.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
        }
    }
    return row[b.size()];
}

} // namespace

std::vector<const CounterFact*> matching(const std::vector<CounterFact>& counters, std::string_view text) {
    const std::vector<std::string> words = words_of(text);
    std::vector<const CounterFact*> by_name, by_description;
    for (const CounterFact& counter : counters) {
        if (has_all(counter.name, words))
            by_name.push_back(&counter);
        else if (has_all(counter.name + " " + counter.description, words))
            by_description.push_back(&counter);
    }
    by_name.insert(by_name.end(), by_description.begin(), by_description.end());
    return by_name;
}

std::vector<std::string> near_names(const std::vector<std::string>& names, std::string_view typed) {
    struct Near {
        std::size_t distance;
        const std::string* name;
    };
    const std::string wanted = lower(typed);
    std::vector<Near> near;
    for (const std::string& name : names) near.push_back({distance(lower(name), wanted), &name});
    std::ranges::stable_sort(near, {}, &Near::distance);
    std::vector<std::string> result;
    for (const Near& one : near)
        if (result.size() < most_near_names && one.distance <= std::max<std::size_t>(3, wanted.size() / 2))
            result.push_back(*one.name);
    return result;
}

} // namespace pairscope::profiling
