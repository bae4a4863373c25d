// SPDX-License-Identifier: MIT
#include "app/window/widgets/term_text.h"

#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/offered_terms.h"
#include "app/window/widgets/sketch.h"

#include <imgui_internal.h> // CalcWrapWidthForPos, ImTextCalcWordWrapNextLineStart

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float term_dot = 1.0f, term_dot_pitch = 3.0f; // [px], before scale, of the line below a term

/// A line of a text that is wrapped as the toolkit wraps it: from `begin` up to `end`.
struct TextLine {
    std::size_t begin = 0, end = 0;
};

std::vector<TextLine> lines_of(std::string_view text, float wrap_width) {
    const char *const first = text.data(), *const last = first + text.size();
    std::vector<TextLine> lines;
    for (const char* from = first; from < last;) {
        const char* to = std::find(from, last, '\n');
        if (wrap_width > 0.0f) to = ImGui::GetFont()->CalcWordWrapPosition(ImGui::GetFontSize(), from, to, wrap_width);
        lines.push_back({std::size_t(from - first), std::size_t(to - first)});
        const char* const next = wrap_width > 0.0f ? ImTextCalcWordWrapNextLineStart(to, last) : to + (to < last);
        from = std::max(next, from + 1);
    }
    return lines;
}

/// Not rounded up to whole pixels, as that of a text alone would be.
float width_of(std::string_view text) {
    const char* const begin = text.data();
    return ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0.0f, begin, begin + text.size()).x;
}

void draw_dots(const Frame& frame, ImVec2 from, float width, bool is_hovered) {
    const float size = std::max(1.0f, std::floor(frame.style.px(term_dot)));
    const ImU32 colour = ImGui::GetColorU32(is_hovered ? frame.style.palette.accent : frame.style.palette.dim);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = std::floor(from.x), top = std::floor(from.y);
    if (is_hovered) {
        list.AddRectFilled({left, top}, {left + width, top + size}, colour);
        return;
    }
    for (float x = 0.0f; x + size <= width; x += frame.style.px(term_dot_pitch))
        list.AddRectFilled({left + x, top}, {left + x + size, top + size}, colour);
}

void explain_term(const Frame& frame, const Term& term) {
    if (frame.offered_terms != nullptr) frame.offered_terms->withdraw();
    if (!begin_tooltip(frame)) return;
    draw_term_in_tooltip(frame, term);
    ImGui::EndTooltip();
}

/// Does the keyboard's frame say which item is hovered, whatever the mouse rests on?
bool is_chosen_by_keyboard() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.NavCursorVisible && context.NavHighlightItemUnderNav && ImGui::GetItemID() != 0;
}

} // namespace

void offer_terms(const Frame& frame, std::string_view text) {
    if (frame.offered_terms != nullptr) frame.offered_terms->offer(text);
}

std::vector<TermPlace> places_of_terms(std::string_view text, float wrap_width) {
    std::vector<TermPlace> places;
    const std::vector<FoundTerm> terms = terms_in(text);
    if (terms.empty()) return places;
    const float height = ImGui::GetFontSize();
    float top = 0.0f;
    for (const TextLine& line : lines_of(text, wrap_width)) {
        for (const FoundTerm& found : terms) {
            const std::size_t begin = std::max(found.begin, line.begin);
            const std::size_t end = std::min(found.begin + found.length, line.end);
            if (begin >= end) continue;
            const float left = width_of(text.substr(line.begin, begin - line.begin));
            const float right = left + width_of(text.substr(begin, end - begin));
            places.push_back({found.term, {left, top}, {right, top + height}});
        }
        top += height;
    }
    return places;
}

bool mark_terms(const Frame& frame, const WrittenText& written, bool is_hovered) {
    const auto places = places_of_terms(written.text, written.wrap_width);
    if (places.empty()) return false;
    const Term* under_mouse = nullptr;
    const auto on_screen = [&](ImVec2 p) { return ImVec2(written.at.x + p.x, written.at.y + p.y); };
    for (const TermPlace& place : places)
        if (is_hovered && ImGui::IsMouseHoveringRect(on_screen(place.min), on_screen(place.max)))
            under_mouse = place.term;
    for (const TermPlace& place : places) {
        const float below = std::floor(0.95f * (place.max.y - place.min.y));
        draw_dots(frame, on_screen({place.min.x, place.min.y + below}), place.max.x - place.min.x,
                  place.term == under_mouse);
    }
    if (under_mouse != nullptr) explain_term(frame, *under_mouse);
    return under_mouse != nullptr;
}

bool mark_terms(const Frame& frame, const WrittenText& written) {
    const bool is_hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip);
    if (!is_hovered || !is_chosen_by_keyboard()) return mark_terms(frame, written, is_hovered);
    offer_terms(frame, written.text);
    return mark_terms(frame, written, false);
}

bool mark_terms(const Frame& frame, std::string_view text) {
    return mark_terms(frame, WrittenText{.text = text, .at = ImGui::GetItemRectMin()});
}

void text_with_terms(const Frame& frame, std::string_view text, const ImVec4& colour) {
    const float width = ImGui::CalcWrapWidthForPos(ImGui::GetCursorScreenPos(), 0.0f);
    wrapped_text(text, colour);
    make_readable(frame, text);
    mark_terms(frame, {.text = text, .at = ImGui::GetItemRectMin(), .wrap_width = width});
}

void make_readable(const Frame& frame, std::string_view text) {
    if (terms_in(text).empty()) return;
    keep_in_reach(ImGui::GetID(text.data(), text.data() + text.size()), "sentence");
    if (frame.offered_terms != nullptr && is_chosen_by_keyboard() && ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip))
        frame.offered_terms->show(text);
}

bool clickable_text_with_terms(const Frame& frame, const char* id, std::string_view text, const ImVec4& colour) {
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
    const bool clicked = clickable_text(id, text, colour);
    mark_terms(frame, {.text = text, .at = ImGui::GetItemRectMin(), .wrap_width = width});
    return clicked;
}

void make_readable(const Frame& frame, std::string_view shown, std::string_view whole) {
    if (shown == whole)
        make_readable(frame, whole);
    else
        keep_in_reach(ImGui::GetID(whole.data(), whole.data() + whole.size()), "sentence");
}

void draw_term_in_tooltip(const Frame& frame, const Term& term) {
    if (ImGui::GetCursorPosY() > ImGui::GetStyle().WindowPadding.y) ImGui::Separator(); // below what is there already
    ImGui::PushFont(frame.style.fonts.text, frame.style.text_size); // whatever the text under the mouse has
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), frame.style.px(5)));
    draw_term(frame, term);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

void draw_term(const Frame& frame, const Term& term) {
    const float width = frame.style.px(sketch_size.x);
    const auto write = [&](std::string_view text) {
        ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.text);
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
        ImGui::TextUnformatted(text.data(), text.data() + text.size());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    };
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    write(term.word);
    ImGui::PopFont();
    write(term.meaning);
    ImGui::Dummy({0.0f, frame.style.px(2.0f)});
    term.draw(Sketch(frame));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, frame.style.px(sketch_size.y)});
    // The tests know by this item which picture is shown.
    [[maybe_unused]] ImGuiContext& g = *ImGui::GetCurrentContext(); // named in the macro
    const std::string name = fmt::format("picture of {}", term.word);
    const ImGuiID id = ImGui::GetID(name.c_str());
    if (ImGui::ItemAdd({at, ImGui::GetItemRectMax()}, id)) IMGUI_TEST_ENGINE_ITEM_INFO(id, name.c_str(), 0);
}

} // namespace pairscope::app
