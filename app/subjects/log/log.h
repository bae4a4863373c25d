// SPDX-License-Identifier: MIT
// The log of the program: notices, and when they are no longer true.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace pairscope::app {

struct Effects;
struct State;

enum class Severity : std::uint8_t { info, warning, error };

/// What a notice is about. Something else that happens to the same thing makes it obsolete.
enum class Topic : std::uint8_t { other, points, recording, saving, picture, run, counters, ceilings };

struct About {
    Topic topic = Topic::other;
    std::string which; ///< path of a recording, id of a variant, index of a device; empty: there is one only
    bool operator==(const About&) const = default;
};

struct Notice {
    std::int64_t id = 0;
    Severity severity = Severity::info;
    std::string text;
    std::chrono::system_clock::time_point when;
    bool read = false; ///< errors stay in the strip until they are read, or their cause is gone
    About about;
};

namespace command {

struct DismissNotice {
    std::int64_t id;
};

void carry_out(const DismissNotice&, State&, Effects&);

} // namespace command

/// Adds a line to the log; errors and warnings also show in the strip until they are read. An earlier one about the
/// same thing leaves the strip, unless the topic is `other`.
void notify(State& state, Severity severity, std::string text, About about = {});
/// Removes notices about this from the strip, because their cause is gone.
void settle(State& state, const About& about);
/// Removes all notices of the topic from the strip.
void settle_all(State& state, Topic topic);

} // namespace pairscope::app
