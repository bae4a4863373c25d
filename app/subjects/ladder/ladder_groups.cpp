// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder_groups.h"

#include "app/chart/fractions.h"
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "kernels/data/text.h"
#include "kernels/ladder/ladder_groups.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pairscope::app {
namespace {

constexpr std::string_view about_further_variants =
    "These variants belong to no published work. Each one goes further than the variant that it builds on, or tries "
    "something else.";

/// A key in two parts: "Alt+" and "3".
struct Key {
    std::string_view modifiers, digit;
};
Key parts_of(std::string_view key) {
    const std::size_t plus = key.rfind('+');
    return plus == std::string_view::npos ? Key{{}, key} : Key{key.substr(0, plus + 1), key.substr(plus + 1)};
}

} // namespace

std::vector<RungGroup> groups_of(const State& state, const LadderSection& section) {
    const WorkloadType& type = current_type(state);
    const auto described = ladder_groups(type.id);
    if (section.of_user)
        return {{.key = section.backend == Backend::cpu ? "own_cpu" : "own",
                 .title = {},
                 .about = {},
                 .count = section.rows.size()}};
    if (!section.own)
        return {{.key = "recorded/" + section.title, .title = {}, .about = {}, .count = section.rows.size()}};
    std::vector<RungGroup> groups;
    for (std::size_t row = 0; row < section.rows.size(); ++row) {
        const std::string key = ladder_group_of(type, section.backend, section.rows[row].name);
        if (groups.empty() || groups.back().key != key)
            groups.push_back({.key = key, .title = {}, .about = {}, .first = row});
        ++groups.back().count;
    }
    if (section.backend == Backend::cpu || described.empty()) return groups;
    for (RungGroup& group : groups) {
        const std::size_t place = group_of(type.id, section.rows[group.first].name);
        const bool named = place < described.size();
        group.title = named ? described[place].title : further_variants;
        group.about = named ? described[place].about : about_further_variants;
    }
    return groups;
}

std::span<const LadderRow> rows_of(const LadderSection& section, const RungGroup& group) {
    return std::span(section.rows).subspan(group.first, group.count);
}

std::string keys_text(std::span<const LadderRow> rows) {
    struct Range {
        std::string_view first, last;
        int count = 1;
    };
    std::vector<Range> ranges;
    for (const LadderRow& row : rows) {
        if (row.key.empty()) continue;
        const bool follows = !ranges.empty() && parts_of(ranges.back().last).modifiers == parts_of(row.key).modifiers &&
                             parts_of(row.key).digit.front() == parts_of(ranges.back().last).digit.front() + 1;
        if (follows) {
            ranges.back().last = row.key;
            ++ranges.back().count;
        } else {
            ranges.push_back({row.key, row.key});
        }
    }
    std::vector<std::string> words;
    for (const auto& [first, last, count] : ranges)
        words.push_back(count == 1 ? std::string(first)
                                   : fmt::format("{} {} {}", first, count == 2 ? "and" : "to", last));
    if (words.empty()) return {};
    const bool one = ranges.size() == 1 && ranges.front().count == 1;
    return fmt::format("{} {}", one ? "key" : "keys", fmt::join(words, ", "));
}

const LadderRow* best_of(std::span<const LadderRow> rows) {
    const LadderRow* best = nullptr;
    for (const LadderRow& row : rows)
        if (row.timed && (best == nullptr || *row.seconds < *best->seconds)) best = &row;
    return best;
}

std::string folded_text(std::span<const LadderRow> rows, Bars bars) {
    const std::string count = counted(std::int64_t(rows.size()), "variant");
    const LadderRow* best = best_of(rows);
    if (best == nullptr) return count;
    if (bars == Bars::share && best->share)
        return fmt::format("{}, the fastest has a useful fraction of {}", count, share_text(*best->share));
    return fmt::format("{}, the fastest takes {}", count, time_of_run(*best->seconds));
}

std::vector<bool> folded(std::span<const FoldQuestion> groups, float room, const std::map<std::string, bool>& chosen) {
    std::vector<bool> result;
    float needed = 0.0f;
    for (const FoldQuestion& group : groups) {
        const auto choice = chosen.find(group.key);
        result.push_back(choice != chosen.end() && choice->second);
        needed += result.back() ? 0.0f : group.height;
    }
    for (std::size_t i = groups.size(); i-- > 0 && needed > room;) {
        if (result[i] || groups[i].holds_selected || chosen.contains(groups[i].key)) continue;
        result[i] = true;
        needed -= groups[i].height;
    }
    return result;
}

} // namespace pairscope::app
