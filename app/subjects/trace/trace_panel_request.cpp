// SPDX-License-Identifier: MIT
// One request of a warp as a picture: 32 lanes above, the memory they touch below.
#include "app/spine/jobs.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_panel_parts.h"
#include "app/subjects/trace/warp_picture.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace pairscope::app {
namespace {

constexpr float lane_height = 20.0f; // [px], before scale
constexpr float widest_lane = 20.0f;
constexpr float fan_height = 30.0f; // between lanes and memory
constexpr float memory_height = 24.0f;
constexpr float tallest_picture = 112.0f; // for the texels of a texture, or for banks
constexpr float flat_picture = lane_height + fan_height + memory_height + 20.0f;
constexpr float stacked_picture = lane_height + 10.0f + tallest_picture;
constexpr float unstretched = 40.0f; // the lanes and the words below the memory
constexpr float least_stretch = 0.5f, most_stretch = 1.8f;
constexpr float number_size = 11.0f, small_size = 12.0f;

/// Where the picture is, and what the mouse points at.
struct RequestDrawing {
    const Frame& frame;
    ImDrawList& list;
    ImVec2 at;            ///< upper left corner
    float width;          ///< the room for all that is drawn
    float lane_width;     ///< width of a lane's cell
    float stretch = 1.0f; ///< factor for the heights below the lanes, as there is room
    int lane = -1;        ///< emphasised; -1: none, all are equal

