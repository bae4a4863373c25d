// SPDX-License-Identifier: MIT
#include "render/matrix_picture.h"

#include <algorithm>

namespace pairscope {

namespace {

constexpr std::int64_t overview_side = 2048;
constexpr double exact_cells_per_pixel = 8.0;

bool holds(const Region& outer, const Region& inner) {
    return inner.row >= outer.row && inner.col >= outer.col && inner.row + inner.rows <= outer.row + outer.rows &&
           inner.col + inner.cols <= outer.col + outer.cols;
}

} // namespace

bool agree(const MatrixPicture& a, const MatrixPicture& b) {
    if (a.shape != b.shape || a.exact != b.exact || a.overview != b.overview) return false;
    if (!a.tiled || !b.tiled) return !a.tiled && !b.tiled;
    return a.tiled->tiles == b.tiled->tiles && a.tiled->level == b.tiled->level && a.tiled->entries == b.tiled->entries;
}

std::int64_t overview_factor(MatrixShape shape) {
    return std::max<std::int64_t>(1, (std::max(shape.rows, shape.cols) + overview_side - 1) / overview_side);
}

MatrixShape overview_shape(MatrixShape shape, std::int64_t factor) {
    return {(shape.rows + factor - 1) / factor, (shape.cols + factor - 1) / factor};
}

Shown shown(const MatrixPicture& picture, const HeatmapView& view, Viewport viewport) {
    if (picture.tiled) {
        const int level = picture.tiled->level;
        return {level == 0 ? Shown::Kind::exact : Shown::Kind::reduced, std::int64_t{1} << level};
    }
    const bool exact = picture.exact && holds(picture.exact->region, visible_region(view, viewport, picture.shape));
    const bool near = view.pixels_per_cell * exact_cells_per_pixel >= 1.0;
    if (exact && (near || !picture.overview)) return {Shown::Kind::exact, 1};
    if (picture.overview) return {Shown::Kind::reduced, picture.overview->factor};
    return {};
}

} // namespace pairscope
