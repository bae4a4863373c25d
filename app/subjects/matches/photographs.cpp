// SPDX-License-Identifier: MIT
#include "app/subjects/matches/photographs.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"
#include "render/png.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

/// NAME_x.ENDING beside features_x.npy; empty if the file of the vectors has another name.
fs::path file_beside(const fs::path& vectors, std::string_view name, std::string_view ending) {
    constexpr std::string_view features = "features_";
    const std::string stem = vectors.stem().string();
    if (!stem.starts_with(features)) return {};
    return vectors.parent_path() / fmt::format("{}_{}{}", name, stem.substr(features.size()), ending);
}

/// In the order of the file.
std::vector<PicturePlace> all_places(const fs::path& path) {
    constexpr std::int64_t most = std::int64_t{1} << 24;
    const InputRule rule{
        .sets = 1, .element = Element::float32, .rows = {1, most}, .dims = {2, 2}, .names = {"positions"}};
    const Dataset data = load_vectors(path, rule, {.most_rows = most, .may_shift = false, .digits = Digits::float32});
    const std::span<const float> numbers = coordinates(data);
    std::vector<PicturePlace> places;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
        if (!std::isfinite(numbers[i]) || !std::isfinite(numbers[i + 1]))
            throw InputError(
                fmt::format("the position in row {} (counted from 0) of {} is not finite", i / 2, shown(path)));
        places.push_back({numbers[i], numbers[i + 1]});
    }
    return places;
}

FeatureView load_view(const fs::path& picture, const fs::path& places, const Dataset& set, bool is_whole) {
    for (const auto& [file, what] : {std::pair(picture, "picture"), {places, "file of positions"}}) {
        if (file.empty()) throw InputError(fmt::format("there is no {} for {}", what, set.name));
        if (!is_file(file)) throw InputError(fmt::format("there is no file {}", shown(file)));
    }
    return {.picture = std::make_shared<const Image>(load_png(picture).image),
            .places = load_places(places, set, is_whole)};
}

std::array<double, 9> homography_in_json(const fs::path& path) {
    std::ifstream stream(path);
    const auto text = nlohmann::json::parse(stream, nullptr, false);
    const InputError wrong(
        fmt::format("{} needs the name \"a_to_b\" with a list of three lists of three numbers", shown(path)));
    if (!text.is_object() || !text.contains("a_to_b")) throw wrong;
    const auto& rows = text["a_to_b"];
    if (!rows.is_array() || rows.size() != 3) throw wrong;
    std::array<double, 9> matrix{};
    for (std::size_t i = 0; i < 9; ++i) {
        const auto& row = rows[i / 3];
        if (!row.is_array() || row.size() != 3 || !row[i % 3].is_number()) throw wrong;
        matrix[i] = row[i % 3].get<double>();
        if (!std::isfinite(matrix[i])) throw wrong;
    }
    return matrix;
}

std::array<double, 9> homography_in_table(const fs::path& path) {
    const InputRule rule{.sets = 1, .element = Element::float32, .rows = {3, 3}, .dims = {3, 3}, .names = {"rows"}};
    const Dataset data = load_vectors(path, rule, {.most_rows = 3, .may_shift = false});
    std::array<double, 9> matrix{};
    for (std::int64_t i = 0; i < 9; ++i) matrix[std::size_t(i)] = coordinate_in_file(data, i / 3, i % 3);
    if (!std::ranges::all_of(matrix, [](double x) { return std::isfinite(x); }))
        throw InputError(
            fmt::format("{} has a number that is not finite; a homography has nine finite numbers", shown(path)));
    return matrix;
}

} // namespace

std::vector<PicturePlace> load_places(const fs::path& file, const Dataset& set, bool is_whole) {
    const std::vector<PicturePlace> all = all_places(file);
    std::vector<PicturePlace> places;
    for (std::int64_t row = 0; row < set.rows; ++row) {
        const auto i = std::size_t(set.source_rows.empty() ? row : set.source_rows[std::size_t(row)]);
        if (i < all.size()) places.push_back(all[i]);
    }
    const bool has_too_many = is_whole && set.source_rows.empty() && std::ssize(all) > set.rows;
    if (std::ssize(places) < set.rows || has_too_many)
        throw InputError(fmt::format("{} has {}, but {} has {}; there must be one position for each vector",
                                     shown(file), counted(std::ssize(all), "position"), set.name,
                                     counted(set.rows, "vector")));
    return places;
}

