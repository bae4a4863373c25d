// SPDX-License-Identifier: MIT
// What is said about places on the Earth, and when distances in kilometres are offered.
#pragma once

#include "app/spine/state.h"

#include <string>
#include <string_view>

namespace pairscope::app {

/// Are longitude and latitude compared as flat degrees, where great-circle distances are possible?
[[nodiscard]] bool offers_kilometres(const State& state);
/// Why flat degrees mislead, in whole sentences.
inline constexpr std::string_view why_kilometres =
    "Longitude and latitude are compared as flat degrees. A degree of longitude counts as much as a degree of "
    "latitude, although it becomes shorter towards the poles. Nearest neighbours can therefore be wrong.";

/// How many places are measured in kilometres, but are not on the Earth, in one sentence; empty if there are none, or
/// the metric is another one.
[[nodiscard]] std::string note_on_places(const Dataset& set, Metric metric);
/// The same for the data of now. It is asked for in every frame, so where the matrix is too large to store, the worker
/// counts the places with the first picture, and until then there is no note.
[[nodiscard]] std::string note_on_places(const State& state);
/// Why a vector has no neighbours by this metric, as a part of a sentence: "with a coordinate that is not finite".
[[nodiscard]] std::string_view why_without_neighbours(Metric metric);

} // namespace pairscope::app
