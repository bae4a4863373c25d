// SPDX-License-Identifier: MIT
#include "app/window/widgets/controls.h"

#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <imgui_internal.h> // how long the mouse rests

namespace pairscope::app {
namespace {

constexpr float label_width = 76.0f;   // [px] before scale
constexpr float least_control = 84.0f; // below it the control goes to the next line
constexpr float track_height = 2.0f;
constexpr float knob_radius = 6.0f;

double rounded(double value) { // to three significant digits: what the entry beside the slider shows
    if (value == 0.0 || !std::isfinite(value)) return value;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2.0);
    return std::round(value / unit) * unit;
}

/// The toolkit's slider without its looks: it keeps the keyboard, the mouse and the ids.
bool bare_slider(const char* id, const SliderRange& range, double& value) {
    for (const auto colour : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_SliderGrab,
                              ImGuiCol_SliderGrabActive, ImGuiCol_Border})
        ImGui::PushStyleColor(colour, ImVec4(0, 0, 0, 0));
    const ImGuiSliderFlags flags = ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp |
                                   (range.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    bool changed = false;
    if (range.whole) {
        const auto min = std::int64_t(range.min), max = std::int64_t(range.max);
        auto whole = std::int64_t(value);
        changed = ImGui::SliderScalar(id, ImGuiDataType_S64, &whole, &min, &max, "", flags) && double(whole) != value;
        if (changed) value = double(whole);
    } else {
        double moved = value;
        changed = ImGui::SliderScalar(id, ImGuiDataType_Double, &moved, &range.min, &range.max, "", flags);
        moved = std::clamp(rounded(moved), range.min, range.max);
        changed = changed && moved != value;
        if (changed) value = moved;
    }
    ImGui::PopStyleColor(6);
    return changed;
}

struct ExplainedText {
    std::string_view text, meaning;
    ImVec4 colour;
    float padding = 0.0f;    ///< [px] above and below it
    float wrap_width = 0.0f; ///< [px]; 0: it is not wrapped
};
/// Text that is an item with a tooltip. The cursor is not moved for the padding: the toolkit would move all that
/// follows in the line as well.
void text_as_item(const Frame& frame, const char* id, const ExplainedText& what) {
    const char *const begin = what.text.data(), *const end = begin + what.text.size();
    const float wrap = what.wrap_width > 0.0f ? what.wrap_width : -1.0f;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(begin, end, false, wrap);
    readable_area(id, {std::max(size.x, 1.0f), size.y + 2.0f * what.padding});
    ImGui::GetWindowDrawList()->AddText(nullptr, 0.0f, {at.x, at.y + what.padding}, ImGui::GetColorU32(what.colour),
                                        begin, end, what.wrap_width);
    explain(frame, what.meaning);
}

float share_of(const SliderRange& range, double value) {
    if (!(range.max > range.min)) return 0.0f;
    const double share = range.logarithmic ? std::log(value / range.min) / std::log(range.max / range.min)
                                           : (value - range.min) / (range.max - range.min);
    return float(std::clamp(share, 0.0, 1.0));
}

} // namespace

void readable_area(const char* id, ImVec2 size) {
    ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true);
    ImGui::PushItemFlag(ImGuiItemFlags_NoNavDefaultFocus, true); // a panel that gets the keyboard begins at a control
    ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
    ImGui::PopItemFlag();
    ImGui::PopItemFlag();
}

void keep_in_reach(ImGuiID id, const char* kind) {
    const ImRect box = ImGui::GetCurrentContext()->LastItemData.Rect;
    if (ImGui::ItemAdd(box, id, nullptr, ImGuiItemFlags_NoTabStop | ImGuiItemFlags_NoNavDefaultFocus))
        ImGui::RenderNavCursor(box, id);
    [[maybe_unused]] ImGuiContext& g = *ImGui::GetCurrentContext(); // named in the macro
    if (kind != nullptr) IMGUI_TEST_ENGINE_ITEM_INFO(id, kind, 0);
}

void explained_text(const Frame& frame, const char* id, std::string_view text, std::string_view meaning) {
    explained_text(frame, id, text, meaning, frame.style.palette.dim);
}

void explained_text(const Frame& frame, const char* id, std::string_view text, std::string_view meaning,
                    const ImVec4& colour) {
    text_as_item(frame, id, {text, meaning, colour});
    mark_terms(frame, WrittenText{.text = text, .at = ImGui::GetItemRectMin()});
}

void explained_paragraph(const Frame& frame, const char* id, std::string_view text, std::string_view meaning) {
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
    text_as_item(frame, id, {.text = text, .meaning = meaning, .colour = frame.style.palette.dim, .wrap_width = width});
    mark_terms(frame, WrittenText{.text = text, .at = ImGui::GetItemRectMin(), .wrap_width = width});
}

