// SPDX-License-Identifier: MIT
// What a panel gets to draw with: the state to read, the commands to push, and what only the window has (fonts,
// colours, the picture of the matrix). A panel keeps no state of its own.
#pragma once

#include "app/spine/files/help_pages.h"
#include "app/spine/state.h"
#include "app/window/widgets/style.h"
#include "render/heatmap_renderer.h"
#include "render/image.h"

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace pairscope::app {

/// The picture of the matrix for this frame.
struct DrawnMatrix {
    std::uint32_t texture = 0; ///< GL name, top row first; 0: nothing to show yet
    Shown shown;
};

class DrawnVectors;
class KernelEditor;
class NativeFiles;
class OfferedTerms;
class SourceView;

struct Frame {
    const State& state;
    Commands& commands;
    const Style& style;
    std::span<const Colormap> colormaps;
    std::span<const std::filesystem::path> datasets; ///< files of points in the plane that we ship
    std::span<const HelpPage> help;                  ///< the pages of help
    SourceView& source_view;     ///< the text editor of the source panel, which has its own scrolling
    KernelEditor& kernel_editor; ///< the text editor of the workshop, with its caret and its steps of undo
    DrawnVectors& drawn_vectors; ///< which vectors the Points panel draws, worked out once for many frames
    /// Draws the matrix for this view and size if anything changed, else returns the last picture.
    std::function<DrawnMatrix(const HeatmapView&, Viewport)> matrix;
    /// Entries of the matrix on the screen, row-major, as the variant computed them; empty while they cannot be read.
    std::function<std::vector<float>(Region)> cells;
    /// Draws one of TwoMatrices::matrices, those that the state has.
    std::function<DrawnMatrix(std::size_t which, const HeatmapLook&)> two;
    /// The GL name of a texture that shows the picture, its top row first; 0: there is no room for it.
    std::function<std::uint32_t(const std::shared_ptr<const Image>&)> picture;
    NativeFiles* native_files = nullptr;   ///< the desktop's file dialogs; null: only our own
    OfferedTerms* offered_terms = nullptr; ///< the words that a key explains; null: none are offered
    bool behind_dialog = false;            ///< what is drawn lies behind an open dialog, and has no tooltips

    template <class C> void push(C command) const { commands.emplace_back(std::move(command)); }
};

} // namespace pairscope::app
