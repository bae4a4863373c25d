// SPDX-License-Identifier: MIT
#include "tests/gui/shown_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace pairscope::app {
namespace {

constexpr float slack = 1.0f; // [px] around the ink of a letter, which its rectangle includes

/// A letter as the toolkit drew it. Its own program may have cut the rectangle already.
struct Letter {
    unsigned code = 0;
    ImRect box;
    bool is_cut_across = false, is_cut_along = false;
    float size = 0.0f; ///< [px] of its face
};

/// Where the letters are in the texture of the faces.
class Alphabet {
public:
    Alphabet() {
        auto& pool = ImGui::GetIO().Fonts->Builder->BakedPool;
        for (int i = 0; i < pool.Size; ++i) {
            const ImFontBaked& baked = pool[i];
            if (baked.WantDestroy) continue;
            for (const ImFontGlyph& glyph : baked.Glyphs)
                if (glyph.Visible) glyphs_.emplace_back(&glyph, baked.Size);
        }
        std::ranges::sort(glyphs_, {}, [](const auto& each) { return each.first->V0; });
    }

    /// The letter of a rectangle with these places in the texture; absent: it is none.
    [[nodiscard]] std::optional<Letter> letter(const ImDrawVert& first, const ImDrawVert& last) const {
        constexpr float near = 1e-6f;
        for (const auto& [glyph, size] : glyphs_) {
            if (glyph->V0 > first.uv.y + near) break;
            const bool is_within =
                glyph->U0 <= first.uv.x + near && glyph->U1 >= last.uv.x - near && glyph->V1 >= last.uv.y - near;
            if (!is_within) continue;
            const float across = (last.uv.x - first.uv.x) / (glyph->U1 - glyph->U0);
            const float along = (last.uv.y - first.uv.y) / (glyph->V1 - glyph->V0);
            const float lost_across = (1.0f - across) * (glyph->X1 - glyph->X0);
            const float lost_along = (1.0f - along) * (glyph->Y1 - glyph->Y0);
            return Letter{.code = glyph->Codepoint,
                          .box = {first.pos, last.pos},
                          .is_cut_across = lost_across > slack,
                          .is_cut_along = lost_along > slack,
                          .size = size};
        }
        return {};
    }

private:
    std::vector<std::pair<const ImFontGlyph*, float>> glyphs_;
};

void append(std::string& text, unsigned code) {
    char bytes[5];
    (void)ImTextCharToUtf8(bytes, code);
    text += bytes;
}

bool continues(const ShownText& text, const Letter& letter, const ImRect& clip) {
    if (text.letters.empty() || text.clip.Min.x != clip.Min.x || text.clip.Max.x != clip.Max.x) return false;
    const ImRect& before = text.letters.back();
    const float gap = letter.box.Min.x - before.Max.x;
    return gap > -0.3f * letter.size && gap < 0.6f * letter.size && letter.box.Min.y < text.box.Max.y &&
           letter.box.Max.y > text.box.Min.y - 0.5f * letter.size;
}

void add(std::vector<ShownText>& texts, const Letter& letter, const ImRect& clip, const char* window) {
    if (texts.empty() || texts.back().window != window || !continues(texts.back(), letter, clip))
        texts.push_back({.text = {}, .window = window, .box = letter.box, .clip = clip, .letters = {}});
    ShownText& text = texts.back();
    if (!text.letters.empty() && letter.box.Min.x - text.letters.back().Max.x > 0.17f * letter.size) text.text += ' ';
    append(text.text, letter.code);
    text.letters.push_back(letter.box);
    text.box.Add(letter.box);
    text.is_cut_across |=
        letter.is_cut_across || letter.box.Min.x < clip.Min.x - slack || letter.box.Max.x > clip.Max.x + slack;
    text.is_cut_along |=
        letter.is_cut_along || letter.box.Min.y < clip.Min.y - slack || letter.box.Max.y > clip.Max.y + slack;
}

/// Two triangles that make a rectangle begin with these places of its four corners.
bool is_rectangle(const ImDrawIdx* index) {
    const ImDrawIdx first = index[0];
    return index[1] == first + 1 && index[2] == first + 2 && index[3] == first && index[4] == first + 2 &&
           index[5] == first + 3;
}

void add_texts(std::vector<ShownText>& texts, const Alphabet& alphabet, const ImDrawList& list) {
    const ImTextureID of_faces = ImGui::GetIO().Fonts->TexRef.GetTexID();
    const char* window = list._OwnerName == nullptr ? "" : list._OwnerName;
    for (const ImDrawCmd& draw : list.CmdBuffer) {
        if (draw.UserCallback != nullptr || draw.GetTexID() != of_faces) continue;
        const ImRect clip(draw.ClipRect);
        for (unsigned i = 0; i + 6 <= draw.ElemCount;) {
            const ImDrawIdx* const index = list.IdxBuffer.Data + draw.IdxOffset + i;
            const ImDrawVert* const corner = list.VtxBuffer.Data + draw.VtxOffset + index[0];
            const bool may_be = is_rectangle(index) && corner[0].uv.x < corner[2].uv.x &&
                                corner[0].uv.y < corner[2].uv.y && corner[0].pos.y == corner[1].pos.y;
            if (!may_be) {
                i += 3;
                continue;
            }
            if (const auto letter = alphabet.letter(corner[0], corner[2])) add(texts, *letter, clip, window);
            i += 6;
        }
    }
}

/// A part of the window that scrolls up and down, or the window that it is in.
bool scrolls_along(const std::string& name) {
    for (const ImGuiWindow* window = ImGui::FindWindowByName(name.c_str()); window != nullptr;
         window = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? window->ParentWindow : nullptr)
        if (window->ScrollMax.y > 0.0f) return true;
    return false;
}

/// The source of a kernel, which is not broken into other lines.
bool scrolls_across(const std::string& name) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(name.c_str());
    return window != nullptr && window->ScrollMax.x > 0.0f && window->ScrollbarX;
}

