// SPDX-License-Identifier: MIT
// The picture of the matrix on the GL side: the textures that take turns, their mapping for CUDA, the uploads of host
// answers, and the drawing. A texture that is mapped is never drawn; while it is the only one, the last drawing stays.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/window/status/changed_parts.h"
#include "render/heatmap_renderer.h"
#include "render/interop.h"
#include "render/matrix_texture.h"
#include "render/matrix_upload.h"

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

namespace pairscope::app {

class Picture {
public:
    explicit Picture(const std::filesystem::path& shaders);

    /// Maps a texture that is not shown (or the only one) and lends it. Throws MemoryError, cuda::Error.
    [[nodiscard]] Lease lend(MatrixShape shape, Entry entry);
    /// The worker is done with the texture.
    void give_back(const Lease& lease);
    /// Shows what the worker made: a lent texture at once, a host output when it is uploaded.
    void show(const event::OutputMade& made, const std::optional<Lease>& lease);

    /// Frees the texture that is not shown. It must not be lent.
    void free_spare();

    /// Frees the matrix in host memory to make room for the next; the picture is drawn from its textures meanwhile.
    /// False if there is none.
    bool release_host();
    /// The matrix on the screen, where it is in host memory.
    [[nodiscard]] const std::optional<OutputBuffer>& host() const { return host_; }

    /// Uploads for at most this long [s]. True when nothing is left to upload.
    bool upload_some(double seconds);

    /// Draws if anything changed since the last time, else gives the last drawing.
    struct Drawn {
        std::uint32_t texture = 0;
        Shown shown;
    };
    [[nodiscard]] Drawn draw(const HeatmapLook& look);
    /// Draws a picture whose textures or texels belong to the caller.
    [[nodiscard]] Drawn draw(const MatrixPicture& picture, const HeatmapLook& look, const HostTexels& texels);
    /// What range_in_sight() of the renderer says of these looks; worked out when the picture or the place changed.
    [[nodiscard]] std::optional<ValueRange> range_in_sight(const HeatmapLook& look);
    [[nodiscard]] std::optional<ValueRange> range_in_sight(const MatrixPicture& picture, const HeatmapLook& look,
                                                           const HostTexels& texels);
    /// The last drawing, which has no transparent pixel.
    [[nodiscard]] CopiedPicture copied() const {
        return {.texture = renderer_.texture(), .width = renderer_.size().width, .height = renderer_.size().height};
    }
    /// How many times the drawing has changed.
    [[nodiscard]] std::uint64_t drawn() const { return drawings_; }
    /// The last drawing, read back.
    [[nodiscard]] Image image() const { return renderer_.image(); }

    /// Entries of the matrix that is shown; empty while its texture is lent.
    [[nodiscard]] std::vector<float> cells(Region region) const;
    [[nodiscard]] MatrixShape shape() const;
    [[nodiscard]] std::int64_t exact_side() const { return upload_side_; }

private:
    struct Slot {
        Slot(MatrixShape shape, Entry entry);
        [[nodiscard]] bool holds(MatrixShape shape, Entry entry) const;
        MatrixTexture texture;
        TextureLink exact;
        std::optional<TextureLink> overview;
        bool lent = false;
    };
    [[nodiscard]] MatrixPicture current() const;
    [[nodiscard]] HostTexels texels_of(const MatrixPicture& current, const HeatmapLook& look) const;
    [[nodiscard]] int slot_for(MatrixShape shape, Entry entry);

    HeatmapRenderer renderer_;
    std::int64_t upload_side_;
    MatrixUpload upload_;
    std::optional<OutputBuffer> host_; ///< what is shown, or about to be, when the output came through the host
    std::array<std::optional<Slot>, 2> slots_;
    int front_ = -1; ///< the slot that is shown; -1: the host picture
    std::optional<HeatmapLook> drawn_look_;
    MatrixPicture drawn_picture_;
    std::uint64_t version_ = 0; ///< counts the pictures shown
    std::uint64_t drawn_version_ = 0;
    std::uint64_t drawings_ = 0;
    Shown shown_;
    /// What the range was worked out from.
    struct Seen {
        MatrixPicture picture;
        HeatmapView view;
        Viewport viewport;
        Aggregate aggregate = Aggregate::mean;
        std::uint64_t version = 0;
        bool operator==(const Seen&) const = default;
    };
    std::optional<Seen> seen_;
    std::optional<ValueRange> seen_range_;
};

} // namespace pairscope::app
