// SPDX-License-Identifier: MIT
// The clusters of the tree that is cut: a bar for the silhouette of each row, and a table of categories.
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/clusters/cluster_fit.h"
#include "app/subjects/matrix/clusters/clusters.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/panels.h"
#include "app/subjects/points/points.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float name_width = 26.0f, least_height = 90.0f; // [px] before scale
constexpr std::size_t most_columns = 24;                  // clusters in the table

/// Where silhouettes lie from left to right.
struct SilhouetteAxis {
    float left = 0.0f, right = 0.0f;
    double low = 0.0;
    [[nodiscard]] float at(double value) const { return left + float((value - low) / (1.0 - low)) * (right - left); }
};

void draw_bars(const Frame& frame, const ClusterFit& fit, const SilhouetteAxis& axis, float top, float height) {
    const std::size_t first = first_cluster_colour(frame.state);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto count = float(fit.rows.size());
    const float zero = axis.at(0.0), step = height / count;
    // Where rows are thinner than a pixel, each pixel shows one of them.
    const std::size_t bars = step >= 1.0f ? fit.rows.size() : std::size_t(height);
    const float thickness = height / float(bars);
    for (std::size_t i = 0; i < bars; ++i) {
        const auto row = std::size_t(fit.rows[i * fit.rows.size() / bars]);
        const float y = top + float(i) * thickness, x = axis.at(fit.silhouettes.of_row[row]);
        list.AddRectFilled({std::min(zero, x), y}, {std::max(zero, x), y + std::max(1.0f, thickness - 0.5f)},
                           group_colour(first + std::size_t(fit.clusters.of_row[row])));
    }
}

/// The number of each cluster, in the middle of its bars.
void draw_names(const Frame& frame, const ClusterFit& fit, float left, float top, float height) {
    const float line = ImGui::GetTextLineHeight(), count = float(fit.rows.size());
    float begin = 0.0f, last = top - line;
    for (std::size_t cluster = 0; cluster < fit.clusters.sizes.size(); ++cluster) {
        const auto size = float(fit.clusters.sizes[cluster]);
        const float y = top + height * (begin + 0.5f * size) / count - 0.5f * line;
        begin += size;
        if (y < last + line) continue; // it would cover the name above it
        last = y;
        ImGui::GetWindowDrawList()->AddText({left, y}, ImGui::GetColorU32(frame.style.palette.dim),
                                            fmt::format("{}", cluster + 1).c_str());
    }
}

void draw_lines(const Frame& frame, const ClusterFit& fit, const SilhouetteAxis& axis, float top, float height) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = frame.style.palette;
    const float px = frame.style.px(1.0f), bottom = top + height;
    for (const double tick : {-0.5, 0.0, 0.5, 1.0}) {
        if (tick < axis.low) continue;
        const float x = axis.at(tick);
        list.AddLine({x, top}, {x, bottom}, ImGui::GetColorU32(palette.line), px);
        const std::string text = fmt::format("{:g}", tick);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        list.AddText({std::min(x - 0.5f * width, axis.right - width), bottom + 2.0f * px},
                     ImGui::GetColorU32(palette.dim), text.c_str());
    }
    const float mean = axis.at(fit.silhouettes.mean);
    for (float y = top; y < bottom; y += 8.0f * px)
        list.AddLine({mean, y}, {mean, std::min(y + 4.0f * px, bottom)}, ImGui::GetColorU32(palette.text), 1.5f * px);
}

