// SPDX-License-Identifier: MIT
// The picture of a matrix as a figure for papers: with title, axes, a colour bar with its unit, and where it comes
// from.
#pragma once

#include "app/paper/chart.h"
#include "app/subjects/matrix/order/order.h"
#include "render/colouring.h"
#include "render/heatmap_view.h"
#include "render/image.h"

#include <optional>
#include <string>

namespace pairscope::charts {

/// A picture of a part of a matrix, without anything around it.
struct FigurePart {
    Image picture;
    app::AxisRange rows, columns; ///< at its edges, counted from 0; rows run down
};

/// "Rows and columns are ordered by class.", "Rows and columns are ordered by clusters, average linkage."
[[nodiscard]] std::string order_sentence(const app::OrderChoice& order);

/// The part of the matrix that a drawing of this view shows. Throws InputError if no part of the matrix is in sight.
[[nodiscard]] FigurePart part_in_sight(const Image& seen, const HeatmapView& view, MatrixShape shape);

struct FigureLook {
    Colouring colouring;              ///< as the picture has it
    std::optional<Dimming> dimming{}; ///< what it leaves out
    Format format = Format::pdf;
    app::Theme theme = app::Theme::light;
    std::string title{};     ///< empty: what the picture shows and of which data
    Size size{860, 780};     ///< [px]; trees and the legend of tracks make it higher
    bool keeps_size = false; ///< a user asked for this very size
    double pixels = 2.0;     ///< pixels of a PNG for each pixel of the figure, along a side
    app::FigureSize paper{}; ///< a width in mm decides instead of size and pixels
    std::string caption{};   ///< a sentence of the user's own below the picture; may be empty
};

/// The bytes of the file. What the words say is what the state shows. Throws InputError.
[[nodiscard]] std::string drawn_figure(const app::State& state, const FigurePart& part, const FigureLook& look);

} // namespace pairscope::charts
