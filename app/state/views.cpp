// SPDX-License-Identifier: MIT
#include "app/state/views.h"

#include "kernels/core/errors.h"
#include "kernels/core/readable.h"
#include "kernels/core/text.h"
#include "kernels/core/vectors.h"
#include "render/png.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <exception>
#include <fstream>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view features = "features_";

/// The file beside features_x.npy with this beginning and ending; empty: the name is another one, or it is not there.
fs::path beside(const fs::path& file, std::string_view beginning, std::string_view ending) {
    const std::string name = file.stem().string();
    if (!name.starts_with(features)) return {};
    const fs::path path = file.parent_path() / fmt::format("{}{}{}", beginning, name.substr(features.size()), ending);
    std::error_code ignored;
    return fs::exists(path, ignored) ? path : fs::path();
}

std::vector<PicturePlace> load_places(const fs::path& path, std::int64_t rows) {
    const InputRule rule{.sets = 1,
                         .element = Element::float32,
                         .rows = {1, std::int64_t{1} << 30},
                         .dims = {2, 2},
                         .names = {"positions"}};
    const Dataset set = load_vectors(path, rule, rows);
    if (set.rows < rows)
        throw InputError(fmt::format("{} has {} for {}", shown(path), counted(set.rows, "position"),
                                     counted(rows, "feature")));
    std::vector<PicturePlace> places;
    for (std::size_t i = 0; i < std::size_t(rows); ++i)
        places.push_back({coordinates(set)[2 * i], coordinates(set)[2 * i + 1]});
    return places;
}

FeatureView load_view(const fs::path& file, const fs::path& picture, std::int64_t rows) {
    const fs::path positions = beside(file, "positions_", ".npy");
    if (positions.empty()) throw InputError(fmt::format("there are no positions beside {}", shown(file)));
    return {.picture = std::make_shared<const Image>(load_png(picture).image), .places = load_places(positions, rows)};
}

std::optional<std::array<double, 9>> load_map(const fs::path& path) {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return {};
    std::ifstream stream(path);
    const auto text = nlohmann::json::parse(stream, nullptr, false);
    const auto complain = [&] {
        throw InputError(fmt::format("{} should have a list \"a_to_b\" of three lists of three numbers", shown(path)));
    };
    if (!text.is_object() || !text.contains("a_to_b") || !text["a_to_b"].is_array() || text["a_to_b"].size() != 3) complain();
    std::array<double, 9> map{};
    for (std::size_t i = 0; i < 9; ++i) {
        const auto& row = text["a_to_b"][i / 3];
        if (!row.is_array() || row.size() != 3 || !row[i % 3].is_number()) complain();
        map[i] = row[i % 3].get<double>();
    }
    return map;
}

} // namespace

std::optional<bool> is_right_match(const FeatureViews& views, std::int64_t row, std::int64_t match) {
    if (!views.a_to_b || row < 0 || match < 0 || row >= std::ssize(views.a.places) ||
        match >= std::ssize(views.b.places))
        return {};
    const auto& m = *views.a_to_b;
    const PicturePlace from = views.a.places[std::size_t(row)], to = views.b.places[std::size_t(match)];
    const double third = m[6] * from.x + m[7] * from.y + m[8];
    const double x = (m[0] * from.x + m[1] * from.y + m[2]) / third, y = (m[3] * from.x + m[4] * from.y + m[5]) / third;
    return std::hypot(x - to.x, y - to.y) <= right_within;
}

std::shared_ptr<const FeatureViews> load_views(const fs::path& a, const fs::path& b, std::int64_t rows_a,
                                               std::int64_t rows_b, std::string& remark) {
    const fs::path picture_a = beside(a, "view_", ".png"), picture_b = beside(b, "view_", ".png");
    if (picture_a.empty() || picture_b.empty()) return nullptr;
    try {
        auto views = std::make_shared<FeatureViews>();
        views->a = load_view(a, picture_a, rows_a);
        views->b = load_view(b, picture_b, rows_b);
        views->a_to_b = load_map(a.parent_path() / "homography.json");
        return views;
    } catch (const std::exception& error) {
        remark = fmt::format("The pictures are not shown: {}.", error.what());
        return nullptr;
    }
}

} // namespace pairscope::app
