// SPDX-License-Identifier: MIT
// Pictures of a matrix without OpenGL.
#pragma once

#include "app/cli/options/data.h"
#include "app/paper/chart.h"
#include "app/spine/commands.h"
#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/matrix.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace pairscope::cli {

struct MatrixImage {
    LoadedData data;
    const KernelVariant* variant = nullptr; ///< null: the matrix is not stored, and its formula is used
    Device device;
    MatrixContent content = MatrixContent::values;
    const KernelVariant* against = nullptr; ///< what the content differs from; null: the reference
    app::ColourSettings colours;
    app::OrderChoice order{};
    std::vector<Colormap> colormaps; ///< one of them is that of the colours
    std::filesystem::path output;
    bool figure = false;                ///< with title, axes and colour bar: SVG, PNG or PDF by the name's end
    std::string title{};                ///< title of the figure; empty: what it shows
    std::string caption{};              ///< a sentence below the figure; may be empty
    app::FigureSize paper{};            ///< how large the figure is on paper
    std::optional<charts::Size> size{}; ///< that was asked for [px]
    std::optional<Region> part{};       ///< what is drawn where the matrix is not stored; absent: all of it
    /// How blocks of a matrix that is not stored are computed; null: from the vectors of the data.
    std::function<Overview(const BlockGrid&, const RunControl&)> blocks{};
    std::int64_t without_number = 0; ///< so many entries are NaN, where `blocks` computes them
};

/// The whole matrix, as large as fits into the size: a pixel is the mean, minimum or maximum of the cells it covers,
/// or a cell covers several pixels. What became known of errors, if they are the content. Throws InputError,
/// MemoryError.
[[nodiscard]] MatrixErrors save_heatmap(const MatrixImage& image);

/// One pixel per cell. As above.
[[nodiscard]] MatrixErrors save_cells(const MatrixImage& image);

} // namespace pairscope::cli
