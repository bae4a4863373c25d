// SPDX-License-Identifier: MIT
// A matrix in host memory on its way to the screen. Uploads go in slices, so that no frame waits; the old picture stays
// until the new one is complete.
#pragma once

#include "kernels/ladder/output_buffer.h"
#include "kernels/matrix/matrix.h"
#include "render/gl/texture.h"
#include "render/heatmap_view.h"
#include "render/matrix_picture.h"
#include "render/texel_lines.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace pairscope {

/// How large a matrix may be to be uploaded whole [entries a side]: 4096, on a software renderer 2048, and never more
/// than the largest texture. Larger ones are shown by their overview and by windows of that size.
[[nodiscard]] std::int64_t upload_side();

/// Where a picture is read from. A CPU that draws reads host memory faster than its own textures, and needs no upload.
enum class TexelsIn : std::uint8_t { textures, host_memory };
[[nodiscard]] TexelsIn usual_texels();

/// A matrix and its overview, both in host memory. The overview may be absent if the matrix is uploaded whole.
struct HostMatrix {
    OutputBuffer matrix;
    std::shared_ptr<const Overview> overview;
};

class MatrixUpload {
public:
    /// With texels in host memory, nothing is uploaded and the picture has no textures: only texels() can be drawn.
    explicit MatrixUpload(std::int64_t side = upload_side(), TexelsIn texels = TexelsIn::textures);

    /// Whether `show` needs an overview of such a matrix.
    [[nodiscard]] bool needs_overview(MatrixShape shape) const { return shape.rows > side_ || shape.cols > side_; }

    /// Takes the place of what is shown, once uploaded. An upload that has begun is finished first; of several that
    /// wait only the last is kept. Throws std::invalid_argument if an overview is needed and absent, or the memory is a
    /// device's.
    void show(HostMatrix next);

    /// Says what is looked at, so that the exact cells there are uploaded where they are needed.
    void look_at(const HeatmapView& view, Viewport viewport);

    /// Uploads slices until the time is over [seconds], at least one. True when nothing is left. Throws MemoryError.
    bool upload_some(double seconds);

    /// Frees the matrix in host memory. What is uploaded, or in sight, stays visible; nothing more is uploaded.
    void forget_matrix();

    /// What is complete; no texture at first.
    [[nodiscard]] MatrixPicture picture() const;
    /// The texels of that picture; empty if they are in textures. `what` is the kind of picture that is drawn.
    [[nodiscard]] HostTexels texels(Shown::Kind what, Aggregate aggregate) const;

private:
    struct Look {
        HeatmapView view;
        Viewport viewport;
    };
    struct Exact {
        gl::Texture texture;
        std::optional<Region> region; ///< what the texture holds
    };
    /// What goes to the spare textures, and how much of it is there.
    struct Job {
        HostMatrix source;
        bool with_overview = false;
        std::optional<Region> region;
        std::int64_t overview_rows = 0;
        std::int64_t exact_rows = 0;
    };

    /// Entries in host memory that are drawn.
    struct HostExact {
        OutputBuffer entries;
        Region region; ///< where they are in the matrix
    };

    void show_at_once();
    /// The part of a large matrix that is in sight, if its entries are drawn instead of the overview.
    [[nodiscard]] std::optional<Region> visible_exactly() const;
    /// The part of the entries in host memory that is in sight.
    [[nodiscard]] std::optional<Region> exact_in_host() const;
    bool begin_next();
    void begin(Job job);
    void upload_slice();
    void finish_if_complete();
    [[nodiscard]] std::optional<Region> missing_window() const;

    std::int64_t side_;
    TexelsIn texels_in_;
    std::optional<Look> look_;
    std::optional<HostMatrix> next_;
    std::optional<Job> job_;

    HostMatrix shown_;
    std::optional<HostExact> host_exact_; ///< absent where textures are drawn
    Exact exact_;
    gl::Texture overview_;
    Exact spare_exact_;
    gl::Texture spare_overview_;
};

} // namespace pairscope
