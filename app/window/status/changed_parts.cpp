// SPDX-License-Identifier: MIT
#include "app/window/status/changed_parts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>

namespace pairscope::app {
namespace {

constexpr int side =
    32; // [px] of a square. Larger ones draw more than has changed, smaller ones take longer to compare

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32);
}

std::uint64_t mixed(std::uint64_t hash, int a, int b) {
    return mixed(hash, std::uint64_t(std::uint32_t(a)) << 32 | std::uint32_t(b));
}

std::uint64_t mixed(std::uint64_t hash, const ImDrawVert& vertex) {
    static_assert(sizeof(ImDrawVert) == 20);
    std::uint64_t place = 0, texel = 0;
    std::memcpy(&place, &vertex.pos, sizeof(place));
    std::memcpy(&texel, &vertex.uv, sizeof(texel));
    return mixed(mixed(mixed(hash, place), texel), vertex.col);
}

/// The pixel at a place, from 0 to `end`. If the place is NaN, the result is `otherwise`.
int pixel_of(float place, int end, int otherwise) {
    if (std::isnan(place)) return otherwise;
    return place <= 0.0f ? 0 : place >= float(end) ? end : int(place);
}

WindowBox window_of(const ImDrawData& drawing) {
    return {0, 0, int(drawing.DisplaySize.x), int(drawing.DisplaySize.y)};
}

/// The pixels that a command may draw to, rounded as imgui_impl_opengl3.cpp rounds them.
WindowBox clip_box(const ImDrawCmd& command, const WindowBox& window) {
    const ImVec4& clip = command.ClipRect;
    if (!(clip.z > clip.x && clip.w > clip.y)) return {};
    const int left = int(clip.x), low = int(float(window.bottom) - clip.w);
    const WindowBox box{left, window.bottom - low - int(clip.w - clip.y), left + int(clip.z - clip.x),
                        window.bottom - low};
    return common_part(box, window);
}

/// A single triangle, or two triangles that share an edge: letters and rectangles consist of such pairs.
struct Piece {
    const ImDrawIdx* first;
    int indices;      ///< 3 or 6
    int vertex_count; ///< 3 or 4
    ImDrawVert const* vertices[4];
};

Piece piece_at(const ImDrawList& list, const ImDrawCmd& command, unsigned int at) {
    const ImDrawIdx* first = list.IdxBuffer.Data + command.IdxOffset + at;
    const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
    Piece piece{first, 3, 3, {vertices + first[0], vertices + first[1], vertices + first[2], nullptr}};
    if (at + 6 <= command.ElemCount && first[3] == first[0] && first[4] == first[2]) {
        piece.indices = 6;
        piece.vertex_count = 4;
        piece.vertices[3] = vertices + first[5];
    }
    return piece;
}

/// The pixels that the piece may touch.
WindowBox box_of(const Piece& piece, const WindowBox& clip) {
    ImVec2 low = piece.vertices[0]->pos, high = low;
    for (int i = 1; i < piece.vertex_count; ++i) {
        const ImVec2 place = piece.vertices[i]->pos;
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    }
    constexpr float margin = 1.0f; // [px] covers the rounding of the rasterizer
    return common_part(clip, {pixel_of(low.x - margin, clip.right, 0), pixel_of(low.y - margin, clip.bottom, 0),
                              pixel_of(std::ceil(high.x + margin), clip.right, clip.right),
                              pixel_of(std::ceil(high.y + margin), clip.bottom, clip.bottom)});
}

/// Calls act(piece, box) for each piece of the command that may have visible pixels.
template <class Act>
void for_pieces(const ImDrawList& list, const ImDrawCmd& command, const WindowBox& clip, const Act& act) {
    for (unsigned int at = 0; at + 3 <= command.ElemCount;) {
        const Piece piece = piece_at(list, command, at);
        at += unsigned(piece.indices);
        if (const WindowBox box = box_of(piece, clip); !box.is_empty()) act(piece, box);
    }
}