void row_label(const Frame& frame, std::string_view label, std::string_view meaning) {
    const float start = ImGui::GetCursorPosX();
    const float room = ImGui::GetContentRegionAvail().x - frame.style.px(label_width);
    const std::string fits = shortened(label, frame.style.px(label_width - 4.0f));
    const std::string story = fits == label ? std::string(meaning) : fmt::format("{}: {}", label, meaning);
    text_as_item(frame, fmt::format("label {}", label).c_str(),
                 {fits, story, frame.style.palette.dim, ImGui::GetStyle().FramePadding.y});
    if (room >= frame.style.px(least_control)) ImGui::SameLine(start + frame.style.px(label_width), 0.0f);
    ImGui::SetNextItemWidth(-FLT_MIN);
}

float small_button_width(const Frame& frame, std::string_view words) {
    return std::ceil(ImGui::CalcTextSize(words.data(), words.data() + words.size()).x + frame.style.px(12));
}

bool small_button(const Frame& frame, const char* id, std::string_view words, bool chosen) {
    const Palette& palette = frame.style.palette;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{small_button_width(frame, words), std::ceil(ImGui::GetTextLineHeight() + frame.style.px(4))};
    const bool clicked = ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + size.x, at.y + size.y};
    list.AddRectFilled(at, end, ImGui::GetColorU32(hovered ? palette.line : palette.raised), frame.style.px(3));
    list.AddRect(at, end, ImGui::GetColorU32(chosen ? palette.accent : palette.faint), frame.style.px(3));
    list.AddText({std::floor(at.x + frame.style.px(6)), std::floor(at.y + frame.style.px(2))},
                 ImGui::GetColorU32(palette.text), words.data(), words.data() + words.size());
    return clicked;
}

bool thin_slider(const Frame& frame, const char* id, const SliderRange& range, double& value) {
    const bool changed = bare_slider(id, range, value);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    // Where the toolkit takes the middle of its grab to be, so that the knob stays under the mouse.
    const float steps = range.whole ? float(range.max - range.min) + 1.0f : 0.0f;
    const float room = high.x - low.x - 4.0f;
    const float grab = std::min(room, std::max(ImGui::GetStyle().GrabMinSize, steps > 0.0f ? room / steps : 0.0f));
    const float x = low.x + 2.0f + 0.5f * grab + share_of(range, value) * (room - grab);
    const float y = std::floor(0.5f * (low.y + high.y));
    const float half = std::max(1.0f, frame.style.px(0.5f * track_height));
    const bool lively = ImGui::IsItemActive() || ImGui::IsItemHovered();
    const Palette& palette = frame.style.palette;
    const ImU32 knob = ImGui::GetColorU32(lively ? palette.accent : palette.text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({low.x, y - half}, {high.x, y + half}, ImGui::GetColorU32(palette.line), half);
    list.AddRectFilled({low.x, y - half}, {x, y + half}, ImGui::GetColorU32(lively ? palette.accent : palette.dim),
                       half);
    list.AddCircleFilled({x, y}, frame.style.px(knob_radius), knob);
    return changed;
}

std::optional<std::string> entry(const char* id, const std::string& shown, float width) {
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID(id);
    const bool edited = storage.GetBool(key);
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    const float right = std::max(padding.x, width - padding.x - ImGui::CalcTextSize(shown.c_str()).x);
    if (!edited) ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(right, padding.y));
    ImGui::SetNextItemWidth(width);
    std::string text = shown;
    ImGui::InputText(id, &text, ImGuiInputTextFlags_AutoSelectAll);
    if (!edited) ImGui::PopStyleVar();
    storage.SetBool(key, ImGui::IsItemActive());
    if (!ImGui::IsItemDeactivatedAfterEdit() || text == shown) return {};
    return text;
}

std::optional<double> number_in(std::string text) {
    std::erase_if(text, [](unsigned char c) { return c == ' ' || c == '_' || c == '\''; });
    std::replace(text.begin(), text.end(), ',', '.');
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
    return value;
}

bool begin_combo(const Frame& frame, const char* id, const std::string& shown, ImGuiComboFlags flags) {
    const float width = ImGui::CalcItemWidth();
    const float arrow = frame.style.px(4.0f), side = frame.style.px(10.0f) + arrow;
    const std::string fits = shortened(shown, width - ImGui::GetStyle().FramePadding.x - side - arrow);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList(); // before the list of choices, a window of its own, begins
    const bool open = ImGui::BeginCombo(id, fits.c_str(), flags | ImGuiComboFlags_NoArrowButton);
    const ImVec2 tip(at.x + width - side, std::floor(at.y + 0.5f * ImGui::GetFrameHeight()) + 0.6f * arrow);
    list.AddTriangleFilled({tip.x - arrow, tip.y - 1.2f * arrow}, {tip.x + arrow, tip.y - 1.2f * arrow}, tip,
                           ImGui::GetColorU32(frame.style.palette.dim));
    return open;
}

