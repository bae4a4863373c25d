// SPDX-License-Identifier: MIT
// The picture of a matrix that is never stored on the GL side, and the value of the entry that is marked in it.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "render/heatmap_renderer.h"
#include "render/host_tiles.h"
#include "render/matrix_upload.h"
#include "render/tile_atlas.h"

namespace pairscope::app {

class DeepPicture {
public:
    /// What the tiles that are known show of the view, and notes what is looked at.
    [[nodiscard]] MatrixPicture picture(State& state, const HeatmapLook& look);
    /// The texels of the last picture; empty if they are in textures.
    [[nodiscard]] HostTexels texels() const { return {.shown = host_tiles_.lines(), .least = {}}; }
    /// Are all known tiles in sight uploaded? Those of a hidden panel wait.
    [[nodiscard]] bool is_complete() const { return !is_drawn_ || tiles_.is_complete(); }

    void begin_frame() { is_drawn_ = false; }
    /// A picture that was not requested in this frame is not visible.
    void end_frame(State& state) const {
        if (!is_drawn_) state.deep.sight.reset();
    }

    /// The entry under the mouse or the pinned one, and the nearest points of its row.
    void mark(State& state);

private:
    /// What the marked pair was worked out of.
    struct MarkedEntry {
        Cell cell;
        std::uint64_t revision = 0;
        int k = 0;
        const FoundNeighbours* table = nullptr;
        bool operator==(const MarkedEntry&) const = default;
    };
    TexelsIn texels_in_ = usual_texels();
    TileAtlas tiles_;
    HostTiles host_tiles_; ///< used instead of `tiles_` where the CPU draws
    std::optional<MarkedEntry> marked_;
    bool is_drawn_ = false; ///< in this frame
};

} // namespace pairscope::app
