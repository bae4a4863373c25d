// SPDX-License-Identifier: MIT
// The pictures that features were found in, and where in them each feature lies. Beside a file features_x.npy may lie
// positions_x.npy, view_x.png and homography.json: see assets/datasets/README.md.
#pragma once

#include "render/image.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// A place in a picture [pixels], from its top left corner.
struct PicturePlace {
    float x = 0.0f, y = 0.0f;
};

struct FeatureView {
    std::shared_ptr<const Image> picture;
    std::vector<PicturePlace> places; ///< of each feature
};

struct FeatureViews {
    FeatureView a, b;
    /// The map from a place of the first picture to the second one, row by row: this matrix times (x, y, 1), divided by
    /// its third coordinate. Absent: unknown.
    std::optional<std::array<double, 9>> a_to_b;
};

/// How far from the true place a right match may be [pixels].
inline constexpr double right_within = 3.0;
/// Does the map bring the feature to its match? Absent: the map is unknown.
[[nodiscard]] std::optional<bool> is_right_match(const FeatureViews& views, std::int64_t row, std::int64_t match);

/// The views beside two files of features, of which so many rows are used; null if these have none. Where files are
/// there that cannot be used, `remark` says why.
[[nodiscard]] std::shared_ptr<const FeatureViews> load_views(const std::filesystem::path& a,
                                                             const std::filesystem::path& b, std::int64_t rows_a,
                                                             std::int64_t rows_b, std::string& remark);

} // namespace pairscope::app
