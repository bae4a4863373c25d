// SPDX-License-Identifier: MIT
// The pictures that features were found in, and where in them each feature lies. Beside a file features_x.npy may lie
// positions_x.npy, view_x.png and homography.json: see assets/datasets/README.md.
#pragma once

#include "app/subjects/data/data.h"
#include "kernels/data/dataset.h"
#include "render/image.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// A place in a picture [pixels]: x from its left edge, y from its top edge.
struct PicturePlace {
    float x = 0.0f, y = 0.0f;
};

struct FeatureView {
    std::shared_ptr<const Image> picture; ///< null: only the places are known, and nothing is drawn
    std::vector<PicturePlace> places;     ///< one for each vector of the set
};

struct FeatureViews {
    FeatureView first, second; ///< one view for each set
    /// The homography from the first picture to the second one, row by row: this 3 x 3 matrix times (x, y, 1), divided
    /// by its third coordinate. Absent: unknown.
    std::optional<std::array<double, 9>> homography;
};

/// How far from its true place a match may be that is called right [pixels].
inline constexpr double right_within = 3.0;

/// Where the homography brings a vector of the first set in the second picture. Absent: it is unknown, or brings the
/// vector nowhere.
[[nodiscard]] std::optional<PicturePlace> true_place(const FeatureViews& views, std::int64_t row);
/// Does the homography bring the vector of the first set to its match in the second one? Absent: that is unknown.
[[nodiscard]] std::optional<bool> is_right_match(const FeatureViews& views, std::int64_t row, std::int64_t match);

/// The files that a user named, and those that lie beside the files of the two sets where none was named.
[[nodiscard]] FeatureFiles feature_files_of(const VectorSource& source);
/// The places of the vectors in `set`, of which the file has one for each. `is_whole`: all vectors of their file are in
/// the set. Throws InputError.
[[nodiscard]] std::vector<PicturePlace> load_places(const std::filesystem::path& file, const Dataset& set,
                                                    bool is_whole);
/// From a JSON file with the name "a_to_b", or from a table of three rows of three numbers. Throws InputError.
[[nodiscard]] std::array<double, 9> load_homography(const std::filesystem::path& path);

/// The pictures, as feature_files_of() has them.
struct LoadedViews {
    std::shared_ptr<const FeatureViews> views; ///< null: there are no pictures, or they cannot be used
    std::vector<std::string> remarks;          ///< why something that is there is not used, in whole sentences
};
[[nodiscard]] LoadedViews load_views(const VectorSource& source, const Dataset& first, const Dataset& second);

} // namespace pairscope::app
