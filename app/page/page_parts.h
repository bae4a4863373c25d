// SPDX-License-Identifier: MIT
// The recordings of a page, and what is left out of them.
#pragma once

#include "app/page/page.h"
#include "app/spine/state.h"

#include <memory>
#include <string>
#include <vector>

namespace pairscope::page {

/// In the order in which a budget leaves them out.
enum class LeftOut : std::uint8_t { nothing, samples, timelines, labels, coordinates };
/// One sentence.
[[nodiscard]] std::string sentence_of(LeftOut part);

/// A copy without these parts and all before them. `names`: with labels, and names of files and systems.
[[nodiscard]] std::shared_ptr<const profiling::Recording> reduced(const profiling::Recording& recording, LeftOut part,
                                                                  bool names);

/// Does the recording hold its coordinates? It only describes large sets.
[[nodiscard]] bool holds_coordinates(const Dataset& set);

/// A state that shows these recordings, as a machine without them would. Throws InputError where they are of different
/// workloads, or none that this program knows.
[[nodiscard]] app::State state_of(const std::vector<ShownFile>& files);

} // namespace pairscope::page
