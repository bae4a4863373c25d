// SPDX-License-Identifier: MIT
// What is looked at in a matrix as a text that can be kept, sent and pasted:
//   row=117454.5,column=9000,zoom=0.25,shown=minimum,range=0:180.5,scale=linear,colours=viridis,pinned=12:45,
//   order=by_distance:12,selected=3:7-9
// in one line. The order and the selection are left out where there is none. Clusters have a tree and a cut:
//   order=clusters:ward:optimal,cut=number:5
// and an order by a column has its name, in which "%2C" stands for a comma:
//   order=column:habitat
#pragma once

#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "render/heatmap_view.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct ViewText {
    std::optional<HeatmapView> heatmap; ///< absent: the whole matrix, "zoom=fit"
    ColourSettings colours;
    std::optional<Cell> pinned;
    OrderChoice order;
    std::vector<std::int64_t> selected; ///< rows, ascending
    bool operator==(const ViewText&) const = default;
};

[[nodiscard]] std::string text_of(const ViewText& view);
/// The column of an order as it stands there: "habitat", "leaf%2Cshape".
[[nodiscard]] std::string text_of_column(std::string_view name);
/// The order of the parts does not matter, and those that are missing are as in `usual`. The colours are one of
/// `colormaps`, if there are any. Throws InputError with a sentence that names the part.
[[nodiscard]] ViewText view_in_text(std::string_view text, const ViewText& usual = {},
                                    std::span<const std::string> colormaps = {});
/// Is this such a text, right or wrong, and not a label or a number?
[[nodiscard]] bool looks_like_view(std::string_view text);

} // namespace pairscope::app