bool ends_with_dots(const std::string& text) { return text.ends_with("...") || text.ends_with("…"); }

/// Their ink touches, for more than the edges of two letters.
bool cover_each_other(const ShownText& a, const ShownText& b) {
    if (!a.box.Overlaps(b.box)) return false;
    for (ImRect one : a.letters) {
        one.Expand(-slack);
        for (ImRect other : b.letters) {
            other.Expand(-slack);
            if (one.GetWidth() > 0.0f && other.GetWidth() > 0.0f && one.Overlaps(other)) return true;
        }
    }
    return false;
}

} // namespace

std::vector<ShownText> shown_texts() {
    const ImDrawData* const data = ImGui::GetDrawData();
    std::vector<ShownText> texts;
    if (data == nullptr) return texts;
    const Alphabet alphabet;
    for (const ImDrawList* const list : data->CmdLists) add_texts(texts, alphabet, *list);
    return texts;
}

std::vector<std::string> faults_of(const std::vector<ShownText>& texts) {
    std::vector<std::string> faults;
    for (const ShownText& text : texts) {
        const ImRect& box = text.box;
        const std::string where = fmt::format("in {} at ({:.0f}, {:.0f}) to ({:.0f}, {:.0f})", text.window, box.Min.x,
                                              box.Min.y, box.Max.x, box.Max.y);
        if (text.is_cut_across && !ends_with_dots(text.text) && !scrolls_across(text.window))
            faults.push_back(fmt::format("\"{}\" is cut at its left or right end {}", text.text, where));
        else if (text.is_cut_along && !scrolls_along(text.window))
            faults.push_back(fmt::format("\"{}\" is cut at its upper or lower edge {}", text.text, where));
        for (const ShownText& other : texts) {
            if (&other == &text) break;
            if (other.window == text.window && other.text != text.text && cover_each_other(text, other))
                faults.push_back(fmt::format("\"{}\" lies on \"{}\" {}", text.text, other.text, where));
        }
    }
    return faults;
}

} // namespace pairscope::app
