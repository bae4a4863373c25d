// SPDX-License-Identifier: MIT
// What a user can ask to be saved in a file.
#pragma once

#include "kernels/data/names.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace pairscope::app {

/// The charts that can be saved.
enum class ChartKind : std::uint8_t { roofline, speedup, samples, ledger, scaling, vectors, nearest, row };
inline constexpr std::array<Name<ChartKind>, 8> chart_names{{{ChartKind::roofline, "roofline"},
                                                             {ChartKind::speedup, "speedup"},
                                                             {ChartKind::samples, "samples"},
                                                             {ChartKind::ledger, "ledger"},
                                                             {ChartKind::scaling, "scaling"},
                                                             {ChartKind::vectors, "vectors"},
                                                             {ChartKind::nearest, "nearest"},
                                                             {ChartKind::row, "row"}}};
static_assert(is_in_order(chart_names));
[[nodiscard]] constexpr std::string_view name_of(ChartKind kind) { return name_in(chart_names, kind); }

namespace command {

struct SavePicture {
    std::filesystem::path path;
}; ///< PNG, as seen
struct SaveFigure {
    std::filesystem::path path;
}; ///< the picture as seen, with title, axes and colour bar: SVG, PNG or PDF by the name's end
struct SaveCells {
    std::filesystem::path path;
}; ///< PNG, one pixel per cell
struct SaveMatrix {
    std::filesystem::path path;
}; ///< .npy or CSV by the name's end
struct SaveAnswer {
    std::filesystem::path path;
}; ///< CSV, of an output that is not a matrix
struct SavePoints {
    std::filesystem::path path;
}; ///< CSV
struct SaveTable {
    std::filesystem::path path;
}; ///< CSV or JSON by the name's end
struct SaveRecording {
    std::filesystem::path path;
};
struct SaveChart {
    ChartKind kind;
    std::filesystem::path path;
}; ///< SVG, PNG or PDF by the name's end
struct SaveCounters {
    std::filesystem::path path;
}; ///< saves those of the selected variant: CSV or JSON by the name's end

} // namespace command
} // namespace pairscope::app
