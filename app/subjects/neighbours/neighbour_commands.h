// SPDX-License-Identifier: MIT
// What a user can ask for about nearest neighbours.
#pragma once

#include "render/heatmap_view.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace pairscope::app {

enum class NeighbourView : std::uint8_t;
/// By which column the list of neighbours is sorted.
struct NeighbourOrder {
    enum class Key : std::uint8_t { distance, name } key = Key::distance;
    bool falling = false; ///< the largest distance, or the last name, comes first
    bool operator==(const NeighbourOrder&) const = default;
};

namespace command {

struct SetNeighbourCount {
    int k; ///< clamped to 1 .. 64
};
struct ShowGraph {
    bool on;
}; ///< the neighbour graph over the points
struct ShowNeighbours {
    NeighbourView view;
}; ///< which part of the Nearest panel is shown
struct SetRadius {
    std::optional<double> radius; ///< absent: no pairs are counted and outlined
};
struct StepRow {
    int by;
}; ///< marks the nearest neighbour of another row
struct StepRank {
    int by;
}; ///< marks a nearer or a farther neighbour of the same row; behind the last one comes the farthest of all
struct PinPair {
    std::optional<Cell> cell; ///< absent: the pair that is marked
};                            ///< keeps the pair in the list
struct UnpinPair {
    std::size_t index;
};
struct NamePair {
    std::size_t index;
    std::string name;
};
struct SaveNeighbours {
    std::filesystem::path path;
}; ///< saves those of all vectors: CSV or JSON by the name's end
struct SaveRow {
    std::filesystem::path path;
}; ///< all neighbours of the marked row, in the order of the list: CSV or JSON by the name's end
struct SortNeighbours {
    NeighbourOrder order;
}; ///< the list of the marked row
struct SavePairs {
    std::filesystem::path path;
}; ///< the pinned ones: CSV or JSON by the name's end

} // namespace command
} // namespace pairscope::app
