// SPDX-License-Identifier: MIT
#include "app/window/menus/actions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace pairscope::app {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return result;
}

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream stream(lower(text));
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

/// 0: the word is not there; more for the begin of the title than for the begin of a word than for the middle of one.
int worth(const std::string& word, const std::string& title, const std::string& around) {
    const auto at = title.find(word);
    if (at == 0) return 8;
    if (at != std::string::npos) return title[at - 1] == ' ' || title[at - 1] == '_' ? 4 : 2;
    return around.find(word) != std::string::npos ? 1 : 0;
}

/// "Distance matrix" and "distance_matrix" are one name.
std::string as_name(std::string_view text) {
    std::string name = lower(text);
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// 0: it is only a part of the name; more for the whole title than for the last part of the id. Both are more than any
/// number of words is worth.
int worth_as_name(const Action& action, const std::string& name) {
    constexpr int whole_title = 2000, end_of_id = 1000;
    const std::size_t dot = action.id.rfind('.');
    if (name.empty()) return 0;
    if (as_name(action.title) == name) return whole_title;
    return as_name(std::string_view(action.id).substr(dot + 1)) == name ? end_of_id : 0;
}

} // namespace

const Action* find_action(std::span<const Action> actions, std::string_view id) {
    const auto found =
        std::find_if(actions.begin(), actions.end(), [&](const Action& action) { return action.id == id; });
    return found == actions.end() ? nullptr : &*found;
}

std::vector<const Action*> matching_actions(std::span<const Action> actions, std::string_view query) {
    const auto words = words_of(query);
    const std::string name = as_name(fmt::format("{}", fmt::join(words, " ")));
    std::vector<std::pair<int, const Action*>> found;
    for (const Action& action : actions) {
        const std::string title = lower(action.title);
        const std::string around = lower(fmt::format("{} {} {}", title_of(action.menu), action.group, action.id));
        int sum = 1;
        for (const std::string& word : words) {
            const int value = worth(word, title, around);
            sum = value == 0 ? 0 : sum + value;
            if (sum == 0) break;
        }
        const int as_whole = worth_as_name(action, name);
        if (sum > 0 || as_whole > 0) found.emplace_back(as_whole + sum, &action);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<const Action*> result;
    for (const auto& [value, action] : found) result.push_back(action);
    return result;
}

std::string keys_text(const Action& action) { return fmt::format("{}", fmt::join(action.keys, ", ")); }

} // namespace pairscope::app
