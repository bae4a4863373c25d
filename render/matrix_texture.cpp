// SPDX-License-Identifier: MIT
#include "render/matrix_texture.h"

#include <algorithm>

namespace pairscope {

gl::Format format_of(Entry entry) { return entry == Entry::float16 ? gl::Format::r16f : gl::Format::r32f; }

MatrixTexture::MatrixTexture(MatrixShape shape, Entry entry)
    : shape_(shape), entry_(entry), factor_(overview_factor(shape)), exact_(format_of(entry), shape.cols, shape.rows) {
    if (factor_ == 1) return;
    const MatrixShape reduced = overview_shape(shape, factor_);
    overview_.emplace(gl::Format::rgba32f, reduced.cols, reduced.rows);
}

MatrixPicture MatrixTexture::picture() const {
    MatrixPicture picture{shape_, ExactTexture{exact_.id(), {0, 0, shape_.rows, shape_.cols}}, std::nullopt};
    if (overview_) picture.overview = OverviewTexture{overview_->id(), factor_, overview_shape(shape_, factor_)};
    return picture;
}

std::vector<float> MatrixTexture::read_cells(Region region) const {
    std::vector<float> cells(static_cast<std::size_t>(region.rows * region.cols));
    if (cells.empty()) return cells;
    const gl::Texels where{static_cast<int>(region.col), static_cast<int>(region.row), static_cast<int>(region.cols),
                           static_cast<int>(region.rows)};
    if (entry_ == Entry::float32) {
        exact_.download(where, cells.data(), cells.size() * sizeof(float));
        return cells;
    }
    std::vector<std::uint16_t> halves(cells.size());
    exact_.download(where, halves.data(), halves.size() * sizeof(std::uint16_t));
    std::ranges::transform(halves, cells.begin(), float_of_half);
    return cells;
}

} // namespace pairscope