bool draw_choice(const Frame& frame, const std::string& name, bool chosen, const char* meaning) {
    const float width = ImGui::CalcTextSize(name.c_str()).x + frame.style.px(16);
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0.5f, 0.5f});
    const bool clicked = ImGui::Selectable(name.c_str(), chosen, 0, {width, 0});
    ImGui::PopStyleVar();
    explain(frame, meaning);
    ImGui::SameLine(0.0f, frame.style.px(4));
    return clicked;
}

void small_line(const Frame& frame, std::string_view text, const ImVec4& colour) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    const std::string fits = shortened(text, ImGui::GetContentRegionAvail().x);
    ImGui::TextUnformatted(fits.c_str());
    ImGui::PopStyleColor();
    make_readable(frame, fits, text);
    const bool is_on_term = mark_terms(frame, fits);
    ImGui::PopFont();
    if (!is_on_term && fits != text) explain(frame, text);
}

void small_text(const Frame& frame, std::string_view text, const ImVec4& colour) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    text_with_terms(frame, text, colour);
    ImGui::PopFont();
}

void small_plain_text(const Frame& frame, std::string_view text, const ImVec4& colour) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    wrapped_text(text, colour);
    ImGui::PopFont();
}

float small_text_height(const Frame& frame, std::string_view text) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
    const float height = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, width).y;
    ImGui::PopFont();
    return height + ImGui::GetStyle().ItemSpacing.y;
}

bool heading_button(const Frame& frame, const HeadingButton& button) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float width = small_button_width(frame, button.word), last = ImGui::GetItemRectMax().x;
    const float middle = 0.5f * (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y);
    const float top = std::floor(middle - 0.5f * (ImGui::GetTextLineHeight() + frame.style.px(4)));
    const float left = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x - width;
    bool clicked = false;
    ImGui::SameLine();
    if (last + frame.style.px(8) < left) {
        ImGui::SetCursorScreenPos({left, top});
        ImGui::BeginDisabled(!button.why_not.empty());
        clicked = small_button(frame, button.id, button.word);
        ImGui::EndDisabled();
        explain(frame, button.why_not.empty() ? button.meaning : button.why_not);
    } else {
        ImGui::NewLine();
    }
    ImGui::PopFont();
    return clicked;
}

void export_link(const Frame& frame, const char* id, std::string_view saver, std::string_view what) {
    if (heading_button(frame, {.id = id, .word = "Export", .meaning = what}))
        frame.push(command::ShowDialog{Dialog::save, saver});
}

void wrapped_text(std::string_view text, const ImVec4& colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

bool clickable_text(const char* id, std::string_view text, const ImVec4& colour) {
    const char *const begin = text.data(), *const end = begin + text.size();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(begin, end, false, width);
    const bool clicked =
        ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)}, ImGuiButtonFlags_EnableNav);
    ImGui::GetWindowDrawList()->AddText(nullptr, 0.0f, at, ImGui::GetColorU32(colour), begin, end, width);
    return clicked;
}

void right_aligned_text(const std::string& text, const ImVec4& colour) {
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (room > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    ImGui::TextColored(colour, "%s", text.c_str());
}

std::string shortened(std::string_view text, float width) {
    const auto width_of = [](std::string_view part) {
        return ImGui::CalcTextSize(part.data(), part.data() + part.size()).x;
    };
    if (width_of(text) <= width) return std::string(text);
    const float room = width - ImGui::CalcTextSize("...").x;
    std::size_t kept = 0, low = 0, high = text.size();
    while (low <= high && high > 0) {
        const std::size_t middle = (low + high) / 2;
        if (width_of(text.substr(0, middle)) <= room) {
            kept = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    while (kept > 0 && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) --kept; // never inside of a character
    return std::string(text.substr(0, kept)) + "...";
}

bool is_to_scroll_to(const std::string& selection) {
    constexpr int frames_of_settling = 4; // rows change their height meanwhile
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID known = ImGui::GetID("known selection"), frames = ImGui::GetID("frames of settling");
    const auto now = int(ImGui::GetID(fmt::format("{} {}", ImGui::GetWindowHeight(), selection).c_str()));
    if (memory.GetInt(known) != now) memory.SetInt(frames, frames_of_settling);
    memory.SetInt(known, now);
    const int left = memory.GetInt(frames);
    memory.SetInt(frames, std::max(left - 1, 0));
    return left > 0 && !ImGui::IsWindowHovered();
}

bool may_hover(const Frame& frame) {
    const ImGuiIO& io = ImGui::GetIO();
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const bool enters = context.HoveredId != 0 && context.HoveredId != context.HoveredIdPreviousFrame;
    const bool moves = enters || io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f;
    return moves || io.MouseWheel != 0.0f || ImGui::IsAnyMouseDown() || frame.state.view.hovered.has_value();
}

} // namespace pairscope::app