/// The box of the picture, if the command draws only the whole picture, with one texel per pixel.
std::optional<WindowBox> place_of(const ImDrawList& list, const ImDrawCmd& command, const CopiedPicture& picture) {
    const bool is_ours = command.TexRef._TexData == nullptr && command.TexRef._TexID == ImTextureID(picture.texture);
    if (picture.texture == 0 || !is_ours || command.ElemCount != 6) return {};
    const Piece piece = piece_at(list, command, 0);
    if (piece.vertex_count != 4) return {};
    const ImVec2 low = piece.vertices[0]->pos;
    const WindowBox box{int(low.x), int(low.y), int(low.x) + picture.width, int(low.y) + picture.height};
    const bool is_at_corners = std::ranges::all_of(piece.vertices, [&](const ImDrawVert* vertex) {
        const ImVec2 part = vertex->uv;
        const bool is_corner = (part.x == 0.0f || part.x == 1.0f) && (part.y == 0.0f || part.y == 1.0f);
        return is_corner && vertex->col == IM_COL32_WHITE &&
               vertex->pos.x == float(part.x == 0.0f ? box.left : box.right) &&
               vertex->pos.y == float(part.y == 0.0f ? box.top : box.bottom);
    });
    const bool is_whole = piece.vertices[0]->uv.x == 0.0f && piece.vertices[0]->uv.y == 0.0f &&
                          piece.vertices[2]->uv.x == 1.0f && piece.vertices[2]->uv.y == 1.0f;
    return is_at_corners && is_whole ? std::optional(box) : std::nullopt;
}

bool calls_functions(const ImDrawData& drawing) {
    return std::ranges::any_of(drawing.CmdLists, [](const ImDrawList* list) {
        return std::ranges::any_of(list->CmdBuffer,
                                   [](const ImDrawCmd& command) { return command.UserCallback != nullptr; });
    });
}

bool changes_letters(const ImDrawData& drawing) {
    if (drawing.Textures == nullptr) return false;
    return std::ranges::any_of(*drawing.Textures,
                               [](const ImTextureData* texture) { return texture->Status != ImTextureStatus_OK; });
}

std::uint64_t fingerprint_of(const ImDrawCmd& command, const WindowBox& clip, std::uint64_t pictures) {
    const std::uint64_t hash = mixed(mixed(1, clip.left, clip.top), clip.right, clip.bottom);
    const ImTextureData* letters = command.TexRef._TexData; // ImGui's own texture; null for a texture of ours
    if (letters != nullptr) return mixed(hash, std::uint64_t(letters->UniqueID));
    return mixed(mixed(hash, command.TexRef._TexID), pictures);
}

std::vector<std::uint64_t> fingerprints_of(const ImDrawData& drawing, const Surroundings& surroundings) {
    const WindowBox window = window_of(drawing);
    const int columns = (window.right + side - 1) / side, rows = (window.bottom + side - 1) / side;
    std::vector<std::uint64_t> squares(std::size_t(columns) * std::size_t(rows), surroundings.background);
    for (const ImDrawList* list : drawing.CmdLists)
        for (const ImDrawCmd& command : list->CmdBuffer) {
            const WindowBox clip = clip_box(command, window);
            if (clip.is_empty()) continue;
            const std::uint64_t seed = fingerprint_of(command, clip, surroundings.pictures);
            for_pieces(*list, command, clip, [&](const Piece& piece, const WindowBox& box) {
                std::uint64_t hash = seed;
                for (int i = 0; i < piece.vertex_count; ++i) hash = mixed(hash, *piece.vertices[i]);
                for (int row = box.top / side; row <= (box.bottom - 1) / side; ++row)
                    for (int column = box.left / side; column <= (box.right - 1) / side; ++column) {
                        std::uint64_t& square = squares[std::size_t(row * columns + column)];
                        square = mixed(square, hash);
                    }
            });
        }
    return squares;
}

