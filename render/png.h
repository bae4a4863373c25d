// SPDX-License-Identifier: MIT
// Pictures as PNG files, with their provenance inside as text.
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/colouring.h"
#include "render/image.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace pairscope {

/// A text chunk, UTF-8. The keyword is 1 to 79 characters, such as "Title", "Software", "Source".
struct PngText {
    std::string keyword;
    std::string text;
    auto operator<=>(const PngText&) const = default;
};

struct PngFile {
    Image image;
    std::vector<PngText> text;
};

/// RGB if every pixel is opaque, else RGBA. Adds the rows of pixels that it has written to `rows_done`, unless that is
/// null. Throws InputError (see save_atomically).
void save_png(const std::filesystem::path& path, const Image& image, const std::vector<PngText>& text = {},
              std::atomic<std::int64_t>* rows_done = nullptr);

/// Throws InputError with what is wrong.
[[nodiscard]] PngFile load_png(const std::filesystem::path& path);

/// One pixel per cell, in bands of rows, so that a matrix larger than memory can be saved.
struct MatrixPng {
    MatrixShape shape;
    /// Returns count x cols entries, starting at that row. What it throws ends the saving and leaves the old file.
    std::function<std::vector<float>(std::int64_t row, std::int64_t count)> rows_of;
    Colouring colouring;
    std::vector<PngText> text;
};
void save_matrix_png(const std::filesystem::path& path, const MatrixPng& matrix);

} // namespace pairscope