    [[nodiscard]] float px(float size) const { return frame.style.px(size); }
    [[nodiscard]] ImU32 colour(const ImVec4& c) const { return ImGui::GetColorU32(c); }
    [[nodiscard]] ImVec2 lane_corner(int i) const { return {std::floor(at.x + float(i) * lane_width), at.y}; }
    [[nodiscard]] float memory_top() const { return at.y + px(lane_height + stretch * fan_height); }
    [[nodiscard]] bool is_quiet(int other) const { return lane >= 0 && other != lane; }
};

ImU32 faded(ImU32 colour, float alpha) {
    ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    c.w *= alpha;
    return ImGui::ColorConvertFloat4ToU32(c);
}

/// The colour of what lane `lane` asks for: pale if the mouse is on another lane. It is opaque, because the ink on it
/// is chosen by how light it is.
ImU32 fill_of(const RequestDrawing& drawing, int lane, ImU32 full) {
    constexpr float strength = 0.35f;
    if (!drawing.is_quiet(lane)) return full;
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(full), panel = drawing.frame.style.palette.panel;
    const auto mixed = [](float of_panel, float of_colour) { return of_panel + strength * (of_colour - of_panel); };
    return drawing.colour({mixed(panel.x, colour.x), mixed(panel.y, colour.y), mixed(panel.z, colour.z), 1.0f});
}

/// Sectors have colours of their own; in shared memory only who has to wait is coloured.
ImU32 part_colour(const RequestDrawing& drawing, const WarpPicture& picture, int part) {
    if (part < 0) return drawing.colour(drawing.frame.style.palette.grid);
    if (picture.memory != WarpPicture::Memory::shared)
        return sector_colour(std::size_t(part), drawing.frame.state.look.theme);
    return drawing.colour(part < picture.free_words ? drawing.frame.style.palette.accent
                                                    : drawing.frame.style.palette.warning);
}

void write_centred(const RequestDrawing& drawing, ImVec2 middle, ImU32 colour, const std::string& text) {
    const float size = drawing.px(number_size);
    const ImVec2 extent = drawing.frame.style.fonts.text->CalcTextSizeA(size, 1e9f, 0.0f, text.c_str());
    drawing.list.AddText(drawing.frame.style.fonts.text, size,
                         {std::floor(middle.x - extent.x / 2), std::floor(middle.y - extent.y / 2)}, colour,
                         text.c_str());
}

float small_width(const std::string& text) {
    ImGui::PushFont(nullptr, small_size);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::PopFont();
    return width;
}

void write_small(const RequestDrawing& drawing, ImVec2 at, const std::string& text) {
    ImGui::PushFont(nullptr, small_size);
    const std::string fits = shortened(text, drawing.at.x + drawing.width - at.x);
    drawing.list.AddText({std::floor(at.x), std::floor(at.y)}, drawing.colour(drawing.frame.style.palette.dim),
                         fits.c_str());
    ImGui::PopFont();
}

void draw_lanes(const RequestDrawing& drawing, const WarpPicture& picture) {
    const float height = drawing.px(lane_height);
    for (int i = 0; i < simt::warp_size; ++i) {
        const ImVec2 corner = drawing.lane_corner(i);
        const int part = picture.part[std::size_t(i)];
        const ImU32 colour = fill_of(drawing, i, part_colour(drawing, picture, part));
        drawing.list.AddRectFilled({corner.x + 1, corner.y}, {corner.x + drawing.lane_width - 1, corner.y + height},
                                   colour, drawing.px(2));
        const ImU32 ink = part < 0 ? drawing.colour(drawing.frame.style.palette.dim) : ink_on(colour);
        if (drawing.lane_width >= drawing.px(14) || i % 4 == 0)
            write_centred(drawing, {corner.x + drawing.lane_width / 2, corner.y + height / 2}, ink,
                          fmt::format("{}", i));
    }
}

/// Left edges of the sectors, and how wide one is: neighbours touch, and where memory is left out there is a gap.
struct Row {
    std::vector<float> left;
    float width = 0.0f;
};
Row lay_out(const RequestDrawing& drawing, const WarpPicture& picture) {
    const auto count = float(picture.sectors.size());
    float gaps = 0.0f;
    for (std::size_t i = 1; i < picture.sectors.size(); ++i)
        gaps += picture.sectors[i].col == picture.sectors[i - 1].col + 1 ? 0.0f : 1.0f;
    const float all = simt::warp_size * drawing.lane_width;
    const float gap = std::min(drawing.px(4), 0.4f * all / std::max(count, 1.0f));
    Row row;
    row.width = std::min(8 * drawing.lane_width, (all - gaps * gap) / std::max(count, 1.0f));
    float x = drawing.at.x;
    for (std::size_t i = 0; i < picture.sectors.size(); ++i) {
        if (i > 0 && picture.sectors[i].col != picture.sectors[i - 1].col + 1) x += gap;
        row.left.push_back(x);
        x += row.width;
    }
    return row;
}

void draw_sector(const RequestDrawing& drawing, const WarpPicture& picture, std::size_t index, float left,
                 float width) {
    const TouchedSector& sector = picture.sectors[index];
    const float top = drawing.memory_top(), bottom = top + drawing.px(drawing.stretch * memory_height);
    const float byte = width / simt::sector_bytes;
    const float least = drawing.px(2); // a few bytes of a narrow sector are still seen
    drawing.list.AddRectFilled({left, top}, {left + width, bottom}, drawing.colour(drawing.frame.style.palette.grid));
    for (int i = 0; i < simt::sector_bytes; ++i) {
        const int lane = sector.lane[std::size_t(i)];
        if (lane < 0) continue;
        const ImU32 colour = part_colour(drawing, picture, int(index));
        const float from = left + float(i) * byte;
        drawing.list.AddRectFilled({from, top}, {std::min(from + std::max(byte, least), left + width), bottom},
                                   fill_of(drawing, lane, colour));
    }
    const ImU32 edge = drawing.colour(drawing.frame.style.palette.panel);
    if (width >= drawing.px(48))
        for (int word = 1; word < 8; ++word)
            drawing.list.AddLine({left + float(4 * word) * byte, top}, {left + float(4 * word) * byte, bottom},
                                 faded(edge, 0.5f));
    drawing.list.AddRect({left, top}, {left + width, bottom}, drawing.colour(drawing.frame.style.palette.faint));
}

/// From each lane to the first byte that it asks for.
void draw_fan(const RequestDrawing& drawing, const WarpPicture& picture, const simt::WarpRequest& request,
              const Row& row, int bytes) {
    for (int i = 0; i < simt::warp_size; ++i) {
        const int part = picture.part[std::size_t(i)];
        if (part < 0) continue;
        const auto byte = float(request.offset[std::size_t(i)] % simt::sector_bytes) +
                          0.5f * float(std::min(bytes, simt::sector_bytes));
        const ImVec2 from{drawing.lane_corner(i).x + drawing.lane_width / 2,
                          drawing.at.y + drawing.px(lane_height) + 1};
        const ImVec2 to{row.left[std::size_t(part)] + byte * row.width / simt::sector_bytes, drawing.memory_top() - 1};
        const ImU32 colour = part_colour(drawing, picture, part);
        drawing.list.AddLine(from, to, drawing.is_quiet(i) ? faded(colour, 0.15f) : faded(colour, 0.8f),
                             drawing.px(i == drawing.lane ? 2.0f : 1.0f));
    }
}

void draw_linear(const RequestDrawing& drawing, const WarpPicture& picture, const simt::WarpRequest& request,
                 int bytes) {
    const Row row = lay_out(drawing, picture);
    draw_fan(drawing, picture, request, row, bytes);
    for (std::size_t i = 0; i < picture.sectors.size(); ++i) draw_sector(drawing, picture, i, row.left[i], row.width);
    if (picture.sectors.empty()) return;
    const float top = drawing.memory_top() + drawing.px(drawing.stretch * memory_height + 3);
    const auto start = [&](const TouchedSector& sector) {
        return fmt::format("{} + {} B", request.memory, grouped(sector.col * simt::sector_bytes));
    };
    const std::string first = start(picture.sectors.front());
    write_small(drawing, {drawing.at.x, top}, first);
    if (picture.sectors.size() < 2) return;
    const std::string last = start(picture.sectors.back());
    const float right = std::floor(row.left.back() + row.width - small_width(last));
    const float taken = drawing.at.x + small_width(first) + drawing.px(16);
    if (right > taken) write_small(drawing, {right, top}, last);
}

void draw_banks(const RequestDrawing& drawing, const WarpPicture& picture) {
    const auto levels = float(std::max<std::size_t>(picture.tallest_bank(), 1));
    const float top = drawing.at.y + drawing.px(lane_height + 10);
    const float height = std::min(drawing.px(16), drawing.px(drawing.stretch * tallest_picture - 24) / levels);
    for (int bank = 0; bank < simt::warp_size; ++bank) {
        const float left = drawing.lane_corner(bank).x + 1, right = left + drawing.lane_width - 2;
        const auto& words = picture.banks[std::size_t(bank)];
        if (words.empty())
            drawing.list.AddRect({left, top}, {right, top + height - 1},
                                 drawing.colour(drawing.frame.style.palette.line));
        for (std::size_t level = 0; level < words.size(); ++level) {
            const float y = top + float(level) * height;
            const int lane = words[level].lane;
            const ImU32 colour = fill_of(drawing, lane, part_colour(drawing, picture, int(level)));
            drawing.list.AddRectFilled({left, y}, {right, y + std::max(1.0f, height - 1)}, colour);
            if (height >= drawing.px(13) && drawing.lane_width >= drawing.px(14))
                write_centred(drawing, {(left + right) / 2, y + (height - 1) / 2}, ink_on(colour),
                              fmt::format("{}", lane));
        }
    }
    write_small(drawing, {drawing.at.x, top + levels * height + drawing.px(3)},
                "Each column is a bank and lists the lanes that it serves in turn.");
}

/// Positions of the distinct values, in their order: what lies between them is left out.
std::vector<std::int64_t> distinct(const WarpPicture& picture, std::int64_t TouchedSector::*member) {
    std::set<std::int64_t> values;
    for (const TouchedSector& sector : picture.sectors) values.insert(sector.*member);
    return {values.begin(), values.end()};
}

float index_of(const std::vector<std::int64_t>& values, std::int64_t value) {
    return float(std::lower_bound(values.begin(), values.end(), value) - values.begin());
}

void draw_texture(const RequestDrawing& drawing, const WarpPicture& picture, const simt::WarpRequest& request) {
    if (request.texel_bytes <= 0) return;
    const int texels = int(texture_sector_width) / request.texel_bytes; // in a row of a sector
    const auto sector_cols = float(texels), sector_rows = float(texture_sector_height);
    const auto rows = distinct(picture, &TouchedSector::row), cols = distinct(picture, &TouchedSector::col);
    if (rows.empty()) return;
    const float gap = drawing.px(2), top = drawing.at.y + drawing.px(lane_height + 10);
    const float room = drawing.px(drawing.stretch * tallest_picture - 24);
    const float texel = std::min({drawing.px(widest_lane),
                                  (simt::warp_size * drawing.lane_width / float(cols.size()) - gap) / sector_cols,
                                  (room / float(rows.size()) - gap) / sector_rows});
    for (std::size_t i = 0; i < picture.sectors.size(); ++i) {
        const TouchedSector& sector = picture.sectors[i];
        const ImVec2 corner{drawing.at.x + index_of(cols, sector.col) * (sector_cols * texel + gap),
                            top + index_of(rows, sector.row) * (sector_rows * texel + gap)};
        drawing.list.AddRectFilled(corner, {corner.x + sector_cols * texel, corner.y + sector_rows * texel},
                                   drawing.colour(drawing.frame.style.palette.grid));
        const ImU32 full = part_colour(drawing, picture, int(i));
        for (int t = 0; t < simt::sector_bytes / request.texel_bytes; ++t) {
            const int lane = sector.lane[std::size_t(t * request.texel_bytes)];
            if (lane < 0) continue;
            const ImVec2 at{corner.x + float(t % texels) * texel, corner.y + float(t / texels) * texel};
            const ImU32 colour = fill_of(drawing, lane, full);
            drawing.list.AddRectFilled(at, {at.x + texel, at.y + texel}, colour);
            if (texel >= drawing.px(14))
                write_centred(drawing, {at.x + texel / 2, at.y + texel / 2}, ink_on(colour), fmt::format("{}", lane));
        }
        drawing.list.AddRect(corner, {corner.x + sector_cols * texel, corner.y + sector_rows * texel},
                             drawing.colour(drawing.frame.style.palette.faint));
    }
    std::string box = fmt::format("A box is a sector of {} x {} texels", texels, texture_sector_height);
    if (texel >= drawing.px(14)) box = fmt::format("{}, and a number is a lane", box);
    write_small(drawing, {drawing.at.x, top + float(rows.size()) * (sector_rows * texel + gap) + drawing.px(2)},
                fmt::format("{}: rows from {}, columns from {}. {}", request.memory,
                            grouped(rows.front() * texture_sector_height), grouped(cols.front() * texels), box));
}

/// "It stores to row 3, columns 8 to 11 of the matrix."; empty if it stores to none.
std::string cells_words(const std::optional<LaneCells>& cells) {
    if (!cells) return {};
    const auto& [row, col, cols, lane] = cells->cells;
    const std::string columns = cols == 1 ? fmt::format("column {}", grouped(col))
                                          : fmt::format("columns {} to {}", grouped(col), grouped(col + cols - 1));
    return cells->now ? fmt::format("\nIt stores to row {}, {} of the matrix.", grouped(row), columns)
                      : fmt::format("\nIts thread stores to row {}, {} of the matrix.", grouped(row), columns);
}

std::string lane_story(const simt::Trace& trace, const simt::WarpRequest& request, int lane,
                       const std::optional<LaneCells>& cells) {
    const simt::TraceLine& line = trace.lines[request.line];
    const simt::Index3 thread = thread_of(trace, lane);
    return fmt::format("lane {}: thread ({}, {}, {}) of its block\n{}, {} bytes: {}{}", lane, thread.x, thread.y,
                       thread.z, name_of(line.kind), line.bytes_per_lane, address_of(request, line, lane),
                       cells_words(cells));
}

/// Its memory is one row of sectors. Banks and the texels of a texture are drawn in several rows.
bool is_flat(const simt::TraceLine& line) {
    return !is_shared(line.kind) && line.kind != simt::AccessKind::surface_load &&
           line.kind != simt::AccessKind::surface_store;
}

/// `usual`: the height of the picture of this request if its height is not changed.
float stretch_for(const Frame& frame, float height, float usual) {
    constexpr float below = 8.0f; // [px] stay free
    if (height >= usual) return std::clamp((height - below) / usual, 1.0f, most_stretch);
    const float fixed = frame.style.px(unstretched);
    return std::max((height - fixed) / (usual - fixed), least_stretch);
}

} // namespace

