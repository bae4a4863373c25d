// SPDX-License-Identifier: MIT
// A matrix in a texture that a kernel writes: the exact one of R32F or R16F, and an overview of RGBA32F for looking
// from afar. Mapping for CUDA is done by render/interop.h.
#pragma once

#include "render/gl/texture.h"
#include "render/matrix_picture.h"

#include <optional>
#include <vector>

namespace pairscope {

/// The texture format that holds such entries exactly.
[[nodiscard]] gl::Format format_of(Entry entry);

class MatrixTexture {
public:
    /// Throws MemoryError if the texture is larger than this GPU allows or than its free memory.
    explicit MatrixTexture(MatrixShape shape, Entry entry = Entry::float32);

    [[nodiscard]] MatrixShape shape() const { return shape_; }
    [[nodiscard]] Entry entry() const { return entry_; }
    [[nodiscard]] const gl::Texture& exact() const { return exact_; }
    /// Absent if the factor is 1: the exact texture is small enough.
    [[nodiscard]] const gl::Texture* overview() const { return overview_ ? &*overview_ : nullptr; }
    [[nodiscard]] std::int64_t factor() const { return factor_; } ///< factor of the overview
    [[nodiscard]] MatrixPicture picture() const;

    /// The entries of a region inside the matrix, row-major, halves as floats. Waits for the GPU; the texture must not
    /// be mapped.
    [[nodiscard]] std::vector<float> read_cells(Region region) const;

private:
    MatrixShape shape_;
    Entry entry_;
    std::int64_t factor_ = 1;
    gl::Texture exact_;
    std::optional<gl::Texture> overview_;
};

} // namespace pairscope
