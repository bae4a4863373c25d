// SPDX-License-Identifier: MIT
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/points/points.h"

#include <algorithm>
#include <set>

namespace pairscope::app {
namespace {

/// False as soon as there are too many.
bool collect(const Dataset& set, std::set<std::string_view>& names) {
    for (const std::string& label : set.labels)
        if (!label.empty() && names.insert(label).second && names.size() > most_label_groups) return false;
    return true;
}

std::vector<std::uint8_t> groups_of(const Dataset& set, const std::vector<std::string>& names) {
    std::vector<std::uint8_t> groups(std::size_t(set.rows), no_label_group);
    for (std::size_t row = 0; row < std::min(groups.size(), set.labels.size()); ++row)
        if (!set.labels[row].empty())
            groups[row] = std::uint8_t(std::ranges::lower_bound(names, set.labels[row]) - names.begin());
    return groups;
}

} // namespace

LabelGroups label_groups(const Dataset& first, const Dataset* second) {
    std::set<std::string_view> names;
    LabelGroups found;
    const bool are_few = collect(first, names) && (second == nullptr || collect(*second, names));
    if (!are_few || names.size() < 2) return found;
    found.names.assign(names.begin(), names.end());
    found.of_vectors[0] = groups_of(first, found.names);
    if (second != nullptr) found.of_vectors[1] = groups_of(*second, found.names);
    return found;
}

void update_label_groups(State& state) {
    const Question& now = state.data.now.question;
    auto& groups = state.view.label_groups;
    if (!now.first || groups.revision == state.data.revision) return;
    groups = label_groups(*now.first, now.second.get());
    groups.revision = state.data.revision;
}

} // namespace pairscope::app
