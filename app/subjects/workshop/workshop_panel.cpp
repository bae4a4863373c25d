// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/subjects/panels.h"
#include "app/subjects/workshop/workshop.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/kernel_editor.h"
#include "app/window/widgets/term_text.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>

#include <imgui_internal.h> // SetKeyOwner

namespace pairscope::app {
namespace {

const char* about_rights = "The file is compiled and run with your rights, in a separate process. This protects from "
                           "mistakes, such as a crash or a loop without end, and not from an attacker.";

ImVec4 colour_of(const Frame& frame, const OwnKernel& kernel) {
    const Palette& palette = frame.style.palette;
    switch (kind_of_told(kernel)) {
    case Told::wrong:
        return palette.error;
    case Told::right:
        return palette.good;
    case Told::nothing:
    case Told::unfinished:
        break;
    }
    return palette.text;
}

std::string name_of(const Frame& frame, const OwnKernel& kernel) {
    return fmt::format("{}{}", name_among(frame.state.workshop, kernel), is_edited(kernel) ? " *" : "");
}

/// Which of several open files is shown.
void draw_files(const Frame& frame) {
    const WorkshopState& shop = frame.state.workshop;
    ImGui::SetNextItemWidth(frame.style.px(170.0f));
    const OwnKernel& now = shop.kernels[shop.shown];
    if (begin_combo(frame, "##file", name_of(frame, now))) {
        for (const OwnKernel& kernel : shop.kernels)
            if (ImGui::Selectable(fmt::format("{}##{}", name_of(frame, kernel), kernel.id).c_str(), &kernel == &now))
                frame.push(command::ShowKernel{kernel.path});
        ImGui::EndCombo();
    }
    explain(frame, fmt::format("{}. A star means that the text was not saved yet.", shown(now.path)));
}

void draw_new_buttons(const Frame& frame) {
    const State& state = frame.state;
    if (ImGui::Button("New##kernel")) frame.push(command::NewKernel{new_kernel_folder(state)});
    explain(frame,
            fmt::format("Write a new file for {}, with a right kernel to begin with, and open it. It is saved in {}.",
                        current_type(state).plain != nullptr ? current_type(state).id : workload_types().front().id,
                        shown(new_kernel_folder(state))));
    ImGui::SameLine();
    if (ImGui::Button("Open...##kernel")) frame.push(command::ShowDialog{Dialog::open_kernel});
    explain(frame, "Open a file with a kernel of your own. Dropping it on the window does the same.");
}

void draw_beginning(const Frame& frame) {
    wrapped_text(
        "Write a CUDA kernel of your own here: it is compiled and run without a GPU, checked, traced line by line, "
        "and stands beside the other variants in the ladder.",
        frame.style.palette.text);
    ImGui::Spacing();
    draw_new_buttons(frame);
    ImGui::Spacing();
    small_text(frame, about_rights, frame.style.palette.dim);
}

/// "try 7, 0.6 s"
std::string number_text(const OwnKernel& kernel) {
    if (kernel.number == 0) return "not tried yet";
    const double seconds = kernel.history.empty() ? 0.0 : kernel.history.front().seconds;
    const bool has_time = !kernel.history.empty() && kernel.history.front().number == kernel.number && seconds > 0.0;
    return has_time ? fmt::format("try {}, {:.1f} s", kernel.number, seconds) : fmt::format("try {}", kernel.number);
}

void draw_history(const Frame& frame, const OwnKernel& kernel) {
    const std::string text = number_text(kernel);
    const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, gap = frame.style.px(8.0f);
    if (ImGui::GetItemRectMax().x + gap + ImGui::CalcTextSize(text.c_str()).x > end) return;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const float room = ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - ImGui::CalcTextSize(text.c_str()).x);
    std::string tries =
        kernel.history.empty() ? "This file was not tried yet." : "The tries of this file, the latest first:";
    for (std::size_t i = 0; i < std::min<std::size_t>(kernel.history.size(), 12); ++i) {
        const PastTry& past = kernel.history[i];
        tries += fmt::format("\n{}: {}{}", past.number, past.verdict,
                             past.seconds > 0.0 ? fmt::format(", {:.1f} s", past.seconds) : "");
    }
    explained_text(frame, "tries", text, tries, frame.style.palette.dim);
}

void draw_bar(const Frame& frame, const OwnKernel& kernel) {
    draw_files(frame);
    ImGui::SameLine();
    const bool tries = is_trying(frame.state);
    ImGui::BeginDisabled(!kernel.is_read);
    if (tries) {
        if (ImGui::Button("Stop##try")) frame.push(command::CancelWork{});
        explain(frame, "Stop the compiler and the kernel. Escape does the same.");
    } else {
        if (ImGui::Button("Try##try")) frame.push(command::TryKernel{kernel.path});
        explain(frame, "Save the text, compile it, and run it. Ctrl+Enter does the same.");
    }
    ImGui::EndDisabled();
    ImGui::SameLine();
    draw_new_buttons(frame);
    ImGui::SameLine();
    if (ImGui::Button("Close##kernel")) frame.push(command::CloseKernel{kernel.path});
    explain(frame, "Close this file. A text that was not saved is saved first.");
    draw_history(frame, kernel);
}

/// The one question about a file that the program has not run before.
void ask_for_trust(const Frame& frame, const OwnKernel& kernel) {
    small_text(frame, fmt::format("{} was never tried here. {}", shown(kernel.path.filename()), about_rights),
               frame.style.palette.warning);
    if (ImGui::Button("Compile and run it##trust")) frame.push(command::TryKernel{kernel.path, true});
    explain(frame, "You are not asked again about this file, also after it was changed.");
}

void settle_versions(const Frame& frame, const OwnKernel& kernel) {
    small_text(frame,
               fmt::format("Another program has saved {} while you edited it here.", shown(kernel.path.filename())),
               frame.style.palette.warning);
    if (ImGui::Button("Show the saved text##settle")) frame.push(command::SettleKernel{kernel.path, true});
    explain(frame, "Your text is lost.");
    ImGui::SameLine();
    if (ImGui::Button("Keep this text##settle")) frame.push(command::SettleKernel{kernel.path, false});
    explain(frame, "The file then holds the text that you see here.");
}

void draw_questions(const Frame& frame, const OwnKernel& kernel) {
    const Palette& palette = frame.style.palette;
    if (!kernel.unread.empty()) small_text(frame, kernel.unread, palette.error);
    if (kernel.is_gone)
        small_text(frame, "The file is not there any more. Your text is still here, and Try saves it again.",
                   palette.warning);
    if (kernel.elsewhere)
        settle_versions(frame, kernel);
    else if (kernel.is_read && !is_trusted(frame.state, kernel))
        ask_for_trust(frame, kernel);
}

void draw_sliders(const Frame& frame, const OwnKernel& kernel) {
    for (const own::Slider& slider : kernel.sliders) {
        row_label(frame, slider.name,
                  fmt::format("A constant of the file, from {} to {}. A change compiles it again.", slider.least,
                              slider.most));
        double value = double(slider.value);
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - frame.style.px(56.0f));
        const SliderRange range{.min = double(slider.least), .max = double(slider.most), .whole = true};
        if (thin_slider(frame, ("##slider_" + slider.name).c_str(), range, value))
            frame.push(command::SetKernelSlider{kernel.path, slider.name, std::int64_t(value)});
        ImGui::SameLine();
        right_aligned_text(std::to_string(slider.value), frame.style.palette.text);
    }
}

