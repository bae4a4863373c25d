// SPDX-License-Identifier: MIT
// Looking at a matrix that is never stored, because it is too large or because the workload has no such answer: which
// tiles are wanted, and what is known of the entries.
#pragma once

#include "app/spine/jobs.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app {

/// Is the matrix of the question of now looked at by tiles?
[[nodiscard]] bool is_deep(const State& state);
/// Is there a matrix to look at, stored or by tiles?
[[nodiscard]] bool has_matrix_view(const State& state);

/// The matrix of the question, whether it is stored or not; also where it is on its way.
[[nodiscard]] MatrixShape matrix_of_question(const State& state);
/// The matrix that the panel shows: that of the output on the screen, or the one that is looked at by tiles.
[[nodiscard]] MatrixShape shown_shape(const State& state);
[[nodiscard]] const MatrixSummary& shown_summary(const State& state);
/// Where its vectors stand; null: as loaded.
[[nodiscard]] const MatrixOrder* shown_order(const State& state);
/// The values at the ends of the colour scale: of the whole matrix, or of what is in sight.
[[nodiscard]] ValueRange shown_range(const State& state);
[[nodiscard]] Colouring shown_colouring(const State& state, std::span<const Colormap> colormaps);
/// What the entries are, in the plural: "distances", "scores".
[[nodiscard]] std::string entries_word(const WorkloadType& type);

/// What the panel shows: the whole matrix, or what the user chose.
[[nodiscard]] HeatmapView view_in(const State& state, Viewport viewport);

/// Is entry (i, j) also entry (j, i)? Then one tile gives two.
[[nodiscard]] bool is_mirrored(const State& state);

/// The tiles in sight, those near the centre first. Empty while the panel is hidden.
[[nodiscard]] std::vector<TileKey> wanted_tiles(const State& state);
/// Is there a picture of the whole matrix, coarse as it may be? Before there is, nothing is known of its values.
[[nodiscard]] bool has_first_picture(const State& state);
struct TileProgress {
    std::int64_t exact = 0, all = 0;
    [[nodiscard]] bool is_complete() const { return exact == all; }
};
[[nodiscard]] TileProgress tile_progress(const State& state);
/// "73 of 96 tiles are exact"; empty when all of them are.
[[nodiscard]] std::string progress_text(const State& state);

/// The tiles that are missing most: first a coarse picture, then exact ones.
[[nodiscard]] std::optional<Job> tiles_job(const State& state);
/// Tiles beside those in sight, which a drag would bring into sight next. They wait for all that is in sight.
[[nodiscard]] std::optional<Job> tiles_ahead_job(const State& state);
/// Should the job be cancelled because other tiles are in sight now?
[[nodiscard]] bool is_outdated(const State& state, const job::MakeTiles& running);
void take_tiles(State& state, const event::TilesMade& made);
/// Marks the tiles in sight as used, and those of the whole matrix: they stay in memory, so that the way back to the
/// whole matrix never waits.
void use_tiles(State& state);
/// Stops what is computed until something else is looked at.
void pause_tiles(State& state);

/// The entries of a region of the picture, row by row; empty where they are not known. At most as many as fit a screen.
[[nodiscard]] std::vector<float> deep_entries(const State& state, Region region);
/// One entry: in double precision where the workload has a matrix, or else from a tile. Absent while it is not known.
[[nodiscard]] std::optional<double> deep_entry(const State& state, Cell cell);
} // namespace pairscope::app
