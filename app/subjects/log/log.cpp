// SPDX-License-Identifier: MIT
#include "app/subjects/log/log.h"

#include "app/spine/state.h"
#include "app/spine/update/update.h"

#include <utility>

namespace pairscope::app {

void notify(State& state, Severity severity, std::string text, About about) {
    if (about.topic != Topic::other) settle(state, about);
    const std::int64_t id = state.notices.empty() ? 1 : state.notices.back().id + 1;
    state.notices.push_back({.id = id,
                             .severity = severity,
                             .text = std::move(text),
                             .when = std::chrono::system_clock::now(),
                             .read = severity == Severity::info,
                             .about = std::move(about)});
}

void settle(State& state, const About& about) {
    for (Notice& notice : state.notices)
        if (notice.about == about) notice.read = true;
}

void settle_all(State& state, Topic topic) {
    for (Notice& notice : state.notices)
        if (notice.about.topic == topic) notice.read = true;
}

namespace command {

void carry_out(const DismissNotice& c, State& state, Effects&) {
    for (Notice& notice : state.notices)
        if (notice.id == c.id) notice.read = true;
}

} // namespace command

} // namespace pairscope::app