/// How long it took, and how much was looked at.
std::string facts_of(const OwnKernel& kernel) {
    const workshop::TryReport& report = kernel.report;
    if (!kernel.refused.empty() || report.seconds_of_compiler == 0.0) return {};
    std::string text = fmt::format("The compiler took {:.2f} s.", report.seconds_of_compiler);
    if (!report.first) return text;
    text += fmt::format(" The first verdict was there after {:.2f} s.", report.seconds_of_first);
    if (report.planned > 0 && report.first->right())
        text += fmt::format(" The full check has made {} of {} runs.", report.tried, report.planned);
    return text;
}

void draw_verdict(const Frame& frame, const OwnKernel& kernel) {
    const std::string verdict = verdict_of(kernel);
    if (!verdict.empty()) {
        ImGui::PushFont(frame.style.fonts.bold, 0.0f);
        ImGui::TextColored(colour_of(frame, kernel), "%s", verdict.c_str());
        ImGui::PopFont();
        small_text(frame, told_of(kernel), frame.style.palette.text);
    }
    if (kernel.text != kernel.tried_text && kernel.number > 0)
        small_text(frame, "The text has changed since it was tried. Ctrl+Enter tries it.", frame.style.palette.dim);
    else if (const std::string facts = facts_of(kernel); !facts.empty())
        explained_paragraph(frame, "try_facts", facts,
                            "The compiler and its flags: " +
                                (kernel.compiler.empty() ? "it has not compiled this file yet." : kernel.compiler));
    draw_sliders(frame, kernel);
}