void draw_row_tooltip(const Frame& frame, const ClusterFit& fit, std::size_t row) {
    if (!begin_tooltip(frame)) return;
    const Dataset& set = *frame.state.data.now.question.first;
    const std::int32_t cluster = fit.clusters.of_row[row];
    ImGui::TextUnformatted(fmt::format("{}{}{}", numbered_row(set, std::int64_t(row)), set.labels.empty() ? "" : " ",
                                       label_of_row(set, std::int64_t(row)))
                               .c_str());
    ImGui::TextUnformatted(
        fmt::format("cluster {}, silhouette {:.3f}", cluster + 1, fit.silhouettes.of_row[row]).c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::TextUnformatted(fmt::format("mean of the cluster {:.3f}, of its {}",
                                       fit.silhouettes.of_cluster[std::size_t(cluster)],
                                       counted(fit.clusters.sizes[std::size_t(cluster)], "row"))
                               .c_str());
    ImGui::PopStyleColor();
    ImGui::EndTooltip();
}

void draw_silhouettes(const Frame& frame, const ClusterFit& fit, float room) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, ticks = frame.style.small_size + frame.style.px(4.0f);
    const float height = std::max(frame.style.px(least_height), room) - ticks;
    double low = 0.0;
    for (const std::int32_t row : fit.rows) low = std::min(low, fit.silhouettes.of_row[std::size_t(row)]);
    const SilhouetteAxis axis{
        .left = corner.x + frame.style.px(name_width), .right = corner.x + width, .low = std::floor(low * 2.0) / 2.0};
    ImGui::PushFont(nullptr, frame.style.small_size);
    draw_lines(frame, fit, axis, corner.y, height);
    draw_bars(frame, fit, axis, corner.y, height);
    draw_names(frame, fit, corner.x, corner.y, height);
    ImGui::PopFont();
    ImGui::InvisibleButton("##silhouettes", {width, height + ticks});
    const float part = (ImGui::GetIO().MousePos.y - corner.y) / height;
    if (!ImGui::IsItemHovered() || part < 0.0f || part >= 1.0f) return;
    const auto row = std::size_t(fit.rows[std::size_t(part * float(fit.rows.size()))]);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        frame.push(command::PinCell{Cell{std::int64_t(row), std::int64_t(row)}});
    draw_row_tooltip(frame, fit, row);
}

float table_height(const Frame& frame, const CategoryTable& table) {
    if (table.names.empty()) return 0.0f;
    return float(table.names.size() + 1) * (ImGui::GetTextLineHeight() + frame.style.px(5.0f)) + frame.style.px(4.0f);
}

void draw_categories(const Frame& frame, const CategoryTable& table, std::size_t clusters) {
    const std::size_t columns = std::min(clusters, most_columns);
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollX;
    if (!ImGui::BeginTable("categories", int(columns) + 1, flags, {0.0f, table_height(frame, table)})) return;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(frame.style.palette.dim, "cluster");
    for (std::size_t cluster = 0; cluster < columns; ++cluster) {
        ImGui::TableNextColumn();
        right_aligned_text(fmt::format("{}", cluster + 1), frame.style.palette.dim);
    }
    for (std::size_t i = 0; i < table.names.size(); ++i) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(shortened(table.names[i], frame.style.px(110.0f)).c_str());
        for (std::size_t cluster = 0; cluster < columns; ++cluster) {
            ImGui::TableNextColumn();
            const std::int64_t count = table.counts[i][cluster];
            right_aligned_text(grouped(count), count == 0 ? frame.style.palette.faint : frame.style.palette.text);
        }
    }
    ImGui::EndTable();
}

} // namespace

void draw_clusters_panel(const Frame& frame) {
    const auto key = fit_key(frame.state);
    const ClusterFit* const fit = fit_now(frame.state);
    heading(frame, "Clusters",
            fit == nullptr ? std::string()
                           : fmt::format("{}, mean silhouette {:.3f}", counted(fit->clusters.count(), "cluster"),
                                         fit->silhouettes.mean),
            "Each bar is the silhouette of a row: it says how much nearer the row is to its own cluster than to the "
            "nearest other one. A row at 1 is clearly inside, at 0 it lies between two clusters, and below 0 another "
            "cluster is nearer. The dashed line is the mean.");
    if (!key) {
        wrapped_text(
            "Choose the order \"by clusters\" above the matrix, and cut the tree: drag the line in it, or give "
            "a number of clusters.",
            frame.style.palette.dim);
        return;
    }
    if (fit == nullptr) {
        const bool has_failed = frame.state.fit.failed_for == key;
        if (!has_failed && frame.state.fit.asked_for != key) frame.push(command::MeasureClusters{});
        wrapped_text(has_failed ? frame.state.fit.failure : std::string("Working out the silhouettes ..."),
                     has_failed ? frame.style.palette.warning : frame.style.palette.dim);
        return;
    }
    const Question& question = frame.state.data.now.question;
    if (const std::int64_t left_out = question.first->rows - std::ssize(fit->rows); left_out > 0)
        small_text(frame, left_out_words(left_out, "row", type_of(question.workload)) + ".", frame.style.palette.dim);
    const CategoryTable table = categories_in(frame.state, fit->clusters);
    draw_silhouettes(frame, *fit, ImGui::GetContentRegionAvail().y - table_height(frame, table) - frame.style.px(6.0f));
    if (!table.names.empty()) draw_categories(frame, table, std::size_t(fit->clusters.count()));
}

} // namespace pairscope::app
