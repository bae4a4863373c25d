// SPDX-License-Identifier: MIT
#include "app/features/data/find_label.h"

#include <algorithm>

namespace pairscope::app {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

std::size_t place_in(std::string_view label, std::string_view text) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    const auto found = std::search(label.begin(), label.end(), text.begin(), text.end(), same);
    return found == label.end() ? std::string_view::npos : std::size_t(found - label.begin());
}

} // namespace

std::vector<std::int64_t> rows_labelled(const Dataset& data, std::string_view text, std::size_t most) {
    std::vector<std::int64_t> first, rest;
    if (text.size() < 2) return first;
    for (std::size_t i = 0; i < data.labels.size() && first.size() < most; ++i) {
        const std::size_t at = place_in(data.labels[i], text);
        if (at == 0)
            first.push_back(std::int64_t(i));
        else if (at != std::string_view::npos && rest.size() < most)
            rest.push_back(std::int64_t(i));
    }
    first.insert(first.end(), rest.begin(), rest.end());
    if (first.size() > most) first.resize(most);
    return first;
}

} // namespace pairscope::app
