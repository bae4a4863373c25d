// SPDX-License-Identifier: MIT
// The pictures of two matrices and of their difference on the GL side.
#pragma once

#include "app/subjects/matrix/relation/two_matrices.h"
#include "app/window/matrix_picture.h"
#include "app/window/widgets/frame.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace pairscope::app {

class TwoPictures {
public:
    explicit TwoPictures(std::filesystem::path shaders) : shaders_(std::move(shaders)) {}

    /// Draws one of TwoMatrices::matrices. What is drawn first is uploaded by upload_some().
    [[nodiscard]] DrawnMatrix draw(const std::shared_ptr<const TwoMatrices>& two, std::size_t which,
                                   const HeatmapLook& look);
    /// Uploads for at most this long [s]. True when nothing is left to upload.
    bool upload_some(double seconds);
    [[nodiscard]] std::uint64_t drawn() const;

private:
    struct Side {
        std::unique_ptr<Picture> picture;
        std::shared_ptr<const TwoMatrices> shown;
        bool uploading = false;
    };
    std::filesystem::path shaders_;
    std::array<Side, 3> sides_;
};

} // namespace pairscope::app