/// Covers the marked squares with few boxes: a run of squares in a row, joined with equal runs in the rows below.
std::vector<WindowBox> boxes_of(const std::vector<bool>& marked, const WindowBox& window) {
    const int columns = (window.right + side - 1) / side, rows = (window.bottom + side - 1) / side;
    std::vector<WindowBox> boxes;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const auto is_marked = [&](int at) { return at < columns && marked[std::size_t(row * columns + at)]; };
            if (!is_marked(column)) continue;
            const int begin = column;
            while (is_marked(column)) ++column;
            const WindowBox run{begin * side, row * side, std::min(column * side, window.right),
                                std::min((row + 1) * side, window.bottom)};
            const auto above = std::ranges::find_if(boxes, [&](const WindowBox& box) {
                return box.bottom == run.top && box.left == run.left && box.right == run.right;
            });
            if (above == boxes.end())
                boxes.push_back(run);
            else
                above->bottom = run.bottom;
        }
    return boxes;
}

} // namespace

WindowBox common_part(const WindowBox& a, const WindowBox& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

std::vector<WindowBox> ChangedParts::since_last(const ImDrawData& drawing, const Surroundings& surroundings) {
    const WindowBox window = window_of(drawing);
    const bool same_size = width_ == window.right && height_ == window.bottom;
    width_ = window.right;
    height_ = window.bottom;
    if (calls_functions(drawing) || changes_letters(drawing)) {
        fingerprints_.clear();
        return {window};
    }
    std::vector<std::uint64_t> now = fingerprints_of(drawing, surroundings);
    std::vector<bool> changed(now.size(), true);
    if (same_size && fingerprints_.size() == now.size())
        for (std::size_t i = 0; i < now.size(); ++i) changed[i] = now[i] != fingerprints_[i];
    fingerprints_ = std::move(now);
    return boxes_of(changed, window);
}

ImDrawData& PartialDrawing::of(const ImDrawData& whole, const std::vector<WindowBox>& boxes,
                               const CopiedPicture& picture, const Callbacks& callbacks) {
    copies_.clear();
    const WindowBox window = window_of(whole);
    data_ = whole;
    data_.CmdLists.clear();
    while (lists_.size() < std::size_t(whole.CmdLists.Size))
        lists_.push_back(std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData()));
    for (int i = 0; i < whole.CmdLists.Size; ++i) {
        const ImDrawList& from = *whole.CmdLists[i];
        ImDrawList& to = *lists_[std::size_t(i)];
        to.CmdBuffer.resize(0);
        to.IdxBuffer.resize(0);
        if (i == 0) {
            ImDrawCmd call;
            call.UserCallback = callbacks.first;
            to.CmdBuffer.push_back(call);
        }
        for (const ImDrawCmd& command : from.CmdBuffer) {
            const auto place = place_of(from, command, picture);
            for (const WindowBox& box : boxes) {
                const WindowBox clip = common_part(clip_box(command, window), place ? common_part(*place, box) : box);
                if (clip.is_empty()) continue;
                ImDrawCmd part = command;
                if (place) {
                    part.UserCallback = callbacks.copy;
                    copies_.push_back({.from = picture.texture,
                                       .to = callbacks.target,
                                       .x = clip.left - place->left,
                                       .y = clip.top - place->top,
                                       .box = clip});
                    part.UserCallbackData = &copies_.back();
                    to.CmdBuffer.push_back(part);
                    continue;
                }
                part.ClipRect = {float(clip.left), float(window.bottom - clip.bottom), float(clip.right),
                                 float(window.bottom - clip.top)};
                part.IdxOffset = unsigned(to.IdxBuffer.Size);
                for_pieces(from, command, clip, [&](const Piece& piece, const WindowBox&) {
                    for (int k = 0; k < piece.indices; ++k) to.IdxBuffer.push_back(piece.first[k]);
                });
                part.ElemCount = unsigned(to.IdxBuffer.Size) - part.IdxOffset;
                if (part.ElemCount > 0) to.CmdBuffer.push_back(part);
            }
        }
        if (to.CmdBuffer.empty()) continue;
        to.VtxBuffer = from.VtxBuffer;
        data_.CmdLists.push_back(&to);
    }
    return data_;
}

} // namespace pairscope::app
