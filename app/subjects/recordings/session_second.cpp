// SPDX-License-Identifier: MIT
#include "app/subjects/recordings/session_second.h"

#include "app/subjects/recordings/session_source.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::app {
namespace {

/// The file as vectors are read from one, so that both have the same words.
VectorSource source_of_file(const OtherMatrix& other) {
    VectorSource source{.a = other.file, .b = {}, .n = {}, .m = {}};
    source.columns.names = other.columns;
    source.similarity = other.similarity;
    source.symmetrise = other.symmetrise;
    return source;
}

std::optional<HeatmapView> place_of(const std::vector<double>& numbers) {
    constexpr double least_zoom = 1e-9;
    if (numbers.size() != 3 || !(numbers[2] >= least_zoom)) return {};
    return HeatmapView{.center = {numbers[0], numbers[1]}, .pixels_per_cell = numbers[2]};
}

} // namespace

std::optional<profiling::RecordedSecond> second_to_record(const TwoState& two) {
    if (!two.other) return {};
    const OtherMatrix& other = *two.other;
    profiling::RecordedSecond second{.workload = other.workload};
    if (!other.file.empty())
        second.source = source_to_record(source_of_file(other));
    else
        second.columns = other.columns;
    if (two.look.view != TwoView::beside) second.drawn = name_of(two.look.view);
    second.swipe = two.look.swipe;
    second.same_range = two.look.same_range;
    if (const auto& place = two.look.place)
        second.place = {place->center.row, place->center.col, place->pixels_per_cell};
    return second;
}

FoundSecond found_second(const profiling::Recording& session, const std::filesystem::path& path,
                         std::span<const std::filesystem::path> others, const std::stop_token& stop) {
    if (!session.is_session || !session.second) return {};
    const profiling::RecordedSecond& recorded = *session.second;
    const auto view = recorded.drawn.empty() ? TwoView::beside : value_named(two_view_names, recorded.drawn);
    if (!view)
        return {.why_not = fmt::format("it is drawn as {}, which this version does not know", excerpt(recorded.drawn))};
    if (!recorded.workload.empty() && find_workload(recorded.workload) == nullptr)
        return {.why_not = fmt::format("this version does not have its workload {}", excerpt(recorded.workload))};
    OtherMatrix other{.workload = recorded.workload, .columns = recorded.columns};
    if (recorded.source) {
        const FoundSource found = found_source(*recorded.source, path, others, stop);
        if (!found.source) return {.why_not = found.why_not};
        const auto* vectors = std::get_if<VectorSource>(&*found.source);
        if (vectors == nullptr || vectors->a.empty()) return {.why_not = "it names no file of vectors or distances"};
        other.file = vectors->a;
        other.columns = vectors->columns.names;
        other.similarity = vectors->similarity;
        other.symmetrise = vectors->symmetrise;
    } else if (other.workload.empty() && other.columns.empty()) {
        return {.why_not = "the session does not say what it is made of"};
    }
    SecondMatrix second{.other = std::move(other)};
    second.look = {.view = *view,
                   .swipe = std::clamp(recorded.swipe, 0.0, 1.0),
                   .same_range = recorded.same_range,
                   .place = place_of(recorded.place)};
    return {.second = std::move(second)};
}

} // namespace pairscope::app