std::array<double, 9> load_homography(const fs::path& path) {
    const std::array<double, 9> h = path.extension() == ".json" ? homography_in_json(path) : homography_in_table(path);
    const double first = h[0] * (h[4] * h[8] - h[5] * h[7]), second = h[1] * (h[3] * h[8] - h[5] * h[6]),
                 third = h[2] * (h[3] * h[7] - h[4] * h[6]);
    const double size = std::abs(first) + std::abs(second) + std::abs(third);
    constexpr double singular = 1e-14; // a determinant that is as small beside its terms
    if (!(std::abs(first - second + third) > singular * size))
        throw InputError(
            fmt::format("the matrix in {} is singular, and so it brings a picture onto a line: a homography "
                        "has a determinant other than 0",
                        shown(path)));
    return h;
}

FeatureFiles feature_files_of(const VectorSource& source) {
    const auto if_there = [](fs::path path) { return is_file(path) ? std::move(path) : fs::path(); };
    const auto beside = [&](const fs::path& vectors, std::string_view name, std::string_view ending) {
        return if_there(file_beside(vectors, name, ending));
    };
    FeatureFiles files{.picture_a = beside(source.a, "view", ".png"),
                       .picture_b = beside(source.b, "view", ".png"),
                       .positions_a = beside(source.a, "positions", ".npy"),
                       .positions_b = beside(source.b, "positions", ".npy"),
                       .homography = if_there(source.a.parent_path() / "homography.json")};
    for (const FeatureFile& file : feature_files)
        if (!(source.features.*file.member).empty()) files.*file.member = source.features.*file.member;
    return files;
}

std::optional<PicturePlace> true_place(const FeatureViews& views, std::int64_t row) {
    if (!views.homography || row < 0 || row >= std::ssize(views.first.places)) return {};
    const auto& h = *views.homography;
    const double x = views.first.places[std::size_t(row)].x, y = views.first.places[std::size_t(row)].y;
    const double third = h[6] * x + h[7] * y + h[8];
    if (third == 0.0) return {};
    return PicturePlace{float((h[0] * x + h[1] * y + h[2]) / third), float((h[3] * x + h[4] * y + h[5]) / third)};
}

std::optional<bool> is_right_match(const FeatureViews& views, std::int64_t row, std::int64_t match) {
    const std::optional<PicturePlace> wanted = true_place(views, row);
    if (!wanted || match < 0 || match >= std::ssize(views.second.places)) return {};
    const PicturePlace found = views.second.places[std::size_t(match)];
    return std::hypot(double{wanted->x} - double{found.x}, double{wanted->y} - double{found.y}) <= right_within;
}

LoadedViews load_views(const VectorSource& source, const Dataset& first, const Dataset& second) {
    LoadedViews loaded;
    const FeatureFiles files = feature_files_of(source);
    const bool is_announced = !files.picture_a.empty() || !files.picture_b.empty() || source.features != FeatureFiles{};
    if (!is_announced || source.b.empty()) return loaded;
    auto views = std::make_shared<FeatureViews>();
    try {
        views->first = load_view(files.picture_a, files.positions_a, first, !source.n);
        views->second = load_view(files.picture_b, files.positions_b, second, !source.m);
    } catch (const std::exception& error) {
        loaded.remarks.push_back(fmt::format("the pictures are not shown, because {}", error.what()));
        return loaded;
    }
    try {
        if (!files.homography.empty()) views->homography = load_homography(files.homography);
    } catch (const std::exception& error) {
        loaded.remarks.push_back(fmt::format("it is not known which matches are right, because {}", error.what()));
    }
    loaded.views = std::move(views);
    return loaded;
}

} // namespace pairscope::app
