// SPDX-License-Identifier: MIT
// The recordings of a page, and what is left out of them.
#pragma once

#include "app/page/page.h"
#include "app/spine/state.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pairscope::page {

/// What a budget may leave out.
enum class Part : std::uint8_t { instructions, samples, timelines, labels, coordinates };
/// In the order in which it does.
inline constexpr std::array all_parts{Part::instructions, Part::samples, Part::timelines, Part::labels,
                                      Part::coordinates};

/// A set of parts.
class LeftOut {
public:
    [[nodiscard]] bool has(Part part) const { return bits_[std::size_t(part)]; }
    [[nodiscard]] LeftOut with(Part part) const { return changed(part, true); }
    [[nodiscard]] LeftOut without(Part part) const { return changed(part, false); }

private:
    [[nodiscard]] LeftOut changed(Part part, bool is) const {
        LeftOut other = *this;
        other.bits_[std::size_t(part)] = is;
        return other;
    }
    std::array<bool, all_parts.size()> bits_{};
};

/// One sentence, which says that the part was left out. `with_tracks`: the recording has tracks, which are left out
/// together with the labels.
[[nodiscard]] std::string sentence_of(Part part, bool with_tracks = false);

/// Has the recording any of it?
[[nodiscard]] bool holds(const profiling::Recording& recording, Part part);

/// A copy without these parts. `names`: with labels, and names of files and systems.
[[nodiscard]] std::shared_ptr<const profiling::Recording> reduced(const profiling::Recording& recording,
                                                                  const LeftOut& left_out, bool names);

/// What tells recordings apart that have equal titles: the names of their files, or their places. Empty for a recording
/// whose title no other one has.
[[nodiscard]] std::vector<std::string> distinctions(const std::vector<ShownFile>& files, bool names);

/// Does the recording hold its coordinates? It only describes large sets.
[[nodiscard]] bool holds_coordinates(const Dataset& set);

/// A state that shows these recordings, as a machine without them would. Throws InputError where they are of different
/// workloads, or none that this program knows.
[[nodiscard]] app::State state_of(const std::vector<ShownFile>& files);

} // namespace pairscope::page
