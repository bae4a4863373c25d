// SPDX-License-Identifier: MIT
// A matrix that is never stored, because it is too large or because the workload has no such output: which tiles are
// wanted, and what is known of the entries.
#pragma once

#include "app/spine/question.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/matrix/view_text.h"
#include "app/subjects/matrix/zoom/tile_store.h"
#include "render/heatmap_renderer.h"
#include "render/image.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

/// What was in sight when the computing of tiles was cancelled.
struct PausedSight {
    std::uint64_t revision = 0;
    HeatmapView view;
    Viewport viewport;
    OrderChoice order;
    bool operator==(const PausedSight&) const = default;
};

/// What the picture of the minimap was made of.
struct DrawnMinimap {
    std::shared_ptr<const Overview> blocks;
    Aggregate aggregate = Aggregate::mean;
    Colouring colouring;
    bool operator==(const DrawnMinimap&) const = default;
};

struct DeepZoomState {
    std::uint64_t revision = 0; ///< revision of the data that the tiles belong to
    MatrixShape shape;          ///< the shape of their matrix [entries]
    TileStore tiles;
    std::shared_ptr<const MatrixOrder> order; ///< that the tiles are in; null: as loaded
    MatrixSummary summary;     ///< covers the entries that were looked at so far, all once the whole matrix is exact
    std::int64_t unusable = 0; ///< vectors that have no distances; without any, tiles can be made from finer ones
    std::optional<Viewport>
        sight; ///< the panel's picture in this frame; absent: it is not shown. Filled by the session
    std::optional<PausedSight> paused;
    std::optional<std::uint64_t> failed_revision; ///< not tried again until the data changes
    std::string failure;
    bool minimap = true;
    std::shared_ptr<const Image> minimap_picture; ///< filled in by the session, as the next one is
    DrawnMinimap minimap_of;
};

namespace command {

/// Goes to an entry of the matrix, keeps it marked, and comes so close that it can be told from others. Refused outside
/// of the matrix.
struct GoTo {
    std::optional<std::int64_t> row, col; ///< absent: that of the middle of the picture
};
struct ShowMinimap {
    bool on;
}; ///< the small picture of the whole matrix, in a corner
/// Looks at the matrix as the text says: see app/subjects/matrix/view_text.h.
struct UseViewText {
    std::string text;
};

void carry_out(const GoTo&, State&, Effects&);
void carry_out(const ShowMinimap&, State&, Effects&);
void carry_out(const UseViewText&, State&, Effects&);

} // namespace command

namespace job {

/// Look at parts of a matrix that is not stored.
struct MakeTiles {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    std::size_t device_index = 0;
    Device device;
    MatrixShape shape;                          ///< the shape of the whole matrix
    std::vector<TileKey> tiles;                 ///< the tiles, in the order in which they are wanted
    int samples = 0;                            ///< entries that are looked at for each texel; 0: all
    double max_seconds = 0.0;                   ///< after the first tile and so long, the rest is left out
    double share = 0.0;                         ///< the fraction of the tiles in sight that are already exact
    bool count_unusable = false;                ///< whether the vectors without distances are counted
    std::shared_ptr<const MatrixOrder> order{}; ///< the order of the matrix; null: as loaded
};

} // namespace job

namespace event {

struct TilesMade {
    std::uint64_t revision = 0;
    MatrixShape shape;
    /// Fewer than asked for if the time was over, or it was cancelled. Each comes with its mirror image where entry
    /// (i, j) is also entry (j, i).
    std::vector<std::pair<TileKey, Tile>> tiles;
    std::optional<ValueRange> range;      ///< the range of the finite values in the tiles; absent if there are none
    std::optional<std::int64_t> unusable; ///< DeepZoomState::unusable, if it was asked for
    std::shared_ptr<const MatrixOrder> order{}; ///< that they are in; null: as loaded
};

void take(const TilesMade&, State&);
void take_failure(const TilesMade&, const Failure&, State&);

} // namespace event

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
/// Marks the tiles in sight as used, and those of the whole matrix: they stay in memory, so that the way back to the
/// whole matrix never waits.
void use_tiles(State& state);
/// Stops what is computed until something else is looked at.
void pause_tiles(State& state);

/// The entries of a region of the picture, row by row; empty where they are not known. At most as many as fit a screen.
[[nodiscard]] std::vector<float> deep_entries(const State& state, Region region);
/// One entry: in double precision where the workload has a matrix, or else from a tile. Absent while it is not known.
[[nodiscard]] std::optional<double> deep_entry(const State& state, Cell cell);

/// What the command line asked for, once there is data.
void use_asked_view(State& state);
/// The view of a recording: a step of undo, if it changes anything.
void use_recorded_view(State& state, const ViewText& view);
/// What a recording keeps: the view with the colours of values, whatever is shown.
[[nodiscard]] std::string view_to_record(const State& state);
/// Why the view does not fit the matrix of now, in sentences; empty if it does.
[[nodiscard]] std::string why_not_viewed(const State& state, const ViewText& view);
/// What is looked at now, to be copied.
[[nodiscard]] std::string view_text_of(const State& state);

} // namespace pairscope::app
