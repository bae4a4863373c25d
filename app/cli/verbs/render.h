// SPDX-License-Identifier: MIT
// pairscope render, for the verb and for a start without a display.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/options/data.h"
#include "app/cli/options/start_options.h"
#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "kernels/data/names.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace pairscope::cli {

enum class Scene : std::uint8_t {
    heatmap,            ///< the whole matrix, reduced or magnified to the size asked for
    cells,              ///< one pixel per cell
    screen,             ///< what the window shows
    screen_if_possible, ///< the heatmap where there is no OpenGL
};

/// How the second matrix of a session is drawn.
enum class SecondPicture : std::uint8_t { as_saved, none, beside, split, difference, swipe };
inline constexpr std::array<Name<SecondPicture>, 6> second_picture_names{{{SecondPicture::as_saved, "as_saved"},
                                                                          {SecondPicture::none, "none"},
                                                                          {SecondPicture::beside, "beside"},
                                                                          {SecondPicture::split, "split"},
                                                                          {SecondPicture::difference, "difference"},
                                                                          {SecondPicture::swipe, "swipe"}}};
static_assert(is_in_order(second_picture_names));

struct RenderOptions {
    DataOptions data;
    LookOptions look;
    std::string variant; ///< empty: the last variant that runs here
    std::string device;  ///< empty: the first that runs it
    std::filesystem::path output = "pairscope.png";
    Scene scene = Scene::heatmap;
    SecondPicture second = SecondPicture::as_saved;
    bool figure = false;                           ///< the heatmap with title, axes and colour bar
    std::string title;                             ///< title of the figure; empty: what it shows
    std::string caption;                           ///< a sentence below the figure; may be empty
    app::FigureSize paper{};                       ///< how large the figure is on paper
    MatrixContent content = MatrixContent::values; ///< what heatmap and cells show
    std::string against;                           ///< the variant that differences are from; empty: the reference
    app::ColourSettings colours;                   ///< for heatmap and cells
    app::OrderChoice order;                        ///< order of the view
    std::optional<std::int64_t> order_row;         ///< that was asked for
};

/// Saves the picture and prints its name. Throws InputError, MemoryError.
[[nodiscard]] ExitCode render(const RenderOptions& options);
/// Like render(), with data that were decided on before.
[[nodiscard]] ExitCode render(const RenderOptions& options, const Data& data);

} // namespace pairscope::cli
