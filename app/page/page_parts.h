// SPDX-License-Identifier: MIT
// The recordings of a page, and what is left out of them.
#pragma once

#include "app/page/page.h"
#include "app/spine/state.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
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

/// Replaces names by numbered words, and paths by "FILE". Rows that are texts lose their values.
void take_names_away(profiling::Recording& recording);

/// Why the rows of this recording cannot travel without texts, in one sentence; empty if they can.
[[nodiscard]] std::string why_no_rows_without_texts(const profiling::Recording& recording);

/// What still travels that a user has written, a sentence each.
[[nodiscard]] std::vector<std::string> notes_on_names(const profiling::Recording& recording);

/// "cannot open FILE: no such file" of "cannot open /home/me/a.csv: no such file". A path begins with / or ~/, or with
/// the letter of a drive, and ends before a blank or a sign that ends a sentence; one in quotes ends at the quote.
[[nodiscard]] std::string without_paths(std::string_view text);

/// What tells recordings apart that have equal titles: the names of their files, or their places. Empty for a recording
/// whose title no other one has.
[[nodiscard]] std::vector<std::string> distinctions(const std::vector<ShownFile>& files, bool names);

/// Does the recording hold its coordinates? It only describes large sets.
[[nodiscard]] bool holds_coordinates(const Dataset& set);

/// A state that shows these recordings, as a machine without them would. Throws InputError where they are of different
/// workloads, or none that this program knows.
[[nodiscard]] app::State state_of(const std::vector<ShownFile>& files);

} // namespace pairscope::page
