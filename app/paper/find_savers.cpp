// SPDX-License-Identifier: MIT
// Finds entries of the list of savers by their names.
#include "app/paper/savers.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {

const Saver* find_saver(std::string_view id) {
    const auto found = std::ranges::find(savers(), id, &Saver::id);
    return found == savers().end() ? nullptr : &*found;
}
const Saver* find_chart(std::string_view id) {
    const Saver* const found = find_saver(id == "scaling" ? "size" : id); // its name before version 0.2
    return found != nullptr && found->words != nullptr ? found : nullptr;
}

std::vector<std::string_view> chart_kinds() {
    std::vector<std::string_view> kinds;
    for (const Saver& saver : savers())
        if (!saver.in_help.empty()) kinds.push_back(saver.id);
    return kinds;
}
ChartWords chart_words(const State& state, std::string_view chart, bool every_device) {
    const Saver* const saver = find_chart(chart);
    return saver == nullptr ? ChartWords{} : saver->words(state, every_device);
}
std::string why_no_chart(const State& state, std::string_view chart) {
    const Saver* const saver = find_chart(chart);
    return saver == nullptr ? fmt::format("There is no chart {}.", chart) : saver->why_not(state);
}

} // namespace pairscope::app