RequestHeights warp_request_heights(const Frame& frame, const simt::Trace& trace) {
    const float usual = std::ranges::all_of(trace.lines, is_flat) ? flat_picture : stacked_picture;
    const float least = unstretched + least_stretch * (usual - unstretched);
    return {.usual = frame.style.px(usual), .least = frame.style.px(least)};
}

std::optional<Cell> draw_warp_request(const Frame& frame, const simt::Trace& trace, const simt::WarpRequest& request,
                                      float height) {
    const simt::TraceLine& line = trace.lines[request.line];
    const WarpPicture picture = warp_picture(request, line);
    const float width = ImGui::GetContentRegionAvail().x;
    const auto [usual, least] = warp_request_heights(frame, trace);
    const float own = frame.style.px(is_flat(line) ? flat_picture : stacked_picture);
    RequestDrawing drawing{.frame = frame,
                           .list = *ImGui::GetWindowDrawList(),
                           .at = ImGui::GetCursorScreenPos(),
                           .width = width,
                           .lane_width = std::min(width / simt::warp_size, frame.style.px(widest_lane)),
                           .stretch = stretch_for(frame, height, own)};
    const float strip = simt::warp_size * drawing.lane_width;
    std::optional<LaneCells> cells;
    ImGui::InvisibleButton("lanes", {std::max(strip, 1.0f), drawing.px(lane_height)});
    if (ImGui::IsItemHovered()) {
        drawing.lane = std::clamp(int((ImGui::GetMousePos().x - drawing.at.x) / drawing.lane_width), 0, 31);
        cells = cells_of_lane(trace, request, drawing.lane);
        explain(frame, lane_story(trace, request, drawing.lane, cells));
    }
    draw_lanes(drawing, picture);
    switch (picture.memory) {
    case WarpPicture::Memory::linear:
        draw_linear(drawing, picture, request, line.bytes_per_lane);
        break;
    case WarpPicture::Memory::texture:
        draw_texture(drawing, picture, request);
        break;
    case WarpPicture::Memory::shared:
        draw_banks(drawing, picture);
        break;
    }
    const float drawn = std::clamp(height, least, most_stretch * usual);
    ImGui::Dummy({strip, drawn - drawing.px(lane_height) - 2 * ImGui::GetStyle().ItemSpacing.y});
    return cells ? std::optional(Cell{cells->cells.row, cells->cells.col}) : std::nullopt;
}

} // namespace pairscope::app