/// Is the text to be tried? Called before the editor is drawn, which would begin a new line with Ctrl+Enter.
bool takes_try_keys(const Frame& frame) {
    if (!frame.kernel_editor.has_keyboard() || !ImGui::GetIO().KeyCtrl) return false;
    bool is_asked = false;
    for (const ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_KeypadEnter, ImGuiKey_S}) {
        is_asked |= ImGui::IsKeyPressed(key, false);
        ImGui::SetKeyOwner(key, ImGui::GetID("try"), ImGuiInputFlags_LockThisFrame);
    }
    return is_asked;
}

/// Escape belongs to the text as long as the keyboard writes into it.
void handle_escape(const Frame& frame) {
    if (!frame.kernel_editor.has_keyboard() || !ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return;
    if (is_trying(frame.state))
        frame.push(command::CancelWork{});
    else
        ImGui::SetWindowFocus(nullptr); // the keys belong to the program again
}

} // namespace

void draw_workshop_panel(const Frame& frame) {
    frame.kernel_editor.keep_only(frame.state.workshop.kernels);
    const OwnKernel* const kernel = shown_kernel(frame.state);
    if (kernel == nullptr) {
        draw_beginning(frame);
        return;
    }
    draw_bar(frame, *kernel);
    draw_questions(frame, *kernel);
    if (!kernel->is_read) return;
    // What is below the text keeps the height that it had in the frame before.
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("height of the verdict");
    const float room = ImGui::GetContentRegionAvail().y;
    const float below = std::min(memory.GetFloat(id, frame.style.px(80.0f)), 0.45f * room);
    frame.kernel_editor.show(*kernel);
    frame.kernel_editor.mark(marks_of(*kernel), frame.state.look.theme);
    const float height = std::max(room - below - ImGui::GetStyle().ItemSpacing.y, frame.style.px(60.0f));
    const bool is_to_try = takes_try_keys(frame);
    const bool is_changed = frame.kernel_editor.draw("##kernel_text", height, frame.style, frame.state.look.theme);
    if (is_changed) frame.push(command::EditKernel{kernel->path, frame.kernel_editor.text()});
    if (is_to_try) frame.push(command::TryKernel{kernel->path});
    handle_escape(frame);
    ImGui::BeginChild("verdict", ImVec2(0.0f, 0.0f));
    const float top = ImGui::GetCursorPosY();
    draw_verdict(frame, *kernel);
    memory.SetFloat(id, ImGui::GetCursorPosY() - top);
    ImGui::EndChild();
}

} // namespace pairscope::app
